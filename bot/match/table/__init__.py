"""Tables: their state and how it changes, and the one authority over them."""

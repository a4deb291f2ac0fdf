"""Reading and speaking the catalogues."""

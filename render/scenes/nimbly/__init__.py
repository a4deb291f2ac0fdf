"""How Nimbly looks."""

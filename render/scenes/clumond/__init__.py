"""How Clumond looks."""

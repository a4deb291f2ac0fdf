"""How Cloud Nine looks."""

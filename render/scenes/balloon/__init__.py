"""How Cloud 9, the balloon game, looks."""

"""Ratings at play: what a game makes of them, and who keeps them up to date."""

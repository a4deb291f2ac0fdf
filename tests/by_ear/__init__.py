"""A player that only hears: whole evenings by what a screen reader would speak, and no other way."""

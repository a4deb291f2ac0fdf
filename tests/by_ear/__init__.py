"""A player that only hears: evenings by what a screen reader would speak, and no other way."""

"""The registry of games: one line a game."""

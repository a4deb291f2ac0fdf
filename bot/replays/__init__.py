"""Replays: finished games, move by move, and codes that lead to a moment."""

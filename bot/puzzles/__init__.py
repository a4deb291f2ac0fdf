"""Puzzles: positions with one best move, from finished games."""

"""Calls: who is told that it is their turn, where, and when."""

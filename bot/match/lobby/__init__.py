"""Lobbies: who comes in, who is asked to, and how a game begins."""

"""Leagues: the same deals each week for every table of a server."""

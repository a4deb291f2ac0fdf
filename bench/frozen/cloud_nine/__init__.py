"""Frozen: the house players of Cloud Nine, version 1."""

"""Frozen: the house players of Cloud 9, version 1."""

"""Frozen: the house players of Clumond, version 1."""

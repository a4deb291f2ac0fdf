"""Frozen: the house players of Nimbly, version 1."""

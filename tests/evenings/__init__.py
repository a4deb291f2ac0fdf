"""Evenings: several tables with the same deals."""

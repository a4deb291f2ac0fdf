"""Showing: one frame of a match, and the messages it becomes."""

"""Seekers: people who want to be called when a table opens that lacks somebody."""

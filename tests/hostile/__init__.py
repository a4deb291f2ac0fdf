"""Forged interactions and records: answered in words, nothing changed, no traceback."""

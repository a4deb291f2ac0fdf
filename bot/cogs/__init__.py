"""Slash commands: each parses, calls one function and is done."""

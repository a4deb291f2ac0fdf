"""The Discord bot: lobbies, tables and everything players touch."""

VERSION = "0.2.0"
"""The version of the whole program; `pyproject.toml` takes it from here."""

"""Slash commands: each parses, calls one function and is done."""

from bot.cogs.play import Play

COGS = (Play,)

__all__ = ["COGS", "Play"]

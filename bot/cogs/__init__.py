"""Slash commands: each parses, calls one action and is done. What servers tell."""

from bot.cogs.locations import LocationsCog
from bot.cogs.play import Play
from bot.cogs.reading import Reading

COGS = (Play, Reading)

__all__ = ["COGS", "LocationsCog", "Play", "Reading"]

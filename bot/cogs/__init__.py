"""Slash commands: each parses, calls one function and is done."""

from bot.cogs.help import Help
from bot.cogs.leaderboard import Leaderboard
from bot.cogs.places import PlacesCog
from bot.cogs.play import Play
from bot.cogs.record import Record
from bot.cogs.rules import Rules
from bot.cogs.stats import Stats
from bot.cogs.verify import Verify

COGS = (Play, Record, Verify, Leaderboard, Stats, Rules, Help, PlacesCog)

__all__ = [
    "COGS",
    "Help",
    "Leaderboard",
    "PlacesCog",
    "Play",
    "Record",
    "Rules",
    "Stats",
    "Verify",
]

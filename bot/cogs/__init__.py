"""Slash commands: each parses, calls one action and is done. What servers tell."""

from bot.cogs.daily import Daily
from bot.cogs.data import Data
from bot.cogs.inviting import Inviting
from bot.cogs.leagues import Leagues
from bot.cogs.locations import LocationsCog
from bot.cogs.managing import Managing
from bot.cogs.me import Me
from bot.cogs.play import Play
from bot.cogs.puzzles import Puzzles
from bot.cogs.reading import Reading
from bot.cogs.welcome import WelcomeCog

COGS = (Play, Leagues, Reading, Daily, Puzzles, Managing, Inviting, Data, Me)

__all__ = [
    "COGS",
    "Daily",
    "Data",
    "Inviting",
    "Leagues",
    "LocationsCog",
    "Managing",
    "Me",
    "Play",
    "Puzzles",
    "Reading",
    "WelcomeCog",
]

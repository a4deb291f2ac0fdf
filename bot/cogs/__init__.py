"""Slash commands: each parses, calls one action and is done. What servers tell."""

from bot.cogs.about import About
from bot.cogs.daily import Daily
from bot.cogs.data import Data
from bot.cogs.inviting import Inviting
from bot.cogs.leagues import Leagues
from bot.cogs.locations import LocationsCog
from bot.cogs.managing import Managing
from bot.cogs.me import Me
from bot.cogs.play import Play
from bot.cogs.puzzles import Puzzles
from bot.cogs.rankings import Rankings
from bot.cogs.reading import Reading
from bot.cogs.records import Records
from bot.cogs.replays import Replays
from bot.cogs.welcome import WelcomeCog

COGS = (
    Play,
    Leagues,
    Records,
    Replays,
    Rankings,
    Reading,
    About,
    Daily,
    Puzzles,
    Managing,
    Inviting,
    Data,
    Me,
)

__all__ = [
    "COGS",
    "About",
    "Daily",
    "Data",
    "Inviting",
    "Leagues",
    "LocationsCog",
    "Managing",
    "Me",
    "Play",
    "Puzzles",
    "Rankings",
    "Reading",
    "Records",
    "Replays",
    "WelcomeCog",
]

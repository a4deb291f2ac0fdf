"""Every slash command: each parses, calls one action and is done. And those there were."""

from __future__ import annotations

from discord import app_commands

from bot.daily.commands import Daily
from bot.errors import Refused
from bot.evenings.commands import Evenings
from bot.home.commands import Home
from bot.leagues.commands import Leagues
from bot.learn.commands import Learning
from bot.match.asking_commands import Asking
from bot.match.commands import Inviting, Play
from bot.match.rules_commands import Reading
from bot.people.commands import Preferences
from bot.privacy.commands import Data
from bot.puzzles.commands import Puzzles
from bot.ratings.commands import Rankings
from bot.replays.commands import Replays
from bot.servers.commands import Managing

COGS = (
    Home,
    Play,
    Asking,
    Learning,
    Leagues,
    Replays,
    Rankings,
    Reading,
    Daily,
    Evenings,
    Puzzles,
    Managing,
    Inviting,
    Data,
    Preferences,
)

MOVED = frozenset({
    "about", "block", "data", "end", "hand", "league", "leagues", "me", "record", "table", "verify",
})  # fmt: skip
"""Commands of before, which a list that Discord has not renewed yet still offers."""


def moved(error: Exception) -> Exception:
    """Return an error that says where a command of before has moved to; else what went wrong."""
    if isinstance(error, app_commands.CommandNotFound):
        first = (*error.parents, error.name)[0]
        if first in MOVED:
            return Refused(f"moved.{first}")
    return error

"""Every slash command: each parses, calls one action and is done."""

from __future__ import annotations

from bot.daily.commands import Daily
from bot.evenings.commands import Evenings
from bot.home.commands import Home
from bot.leagues.commands import Leagues
from bot.learn.commands import Learning
from bot.match.commands import Asking, Inviting, Play, Reading
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

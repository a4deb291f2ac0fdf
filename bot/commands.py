"""Every slash command: each parses, calls one action and is done."""

from bot.daily.commands import Daily
from bot.home.commands import Home
from bot.leagues.commands import Leagues
from bot.match.commands import Play
from bot.match.lobby.commands import Inviting
from bot.match.rules_commands import Reading
from bot.people.commands import Me
from bot.privacy.commands import Data
from bot.puzzles.commands import Puzzles
from bot.ratings.commands import Rankings
from bot.records.commands import Records
from bot.replays.commands import Replays
from bot.servers.commands import Managing

COGS = (
    Home,
    Play,
    Leagues,
    Records,
    Replays,
    Rankings,
    Reading,
    Daily,
    Puzzles,
    Managing,
    Inviting,
    Data,
    Me,
)

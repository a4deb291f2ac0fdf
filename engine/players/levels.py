"""The house players of every game: their levels, one line a game, and their versions.

>>> sorted(HOUSE_PLAYERS["nimbly"])
['easy', 'expert', 'hard', 'normal', 'quick', 'random']
>>> HOUSE_PLAYERS["nimbly"]["hard"].budget > HOUSE_PLAYERS["nimbly"]["normal"].budget
True
>>> sorted(PLAYERS_VERSION)
['balloon', 'cloud_nine', 'clumond', 'nimbly']
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.games import GAMES
from engine.players.balloon import robots as balloon
from engine.players.cloud_nine import robots as cloud_nine
from engine.players.clumond import robots as clumond
from engine.players.nimbly import robots as nimbly
from engine.players.robot import HousePlayer, RandomRobot
from engine.players.search import Searcher

LEVELS = ("random", "easy", "normal", "hard", "expert")
"""From the weakest to the strongest. Only games in which it is better than `hard` have `expert`."""

_RANDOM = HousePlayer(RandomRobot(), 0)

_OWN: Mapping[str, Mapping[str, HousePlayer]] = {
    "balloon": balloon.HOUSE_PLAYERS,
    "cloud_nine": cloud_nine.HOUSE_PLAYERS,
    "clumond": clumond.HOUSE_PLAYERS,
    "nimbly": nimbly.HOUSE_PLAYERS,
}
"""Players made for one game; a level left out is played by the search of any game."""

_BUDGETS = {"easy": 12, "normal": 50, "hard": 200}
"""Simulations for a decision of that search, by level."""


def _players(key: str) -> dict[str, HousePlayer]:
    searcher = Searcher(GAMES[key])
    searching = {level: HousePlayer(searcher, budget) for level, budget in _BUDGETS.items()}
    return {"random": _RANDOM, "quick": _RANDOM, **searching, **_OWN.get(key, {})}


HOUSE_PLAYERS: Mapping[str, Mapping[str, HousePlayer]] = {key: _players(key) for key in GAMES}
"""For each game its house players by level, and a `quick` one that needs no time."""


def levels_of(game: str) -> tuple[str, ...]:
    """Return the levels that a game has, from the weakest to the strongest."""
    return tuple(level for level in LEVELS if level in HOUSE_PLAYERS[game])


# The version of the house players of each game: raised with every change of what they answer.
#
# Games that many play against the same house players, such as the daily, keep the version that
# they began with; so it is raised, too, when the bot asks them there with other seeds.
# `tests/engine/players/golden.json` has answers of every version.

PLAYERS_VERSION: Mapping[str, int] = {"balloon": 4, "cloud_nine": 4, "clumond": 4, "nimbly": 6}
"""Of the games with house players of their own."""

SEARCH_VERSION = 1
"""Of all other games, which the search of `engine.players.search` plays."""


def players_version(game: str) -> int:
    """Return a game's version: answers are alike only if question, seed and version are."""
    return PLAYERS_VERSION.get(game, SEARCH_VERSION)

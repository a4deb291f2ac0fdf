"""The version of the house players of each game: raised with every change of what they answer.

Games that many play against the same house players, such as the daily, keep the version that they
began with; so it is raised, too, when the bot asks them there with other seeds.
`tests/engine/players/golden.json` has answers of every version.

>>> sorted(PLAYERS_VERSION)
['balloon', 'cloud_nine', 'clumond', 'nimbly']
"""

from __future__ import annotations

from collections.abc import Mapping

PLAYERS_VERSION: Mapping[str, int] = {
    "balloon": 4,
    "cloud_nine": 4,
    "clumond": 4,
    "nimbly": 6,
}
"""Of the games with house players of their own."""

SEARCH_VERSION = 1
"""Of all other games, which the search of `engine.players.search` plays."""


def players_version(game: str) -> int:
    """Return a game's version: answers are alike only if question, seed and version are."""
    return PLAYERS_VERSION.get(game, SEARCH_VERSION)

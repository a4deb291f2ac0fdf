"""Offers of a game beside being played: a new game has none until it brings what they need.

What a game does not offer has no button, and is refused in a sentence where an old one is pressed.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.analysis.judging import EFFORTS
from engine.players.trying import TRYING
from engine.players.version import PLAYERS_VERSION

if TYPE_CHECKING:
    from collections.abc import Container


class Ability(Enum):
    """Offers that not every game has."""

    REVIEW = "review"
    """Its decisions can be judged: the game has trials of its own and an effort for them."""
    SERIES = "series"
    """Its house players have a version, so that tables with the same deals can be compared."""


_ABLE: dict[Ability, tuple[Container[str], ...]] = {
    Ability.REVIEW: (TRYING, EFFORTS),
    Ability.SERIES: (PLAYERS_VERSION,),
}


def can(game: str, ability: Ability) -> bool:
    """Return whether a game offers something.

    >>> can("nimbly", Ability.REVIEW), can("a game of yours", Ability.REVIEW)
    (True, False)
    """
    return all(game in brought for brought in _ABLE[ability])

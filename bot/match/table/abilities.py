"""Offers of a game beside being played: a new game has none until it brings what they need.

What a game does not offer has no button, and is refused in a sentence where an old one is pressed;
the end of its rules says so.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from engine.players.trying import TRYING


class Ability(Enum):
    """Offers that not every game has."""

    REVIEW = "review"
    """Its decisions can be judged: the game has trials of its own."""
    PUZZLE = "puzzle"
    """A move can be found that is clearly best, by the same trials."""
    RATING = "rating"
    """Tables with house players count: how good these are is measured."""
    DAILY = "daily"
    """It is the game of some days."""
    LEAGUE = "league"
    """It can be played by as many as a table of a league has."""
    LESSON = "lesson"
    """It is taught by a lesson of its own."""


ABLE: dict[Ability, Callable[[str], bool]] = {
    Ability.REVIEW: TRYING.__contains__,
    Ability.PUZZLE: TRYING.__contains__,
}
"""Whether a game offers something. Each feature that knows better puts in its own answer."""


def can(game: str, ability: Ability) -> bool:
    """Return whether a game offers something.

    >>> can("nimbly", Ability.REVIEW), can("a game of yours", Ability.REVIEW)
    (True, False)
    """
    return ability in ABLE and ABLE[ability](game)


def lacking(game: str) -> list[Ability]:
    """Return the abilities that a game lacks."""
    return [ability for ability in Ability if not can(game, ability)]

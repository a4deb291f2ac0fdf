"""Company: who sits at the table, as everybody there knows it: the levels of house players.

What a player expects of a move depends on who answers it: a declaration that `hard` players stop
is made against beginners. A robot that heeds company says so by `among`; the others play as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from engine.players.robot import HousePlayer, Robot

Company: TypeAlias = Sequence[str]
"""The levels of all other seats, in the order of the seats; a person's is PERSON."""

PERSON = ""
"""The level of somebody of whom nothing is known."""


@runtime_checkable
class Sociable(Protocol):
    """A robot that heeds company."""

    def among(self, company: Company) -> Robot:
        """Return the robot that plays in this company."""


def in_company(player: HousePlayer, company: Company) -> HousePlayer:
    """Return a house player who knows who else sits there.

    >>> from engine.players.levels import HOUSE_PLAYERS
    >>> hard = HOUSE_PLAYERS["clumond"]["hard"]
    >>> in_company(hard, ("normal", PERSON)).budget == hard.budget
    True
    """
    if not isinstance(player.robot, Sociable):
        return player
    return HousePlayer(player.robot.among(company), player.budget)

"""Manners: what a house player likes among moves that are as good as each other.

A manner is a style, not a strength: it chooses among moves whose shares of the win are within a
hair of the best, and looks at nothing but the numbers that a robot gives of them. Of a robot that
gives no shares, and where no move wins, the points have to be as close.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from engine.players.estimate import compared
from engine.players.robot import REASONS, THEIRS, HousePlayer, RankedMove, Robot, is_of_a_seat

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import View


class Manner(StrEnum):
    """Bold goes for points and stays, careful leaves others little, curious plays the rare."""

    BOLD = "bold"
    CAREFUL = "careful"
    CURIOUS = "curious"


HAIR = 0.004
"""How much smaller than the best a share of the win may be."""

POINTS = 0.15
"""How many points less or more another move may make, where no shares are given or none wins."""

LIKED_MOVES = 4
"""How many of the best moves are looked at: what is known of the others is less sure."""

KEPT = ("wilds",)
"""Facts in which a move that is liked is no worse than the best: they cost nothing to keep."""

Taste: TypeAlias = "tuple[float, ...]"


def styled(ranked: Sequence[RankedMove], manner: Manner) -> tuple[RankedMove, ...]:
    """Return a ranking whose first move is the one that a manner likes best.

    >>> moves = [RankedMove("a", 20, 0.4), RankedMove("b", 25, 0.398), RankedMove("c", 30, 0.3)]
    >>> [move.code for move in styled(moves, Manner.BOLD)]
    ['b', 'a', 'c']
    """
    near = _near(ranked)
    liked = max(near, key=_TASTES[manner]) if manner in _TASTES else near[-1]
    return (liked, *(move for move in ranked if move is not liked))


def in_manner(player: HousePlayer, manner: Manner) -> HousePlayer:
    """Return a house player who plays in a manner."""
    return HousePlayer(_Mannered(player.robot, manner), player.budget)


class _Mannered:
    """A robot in a manner."""

    def __init__(self, robot: Robot, manner: Manner) -> None:
        self._robot = robot
        self._manner = manner

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random, budget: int
    ) -> tuple[RankedMove, ...]:
        return styled(self._robot.rank(view, heard, legal, random, budget), self._manner)


def _near(ranked: Sequence[RankedMove]) -> list[RankedMove]:
    """Return the moves to choose from, best first.

    The best is among them, and none that another of them beats in everything. The last is the one
    that is played most seldom.
    """
    best = ranked[0]
    near = [move for move in ranked[:LIKED_MOVES] if move is best or _is_sound(move, best)]
    return [m for m in near if not any(_beats(other, m) for other in near)]


def _is_sound(move: RankedMove, best: RankedMove) -> bool:
    """Return whether a move is as good as the best but for a hair, and throws nothing away."""
    facts, of_best = dict(move.facts), dict(best.facts)
    if not _is_close(move, best) or any(name in facts for name in REASONS):
        return False
    if any(facts.get(name, 0) < of_best.get(name, 0) for name in KEPT):
        return False
    # In Cloud 9 a throw that costs nothing is no reason to jump.
    return not (move.code == "jump" and facts.get("pays") == 1)


def _is_close(move: RankedMove, best: RankedMove) -> bool:
    """Return whether a move is worth as much as the best but for a hair."""
    if compared(best.share):
        return compared(best.share - move.share - HAIR) <= 0
    return abs(compared(best.points - move.points)) <= POINTS


def _beats(one: RankedMove, other: RankedMove) -> bool:
    """Return whether a move is better than another in something, and in nothing worse.

    Where no shares are given the points are too rough an opinion to say so.
    """
    if not compared(one.share):
        return False
    pairs = list(zip(_merits(one), _merits(other), strict=True))
    return all(mine >= theirs for mine, theirs in pairs) and any(a > b for a, b in pairs)


def _merits(move: RankedMove) -> Taste:
    return compared(move.share), compared(move.points), -compared(_strongest(move))


def _strongest(move: RankedMove) -> float:
    """Return the largest share of the win that another seat then has; 0 if that is unknown."""
    return max((share for name, share in move.facts if is_of_a_seat(name)), default=0.0)


def _chance(move: RankedMove) -> float:
    facts = dict(move.facts)
    return facts.get("success", facts.get("stopped", 0.0))


def _bold(move: RankedMove) -> Taste:
    return move.code.startswith(("declare", "stay")), compared(move.points)


def _careful(move: RankedMove) -> Taste:
    theirs = dict(move.facts).get(THEIRS, 0.0)
    wary = move.code in ("pass", "jump")
    return wary, -compared(_strongest(move)), -compared(theirs), compared(_chance(move))


_TASTES: Mapping[Manner, Callable[[RankedMove], Taste]] = {
    Manner.BOLD: _bold,
    Manner.CAREFUL: _careful,
}
"""The things a manner likes, best first; curious likes the last."""

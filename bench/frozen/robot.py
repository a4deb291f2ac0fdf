"""Frozen: the contract of a house player: what it is asked, and what it answers.

A robot gets what its seat may see and has heard, the legal moves, a random generator and a budget
in simulations; nothing else. The same question with the same generator has the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import View

V = TypeVar("V", bound="View")


class RankedMove(NamedTuple):
    """A legal move with what a house player expects of it.

    `points` are the points of this deal, `share` is the share of the win (0…1, ties split), by
    which moves are ranked. Both may be 0 where the robot did not have to think. `facts` are named
    numbers that say why, such as the tricks a hand of Clumond may expect; each game's robots say
    which facts they give.

    >>> RankedMove("play KH", points=97.5, share=0.41, facts=(("tricks", 5.2),)).share
    0.41
    """

    code: str
    points: float = 0.0
    share: float = 0.0
    facts: tuple[tuple[str, float], ...] = ()


def in_order(ranked: Iterable[RankedMove]) -> tuple[RankedMove, ...]:
    """Return a ranking with shares lowered so that none is larger than one before it.

    A lower move may have seemed better by luck, because it was tried less often, or it was moved
    down for another reason.

    >>> [move.share for move in in_order([RankedMove("a", share=0.4), RankedMove("b", share=0.6)])]
    [0.4, 0.4]
    """
    settled, most = list[RankedMove](), 1.0
    for move in ranked:
        most = min(most, move.share)
        settled.append(move._replace(share=most))
    return tuple(settled)


class Robot(Protocol):
    """A way of playing."""

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],
        legal: Sequence[str],
        random: Random,
        budget: int,
    ) -> tuple[RankedMove, ...]:
        """Rank the legal moves, best first.

        Moves are spelled as in docs/rules.md. `view.seat` is the seat to act. `budget` is in
        simulations, 0 for no search.
        """


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """A robot with the budget of its level."""

    robot: Robot
    budget: int

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> tuple[RankedMove, ...]:
        """Rank the legal moves, best first."""
        return self.robot.rank(view, heard, legal, random, self.budget)

    def choose(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> str:
        """Choose the best move; a forced one takes no thought."""
        if len(legal) == 1:
            return legal[0]
        return self.rank(view, heard, legal, random)[0].code


def own_view(view: View, kind: type[V]) -> V:
    """Return the view of a seat to act, known to be of one game.

    Raises TypeError if it is of another game, ValueError if its seat is not to act.
    """
    if not isinstance(view, kind):
        raise TypeError(f"not a {kind.__name__}: {type(view).__name__}")
    if view.seat not in view.to_act:
        raise ValueError("only the seat to act has a move")
    return view

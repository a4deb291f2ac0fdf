"""House players: what they are told, and what they answer.

A robot is told what its seat may see and has heard, the legal moves, a generator and a budget in
simulations; nothing else. Alike questions with alike generators get alike answers.
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
    """A legal move as a house player sees it.

    `points` is what its seat may expect to make in this deal, in points of the game; `share` the
    share of the win it may hope for (0…1, ties split), by which moves are ranked. Of a move that
    nobody had to think about both may be 0. `facts` are numbers of the game by name that say why,
    such as the tricks a hand of Clumond may expect; a game's robots say which they give.
    """

    code: str
    points: float = 0.0
    share: float = 0.0
    facts: tuple[tuple[str, float], ...] = ()


def in_order(ranked: Iterable[RankedMove]) -> tuple[RankedMove, ...]:
    """Return a ranking in which no move promises a larger share than one before it.

    A move that was tried less than those before it, or held back for another reason, may have
    seemed better by luck.
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
        """Rank the legal moves, spelled as docs/rules.md does, the best first.

        `view.seat` is the seat to act; `budget` is in simulations (0: no search at all).
        """


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """A robot with the budget of its level."""

    robot: Robot
    budget: int

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> tuple[RankedMove, ...]:
        """Rank the legal moves, the best first."""
        return self.robot.rank(view, heard, legal, random, self.budget)

    def choose(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> str:
        """Pick a move; one that is forced takes no thought."""
        if len(legal) == 1:
            return legal[0]
        return self.rank(view, heard, legal, random)[0].code


def own_view(view: View, kind: type[V]) -> V:
    """Return the view of a seat to act as one of a game's own.

    Raises TypeError if it is of another game, ValueError if its seat has no move to make.
    """
    if not isinstance(view, kind):
        raise TypeError(f"not a {kind.__name__}: {type(view).__name__}")
    if view.seat not in view.to_act:
        raise ValueError("only the seat to act has a move")
    return view


class RandomRobot:
    """Plays any legal move, all alike."""

    def rank(
        self,
        view: View,  # noqa: ARG002 - a random player looks at nothing
        heard: Sequence[Heard],  # noqa: ARG002 - and remembers nothing
        legal: Sequence[str],
        random: Random,
        budget: int,  # noqa: ARG002 - and does not think
    ) -> tuple[RankedMove, ...]:
        return tuple(RankedMove(code) for code in random.sample(legal, len(legal)))

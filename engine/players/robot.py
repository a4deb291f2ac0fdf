"""The contract of a house player: what it is asked, and what it answers.

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
    from engine.players.reasons import Reason

V = TypeVar("V", bound="View")


UNSURE = "unsure"
"""The fact of a move that was looked at less closely than those ranked above it."""

THEIRS = "theirs"
"""The fact that tells what a move gives the others, in points, where no shares are given."""

REASONS = frozenset({UNSURE, "risky"})
"""Facts that say why a move is ranked below one with a smaller share."""

_DIGITS = 9
_SEAT = "seat "


class RankedMove(NamedTuple):
    """A legal move with what a house player expects of it.

    `points` are the points of this deal, `share` is the share of the win (0…1, ties split), by
    which moves are ranked. Both may be 0 where the robot did not have to think. `facts` are named
    numbers that say why, such as the tricks a hand of Clumond may expect; each game's robots say
    which facts they give. `seat 2` is in every game the share of the win that this seat then has.
    `reasons` say why the best move is better, and of one that is about as good `merits` what speaks
    for it, where somebody looked for them (`engine.analysis.paired`).

    >>> RankedMove("play KH", points=97.5, share=0.41, facts=(("tricks", 5.2),)).share
    0.41
    """

    code: str
    points: float = 0.0
    share: float = 0.0
    facts: tuple[tuple[str, float], ...] = ()
    reasons: tuple[Reason, ...] = ()
    merits: tuple[Reason, ...] = ()


def seat_facts(shares: Sequence[float], player: int) -> tuple[tuple[str, float], ...]:
    """Return the shares of the win (0…1, by player) of all but one player, as facts.

    >>> seat_facts((0.5, 0.2, 0.3), player=0)
    (('seat 2', 0.2), ('seat 3', 0.3))
    """
    return tuple(
        (f"{_SEAT}{other + 1}", share) for other, share in enumerate(shares) if other != player
    )


def is_of_a_seat(name: str) -> bool:
    """Return whether a fact is the share of the win of another seat."""
    return name.startswith(_SEAT)


def in_order(ranked: Iterable[RankedMove]) -> tuple[RankedMove, ...]:
    """Return a ranking that says of every larger share below a smaller one why it stands there.

    Where nothing else is said (`REASONS`), the move was looked at less closely than those above it,
    so its number is the less sure one: it gets the fact `unsure`, 1.

    >>> in_order([RankedMove("a", share=0.4), RankedMove("b", share=0.6)])[1].facts
    (('unsure', 1.0),)
    """
    settled, least = list[RankedMove](), 1.0
    for move in ranked:
        is_told = any(name in REASONS for name, _ in move.facts)
        if round(move.share - least, _DIGITS) > 0 and not is_told:
            move = move._replace(facts=(*move.facts, (UNSURE, 1.0)))  # noqa: PLW2901 - the same move
        least = min(least, move.share)
        settled.append(move)
    return tuple(settled)


class Robot(Protocol):
    """A way of playing.

    >>> from random import Random
    >>> from engine.chance import Chance
    >>> from engine.course import Course
    >>> from engine.games import GAMES
    >>> course = Course.begin(GAMES["cloud_nine"], 3, {}, Chance(b"any 32 bytes"))
    >>> seat = course.to_act()[0]
    >>> view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    >>> moves = RandomRobot().rank(view, heard, legal, Random(1), budget=0)
    >>> sorted(move.code for move in moves) == sorted(legal)
    True
    """

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random, budget: int
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


class RandomRobot:
    """Plays any legal move, all equally likely."""

    def rank(
        self,
        view: View,  # noqa: ARG002 - a random player looks at nothing
        heard: Sequence[Heard],  # noqa: ARG002 - and remembers nothing
        legal: Sequence[str],
        random: Random,
        budget: int,  # noqa: ARG002 - and does not think
    ) -> tuple[RankedMove, ...]:
        return tuple(RankedMove(code) for code in random.sample(legal, len(legal)))

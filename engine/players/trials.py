"""Trials: several moves tried in one imagined state with the same chance.

What they have in common (cards, dice, luck) is no part of their difference, so few trials tell
which is better. `engine.analysis` draws its conclusions from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random


T = TypeVar("T")

_BITS = 64


class Value(NamedTuple):
    """The points of the deal and the share of the win (0…1) that a seat gets or may expect."""

    points: float
    share: float


class Trials(Protocol):
    """Trials of the moves of one decision, from what the seat to act knows or with all cards open.

    `is_certain` where nothing is hidden and nothing left to chance: one trial then tells all.
    `is_open` where all cards are known to the seat anyway.
    """

    is_certain: bool
    is_open: bool

    def tried(self, codes: Sequence[str], random: Random) -> Sequence[Value]:
        """Try each of some legal moves once, all in the same state with the same chance."""

    def settled(self, code: str, total: Value, times: int) -> Value:
        """Return the expected result of a move: its trials, this many, add up to `total`."""


def each_alike(items: Iterable[T], random: Random) -> Iterator[T]:
    """Give one item after the other; `random` goes on in the same way after each of them.

    >>> from random import Random
    >>> random = Random(1)
    >>> len({random.random() for _ in each_alike("abc", random)})
    1
    """
    number = random.getrandbits(_BITS)
    for item in items:
        random.seed(number)
        yield item
    random.seed(number + 1)


class MeanTrials:
    """Trials with their mean as the expected result."""

    is_certain: bool = False
    is_open: bool = False

    def settled(self, code: str, total: Value, times: int) -> Value:  # noqa: ARG002 - all alike
        return Value(total.points / times, total.share / times)


class ChanceEvent(NamedTuple):
    """A chance event of a seat: it was dealt its `cards`, gave it a `draw` later or threw `dice`.

    `pair` makes up what is hidden and returns what the seat may expect after what chance did, and
    after what it might have done instead: each call another possibility, all equally likely.
    """

    kind: str
    pair: Callable[[Random], tuple[Value, Value]]


CARDS, DRAWS, DICE = "cards", "draws", "dice"
"""The kinds of chance events."""


def redrawn(mine: Sequence[T], rest: list[T], random: Random) -> list[T]:
    """Return as many of all these cards as are `mine`, all choices equally likely.

    Cards of `rest` that are chosen are replaced there by those of `mine` that are not.
    """
    drawn, draw = [*mine], random.random
    for index in range(len(drawn)):
        other = index + int(draw() * (len(drawn) + len(rest) - index))
        if other < len(drawn):
            drawn[index], drawn[other] = drawn[other], drawn[index]
        else:
            other -= len(drawn)
            drawn[index], rest[other] = rest[other], drawn[index]
    return drawn

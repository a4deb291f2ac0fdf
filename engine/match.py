"""Parts shared by games of several deals: dealing, totals, when the game ends, who wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

from engine.cards import CARD_OF_IDENTITY
from engine.chance import Chance
from engine.events import GameEnded
from engine.game import Outcome
from engine.seats import Seat, round_from

Rank = TypeVar("Rank", int, tuple[int, int])
T = TypeVar("T")


class Result(Protocol):
    """The result of a finished deal in every game: the points it gave and the totals after it."""

    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def totals(self) -> tuple[int, ...]: ...


R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Generic[R]):
    """Facts that do not change before a deal ends; a game derives its own, with more fields.

    The game has `deals` deals, or it goes on to the end of the deal in which a total reaches
    `target`; the other is None. `number` is also that of the shuffle the deal comes from. `points`
    has one tuple for each finished deal, `totals` are their sums, `last` is the latest result.
    """

    chance: Chance
    deals: int | None
    target: int | None = None
    number: int = 1
    dealer: Seat
    points: tuple[tuple[int, ...], ...] = ()
    totals: tuple[int, ...]
    last: R | None = None

    def shuffled(self, game: str, pack: Sequence[str]) -> tuple[int, ...]:
        """Return the cards of this deal in the order they are dealt; `pack` are identities."""
        return tuple(
            [CARD_OF_IDENTITY[card] for card in self.chance.shuffle(game, self.number, pack)]
        )

    def scored(self, result: R) -> Self:
        """Return the deal with its own result counted."""
        points = (*self.points, result.points)
        return replace(self, points=points, totals=result.totals, last=result)

    def is_last(self) -> bool:
        """Return whether the game ends with this deal, which has been scored."""
        if self.target is not None:
            return max(self.totals) >= self.target
        return self.number == self.deals

    def following(self, dealer: Seat) -> Self:
        """Return the next deal."""
        return replace(self, number=self.number + 1, dealer=dealer)

    def outcome(self) -> Outcome:
        """Return how the game ends if this deal is its last: the highest total wins."""
        return Outcome(self.totals, winners(self.totals))

    def ended(self) -> GameEnded:
        """Return the event of the game's end after this deal."""
        return GameEnded(self.totals, winners(self.totals))


def winners(ranks: Sequence[Rank]) -> tuple[Seat, ...]:
    """Return the seats with the highest total; ties share.

    A rank of two numbers breaks ties by the second.

    >>> winners((180, 170, 180))
    (1, 3)
    >>> winners(((50, 4), (50, 6)))
    (2,)
    """
    best = max(ranks)
    return tuple(Seat(seat) for seat, rank in enumerate(ranks, start=1) if rank == best)


def totals_of(points: Iterable[Sequence[int]], seats: int) -> tuple[int, ...]:
    """Add up the points of finished deals.

    >>> totals_of([(97, 130, 48), (50, 20, 50)], seats=3)
    (147, 150, 98)
    """
    return tuple(map(sum, zip((0,) * seats, *points, strict=True)))


def added(before: Iterable[int], points: Iterable[int]) -> tuple[int, ...]:
    """Return the totals after a deal.

    >>> added((97, 130, 48), (50, 20, 50))
    (147, 150, 98)
    """
    return tuple([total + made for total, made in zip(before, points, strict=True)])


def deal_in_turn(
    order: Sequence[T], first: Seat, seats: int, each: int
) -> tuple[tuple[Seat, tuple[T, ...]], ...]:
    """Deal this many cards to each, one at a time from a seat round; `first` is served first.

    >>> deal_in_turn(["KH", "2C", "7D", "AS", "9S"], Seat(2), seats=2, each=2)
    ((2, ('KH', '7D')), (1, ('2C', 'AS')))
    """
    round_ = round_from(first, seats)
    return tuple(
        (seat, tuple(order[turn : each * seats : seats])) for turn, seat in enumerate(round_)
    )

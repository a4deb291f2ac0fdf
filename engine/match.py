"""Parts shared by games of several deals: dealing, totals, when the game ends, who wins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

from engine.cards import CARD_OF_IDENTITY
from engine.chance import Chance
from engine.events import GameEnded
from engine.game import IllegalMove, Info, Outcome, SharedRefusal, Step
from engine.seats import NOBODY, Seat, round_from

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


# A base for games in which one seat at a time is to move.


class HasTurn(Protocol):
    """A state that says whose turn it is: NOBODY's when the game is over."""

    @property
    def turn(self) -> Seat: ...


S = TypeVar("S", bound=HasTurn)
M = TypeVar("M")
V = TypeVar("V")


class TurnGame(ABC, Generic[S, M, V]):
    """A base for games in which one seat at a time is to move.

    It refuses moves out of turn. A game says which moves the seat to move has (`moves`), why one is
    refused (`refusal`), and what one does (`make`).
    """

    info: Info
    view_kind: type[V]
    by_code: Mapping[str, M]
    """The moves by their spelling."""

    @abstractmethod
    def moves(self, state: S) -> Sequence[M]:
        """Return the legal moves of the seat to move."""

    @abstractmethod
    def refusal(self, state: S, move: M) -> str | None:
        """Return why the seat to move may not make a move; None if it may."""

    @abstractmethod
    def make(self, state: S, move: M) -> Step:
        """Make a legal move of the seat to move."""

    def to_act(self, state: S) -> frozenset[Seat]:
        return frozenset() if state.turn == NOBODY else frozenset((state.turn,))

    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        if state.turn == NOBODY or state.turn != seat:
            return ()
        return self.moves(state)

    def apply(self, state: S, seat: Seat, move: M) -> Step:
        if state.turn == NOBODY:
            raise IllegalMove(SharedRefusal.GAME_OVER)
        if state.turn != seat:
            raise IllegalMove(SharedRefusal.NOT_YOUR_TURN)
        reason = self.refusal(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.make(state, move)

    def parse(self, code: str) -> M:
        if code not in self.by_code:
            raise IllegalMove(SharedRefusal.UNREADABLE)
        return self.by_code[code]

    def own(self, view: object) -> V:
        """Return a view as one of this game. Raises TypeError if it is another's."""
        if not isinstance(view, self.view_kind):
            raise TypeError(f"not a view of {self.info.title}: {type(view).__name__}")
        return view

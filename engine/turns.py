"""A base for games in which one seat at a time is to move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from engine.game import IllegalMove, Info, SharedRefusal, Step
from engine.seats import NOBODY, Seat


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

"""Endings solved by trying everything, through the public engine alone.

Nothing here knows a game; so it is slow, and only for the last few moves of a game. Patterns and
house players are held to it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple, TypeAlias

from engine.game import AnyGame
from engine.seats import Seat

POINT = 1e-4
"""What a point counts beside the share of the win: of moves that win as often, players prefer what
scores more."""

SAME = 1e-9
"""Smaller differences are rounding errors."""

Shares: TypeAlias = tuple[float, ...]


class Worth(NamedTuple):
    """What a position gives each seat: the share of the win (0…1), and with it the score."""

    shares: Shares
    values: Shares


class Bounds(NamedTuple):
    """For one seat, the share of the win that is sure whatever the others do, and the most."""

    sure: float
    most: float


class Solver:
    """Solves positions of one game that cannot be mixed up: of one deal, the last of its game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._worth: dict[Hashable, Worth] = {}
        self._bounds: dict[Hashable, Bounds] = {}

    def worth(self, state: Any) -> Worth:
        """Return what a position gives if everybody plays best for themselves.

        All know all cards. Equally good moves are equally likely.
        """
        known = self._worth.get(_key(state))
        if known is None:
            known = self._worth[_key(state)] = self._ended(state) or self._chosen(state)
        return known

    def bounds(self, state: Any, seat: Seat) -> Bounds:
        """Return what a seat can make sure of in a position, and the most that may come to it."""
        key = (seat, _key(state))
        known = self._bounds.get(key)
        if known is None:
            ended = self._ended(state)
            if ended:
                known = Bounds(ended.shares[seat - 1], ended.shares[seat - 1])
            else:
                (mover,) = self._game.to_act(state)
                found = [self.bounds(after, seat) for after in self._after(state)]
                pick = max if mover == seat else min
                known = Bounds(pick(b.sure for b in found), max(b.most for b in found))
            self._bounds[key] = known
        return known

    def regret(self, state: Any, code: str) -> float:
        """Return what a move of the seat to act loses of the win, if all play best (0…1)."""
        (seat,) = self._game.to_act(state)
        best = max(self.worth(after).shares[seat - 1] for after in self._after(state))
        chosen = self._game.apply(state, seat, self._game.parse(code)).state
        return best - self.worth(chosen).shares[seat - 1]

    def _ended(self, state: Any) -> Worth | None:
        outcome = self._game.outcome(state)
        if outcome is None:
            return None
        won = 1 / len(outcome.winners)
        seats = range(1, len(outcome.scores) + 1)
        shares = tuple(won if seat in outcome.winners else 0.0 for seat in seats)
        scored = zip(shares, outcome.scores, strict=True)
        return Worth(shares, tuple(share + POINT * score for share, score in scored))

    def _chosen(self, state: Any) -> Worth:
        (seat,) = self._game.to_act(state)
        found = [self.worth(after) for after in self._after(state)]
        most = max(worth.values[seat - 1] for worth in found)
        chosen = [worth for worth in found if worth.values[seat - 1] > most - SAME]
        return Worth(_mean([w.shares for w in chosen]), _mean([w.values for w in chosen]))

    def _after(self, state: Any) -> list[Any]:
        (seat,) = self._game.to_act(state)
        moves = self._game.legal(state, seat)
        return [self._game.apply(state, seat, move).state for move in moves]


def _key(state: Any) -> Hashable:
    """Return what tells positions of a deal apart: all of a state but the deal, which is first."""
    return tuple(state[1:])


def _mean(each: list[Shares]) -> Shares:
    return tuple(sum(column) / len(each) for column in zip(*each, strict=True))

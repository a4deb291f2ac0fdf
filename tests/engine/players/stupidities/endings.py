"""The last draws of a deal of Nimbly, solved: everybody knows all cards (J4).

Written for patterns, which look at thousands of endings; tests hold it to `exact`, which asks the
rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from engine.cards import BIT
from engine.games.nimbly.moves import draws_from, left, taken
from engine.games.nimbly.state import LARGE_TABLE, Rows, State
from engine.melds import NINE, score

POINT = 1e-4
"""What a point counts beside the share of the win: of draws that win as often, players prefer what
scores more."""

SAME = 1e-9
"""Smaller differences are rounding errors."""

Values: TypeAlias = tuple[float, ...]
"""Numbers for each player."""


class Position(NamedTuple):
    """The rows from covered to open end, the hands as sets, and the player to move (from 0)."""

    rows: Rows
    hands: tuple[int, ...]
    turn: int


class Ending:
    """An ending of the last deal of a game, from a state of it."""

    def __init__(self, state: State) -> None:
        self.start = Position(state.rows, state.hands, state.turn - 1)
        self.me = self.start.turn
        self._ace_low = len(state.hands) == LARGE_TABLE
        self._before = state.deal.totals
        self.par = score(state.aside, ace_low=self._ace_low) if state.deal.par else 0
        self._exact: dict[Position, Values] = {}
        self._bounds: dict[Position, tuple[float, float]] = {}

    @property
    def cards(self) -> int:
        """How many cards are left in the rows."""
        return sum(map(len, self.start.rows))

    def drawing(self) -> int:
        """Return how many players still draw."""
        return sum(hand.bit_count() < NINE for hand in self.start.hands)

    def after(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Give every draw of the player to move with the position after it (J2)."""
        rows, hands, turn = position
        for draw in draws_from(rows, NINE - hands[turn].bit_count()):
            cards = sum(BIT[card] for card in taken(rows, draw))
            held = (*hands[:turn], hands[turn] | cards, *hands[turn + 1 :])
            yield draw.rows, Position(left(rows, draw), held, _next(held, turn))

    def points(self, position: Position) -> tuple[int, ...]:
        """Return what each player's hand makes (J6)."""
        made = [score(hand, ace_low=self._ace_low) for hand in position.hands]
        return tuple([own if own >= self.par else 0 for own in made])

    def shares(self, position: Position) -> Values:
        """Return each player's share of the win when all have nine."""
        totals = [a + b for a, b in zip(self._before, self.points(position), strict=True)]
        best = max(totals)
        return tuple([(total == best) / totals.count(best) for total in totals])

    def exact(self, position: Position) -> Values:
        """Return the value to each player, then the share of the win of each.

        The value is the share and POINT for each point of the deal. Everybody takes what is worth
        most to them; equally good draws are equally likely.
        """
        known = self._exact.get(position)
        if known is None:
            if position.turn < 0:
                shares = self.shares(position)
                pairs = zip(shares, self.points(position), strict=True)
                known = (*(share + POINT * points for share, points in pairs), *shares)
            else:
                found = [self.exact(after) for _, after in self.after(position)]
                known = _best(found, position.turn)
            self._exact[position] = known
        return known

    def bounds(self, position: Position) -> tuple[float, float]:
        """Return the share that is sure, whatever the others draw, and the most that may come."""
        known = self._bounds.get(position)
        if known is None:
            if position.turn < 0:
                known = (self.shares(position)[self.me],) * 2
            else:
                found = [self.bounds(after) for _, after in self.after(position)]
                sure = (max if position.turn == self.me else min)(one for one, _ in found)
                known = (sure, max(most for _, most in found))
            self._bounds[position] = known
        return known

    def forced(self, position: Position) -> Position | None:
        """Return the end of the deal if one player alone, or nobody, still draws; else None."""
        while position.turn >= 0:
            short = [hand for hand in position.hands if hand.bit_count() < NINE]
            if len(short) > 1:
                return None
            position = next(self.after(position))[1]
        return position


def _next(hands: tuple[int, ...], turn: int) -> int:
    """Return the next player who has not nine cards; -1 if all have."""
    seats = len(hands)
    from_left = ((turn + step) % seats for step in range(1, seats + 1))
    return next((player for player in from_left if hands[player].bit_count() < NINE), -1)


def _best(values: list[Values], player: int) -> Values:
    most = max(value[player] for value in values)
    chosen = [value for value in values if value[player] > most - SAME]
    return tuple([sum(column) / len(chosen) for column in zip(*chosen, strict=True)])

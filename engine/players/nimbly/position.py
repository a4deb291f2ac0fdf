"""A position of Nimbly that search moves in: bits and numbers, no events.

The rules are those of `rules`; tests play both in lockstep. Players are numbered from 0. The rows
stay as they were dealt; how many cards each still has is one number, `left`, four bits a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.cards import BIT
from engine.games.nimbly.state import State
from engine.games.nimbly.turns import draws_of, needs
from engine.games.nimbly.view import CARDS_A_MOVE, ROWS, USUAL_ROWS
from engine.melds import NINE

_ROW_BITS = 4
_ROW = (1 << _ROW_BITS) - 1

_NEEDS = tuple(
    tuple((draw.rows, needs(draw, rows)) for draw in draws_of(rows))
    for rows in range(len(ROWS) + 1)
)
"""The rows of each draw and what it takes of them, by how many rows there are."""

DONE = -1
"""The player to act when all have nine."""


class Take(NamedTuple):
    """A legal draw: its cards as bits, what it leaves of the rows, and its rows (such as `AAC`).

    `live` are the cards it leaves in the rows.
    """

    cards: int
    left: int
    rows: str
    live: int


class Position(NamedTuple):
    """A deal under way: what is left of the rows, the hands, and the player to act."""

    left: int
    hands: tuple[int, ...]
    turn: int

    def after(self, take: Take) -> Position:
        """Return the position after a take by the player to act (J2, J3)."""
        hands, turn = self.hands, self.turn
        held = (*hands[:turn], hands[turn] | take.cards, *hands[turn + 1 :])
        return Position(take.left, held, following(held, turn))


class Layout:
    """The rows of a deal, each from its covered to its open end; it caches its answers."""

    __slots__ = ("_below", "_takes")

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self._below = tuple(tuple(_below(row)) for row in rows)
        self._takes: dict[tuple[int, int], tuple[Take, ...]] = {}

    @property
    def has_kernels(self) -> bool:
        """Whether kernels can search and solve it: they know the usual rows alone."""
        return len(self._below) == USUAL_ROWS

    @property
    def whole(self) -> int:
        """The rows before anybody took anything."""
        return _joined([len(below) - 1 for below in self._below])

    def live(self, left: int) -> int:
        """Return the cards still in the rows."""
        cards = 0
        for below in self._below:
            cards |= below[left & _ROW]
            left >>= _ROW_BITS
        return cards

    def remaining(self, left: int) -> tuple[list[int], list[int]]:
        """Return the cards still in the rows as bits, row by row, and how many each row has."""
        lengths = [left >> _ROW_BITS * row & _ROW for row in range(len(self._below))]
        cards = [
            below[at + 1] ^ below[at]
            for below, length in zip(self._below, lengths, strict=True)
            for at in range(length)
        ]
        return cards, lengths

    def takes(self, left: int, held: int) -> tuple[Take, ...]:
        """Return the takes of a player who holds this many cards, in the order of `draws_of`."""
        most = min(CARDS_A_MOVE, NINE - held)
        known = self._takes.get((left, most))
        if known is None:
            known = self._takes[left, most] = tuple(self._found(left, most))
        return known

    def _found(self, left: int, most: int) -> Iterable[Take]:
        count = len(self._below)
        lengths = [left >> _ROW_BITS * row & _ROW for row in range(count)]
        for rows, wanted in _NEEDS[count]:
            rest = [length - want for length, want in zip(lengths, wanted, strict=True)]
            if len(rows) > most or min(rest) < 0:
                continue
            after = _joined(rest)
            live = self.live(after)
            yield Take(self.live(left) ^ live, after, rows, live)


def following(hands: tuple[int, ...], turn: int) -> int:
    """Return the next player to the left who has not nine cards; DONE if all have (J2, J3)."""
    seats = len(hands)
    for step in range(1, seats + 1):
        player = (turn + step) % seats
        if hands[player].bit_count() < NINE:
            return player
    return DONE


def _below(row: Sequence[int]) -> Iterable[int]:
    """Return the cards of a row when 0, 1, … of them are left."""
    cards = 0
    yield cards
    for card in row:
        cards |= BIT[card]
        yield cards


def _joined(lengths: Sequence[int]) -> int:
    return sum(length << _ROW_BITS * row for row, length in enumerate(lengths))


def position_of(state: State) -> tuple[Layout, Position]:
    """Return a position of the rules as one to search in."""
    layout = Layout(state.rows)
    return layout, Position(layout.whole, state.hands, state.turn - 1)

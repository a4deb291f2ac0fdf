"""The moves of Nimbly, each made once, and their spelling (J2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from engine.game import IllegalMove
from engine.games.nimbly.view import ROWS

if TYPE_CHECKING:
    from engine.games.nimbly.state import Rows

MOST = 3
"""Cards that one move can take."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Take cards from the open ends: `rows` has one letter a card, rows in order (`AAC`)."""

    rows: str


class Refusal(StrEnum):
    """Why a move is refused: the `reason` of IllegalMove."""

    GAME_OVER = "game_over"
    """Nobody moves any more."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another seat is to move."""
    UNREADABLE = "unreadable"
    """The spelling is no move of this game."""
    HAND_FULL = "hand_full"
    """The hand would have more than nine cards."""
    ROW_SHORT = "row_short"
    """A row has fewer cards than would be taken from it."""


DRAWS = tuple(
    Draw("".join(rows))
    for count in range(1, MOST + 1)
    for rows in combinations_with_replacement(ROWS, count)
)
"""All nineteen moves, those of fewer cards first."""


def needs(draw: Draw) -> tuple[int, ...]:
    """Return how many cards a draw takes from each row."""
    return tuple(draw.rows.count(row) for row in ROWS)


_NEEDS = {draw: needs(draw) for draw in DRAWS}

_LEGAL = tuple(
    {
        lengths: tuple(
            draw
            for draw in DRAWS
            if len(draw.rows) <= most
            and all(need <= length for need, length in zip(_NEEDS[draw], lengths, strict=True))
        )
        for lengths in product(range(MOST + 1), repeat=len(ROWS))
    }
    for most in range(MOST + 1)
)
"""The draws of at most so many cards, by how many (three or more alike) each row has."""


def draws_from(rows: Rows, most: int) -> tuple[Draw, ...]:
    """Return the draws of at most `most` cards that the rows allow."""
    a, b, c = map(len, rows)
    return _LEGAL[min(most, MOST)][min(a, MOST), min(b, MOST), min(c, MOST)]


def is_short(rows: Rows, draw: Draw) -> bool:
    """Return whether a row has too few cards for the draw."""
    return any(need > len(row) for need, row in zip(_NEEDS[draw], rows, strict=True))


def taken(rows: Rows, draw: Draw) -> tuple[int, ...]:
    """Return the cards a draw takes, row by row, each row's open end first."""
    a, b, c = _NEEDS[draw]
    one, two, three = rows
    return one[: -a - 1 : -1] + two[: -b - 1 : -1] + three[: -c - 1 : -1]


def left(rows: Rows, draw: Draw) -> Rows:
    """Return the rows after a draw."""
    a, b, c = _NEEDS[draw]
    one, two, three = rows
    return one[: len(one) - a], two[: len(two) - b], three[: len(three) - c]


def code(move: Draw) -> str:
    """Spell a move as docs/rules.md does."""
    return f"draw {move.rows}"


_BY_CODE = {code(draw): draw for draw in DRAWS}


def parse(spelling: str) -> Draw:
    """Read a spelling back. Raises IllegalMove("unreadable")."""
    move = _BY_CODE.get(spelling)
    if move is None:
        raise IllegalMove(Refusal.UNREADABLE)
    return move

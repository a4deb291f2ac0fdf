"""The moves of Nimbly, each made once, and their spelling (J2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain, combinations_with_replacement

from engine.games.nimbly.state import Rows
from engine.games.nimbly.view import CARDS_A_MOVE, ROWS


@dataclass(frozen=True, slots=True)
class Draw:
    """Take cards from the open ends: `rows` has a letter for each card, in order (`AAC`)."""

    rows: str


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons that every game has."""

    HAND_FULL = "hand_full"
    """The hand would have more than nine cards."""
    ROW_SHORT = "row_short"
    """A row has fewer cards than would be taken from it."""


DRAWS = tuple(
    Draw("".join(rows))
    for count in range(1, CARDS_A_MOVE + 1)
    for rows in combinations_with_replacement(ROWS, count)
)
"""All nineteen moves, those of fewer cards first."""


def needs(draw: Draw) -> tuple[int, ...]:
    """Return how many cards a draw takes from each row.

    >>> needs(Draw("AAC"))
    (2, 0, 1)
    """
    return tuple([draw.rows.count(row) for row in ROWS])


def is_short(rows: Rows, draw: Draw) -> bool:
    """Return whether a row has too few cards for the draw."""
    return _lacks(tuple(map(len, rows)), draw)


def draws_from(rows: Rows, most: int) -> tuple[Draw, ...]:
    """Return the draws of at most `most` cards that the rows allow."""
    # To a draw a row of three cards is like a longer one, so few keys differ.
    lengths = tuple([min(len(row), CARDS_A_MOVE) for row in rows])
    return _draws_from(lengths, min(most, CARDS_A_MOVE))


@cache
def _draws_from(lengths: tuple[int, ...], most: int) -> tuple[Draw, ...]:
    return tuple(draw for draw in DRAWS if len(draw.rows) <= most and not _lacks(lengths, draw))


def _lacks(lengths: tuple[int, ...], draw: Draw) -> bool:
    return any(need > length for need, length in zip(needs(draw), lengths, strict=True))


def taken(rows: Rows, draw: Draw) -> tuple[int, ...]:
    """Return the cards a draw takes, row by row, each row's open end first."""
    ends = [row[: -need - 1 : -1] for row, need in zip(rows, needs(draw), strict=True)]
    return tuple(chain.from_iterable(ends))


def left(rows: Rows, draw: Draw) -> Rows:
    """Return the rows after a draw."""
    return tuple([row[: len(row) - need] for row, need in zip(rows, needs(draw), strict=True)])


def code(move: Draw) -> str:
    """Spell a move as docs/rules.md does."""
    return f"draw {move.rows}"


BY_CODE: Mapping[str, Draw] = {code(draw): draw for draw in DRAWS}
"""Every move by its spelling."""

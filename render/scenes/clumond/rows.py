"""The hand of up to sixteen cards in two rows, suits together, with what each suit is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, product
from typing import NamedTuple, TypeAlias

from engine.games.clumond.view import SUIT_VALUES
from render.canvas import PLAIN, Canvas, Lettered
from render.context import shown
from render.panels import MARGIN, across
from render.scenes.clumond.parts import Clumond, suit_tile
from render.scenes.play import paint_told
from render.shapes import Box, Size
from render.sprites import STRIP, Look, lay
from render.theme import NIGHT, Theme

CARD = Size(112, 143)
LABEL = 48
"""Height of the line above a row that says what each suit counts."""

OPEN_CARD = Size(90, 98)
"""A card of a hand that lies open in one row; sixteen of them can just be read."""

ROW = LABEL + CARD.h + 6
APART = 22
"""Between two suits of a row."""

LEAST_STEP = round(STRIP * CARD.w)
"""The least distance of two cards at which the lower one can be read."""

_LARGE_STEP = CARD.w // 2
"""The same in large print: all of its index, and no more."""

_LONGEST = 9
"""Cards of a suit that lie beside each other in large print."""

Suit: TypeAlias = tuple[str, ...]
"""The cards of one suit, in order."""
Row: TypeAlias = tuple[Suit, ...]


class Laid(NamedTuple):
    """Where a card lies: the left edge, and whether the next one of its row covers part of it."""

    code: str
    x: int
    is_covered: bool


@lru_cache(maxsize=256)
def rows_of(hand: tuple[str, ...], theme: Theme = NIGHT) -> tuple[Row, ...]:
    """Split a hand between two suits, or, where cards would be too close, in any way that helps.

    In large print there may be a third row, and a long suit lies in two parts.
    """
    suits = [tuple(cards) for _, cards in groupby(hand, key=lambda code: code[1])]
    if theme.is_large:
        suits = [part for suit in suits for part in (suit[:_LONGEST], suit[_LONGEST:]) if part]

    def fit(rows: tuple[Row, ...]) -> _Fit:
        return _fit(rows, across(theme))

    best: tuple[Row, ...] = max(
        ((tuple(suits[:i]), tuple(suits[i:])) for i in range(len(suits) + 1)), key=fit
    )
    for count in (2, 3) if theme.is_large else (2,):
        if fit(best).step < (_LARGE_STEP if theme.is_large else LEAST_STEP):
            best = max(_all_splits(suits, count), key=fit)
    return best


def _all_splits(suits: Sequence[Suit], count: int) -> Iterator[tuple[Row, ...]]:
    for chosen in product(range(count), repeat=len(suits)):
        pairs = list(zip(suits, chosen, strict=True))
        yield tuple(tuple(suit for suit, row in pairs if row == n) for n in range(count))


class _Fit(NamedTuple):
    """How well a hand fits in two rows: how far apart its cards are, then how even the rows."""

    step: int
    evenness: int


def _fit(rows: tuple[Row, ...], width: int) -> _Fit:
    counts = [sum(len(suit) for suit in row) for row in rows]
    return _Fit(min(step_of(row, width) for row in rows), -max(counts))


def rows_height(hand: tuple[str, ...], theme: Theme) -> int:
    """Return the height of a hand."""
    return ROW * len(rows_of(hand, theme))


def step_of(row: Row, width: int = across(NIGHT)) -> int:
    """Return how far apart the cards of a suit lie, so that a row fills no more than a width."""
    room = width - len(row) * CARD.w - APART * (len(row) - 1)
    between = sum(len(suit) - 1 for suit in row)
    return min(CARD.w + 6, room // between) if between else CARD.w + 6


def laid_out(row: Row, left: int, width: int = across(NIGHT)) -> list[Laid]:
    """Lay a row out from the left; cards of a suit overlap when they have to."""
    step = step_of(row, width)
    laid: list[Laid] = []
    x = left
    for suit in row:
        for code in suit:
            is_last = code == suit[-1]
            laid.append(Laid(code, x, is_covered=not is_last and step < CARD.w))
            x += CARD.w + APART if is_last else step
    return laid


def paint_rows(canvas: Canvas, context: Clumond, playable: frozenset[str] | None, y: int) -> None:
    """Paint the own hand; cards that may not be played are dimmed unless `playable` is None."""
    hand, width = shown(context.view.hand, "a spectator has no hand"), across(canvas.theme)
    for number, row in enumerate(rows_of(hand, canvas.theme)):
        top = y + number * ROW
        laid = laid_out(row, MARGIN, width)
        for place in laid:
            dim = playable is not None and place.code not in playable
            lay(canvas, place.code, Box(place.x, top + LABEL, *CARD), _look(place, dim=dim))
            right = place.x + (step_of(row, width) if place.is_covered else CARD.w)
            paint_told(canvas, context, f"play {place.code}", right - 6, top + LABEL + CARD.h - 6)
        _paint_labels(canvas, row, laid, top)


def open_height(theme: Theme) -> int:
    """Return the height of a whole hand that lies open."""
    return OPEN_CARD.h + 8 + theme.more(OPEN_CARD.h + 8)


def paint_open(canvas: Canvas, hand: Sequence[str], box: Box) -> None:
    """Paint a whole hand in one row, as wide as it must be, or in two in large print."""
    if not canvas.theme.is_large:
        _paint_open_row(canvas, hand, box)
        return
    half = -(-len(hand) // 2)
    _paint_open_row(canvas, hand[:half], box)
    _paint_open_row(canvas, hand[half:], box.moved(0, OPEN_CARD.h + 8))


def _paint_open_row(canvas: Canvas, hand: Sequence[str], box: Box) -> None:
    step = min(OPEN_CARD.w + 6, (box.w - OPEN_CARD.w) // max(len(hand) - 1, 1))
    for place, code in enumerate(hand):
        is_covered = step < OPEN_CARD.w and place < len(hand) - 1
        look = Look.COVERED if is_covered else Look.PLAIN
        lay(canvas, code, Box(box.x + place * step, box.y, *OPEN_CARD), look)


def _look(laid: Laid, *, dim: bool) -> Look:
    if laid.is_covered:
        return Look.DIM_COVERED if dim else Look.COVERED
    return Look.DIM if dim else Look.PLAIN


def _paint_labels(canvas: Canvas, row: Sequence[Suit], laid: Sequence[Laid], top: int) -> None:
    """Say above the first card of each suit what one of it counts in a code."""
    first = {cards[0] for cards in row}
    for place in laid:
        if place.code in first:
            suit = place.code[1]
            suit_tile(canvas, suit, place.x + 4, top + 4, LABEL - 10)
            line = Box(place.x + 50, top, 60, LABEL - 2)
            canvas.text(f"= {SUIT_VALUES[suit]}", line, Lettered(PLAIN, canvas.theme.muted))

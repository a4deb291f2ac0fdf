"""Nine cards and their score: the row of cards, its marks, its factors suit x run x sets.

Cards are laid out by rank, so runs and sets stand together, and suits show by colour. Below each
card a mark shows which factors it counts in. Cloud Nine and Nimbly score alike (M1-M5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.cards import ACE, RANKS
from engine.melds import JOKER_POINTS, NINE, Meld, Nine
from render.api import Words
from render.canvas import BARE, BIG, PLAIN, Canvas, Lettered
from render.glyphs import Style
from render.lettering import TIMES, lettering
from render.panels import NAME, Seating, foot_box, name_line
from render.shapes import Box, Size
from render.sprites import JOKER, Look, lay
from render.theme import Theme

_SUITS = "SHCD"
"""Suits in the order they are laid out, black and red in turn."""
NINE_CARD = Size(98, 137)
NINE_WIDTH = 634
"""Size of a card of a full row, and width of the row."""

MARK = 8
"""Height of the marks below a row of cards, in pixels."""

FACTORS_LINE = 56
"""Height of the line of factors, which in large print stands below the cards."""

FACTORS = ("picture.flush", "picture.run", "picture.sets")
"""The keys of the factors' words as they follow each other everywhere."""

_LETTER = Style(34, 700, 95)
_FACTOR = Style(30, 700, 95)
_TILE = 84


class Arranged(NamedTuple):
    """Cards in the order they are laid out, and which of them count in each factor."""

    cards: tuple[str, ...]
    flush: frozenset[int]
    run: frozenset[int]
    sets: frozenset[int]


@lru_cache(maxsize=1024)
def arrange(cards: tuple[str, ...]) -> Arranged:
    """Lay cards out by rank, high to low, jokers last; a low ace's run puts the ace low (M2).

    >>> laid = arrange(("2H", "AS", "3S", "JK"))
    >>> laid.cards, sorted(laid.run)
    (('3S', '2H', 'AS', 'JK'), [0, 1, 2])
    """
    natural = [code for code in cards if code != JOKER]
    ranks = _longest_run({RANKS.index(code[0]) for code in natural})
    low_ace = -1 in ranks
    suit = _longest_suit(natural)

    def place(code: str) -> tuple[int, int]:
        rank = RANKS.index(code[0])
        return (1 if low_ace and rank == ACE else -rank, _SUITS.index(code[1]))

    ordered = sorted(natural, key=place)
    return Arranged(
        tuple(ordered + [JOKER] * (len(cards) - len(natural))),
        frozenset(i for i, code in enumerate(ordered) if code[1] == suit),
        _in_run(ordered, ranks, suit),
        _in_sets(ordered),
    )


def nine_row(canvas: Canvas, cards: tuple[str, ...], at: Box, size: Size) -> None:
    """Paint cards from the left of the box, overlapped to fit its width, marks below them."""
    laid = arrange(cards).cards
    step = row_step(at.w, size.w)
    for i, code in enumerate(laid):
        look = Look.PLAIN if i == len(laid) - 1 else Look.COVERED
        lay(canvas, code, Box(at.x + i * step, at.y, *size), look)
    counted_marks(canvas, laid, at._replace(y=at.y + size.h + 4, h=MARK), step)


def counted_marks(
    canvas: Canvas, cards: Sequence[str], at: Box, step: int, shown: Sequence[str] | None = None
) -> None:
    """Mark below each card of a row, in whatever order, which factors it counts in.

    `shown` are those of the cards that stand in the row, if it has not all of them.
    """
    laid, width = arrange(tuple(cards)), (step - 10) // 3
    rows = zip((laid.flush, laid.run, laid.sets), canvas.theme.factors, strict=True)
    for n, (members, colour) in enumerate(rows):
        counted = {laid.cards[i] for i in members}
        for i, code in enumerate(cards if shown is None else shown):
            if code in counted:
                x = at.x + i * step + 4 + n * (width + 2)
                canvas.bar(Box(x, at.y, width, at.h), colour)


def nine_panel(canvas: Canvas, nine: Nine, at: Box, words: Words) -> None:
    """Paint a row of up to nine cards from a corner, and its factors on the right."""
    names = tuple(words(key) for key in FACTORS)
    canvas.add(_nine_panel(nine, at, names, canvas.theme))


@lru_cache(maxsize=1024)
def _nine_panel(nine: Nine, at: Box, names: tuple[str, ...], theme: Theme) -> Canvas:
    canvas = Canvas(BARE, theme)
    nine_row(canvas, nine.cards, Box(at.x, at.y, NINE_WIDTH, NINE_CARD.h), NINE_CARD)
    left = at.x + NINE_WIDTH + 16
    if theme.is_large:
        factor_line(canvas, nine.meld, Box(at.x, at.y + NINE_CARD.h + 14, NINE_WIDTH, FACTORS_LINE))
        return canvas
    box = Box(left, at.y + 2, at.right - left, NINE_CARD.h - 4)
    factor_tiles(canvas, nine.meld, box, names)
    return canvas


def row_step(width: int, card_width: int, most: int = NINE) -> int:
    """Return how far apart cards stand so that `most` of them fill a width."""
    return (width - card_width) // (most - 1)


def factor_tiles(canvas: Canvas, meld: Meld, box: Box, names: Sequence[str]) -> None:
    """Paint the factors as three named tiles and what they make below; about 300 by 130 pixels."""
    gap = 24
    width = (box.w - 2 * gap) // 3
    factors = zip(names, (meld.flush, meld.run, meld.sets), canvas.theme.factors, strict=True)
    for i, (name, number, colour) in enumerate(factors):
        tile = Box(box.x + i * (width + gap), box.y, width, _TILE)
        canvas.panel(tile, canvas.theme.well, radius=12)
        above = Box(tile.x, tile.y + 1, width, 32)
        canvas.caption(name, above, Lettered(_FACTOR, colour, "middle"))
        below = Box(tile.x, tile.y + 30, width, _TILE - 32)
        canvas.text(str(number), below, Lettered(BIG, canvas.theme.text, "middle"))
        if i:
            cross = Box(tile.x - gap, below.y, gap, below.h)
            canvas.caption(TIMES, cross, Lettered(_LETTER, canvas.theme.muted, "middle"))
    _sum(canvas, meld, Box(box.x, box.y + _TILE, box.w, box.h - _TILE))


def legend(canvas: Canvas, words: Words, box: Box | None = None) -> int:
    """Name suit, run and sets with their marks at the right of a box or the foot.

    Each mark stands in the third of a line that it has below a card. Return the left edge.
    """
    box = box or foot_box(canvas.size.h, canvas.theme)
    part, left = _legend(tuple(words(key) for key in FACTORS), box, canvas.theme)
    canvas.add(part)
    return left


@lru_cache(maxsize=64)
def _legend(names: tuple[str, ...], box: Box, theme: Theme) -> tuple[Canvas, int]:
    canvas, right = Canvas(BARE, theme), box.right - 8
    style = _fitting(names, right - box.x - 2 * 44 - 3 * 46)
    look = Lettered(style, theme.text, "right")
    marks = tuple(enumerate(zip(names, theme.factors, strict=True)))
    for i, (third, (name, colour)) in enumerate(reversed(marks)):
        if i:
            cross = Box(right - 44, box.y, 44, box.h)
            canvas.caption(TIMES, cross, look._replace(colour=theme.muted, anchor="middle"))
            right = cross.x
        named = look._replace(colour=colour)
        right -= canvas.caption(name, Box(right - 160, box.y, 160, box.h), named) + 46
        canvas.bar(Box(right, box.middle - 1, 36, 2), theme.line)
        canvas.bar(Box(right + 12 * third, box.middle - MARK // 2, 12, MARK), colour)
    return canvas, right


def _fitting(names: Sequence[str], width: int) -> Style:
    """Return the style in which names take no more than a width together."""
    style = PLAIN._replace(size=38)
    taken = sum(lettering(name, style, 160, style.size // 2).width for name in names)
    return style if taken <= width else style._replace(size=style.size * width // taken)


def factor_line(canvas: Canvas, meld: Meld, box: Box) -> None:
    """Write the factors in one line, such as ``5 x 5 x 6 + 10``, and their value at the right."""
    value = Box(box.right - 110, box.y, 110, box.h)
    canvas.text(f"= {meld.score}", value, Lettered(BIG, canvas.theme.text, "right"))
    factors(canvas, meld, box._replace(w=box.w - value.w))


def factors(canvas: Canvas, meld: Meld, box: Box) -> int:
    """Write the factors in one line; return its width."""
    parts = [str(meld.flush), TIMES, str(meld.run), TIMES, str(meld.sets)]
    theme = canvas.theme
    colours = [theme.flush, theme.muted, theme.run, theme.muted, theme.sets]
    if meld.jokers:
        parts.append(f"+{JOKER_POINTS * meld.jokers}")
        colours.append(theme.bonus)
    x = box.x
    for part, colour in zip(parts, colours, strict=True):
        space = 5 if part.startswith("+") else 1
        room = Box(x + space, box.y, max(box.right - x - space, 1), box.h)
        x += canvas.text(part, room, Lettered(PLAIN, colour)) + 2 * space
    return x - box.x


def _sum(canvas: Canvas, meld: Meld, box: Box) -> None:
    value = Box(box.right - 130, box.y, 130, box.h)
    canvas.text(f"= {meld.score}", value, Lettered(BIG, canvas.theme.text, "right"))
    if meld.jokers:
        look = Lettered(PLAIN, canvas.theme.bonus, "right")
        canvas.text(f"+ {JOKER_POINTS * meld.jokers}", Box(box.x, box.y, box.w - 140, box.h), look)


def _longest_suit(cards: Sequence[str]) -> str:
    """Return the suit with the most cards; none counts as a suit of one card (no mark)."""
    counts = Counter(code[1] for code in cards)
    suit = max(_SUITS, key=lambda s: counts[s])
    return suit if counts[suit] > 1 else ""


def _longest_run(ranks: set[int]) -> range:
    """Return the ranks of the longest run, the highest of equals; -1 is a low ace (M1, M2)."""
    with_low = ranks | ({-1} if ACE in ranks else set())
    best = range(0)
    for top in sorted(with_low, reverse=True):
        bottom = top
        while bottom - 1 in with_low and not (top == ACE and bottom - 1 == -1):
            bottom -= 1
        if top - bottom + 1 > len(best):
            best = range(bottom, top + 1)
    return best if len(best) > 1 else range(0)


def _in_run(ordered: Sequence[str], ranks: range, suit: str) -> frozenset[int]:
    """Choose one card of each rank of the run, of the longest suit where possible."""
    chosen: dict[str, int] = {}
    for i, code in enumerate(ordered):
        rank = RANKS.index(code[0])
        if rank in ranks or (rank == ACE and -1 in ranks):
            better = code[0] not in chosen or code[1] == suit
            chosen[code[0]] = i if better else chosen[code[0]]
    return frozenset(chosen.values())


def _in_sets(ordered: Sequence[str]) -> frozenset[int]:
    """Choose the cards of sets of three and four, or one pair if there is no set (M3)."""
    counts = Counter(code[0] for code in ordered)
    large = {rank for rank, count in counts.items() if count > 2}
    pairs = [rank for rank, count in counts.items() if count == 2]
    wanted = large or set(pairs[:1])
    return frozenset(i for i, code in enumerate(ordered) if code[0] in wanted)


def result_line(canvas: Canvas, seating: Seating, made: int, total: int, box: Box) -> Box:
    """Write who sits there, what a deal made and what that came to; return the line's place."""
    line = Box(box.x + 14, box.y + 4, box.w - 28, NAME)
    column = 110 if canvas.theme.is_large else 170
    name_line(canvas, seating, line._replace(w=line.w - 2 * column + 10))
    points = Box(line.right - 2 * column, line.y, column, line.h)
    canvas.text(f"+{made}", points, Lettered(PLAIN, canvas.theme.text, "right"))
    totals = Box(line.right - column, line.y, column, line.h)
    canvas.text(str(total), totals, Lettered(BIG, canvas.theme.gold, "right"))
    return line

"""Nine cards and their score: cards in a row, the signs of what they count in, whole sheets.

Small cards stand side by side as if others lay on them. Of the own cards each has signs below it
that say which factors it counts in, suit x run x sets. Cloud Nine and Nimbly score alike (M1-M5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.cards import ACE, RANKS
from engine.melds import JOKER_POINTS, NINE, Meld, Nine
from render.api import Words
from render.canvas import BIG, NARROW, PLAIN, READABLE, Canvas, Lettered, Piece, Sprite, pasted
from render.glyphs import Style
from render.lettering import TIMES
from render.panels import (
    MARGIN,
    NAME,
    ONE_COLUMN,
    Lit,
    Seating,
    badge,
    beside_badge,
    ground,
    name_line,
    paint_burst,
    paint_missing,
    seat_boxes,
    seat_panel,
    short_name_line,
    stacked,
)
from render.shapes import Box, Size
from render.sprites import JOKER, Look, card, lay
from render.theme import COURTS, Theme, tallest

_SUITS = "SHCD"
"""Suits in the order they are laid out, black and red in turn."""

LOW = Size(98, 88)
"""The least card with a legible rank: its width, and the height of the index on it."""

TILE = 50
"""How far apart small cards stand, in pixels, where there is room."""

FACTORS = ("picture.flush", "picture.run", "picture.sets")
"""The keys of the factors' words as they follow each other everywhere."""

SIGN, _IN_SIGN = 28, 20
"""How high the tinted edge of a card is, and the sign of its factor on it."""

HANGING = 20
"""How much lower than its card the tinted edge reaches."""

_TOTAL = Style(84, 800, 85)
_WORD = Style(40, 600, 90)
_SUM, _POINTS = Style(READABLE, 700, 80), Style(READABLE, 600, 75)
_NOTE = 320
"""The most room for a note beside a name."""

_EQUALS = 40


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


# Small cards.


def tile_row(
    canvas: Canvas, cards: Sequence[str], at: Box, *, dim: bool = False, step: int = TILE
) -> int:
    """Paint small cards from the left of a box, as high as it; return where they end."""
    look = Look.DIM_COVERED if dim else Look.COVERED
    for i, code in enumerate(cards):
        known = dict(zip(COURTS, canvas.theme.letters, strict=False))
        letter = known.get(code[0], "") if code != JOKER else ""
        tile = _tile(code, Size(step + 2, at.h), look, letter)
        canvas.strokes += pasted(tile, at.x + i * step, at.y)
    return at.x + len(cards) * step


@lru_cache(maxsize=1024)
def _tile(code: str, size: Size, look: Look, letter: str) -> Sprite:
    """Return a narrow card: the index of a wider one in its middle."""
    *paper, _ = card(code, size, look, letter).pieces
    index = card(code, LOW, look, letter).pieces[-1]
    left = (size.w - index.picture.width) // 2
    top = index.top - (LOW.h - size.h)
    return Sprite((*paper, Piece(top, index.picture, None, left)))


# The own cards, with the signs of what they count in.


def own_row(
    canvas: Canvas, cards: Sequence[str], at: Box, size: Size, slots: int, lifted: Collection[str]
) -> list[Box]:
    """Paint large cards from the left of a box over its width; return what is seen of each.

    Where so many slots are not full there is one place for all that are still to come. If some
    cards are lifted, the others lie lower.
    """
    missing, seen = _MISSING * (len(cards) < slots), []
    step = min(size.w + 10, (at.w - size.w - missing) // max(len(cards) - 1, 1))
    for i, code in enumerate(cards):
        place = Box(at.x + i * step, at.y + _LIFT * (bool(lifted) and code not in lifted), *size)
        wide = size.w if i == len(cards) - 1 else min(step, size.w)
        lay(canvas, code, place, Look.PLAIN if wide == size.w else Look.HELD)
        seen.append(place._replace(w=wide))
    if missing:
        used = ((len(cards) - 1) * step + size.w + 10) * bool(cards)
        place = Box(at.x + used, at.y, min(size.w, at.w - used), size.h)
        paint_missing(canvas, place)
        look = Lettered(PLAIN._replace(width=75), canvas.theme.muted, "middle")
        canvas.text(f"{len(cards)}/{slots}", place, look)
    return seen


_MISSING = 90
"""The least width of the place for cards that are still to come, with the air before it."""

_LIFT = 22


def signs_below(canvas: Canvas, cards: Sequence[str], seen: Sequence[Box]) -> None:
    """Tint the lower edge of each card of a row, in whatever order, for what it counts in.

    Each factor has its place and its sign.
    """
    laid, theme = arrange(tuple(cards)), canvas.theme
    counted = [{laid.cards[i] for i in each} for each in (laid.flush, laid.run, laid.sets)]
    signs = _signs(cards)
    slot = min(seen[0].w, LOW.w) // 3
    for code, at in zip(cards, seen, strict=True):
        for n, (members, sign) in enumerate(zip(counted, signs, strict=True)):
            if code in members:
                band = Box(at.x + 1 + n * slot, at.bottom + HANGING - SIGN, slot - 1, SIGN)
                canvas.bar(band, theme.factors[n])
                inner = Box(band.x + (band.w - _IN_SIGN) // 2, band.y + 4, _IN_SIGN, _IN_SIGN)
                canvas.shape(sign, inner, theme.panel)


def _signs(cards: Sequence[str]) -> tuple[str, str, str]:
    """Return the signs of suit, run and sets: the suit there is most of, steps, equals."""
    suit = _longest_suit([code for code in cards if code != JOKER])
    return suit or _SUITS[0], "stairs", "twins"


def paint_own(
    canvas: Canvas,
    nine: Nine,
    at: Box,
    words: Words,
    *,
    slots: int = 0,
    told: Sequence[str] | None = None,
) -> list[Box]:
    """Paint the own cards and, but in large print, around them what they make factor by factor.

    A box says how high they begin and how large a card is. Their points stand in the left column.
    Where a review compares two moves (`told`), it has the lines above and below the cards, and
    those that may be played for them are lifted. Return what is seen of each card.
    """
    is_told = told is not None
    lifted = [] if canvas.theme.is_large else [c for c in nine.cards if f"play {c}" in (told or ())]
    theme, left, top = canvas.theme, beside_badge(canvas.theme), at.y
    total = Box(MARGIN // 2, top, left - MARGIN, 54 if theme.is_large else 72)
    style = _TOTAL._replace(size=total.h * 7 // 6)
    canvas.text(str(nine.meld.score), total, Lettered(style, theme.text, "middle"))
    line = Box(left, top - 2, theme.width - MARGIN - left, 60)
    if not (theme.is_large or (slots and is_told)):
        top = line.bottom + 2
    size = Size(at.w, at.h + theme.more(HANGING * (not is_told)))
    row = Box(left, top, line.w, size.h)
    seen = own_row(canvas, nine.cards, row, size, slots, lifted)
    if not is_told and not theme.is_large and seen:
        signs_below(canvas, nine.cards, seen)
        _paint_factors(canvas, nine, line, words)
    return seen


def draw_counted(nine: Nine, words: Words, theme: Theme) -> Canvas:
    """Draw a nine by itself, as an example of how one is counted."""
    size = Size(LOW.w, 124) if theme.is_large else Size(130, 172)
    canvas = ground(size.h + 56 + (0 if theme.is_large else 72), (), theme)
    paint_own(canvas, nine, Box(0, 10, *size), words)
    return canvas


def _paint_factors(canvas: Canvas, nine: Nine, line: Box, words: Words) -> None:
    """Write each factor beside its word and its sign, and what jokers add."""
    canvas.text("=", line, Lettered(BIG, canvas.theme.muted))
    bonus = 110 * bool(nine.meld.jokers)
    width = (line.w - _EQUALS - bonus) // 3
    for n, (key, sign) in enumerate(zip(FACTORS, _signs(nine.cards), strict=True)):
        part = line._replace(x=line.x + _EQUALS + n * width, w=width)
        _factor(canvas, words(key), nine.meld[n], sign, part, n)
    if bonus:
        plus = Lettered(BIG, canvas.theme.bonus, "right")
        canvas.text(f"+{JOKER_POINTS * nine.meld.jokers}", line, plus)


def _factor(canvas: Canvas, word: str, number: int, sign: str, box: Box, n: int) -> None:
    """Write one factor: sign, word and number, before all but the first a cross."""
    colour, x = canvas.theme.factors[n], box.x
    if n:
        cross = Lettered(PLAIN, canvas.theme.muted)
        x += canvas.text(TIMES, box._replace(w=34), cross) + 12
    canvas.shape(sign, Box(x, box.middle - 18, 36, 36), colour)
    x += 46
    look = Lettered(_WORD, canvas.theme.muted)
    used = canvas.caption(word, Box(x, box.y, box.right - x - 50, box.h), look)
    x += used + 10
    canvas.text(str(number), Box(x, box.y, 40, box.h), Lettered(BIG, canvas.theme.text))


def _marked_line(canvas: Canvas, line: Line, n: int, box: Box) -> None:
    """Write the factors of a nine of a line, and its mark if there are two."""
    if line.marks:
        canvas.shape(line.marks[n], Box(box.x, box.middle - 19, 38, 38), canvas.theme.mark)
        box = box._replace(x=box.x + 46, w=box.w - 46)
    if line.nines[n].cards:
        factor_line(canvas, line.nines[n].meld, box)


def factor_line(canvas: Canvas, meld: Meld, box: Box, *, is_sum: bool = True) -> None:
    """Write the factors in one line, such as ``5 x 5 x 6 + 10``, and their value at the right."""
    value = Box(box.right, box.y, 0, box.h)
    if is_sum:
        value = Box(box.right - 118, box.y, 118, box.h)
        canvas.text(f"= {meld.score}", value, Lettered(_SUM, canvas.theme.text, "right"))
    parts = [str(meld.flush), TIMES, str(meld.run), TIMES, str(meld.sets)]
    theme, x = canvas.theme, box.x
    colours = [theme.flush, theme.muted, theme.run, theme.muted, theme.sets]
    if meld.jokers:
        parts.append(f"+{JOKER_POINTS * meld.jokers}")
        colours.append(theme.bonus)
    for part, colour in zip(parts, colours, strict=True):
        space = 5 if part.startswith("+") else 1
        room = Box(x + space, box.y, max(value.x - x - space, 1), box.h)
        x += canvas.text(part, room, Lettered(PLAIN, colour)) + 2 * space


def paint_made(
    canvas: Canvas, nines: Sequence[Nine], box: Box, *, is_sum: bool = False, dim: bool = False
) -> None:
    """Paint nines of a seat beside each other, of a single one the factors, and their value."""
    room = box.w // max(len(nines), 1)
    step = max(min(TILE, (room - _INNER) // NINE), _NARROW)
    for i, nine in enumerate(nines):
        place = box._replace(x=box.x + i * room)
        x = tile_row(canvas, arrange(nine.cards).cards, place, dim=dim, step=step)
        if box.right - x > _FACTORS and len(nines) == 1:
            line = box._replace(x=x + 14, w=box.right - x - 14)
            factor_line(canvas, nine.meld, line, is_sum=is_sum)


_FACTORS = 300
"""The least room for the factors of a nine beside its cards."""


# Sheets of everybody's nines.


class Line(NamedTuple):
    """What a sheet has of a seat: who sits there, its nines, what they came to, the total.

    `name` stands in place of a seat, and `note` beside the score. Two nines have `marks`. A `burst`
    is the share (0...1) of a moment behind what they came to.
    """

    seating: Seating | None
    nines: Sequence[Nine]
    made: str = ""
    total: str = ""
    note: str = ""
    name: str = ""
    light: Lit = Lit.NOT
    marks: tuple[str, ...] = ()
    burst: float = 0.0


HUNDRED = 100
"""The points from which on what a deal made is a moment of its own."""

_ROWS = 4
"""The most seats of a sheet that stand below each other; more stand in two columns."""

_PAD = 10
_INNER = 14


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


_BESIDE, _BELOW = 172, 208
"""Heights of a line with its factors beside the cards, and below them."""


def draw_sheet(lines: Sequence[Line], theme: Theme) -> Canvas:
    """Draw the nines of all seats with their factors; in large print little more than cards."""
    count, is_wide = len(lines), len(lines) <= _ROWS
    if theme.is_large:
        return _draw_large(lines, theme)
    is_beside = is_wide and len(lines[0].nines) == 1
    pitch = min(_BESIDE, (tallest(theme) - _PAD) // count) if is_beside else _BELOW
    boxes = stacked(_PAD, count, pitch - 8, 8, theme, beside_badge(theme))
    if not is_wide:
        boxes = seat_boxes(count, _PAD, pitch, tallest(theme), theme)
    framed = [(box, line.light) for line, box in zip(lines, boxes, strict=True)]
    canvas = ground(boxes[-1].bottom + _PAD, framed, theme)
    for line, box in zip(lines, boxes, strict=True):
        high = min(NAME, box.h - LOW.h - 10)
        name = Box(box.x + _INNER, box.y + 2, box.w - 2 * _INNER, high)
        _paint_name(canvas, line, name, is_wide=is_wide)
        cards = Box(name.x, name.bottom + 2, name.w, LOW.h)
        if is_beside:
            tile_row(canvas, arrange(line.nines[0].cards).cards, cards, dim=not line.light)
            left = cards.x + TILE * NINE + 14
            value = cards._replace(x=left, w=cards.right - left)
            _marked_line(canvas, line, 0, value)
            continue
        width = name.w // len(line.nines)
        for i, nine in enumerate(line.nines):
            step = min(TILE, (width - _INNER) // NINE)
            at = cards._replace(x=cards.x + i * (width + 2), w=step * NINE)
            tile_row(canvas, arrange(nine.cards).cards, at, dim=not line.light, step=step)
            _marked_line(canvas, line, i, at._replace(y=at.bottom + 2, h=44))
    return canvas


def is_hundred(points: Sequence[int]) -> bool:
    """Return whether somebody made so much of a deal that it is a moment of its own."""
    return max(points) >= HUNDRED


def _paint_name(canvas: Canvas, line: Line, box: Box, *, is_wide: bool) -> None:
    """Write who sits there and the total; what the nines came to stands in the left column."""
    theme = canvas.theme
    if is_wide:
        high = 64 if box.h == NAME else 48
        column = Box(MARGIN + 14, box.y + 3, box.x - _INNER - MARGIN - 30, high)
        style = _TOTAL._replace(size=52 if line.burst else high * 21 // 16)
        _paint_made(canvas, line, column, Lettered(style, theme.text, "middle"))
    total, used = box._replace(x=box.right - 170, w=170), 100
    if line.burst and not is_wide:
        made = total._replace(x=total.right - 104, w=104)
        _paint_made(canvas, line, made, Lettered(BIG._replace(width=NARROW), theme.text))
    else:
        used = canvas.text(line.total, total, Lettered(_POINTS, theme.muted, "right"))
    room = box._replace(w=box.w - used - 20)
    if line.note:
        note = Lettered(PLAIN._replace(width=75), theme.bonus, "right")
        used = canvas.text(line.note, room._replace(x=room.right - _NOTE, w=_NOTE), note)
        room = room._replace(w=room.w - used - 20)
    if line.seating is None:
        canvas.caption(line.name, room, Lettered(PLAIN, theme.muted))
    elif is_wide:
        name_line(canvas, line.seating, room)
    else:
        short_name_line(canvas, line.seating, room)


def _paint_made(canvas: Canvas, line: Line, box: Box, look: Lettered) -> None:
    """Write what the nines of a line came to."""
    if line.burst:
        paint_burst(canvas, line.made, box, look.style, line.burst)
        return
    if not line.light:
        look = look._replace(style=look.style._replace(weight=500), colour=canvas.theme.muted)
    canvas.text(line.made, box, look)


def _draw_large(lines: Sequence[Line], theme: Theme) -> Canvas:
    """Draw a sheet in large print: of one nine the cards, of two what each makes.

    More than three have no room for names.
    """
    left, pitch = beside_badge(theme), tallest(theme) // len(lines)
    width = theme.width - left - 6
    boxes = [Box(left, 1 + i * pitch, width, pitch - 2) for i in range(len(lines))]
    canvas = ground(boxes[-1].bottom + 1, (), theme)
    for line, box in zip(lines, boxes, strict=True):
        seat_panel(canvas, box, line.light)
        inner = Box(box.x + 60, box.y, box.w - 70, box.h)
        if len(lines) <= ONE_COLUMN and line.seating is not None:
            name = Box(box.x + 8, box.y + 2, box.w - 130, _LARGE_NAME - 6)
            short_name_line(canvas, line.seating, name)
        elif line.seating is not None:
            badge(canvas, line.seating.seat, box.x + 8, box.middle - 23)
        made = inner._replace(x=inner.right - 110, w=110) if line.burst else inner
        _paint_made(canvas, line, made, Lettered(BIG, theme.text, "right"))
        if len(lines) <= ONE_COLUMN:
            inner = inner._replace(y=inner.y + _LARGE_NAME, h=inner.h - _LARGE_NAME)
        if len(line.nines) == 1:
            row = Box(inner.x, inner.middle - _SMALLEST // 2, 0, _SMALLEST)
            cards = arrange(line.nines[0].cards).cards
            tile_row(canvas, cards, row, dim=not line.light, step=_NARROW)
            continue
        high = inner.h // len(line.nines)
        for i in range(len(line.nines)):
            at = Box(inner.x, inner.y + i * high, inner.w - 130, high)
            _marked_line(canvas, line, i, at)
    return canvas


_LARGE_NAME = 54
_NARROW, _SMALLEST = 43, 81
"""How far apart small cards stand, and how high, where there is little room."""

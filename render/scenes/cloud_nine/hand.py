"""A seat's own hand in Cloud Nine, and above it everybody's cloud in a line of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from engine.games.cloud_nine.view import CloudNineView, Phase, Played, Trick
from engine.melds import Nine
from render.api import Words
from render.canvas import BARE, BIG, PLAIN, SMALL, Canvas, Lettered
from render.context import Context, seat_line, shown
from render.nines import (
    FACTORS_LINE,
    MARK,
    NINE_CARD,
    NINE_WIDTH,
    counted_marks,
    factor_line,
    factors,
    legend,
    nine_panel,
    nine_row,
)
from render.panels import NAME, badge, foot_box, held_mark
from render.scenes.play import paint_told
from render.shapes import Box, Size
from render.sprites import lay
from render.theme import PACK, Theme
from render.tricks import (
    FRAME,
    HAND_CARD,
    ROLE,
    TRICK_CARD,
    Column,
    columns,
    paint_gap,
    paint_played,
    role_box,
    row_of,
    shown_trick,
)

# Parts of the pictures of Cloud Nine: the trick, a seat's cloud, a nine.

CloudNine: TypeAlias = Context[CloudNineView]

BAND = 220
"""Height of a seat's band: its name line, its cloud and the marks below."""

TRICK = NAME + 2 * FRAME + TRICK_CARD.h + 4
"""Height of the trick: names, cards with their frames and a little air; large print needs more."""


def trick_height(theme: Theme) -> int:
    """Return the height of the trick in a theme."""
    return TRICK + theme.more(ROLE)


def band_height(theme: Theme) -> int:
    """Return the height of a seat's band in a theme."""
    return BAND + theme.more(FACTORS_LINE)


def progress(context: CloudNine) -> str:
    """Say which deal and trick it is."""
    view, n = context.view, context.view.trick.number
    if view.deals is None:
        return context.words("picture.cloud_nine.progress_open", deal=view.deal, trick=n)
    return context.words("picture.cloud_nine.progress", deal=view.deal, deals=view.deals, trick=n)


def raised(context: CloudNine) -> str | None:
    """Return the card just drawn; None beside two moves compared, of which it seems one."""
    return context.view.drawn if context.told is None else None


def paint_trick(canvas: Canvas, context: CloudNine, y: int) -> None:
    """Paint the trick in three columns in the order of play, the leader first."""
    view = context.view
    trick, is_last = shown_trick(view)
    is_taking = view.phase is Phase.TAKE and not is_last
    for column in columns(canvas, context, trick, y):
        at = column.box._replace(w=TRICK_CARD.w)
        if column.played is None:
            paint_gap(canvas, at, is_turn=column.seat in view.to_act)
        else:
            gone = is_last or column.played.taken_by is not None
            paint_played(canvas, column.played, at, dim=gone, framed=is_taking and not gone)
            if is_taking:
                code = f"take {column.played.card}"
                paint_told(canvas, context, code, at.right - 8, at.bottom - 8)
        _paint_fate(canvas, context.words, trick, column)


def _paint_fate(canvas: Canvas, words: Words, trick: Trick, column: Column[Played]) -> None:
    """Say beside a card what its player is in the trick, and into whose cloud the card went."""
    role = ""
    if column.seat in trick.ranking:
        role = words(f"picture.role.{trick.ranking.index(column.seat) + 1}")
    elif column.place == 0:
        role = words("picture.role.leads")
    x, y = column.box.x + TRICK_CARD.w + 14, column.box.y
    won = trick.ranking[:1] == (column.seat,)
    line = Box(x, y + 14, column.box.right - x, 54)
    if canvas.theme.is_large:
        line = role_box(canvas.theme, column.box, column.box)
    canvas.caption(role, line, Lettered(PLAIN, canvas.theme.gold if won else canvas.theme.muted))
    if column.played is None or column.played.taken_by is None:
        return
    # Large print has no room for the arrow: the card lies dimmed beside the cloud it went to.
    if not canvas.theme.is_large:
        canvas.shape("to", Box(x, y + 84, 44, 40), canvas.theme.text)
        x += 48
    canvas.shape("cloud", Box(x, y + 58, 92, 92), canvas.theme.haze)
    badge(canvas, column.played.taken_by, x + 24, y + 80, 44)


def paint_band(canvas: Canvas, context: CloudNine, seat: int, band: Box) -> None:
    """Paint a seat: its name line, hand count and total, and its cloud with the factors."""
    view = context.view
    line = Box(band.x + 14, band.y + 4, band.w - 28, NAME)
    held, turn = view.hand_counts[seat - 1], f"picture.turn.{view.phase}"
    seat_line(canvas, context, seat, line, held=held, turn=turn)
    cloud = Box(line.x, band.y + NAME + 6, line.w, 0)
    paint_cloud(canvas, view.clouds[seat - 1], cloud, context.words)


def paint_cloud(canvas: Canvas, cloud: Nine, at: Box, words: Words) -> None:
    """Paint a cloud of up to nine cards, its factors on the right."""
    if cloud.cards:
        nine_panel(canvas, cloud, at, words)
        return
    height = NINE_CARD.h + 12 + canvas.theme.more(FACTORS_LINE)
    well = Box(at.x - 4, at.y, NINE_WIDTH + 8, height)
    canvas.panel(well, canvas.theme.well, radius=14)
    canvas.shape("cloud", Box(well.x + 24, well.middle - 56, 110, 110), canvas.theme.line)
    text = Box(well.x + 160, well.y, well.w - 170, well.h)
    look = Lettered(SMALL._replace(size=40), canvas.theme.muted)
    canvas.caption(words("picture.cloud_nine.no_cloud"), text, look)


CLOUD_CARD = Size(90, 84)
CLOUD_LINE = CLOUD_CARD.h + 28
"""Height of a seat's line: its cloud with the marks below the cards."""

_CLOUD_WIDTH = 546
_CARD = HAND_CARD._replace(h=188)
_LIFT = 18
"""How much higher a card stands that has just been drawn, in pixels."""

HAND = _LIFT + 2 * FRAME + _CARD.h + MARK + 8
"""Height of a row of the hand with the marks below its cards; large print has two rows."""

_HELD = 105
"""Width that points leave to the cards held in large print."""

_LOW = 152
"""The height of a card in hand in large print: its index, and no more."""


def line_height(theme: Theme) -> int:
    """Return the height of a seat's line, whose numbers stand below its cloud in large print."""
    return CLOUD_LINE + theme.more(FACTORS_LINE)


def hand_height(theme: Theme) -> int:
    """Return the height of the hand, in large print with what it scores."""
    return 2 * _row_height(theme) + FACTORS_LINE if theme.is_large else HAND


def _row_height(theme: Theme) -> int:
    return HAND - theme.more(_CARD.h - _LOW)


def paint_cloud_line(canvas: Canvas, context: CloudNine, seat: int, line: Box) -> None:
    """Paint a seat's cloud small, with what it scores, the cards held and the points."""
    view, words = context.view, context.words
    badge(canvas, seat, line.x + 10, line.middle - 23)
    cloud = view.clouds[seat - 1]
    row = Box(line.x + 66, line.y + 8, _CLOUD_WIDTH, CLOUD_CARD.h)
    left = row.right + 24
    numbers = Box(left, line.y + 4, line.right - 14 - left, (line.h - 8) // 2)
    below = numbers._replace(y=numbers.bottom)
    if canvas.theme.is_large:
        numbers = Box(row.x, row.bottom + 14, 310, FACTORS_LINE - 4)
        below = numbers._replace(x=numbers.right, w=line.right - 14 - numbers.right)
    if cloud.cards:
        canvas.add(_cloud(cloud, row, numbers, canvas.theme))
    else:
        canvas.shape("cloud", Box(row.x + 10, row.y, 100, 88), canvas.theme.line)
        look = Lettered(SMALL._replace(size=40), canvas.theme.muted)
        canvas.caption(words("picture.cloud_nine.no_cloud"), row._replace(x=row.x + 140), look)
    points = words("picture.points", n=view.scores[seat - 1])
    held = canvas.theme.more(_HELD)
    room = below._replace(x=below.x + held, w=below.w - held)
    used = canvas.text(points, room, Lettered(PLAIN, canvas.theme.muted, "right"))
    held_mark(canvas, str(view.hand_counts[seat - 1]), below.right - used - 24, below)


@lru_cache(maxsize=1024)
def _cloud(cloud: Nine, row: Box, numbers: Box, theme: Theme) -> Canvas:
    canvas = Canvas(BARE, theme)
    nine_row(canvas, cloud.cards, row, CLOUD_CARD)
    factor_line(canvas, cloud.meld, numbers)
    return canvas


def paint_hand(canvas: Canvas, context: CloudNine, top: int) -> None:
    """Paint the own hand large, marked by what it scores, which stands at the foot."""
    hand = shown(context.view.hand, "a spectator has no hand")
    cards, rows = hand.cards, 2 if canvas.theme.is_large else 1
    half, height = -(-len(cards) // rows), _row_height(canvas.theme)
    for row in range(rows):
        some = range(len(cards))[row * half : (row + 1) * half]
        _paint_row(canvas, context, some, top + row * height)
    foot = foot_box(canvas.size.h, canvas.theme)
    scored = _paint_score(canvas, hand, foot.moved(0, -canvas.theme.more(FACTORS_LINE)))
    left = foot.x if canvas.theme.is_large else scored + 20
    legend(canvas, context.words, foot._replace(x=left, w=foot.right - left))


def _paint_row(canvas: Canvas, context: CloudNine, some: range, top: int) -> None:
    """Paint some cards of the hand, by their numbers, with the marks of what they count in."""
    hand = shown(context.view.hand, "a spectator has no hand").cards
    cards = hand[some.start : some.stop]
    places, step = row_of(cards, canvas.theme)
    size = _CARD._replace(h=_CARD.h - canvas.theme.more(_CARD.h - _LOW))
    new = hand.index(drawn) if (drawn := raised(context)) else None
    for i, (code, x, look) in zip(some, places, strict=True):
        at = Box(x, top + FRAME + (0 if i == new else _LIFT), *size)
        lay(canvas, code, at, look)
        if i == new:
            canvas.panel(at, PACK.back, radius=16, outline=FRAME + 1)
        paint_told(canvas, context, f"play {code}", x + min(step, size.w) - 6, at.bottom - 8)
    if places:
        below = Box(places[0].x, top + _row_height(canvas.theme) - MARK - 2, 0, MARK)
        counted_marks(canvas, hand, below, step, cards)


def _paint_score(canvas: Canvas, hand: Nine, foot: Box) -> int:
    """Write what the hand scores now, beside the ALT badge; return the right edge."""
    canvas.shape("fan", Box(foot.x + 4, foot.middle - 23, 48, 46), canvas.theme.mark)
    line = Box(foot.x + 62, foot.y, 220, foot.h)
    x = line.x + factors(canvas, hand.meld, line) + 12
    value = Lettered(BIG, canvas.theme.text)
    return x + canvas.text(f"= {hand.meld.score}", Box(x, foot.y, 120, foot.h), value)

"""Parts of the pictures of Cloud Nine: the trick, a seat's cloud, a nine."""

from __future__ import annotations

from typing import TypeAlias

from engine.games.cloud_nine.view import CloudNineView, Phase, Played, Trick
from engine.melds import Nine
from render.api import Words
from render.canvas import PLAIN, SMALL, Canvas, Lettered
from render.context import Context
from render.geometry import Box
from render.nines import FACTORS_LINE, NINE_CARD, NINE_WIDTH, nine_panel
from render.panels import NAME, badge
from render.seats import seat_line
from render.theme import Theme
from render.told import paint_told
from render.tricks import (
    FRAME,
    ROLE,
    TRICK_CARD,
    Column,
    columns,
    paint_gap,
    paint_played,
    role_box,
    shown_trick,
)

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

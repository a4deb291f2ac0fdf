"""How a trip ended: the balloon falls, is left by the last one, or reaches the ninth cloud."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from engine.games.balloon.view import VALUES, Ending, TripResult
from engine.seats import left_of, round_from
from render.canvas import BIG, PLAIN, Canvas, Lettered, Piece, Sprite
from render.context import shown
from render.panels import MARGIN, badge, deep, ground, seat_panel, short_name_line
from render.scenes.balloon.parts import DIE, Balloon, die, envelope, parachute, seat_rows
from render.shapes import OVERSAMPLING, Box, Size
from render.theme import Theme

_HEIGHT, _LARGE_HEIGHT = 312, 262
_ENVELOPE, _LARGE_ENVELOPE = Size(192, 204), Size(128, 136)
_TOLD, _LINE = 416, 62
_CANOPY, _LARGE_CANOPY = Size(92, 62), Size(68, 44)
_BADGE, _LARGE_BADGE = 56, 46
_APART = 132
_TILT = -38
"""Degrees by which a falling balloon is tilted."""

_TEAR = (
    (0.62, 0.0), (0.5, 0.26), (0.6, 0.34), (0.47, 0.62), (0.68, 0.36), (0.6, 0.26), (0.74, 0.0),
)  # fmt: skip
"""The tear in a falling balloon, as a share of its size."""

_TORN = 0.62
"""Where the tear begins, as a share of the width."""

_FALL = 187
"""How far above its place a falling balloon comes into sight, in pixels."""

_HIT, _PUFFS = 0.75, ((-150, 150), (160, 130), (-70, 110), (80, 120))
"""The share of the fall from which on clouds rise; how far aside they do, and how wide."""


def moment_height(theme: Theme) -> int:
    """Return the height of the strip that shows how a trip ended."""
    return _LARGE_HEIGHT if theme.is_large else _HEIGHT


def draw_moment(context: Balloon, share: float = 1.0) -> Canvas:
    """Draw how the last trip ended, or some `share` (0…1) of the second before.

    Raises ValueError if no trip is finished.
    """
    result = shown(context.view.last_trip, "no trip is finished")
    canvas = ground(moment_height(context.theme), (), context.theme)
    _paint_balloon(canvas, result, share)
    if result.ending is Ending.FALL:
        _paint_fallen(canvas, context, result, share)
    _paint_saved(canvas, context, result, share)
    _paint_story(canvas, context, result)
    return canvas


def _middle(theme: Theme) -> int:
    return theme.width * (70 if theme.is_large else 56) // 100


def _paint_balloon(canvas: Canvas, result: TripResult, share: float) -> None:
    """Paint the balloon: torn and tilted where it falls, else upright above its cloud."""
    theme = canvas.theme
    is_fall = result.ending is Ending.FALL
    size = _ENVELOPE if is_fall and not theme.is_large else _LARGE_ENVELOPE
    middle, bottom = _middle(theme), canvas.size.h
    if is_fall:
        _paint_puffs(canvas, share)
        torn = torn_envelope(size, theme, share)
        side = torn.pieces[0].picture.width
        top = bottom - side - 34 - _fallen(share)
        canvas.sprite(torn, middle - side // 2, top)
        return
    cloud = Box(middle - 110, bottom - 118 + theme.more(10), 220, 128)
    canvas.shape("cloud", cloud, theme.glow if result.ending is Ending.TOP else theme.cloud)
    ink = theme.ink if result.ending is Ending.TOP else theme.text
    value = str(VALUES[result.cloud])
    canvas.text(value, cloud.inset(0, 38).moved(0, 14), Lettered(BIG, ink, "middle"))
    basket = Box(middle - 46, cloud.y - 6, 92, 36)
    canvas.sprite(envelope(size, theme), middle - size.w // 2, basket.y - 10 - size.h)
    for x in (basket.x + 12, basket.right - 16):
        canvas.bar(Box(x, basket.y - 20, 4, 24), theme.run)
    canvas.panel(basket, theme.run, radius=13)


@lru_cache(maxsize=32)
def torn_envelope(size: Size, theme: Theme, share: float = 1.0) -> Sprite:
    """Return the balloon as it falls: tilted and torn, or a `share` (0…1) of that."""
    piece = envelope(size, theme).pieces[0]
    k, side = OVERSAMPLING // 2, max(size) + 40
    picture = Image.new("RGB", (side, side), theme.seats[0])
    mask = Image.new("L", (side, side))
    at = (side - size.w) // 2, (side - size.h) // 2
    picture.paste(piece.picture, at)
    if piece.mask is not None:
        mask.paste(piece.mask, at)
    large = mask.resize((side * k, side * k))
    open_to = [(_TORN + (x - _TORN) * share, y) for x, y in _TEAR]
    points = [((at[0] + x * size.w) * k, (at[1] + y * size.h) * k) for x, y in open_to]
    ImageDraw.Draw(large).polygon(points, 0)
    small = large.resize((side, side), Image.Resampling.LANCZOS)
    turned, shown = (
        one.rotate(_TILT * share, Image.Resampling.BICUBIC, fillcolor=colour)
        for one, colour in ((small, 0), (picture, theme.seats[0]))
    )
    return Sprite((Piece(0, shown, turned),))


def _fallen(share: float, height: int = _FALL) -> int:
    """Return how far above its end a fall is at a share of its time: slow first, then fast."""
    return round(height * (1 - share * share))


def _paint_puffs(canvas: Canvas, share: float) -> None:
    """Paint the clouds that rise where something hits the ground, from a share of the fall on."""
    rise = max(0.0, (share - _HIT) / (1 - _HIT))
    for aside, side in _PUFFS if rise else ():
        w, h = round(side * (0.5 + rise / 2)), round(side * rise * 0.6) + 8
        x = _middle(canvas.theme) + aside - w // 2
        canvas.shape("cloud", Box(x, canvas.size.h - h, w, h), canvas.theme.haze)


def _paint_fallen(canvas: Canvas, context: Balloon, result: TripResult, share: float) -> None:
    """Paint who was in the basket when it fell, head over heels."""
    theme = canvas.theme
    order = round_from(result.pilot, context.view.seats)
    fallen = [seat for seat in order if not result.jumps[seat - 1]]
    middle, bottom = _middle(theme), canvas.size.h
    left = middle - (len(fallen) * 74 - 18) // 2
    for at, seat in enumerate(fallen):
        y = bottom - _BADGE - 8 - (26 if at % 2 else 0) - _fallen(share, _FALL * 3 // 5)
        badge(canvas, seat, left + at * 74, y, _BADGE)


def saved(context: Balloon, result: TripResult) -> list[int]:
    """Return who jumped off the last cloud, just before the balloon fell or was left empty."""
    seats = round_from(left_of(result.pilot, context.view.seats), context.view.seats)
    return [seat for seat in seats if result.jumps[seat - 1] == result.cloud]


def _paint_saved(canvas: Canvas, context: Balloon, result: TripResult, share: float) -> None:
    """Paint who jumped off in time, and what that brought."""
    theme = canvas.theme
    at_last = saved(context, result)
    canopy, disc = (_LARGE_CANOPY, _LARGE_BADGE) if theme.is_large else (_CANOPY, _BADGE)
    most = _middle(theme) // _APART - 1
    step = _APART if len(at_last) <= most else _APART * most // len(at_last)
    top = canvas.size.h - canopy.h - disc - 38 - round(40 * (1 - share))
    for at, seat in enumerate(at_last):
        x = MARGIN + 8 + at * step
        colour = theme.seats[(seat - 1) % len(theme.seats)]
        canvas.sprite(parachute(canopy, colour), x, top)
        badge(canvas, seat, x + (canopy.w - disc) // 2, top + canopy.h - 12, disc)
        made = Box(x - 8, top + canopy.h + disc - 14, canopy.w + 16, 50)
        canvas.text(f"+{VALUES[result.cloud]}", made, Lettered(PLAIN, theme.text, "middle"))


def _paint_story(canvas: Canvas, context: Balloon, result: TripResult) -> None:
    """Say how the trip ended: by whom, how, and with which dice."""
    right = canvas.theme.width - MARGIN
    for face in () if canvas.theme.is_large else reversed(result.dice):
        right -= DIE.w + 6
        canvas.sprite(die(face), right, 12)
    line = Box(MARGIN + 4, 8, _TOLD, _LINE)
    short_name_line(canvas, context.seating(result.pilot), line)
    words = context.words(f"picture.balloon.{result.ending.value}")
    below = line.moved(0, _LINE - 4)
    canvas.caption(words, below, Lettered(PLAIN, canvas.theme.text))


def draw_results(context: Balloon, share: float = 1.0) -> Canvas:
    """Draw what everybody made on the last trip, when it is over, and their totals."""
    result = shown(context.view.last_trip, "no trip is finished")
    theme = context.theme
    boxes, height = seat_rows(context.view.seats, 4, theme)
    canvas = deep(height, theme)
    for seat, box in zip(context.ranked, boxes, strict=True):
        seat_panel(canvas, box, context.light(seat, result.points))
        _paint_seat(canvas, context, result, seat, box, is_over=share == 1)
    return canvas


def _paint_seat(
    canvas: Canvas, context: Balloon, result: TripResult, seat: int, box: Box, *, is_over: bool
) -> None:
    """Paint what a seat made, from where it jumped, and its total."""
    line, theme = box.inset(12, 2), canvas.theme
    is_wide = box.w > theme.width * 3 // 5
    made, points = Box(line.right - 92, line.y, 92, line.h), result.points[seat - 1]
    # The total stands at the next table, too: it gives way where there is little room.
    if is_wide:
        if is_over:
            total = Lettered(BIG, theme.text, "right")
            canvas.text(str(result.totals[seat - 1]), made, total)
        made = made.moved(-104, 0)
    look = Lettered(PLAIN, theme.text if points else theme.muted, "right")
    if points == max(result.points):
        look = look._replace(style=PLAIN._replace(weight=800))
    if is_over:
        canvas.text(f"+{points}", made, look)
    left = made.x
    if result.jumps[seat - 1] and is_wide and not theme.is_large:
        canvas.sprite(parachute(Size(52, 48), theme.muted), made.x - 54, line.middle - 24)
        left -= 60
    short_name_line(canvas, context.seating(seat), line._replace(w=left - 8 - line.x))

"""The sky: nine clouds with their values and dice, the balloon on its cloud, who has jumped."""

from __future__ import annotations

from functools import lru_cache

from engine.games.balloon.view import DICE, TOP, VALUES
from render.canvas import BARE, PLAIN, Canvas, Lettered
from render.geometry import Box, Size
from render.panels import HEAD, MARGIN, across, badge
from render.scenes.balloon.figures import RIM, crew_head, envelope, parachute
from render.scenes.balloon.parts import Balloon
from render.theme import NIGHT, Theme

HEIGHT = 376
"""Height of the sky with its clouds, below the head line."""

_RISE, _LARGE_RISE = 14, 20
_CLOUD, _LARGE_CLOUD = Size(124, 104), Size(96, 98)
_LOWEST = HEIGHT - 118
"""How far below the head line the first cloud begins."""

_ENVELOPE = Size(116, 124)
_BASKET = Size(88, 34)
_HEAD = 26
_PIP = 15
_TOWER = 3
"""How many parachutes stand over each other before another tower begins."""


def cloud_box(number: int, theme: Theme = NIGHT) -> Box:
    """Return the place of a cloud (1...9)."""
    size, rise = (_LARGE_CLOUD, _LARGE_RISE) if theme.is_large else (_CLOUD, _RISE)
    middle = MARGIN + (number - 0.5) * across(theme) / TOP
    top = HEAD + _LOWEST - (number - 1) * rise
    return Box(round(middle - size.w / 2), top, size.w, size.h)


@lru_cache(maxsize=24)
def _clouds(cloud: int, theme: Theme) -> Canvas:
    """Return the parts of the sky: clouds with their points and costs, the balloon."""
    canvas = Canvas(BARE, theme)
    for number in range(1, TOP + 1):
        box, is_here = cloud_box(number, theme), number == cloud
        colour = theme.well if number < cloud else theme.cloud
        canvas.shape("cloud", box, theme.glow if is_here else colour)
        _pips(canvas, DICE[number], box)
        room = Box(box.x + 8, box.y + 34, box.w - 16, 58)
        look = Lettered(PLAIN, theme.ink if is_here else theme.text, "middle")
        canvas.text(str(VALUES[number]), room, look)
    basket = _basket(cloud, theme)
    for x in (basket.x + 12, basket.right - 16):
        canvas.bar(Box(x, basket.y - 22, 4, 26), canvas.theme.run)
    top = max(basket.y - 12 - _ENVELOPE.h, HEAD)
    canvas.sprite(envelope(_ENVELOPE, theme), basket.x + (basket.w - _ENVELOPE.w) // 2, top)
    return canvas


def _basket(cloud: int, theme: Theme) -> Box:
    """Return the place of the basket above a cloud."""
    box = cloud_box(cloud, theme)
    return Box(box.x + (box.w - _BASKET.w) // 2, box.y + 30 - _BASKET.h, *_BASKET)


def _pips(canvas: Canvas, dice: int, box: Box) -> None:
    """Paint how many dice a cloud asks for, as little squares below it."""
    width = dice * (_PIP + 5) - 5
    for i in range(dice):
        x = box.x + (box.w - width) // 2 + i * (_PIP + 5)
        canvas.panel(Box(x, box.bottom - 8, _PIP, _PIP), canvas.theme.muted, radius=4)


def paint_sky(canvas: Canvas, context: Balloon) -> None:
    """Paint the clouds, the balloon with who is aboard, and the parachutes."""
    canvas.add(_clouds(context.view.cloud, canvas.theme))
    _paint_crew(canvas, context)
    _paint_parachutes(canvas, context)


def _paint_crew(canvas: Canvas, context: Balloon) -> None:
    """Paint the basket, with a head of each seat's colour for who is aboard."""
    theme = canvas.theme
    basket = _basket(context.view.cloud, theme)
    aboard = [seat for seat in context.seats if context.view.aboard[seat - 1]]
    step = min(_HEAD + 2, (_BASKET.w - _HEAD - 4) // max(len(aboard) - 1, 1))
    left = basket.x + (basket.w - step * (len(aboard) - 1) - _HEAD) // 2
    for i, seat in enumerate(aboard):
        head = crew_head(_HEAD, theme.seats[(seat - 1) % len(theme.seats)], theme.panel)
        canvas.sprite(head, left + i * step - RIM, basket.y - _HEAD // 2 - RIM)
    canvas.panel(basket.inset(-RIM, -RIM), theme.panel, radius=16)
    canvas.panel(basket, theme.run, radius=13)


def _paint_parachutes(canvas: Canvas, context: Balloon) -> None:
    """Paint who has jumped above the cloud they left, one over the other."""
    stacked: dict[int, int] = {}
    for seat in context.seats:
        cloud = context.view.jumps[seat - 1]
        if not cloud:
            continue
        column, row = divmod(stacked.get(cloud, 0), _TOWER)
        stacked[cloud] = stacked.get(cloud, 0) + 1
        box = cloud_box(cloud, canvas.theme)
        aside = 48 * column
        # The balloon hides the middle of its own cloud; on its left the sky is free.
        if cloud == context.view.cloud:
            aside = 66 + aside if cloud == 1 else -66 - aside
        x, y = box.x + box.w // 2 - 22 + aside, box.y - 16 - 46 * row
        colour = canvas.theme.seats[(seat - 1) % len(canvas.theme.seats)]
        canvas.sprite(parachute(Size(60, 40), colour), x - 8, y - 34)
        badge(canvas, seat, x, y, 44)

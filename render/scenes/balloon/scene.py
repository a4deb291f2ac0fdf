"""The scene of the balloon game: sky, throw and discards, a row for every seat; a seat's hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar

from PIL import Image

from engine.events import Event
from engine.games.balloon.view import (
    DICE,
    FACES,
    TOP,
    VALUES,
    BalloonView,
    DiceThrown,
    Ending,
    Flown,
    Jumped,
    TripResult,
)
from render.api import Picture, Words
from render.canvas import BARE, BIG, PLAIN, Canvas, Lettered
from render.context import Context, example_people, shown
from render.emoji import SQUARE, Paint, tiled
from render.panels import FOOT, HEAD, MARGIN, across, badge, ground, head, lit, name_line, stacked
from render.scene import Scene
from render.scenes.balloon.examples import TRIP, paint_example
from render.scenes.balloon.hand import (
    STACKS,
    paint_clouds,
    paint_need,
    paint_odds,
    paint_stacks,
    strip_height,
)
from render.scenes.balloon.parts import (
    DIE,
    GAP,
    MARKS,
    RIM,
    ROW,
    TOKEN,
    Balloon,
    crew_head,
    dice_width,
    discards_height,
    draw_mark,
    envelope,
    is_pilot,
    paint_dice,
    paint_discards,
    paint_held,
    paint_row,
    paint_track,
    parachute,
    tile,
)
from render.scenes.balloon.speech import BalloonSpeech
from render.shapes import OVERSAMPLING, Box, Size
from render.strips import Strip
from render.theme import NIGHT, Theme
from render.tricks import draw_hands

# The emoji of the balloon game: its cards, and a throw of its dice.

EMOJI_DICE = (("R", Box(0, 0, 76, 76)), ("G", Box(52, 52, 76, 76)))
"""Two dice of a throw, and where they lie."""

_RIM = 17
"""How far a die's figure stays from its edge."""


def _card(face: str) -> Image.Image:
    image, draw = tiled(SQUARE)
    draw_mark(draw, MARKS[face], face, image.size)
    return image


def _dice() -> Image.Image:
    image, draw = tiled(*(box for _, box in EMOJI_DICE))
    for face, box in EMOJI_DICE:
        x, y, w, h = (part * OVERSAMPLING for part in box.inset(_RIM, _RIM))
        mark = MARKS[face]
        draw.polygon([(x + dx * w, y + dy * h) for dx, dy in mark.figure], mark.colour)
    return image


BALLOON_EMOJI: dict[str, Paint] = {
    **{f"cloud9_{face}": partial(_card, face) for face in FACES},
    "cloud9_dice": _dice,
}
"""Their painters, by key."""


# The sky: nine clouds with their values and dice, the balloon on its cloud, who has jumped.

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


ROWS_TOP = HEAD + HEIGHT + 12

_ODDS = 74
_STORY = 84
"""Height of the line that says how a trip ended."""


class BalloonScene(Scene[BalloonView]):
    """How the balloon game looks."""

    game = "balloon"
    unit = "trips"
    shows = BalloonView
    speech = BalloonSpeech
    pace: ClassVar[Mapping[type[Event], int]] = {DiceThrown: 1_500, Flown: 1_500, Jumped: 1_200}

    def table_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [Strip(self.draw_table, context)]

    def hand_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [Strip(self.draw_hand, context)]

    def draw_table(self, context: Balloon) -> Canvas:
        view, words = context.view, context.words
        theme = context.theme
        boxes = stacked(ROWS_TOP, view.seats, ROW, GAP, theme)
        height = boxes[-1].bottom + discards_height(theme)
        canvas = ground(height, lit(boxes, view.to_act), theme)
        title = words("picture.balloon.progress", trip=view.deal, target=view.target)
        head(canvas, title, stock=view.pile)
        paint_sky(canvas, context)
        place = dice_box(view, theme)
        paint_dice(canvas, view, place.x, place.y)
        for seat, box in zip(context.seats, boxes, strict=True):
            paint_row(canvas, context, seat, box)
        paint_discards(canvas, context)
        return canvas

    def draw_hand(self, context: Balloon) -> Canvas:
        """Draw the cards by colour, the throw, what staying may earn, and a row for every seat."""
        view, words = context.view, context.words
        hand = shown(view.hand, "a spectator has no hand")
        theme = context.theme
        strip = HEAD + strip_height(theme)
        top = strip + _ODDS + 8
        boxes = stacked(top + STACKS + 6, view.seats, ROW, GAP, theme)
        height = boxes[-1].bottom + discards_height(theme)
        canvas = ground(height, lit(boxes, view.to_act), theme)
        key = "picture.balloon.progress" if theme.is_large else "picture.balloon.head"
        title = words(key, trip=view.deal, target=view.target)
        head(canvas, title, stock=view.pile)
        if not context.is_over:
            paint_need(canvas, context, HEAD)
            paint_clouds(canvas, context, HEAD)
        odds = Box(MARGIN + 8, strip, across(theme) - 16, _ODDS)
        paint_odds(canvas, context, odds)
        # What the throw asks for is the pilot's business: nobody else's cards are measured by it.
        paint_stacks(canvas, hand, top, words, view.dice if is_pilot(view) else ())
        for seat, box in zip(context.seats, boxes, strict=True):
            paint_row(canvas, context, seat, box)
        paint_discards(canvas, context)
        return canvas

    def draw_open(self, contexts: Sequence[Balloon]) -> Canvas:
        foot = discards_height(contexts[0].theme)
        canvas = draw_hands(contexts, TOKEN.h + 6, paint_held, foot)
        paint_discards(canvas, contexts[0])
        return canvas

    def draw_deal(self, context: Balloon) -> Canvas:
        """Draw how the last trip ended. Raises ValueError if none has."""
        words = context.words
        result = shown(context.view.last_trip, "no trip is finished")
        theme = context.theme
        top = HEAD + _STORY + theme.more(TOKEN.h if result.dice else 0)
        boxes = stacked(top, context.view.seats, ROW, GAP, theme)
        framed = lit(boxes, context.best(result.points), context.ranked)
        canvas = ground(boxes[-1].bottom + FOOT, framed, theme)
        title = words("picture.balloon.result", trip=result.trip, cloud=result.cloud)
        head(canvas, title, words("picture.balloon.columns"))
        _paint_story(canvas, context, result)
        for seat, box in zip(context.ranked, boxes, strict=True):
            _paint_seat(canvas, context, result, seat, box)
        return canvas

    def rules(self, page: int, words: Words, theme: Theme = NIGHT) -> Picture | None:
        if page == 1:
            return self.table(TRIP, example_people(words), words, theme)
        return paint_example(page, words, theme)


def dice_box(view: BalloonView, theme: Theme = NIGHT) -> Box:
    """Return the place of the dice: below the high clouds at the right, where the sky is free."""
    width = dice_width(view)
    return Box(theme.width - MARGIN - width, ROWS_TOP - DIE.h - 10, width, DIE.h)


def _paint_story(canvas: Canvas, context: Balloon, result: TripResult) -> None:
    """Say how the trip ended: by whom, how, and with which dice."""
    y, edge = HEAD + 4, canvas.theme.width - MARGIN
    right, below = edge, canvas.theme.more(TOKEN.h + 4)
    for face in reversed(result.dice):
        right -= TOKEN.w + 6
        canvas.sprite(tile(face, TOKEN), right, y + below)
    right = edge if below else right
    line = Box(MARGIN + 12, y, (right - MARGIN) // 2 + 20, TOKEN.h)
    name_line(canvas, context.seating(result.pilot), line, context.words)
    words = context.words(f"picture.balloon.{result.ending.value}")
    room = Box(line.right + 8, y, right - line.right - 20, TOKEN.h)
    colour = canvas.theme.run if result.ending is Ending.FALL else canvas.theme.gold
    canvas.caption(words, room, Lettered(PLAIN, colour, "right"))


def _paint_seat(canvas: Canvas, context: Balloon, result: TripResult, seat: int, box: Box) -> None:
    """Paint what a seat made, from where it jumped, and its total."""
    line = Box(box.x + 12, box.y + 2, box.w - 24, 60)
    total = Box(line.right - 100, line.y, 100, line.h)
    canvas.text(str(result.totals[seat - 1]), total, Lettered(BIG, canvas.theme.gold, "right"))
    made = Box(total.x - 120, line.y, 110, line.h)
    points = result.points[seat - 1]
    look = Lettered(PLAIN, canvas.theme.text if points else canvas.theme.muted, "right")
    canvas.text(f"+{points}", made, look)
    if result.jumps[seat - 1]:
        canvas.sprite(parachute(Size(52, 48), canvas.theme.muted), made.x - 62, line.middle - 24)
    room = line._replace(w=made.x - 70 - line.x)
    name_line(canvas, context.seating(seat), room, context.words)
    paint_track(canvas, result.totals[seat - 1], context.view.target, box)

"""The scene of the balloon game: sky, throw and discards, a row for every seat; a seat's hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import ClassVar

from PIL import Image

from engine.events import Event
from engine.games.balloon.view import (
    DICE,
    FACES,
    TOP,
    VALUES,
    BalloonView,
    Counted,
    DiceThrown,
    Ending,
    Flight,
    Flown,
    Jumped,
    Phase,
    TripResult,
)
from engine.seats import Seat
from render.api import Picture, Words
from render.canvas import BARE, PLAIN, Canvas, Lettered
from render.context import Context, example_people, shown
from render.emoji import SQUARE, Paint, tiled
from render.encode import finished
from render.panels import MARGIN, NUMBER, across, badge, ground
from render.scene import Scene
from render.scenes.balloon.hand import draw_hands, draw_own, paint_stacks, stacks_height
from render.scenes.balloon.parts import (
    DIE,
    MARKS,
    RIM,
    Balloon,
    crew_head,
    dice_width,
    draw_mark,
    draw_seats,
    envelope,
    paint_dice,
    parachute,
)
from render.scenes.balloon.speech import BalloonSpeech
from render.scenes.balloon.trip import draw_moment, draw_results
from render.shapes import OVERSAMPLING, Box, Size
from render.strips import Strip, drawn
from render.theme import NIGHT, Colour, Theme

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

_SKY, _LARGE_SKY = 332, 262
_RISE, _LARGE_RISE = 6, 6
_CLOUD, _LARGE_CLOUD = Size(124, 104), Size(96, 98)
_BELOW = 22
"""Room below the lowest cloud, for the dice it asks for."""

_ENVELOPE, _LARGE_ENVELOPE = Size(132, 140), Size(92, 84)
_BASKET = Size(92, 36)
_HEAD, _PILOT = 28, 44
_ASIDE = 40
"""How far from the middle of the basket the heads of a crew are."""

_PIP = 18
_PAST = 3
"""Width of the line about a cloud that lies behind."""

_TOWER = 2
"""How many parachutes stand over each other before another tower begins; one below the dice."""


def sky_height(theme: Theme) -> int:
    """Return the height of the open strip."""
    return _LARGE_SKY if theme.is_large else _SKY


def cloud_box(number: int, theme: Theme = NIGHT) -> Box:
    """Return the place of a cloud (1...9)."""
    size, rise = (_LARGE_CLOUD, _LARGE_RISE) if theme.is_large else (_CLOUD, _RISE)
    middle = MARGIN + (number - 0.5) * across(theme) / TOP
    top = sky_height(theme) - size.h - _BELOW - (number - 1) * rise
    return Box(round(middle - size.w / 2), top, size.w, size.h)


def draw_sky(context: Balloon) -> Canvas:
    """Draw the open strip: the clouds, the balloon with who is aboard, parachutes and the throw."""
    canvas = ground(sky_height(context.theme), (), context.theme)
    paint_sky(canvas, context)
    if not context.is_over:
        place = dice_box(context.view, context.theme)
        paint_dice(canvas, context.view, place.x, place.y)
    return canvas


def dice_box(view: BalloonView, theme: Theme = NIGHT) -> Box:
    """Return the place of the dice: in the upper corner where the balloon is not."""
    width = dice_width(view)
    is_left = view.cloud > TOP // 2
    return Box(MARGIN if is_left else theme.width - MARGIN - width, 12, width, DIE.h)


@lru_cache(maxsize=24)
def _clouds(cloud: int, theme: Theme) -> Canvas:
    """Return the parts of the sky: clouds with points and, in usual print, costs; the balloon."""
    canvas = Canvas(BARE, theme)
    for number in range(1, TOP + 1):
        box, is_here = cloud_box(number, theme), number == cloud
        colour = theme.rim if number < cloud else theme.cloud
        canvas.shape("cloud", box, theme.glow if is_here else colour)
        if number < cloud:
            canvas.shape("cloud", box.inset(_PAST, _PAST), theme.well)
        if number >= cloud and not theme.is_large:
            _pips(canvas, DICE[number], box, theme.text if is_here else theme.line)
        room = Box(box.x + 4, box.y + 34, box.w - 8, 58)
        colour = theme.muted if number < cloud else theme.text
        look = Lettered(PLAIN, theme.ink if is_here else colour, "middle")
        canvas.text(str(VALUES[number]), room, look)
    basket = _basket(cloud, theme)
    for x in (basket.x + 12, basket.right - 16):
        canvas.bar(Box(x, basket.y - 22, 4, 26), canvas.theme.run)
    size = _LARGE_ENVELOPE if theme.is_large else _ENVELOPE
    top = max(basket.y - 12 - size.h, 0)
    canvas.sprite(envelope(size, theme), basket.x + (basket.w - size.w) // 2, top)
    return canvas


def _basket(cloud: int, theme: Theme) -> Box:
    """Return the place of the basket above a cloud."""
    box = cloud_box(cloud, theme)
    return Box(box.x + (box.w - _BASKET.w) // 2, box.y + 30 - _BASKET.h, *_BASKET)


def _pips(canvas: Canvas, dice: int, box: Box, colour: Colour) -> None:
    """Paint how many dice a cloud asks for, as little squares below it."""
    width = dice * (_PIP + 4) - 4
    for i in range(dice):
        x = box.x + (box.w - width) // 2 + i * (_PIP + 4)
        canvas.panel(Box(x, box.bottom - 4, _PIP, _PIP), colour, radius=4)


def paint_sky(canvas: Canvas, context: Balloon) -> None:
    """Paint the clouds, the balloon with who is aboard, and the parachutes."""
    canvas.add(_clouds(context.view.cloud, canvas.theme))
    _paint_crew(canvas, context)
    _paint_parachutes(canvas, context)


def _paint_crew(canvas: Canvas, context: Balloon) -> None:
    """Paint the basket with the pilot's number, and a head of each seat's colour aboard."""
    theme = canvas.theme
    basket = _basket(context.view.cloud, theme)
    pilot, middle = context.view.pilot, basket.x + basket.w // 2
    aboard = [seat for seat in context.seats if context.view.aboard[seat - 1] and seat != pilot]
    for i, seat in enumerate(aboard):
        head = crew_head(_HEAD, theme.seats[(seat - 1) % len(theme.seats)], theme.panel)
        aside = _ASIDE - i // 2 * _HEAD // 2
        x = middle + (aside if i % 2 else -aside)
        canvas.sprite(head, x - _HEAD // 2 - RIM, basket.y - _HEAD // 2 - RIM)
    canvas.panel(basket.inset(-RIM, -RIM), theme.panel, radius=16)
    canvas.panel(basket, theme.run, radius=13)
    disc = Box(middle - 25, basket.y - 20, 50, 50)
    ring = theme.seats[(pilot - 1) % len(theme.seats)]
    canvas.sprite(crew_head(_PILOT, ring, theme.panel, is_pilot=True), disc.x, disc.y)
    canvas.text(str(pilot), disc, Lettered(NUMBER, theme.ink, "middle"))


def _paint_parachutes(canvas: Canvas, context: Balloon) -> None:
    """Paint who has jumped above the cloud they left, one over the other."""
    stacked: dict[int, int] = {}
    for seat in context.seats:
        cloud = context.view.jumps[seat - 1]
        if not cloud:
            continue
        is_low = canvas.theme.is_large and context.view.cloud > TOP // 2
        column, row = divmod(stacked.get(cloud, 0), 1 if is_low else _TOWER)
        stacked[cloud] = stacked.get(cloud, 0) + 1
        box = cloud_box(cloud, canvas.theme)
        aside = 48 * column
        # The balloon hides the middle of its own cloud; nobody has jumped yet on its right.
        if cloud == context.view.cloud:
            aside = 80 + aside if cloud < TOP - 1 else -80 - aside
        x = box.x + box.w // 2 - 22 + aside
        y = box.y - 16 - 46 * row + canvas.theme.more(16 * (cloud != context.view.cloud))
        colour = canvas.theme.seats[(seat - 1) % len(canvas.theme.seats)]
        canvas.sprite(parachute(Size(60, 40), colour), x - 8, y - 34)
        badge(canvas, seat, x, y, 44)


class BalloonScene(Scene[BalloonView]):
    """How the balloon game looks."""

    game = "balloon"
    unit = "trips"
    shows = BalloonView
    speech = BalloonSpeech
    pace: ClassVar[Mapping[type[Event], int]] = {DiceThrown: 1_500, Flown: 1_500, Jumped: 1_200}

    def table_strips(self, context: Balloon) -> Sequence[Strip]:
        return [_sky(context), Strip(draw_seats, context.only(**_HIDDEN))]

    def hand_strips(self, context: Balloon) -> Sequence[Strip]:
        """Return the sky, and the cards by colour with the chance that the pilot can pay."""
        shown(context.view.hand, "a spectator has no hand")
        return [_sky(context), Strip(draw_own, context)]

    def draw_open(self, contexts: Sequence[Balloon]) -> Canvas:
        return draw_hands(_sky(contexts[0]), contexts)

    def draw_deal(self, context: Balloon, share: float = 1.0) -> Canvas:
        """Draw how the last trip ended. Raises ValueError if none has."""
        parts = (draw_moment, draw_results)
        return drawn([Strip(partial(part, share=share), context) for part in parts])

    def is_moment(self, context: Balloon) -> bool:
        """Return whether the balloon fell, which some may have left in time."""
        last = context.view.last_trip
        return last is not None and last.ending is Ending.FALL

    def rules(self, page: int, words: Words, theme: Theme = NIGHT) -> Picture | None:
        if page == 1:
            return self.table(TRIP, example_people(words), words, theme)
        return paint_example(page, words, theme)


_HIDDEN = {
    "seat": None, "hand": None, "legal": (), "odds": None, "deal_scores": (), "last_trip": None,
    "flight": None, "pile": 0,
}  # fmt: skip
"""What no strip that all see shows."""


def _sky(context: Balloon) -> Strip:
    """Return the open strip of a table and of all its hands."""
    none = (0,) * context.view.seats
    unseen: dict[str, object] = {"scores": none, "hand_counts": none, "discards": ()}
    phase = {"deal": 0, "to_act": (), "phase": Phase.RIDE, "stayed": (False,) * len(none)}
    phase |= {"target": 0}
    return Strip(draw_sky, replace(context.only(**_HIDDEN, **unseen, **phase), people=()))


# The example pictures of the rules: a trip, a throw, a hand of the pilot.

_ONE, _TWO = Seat(1), Seat(2)

# Seat 1 paid once on the first trip and seat 2 fell. On the second seat 3 flew first, for nothing;
# seats 1 and 2 paid one card and two, and seat 3 jumped.
TRIP = BalloonView(
    seat=None,
    seats=3,
    target=50,
    redeal=True,
    with_odds=True,
    deal=2,
    phase=Phase.RIDE,
    to_act=(_TWO,),
    pilot=_ONE,
    cloud=4,
    dice=("R", "R", "G"),
    aboard=(True, True, False),
    stayed=(False, False, False),
    jumps=(0, 0, 3),
    hand_counts=(5, 5, 7),
    pile=55,
    discards=(Counted("R", 1), Counted("P", 2), Counted("Y", 1)),
    hand=None,
    legal=(),
    odds=None,
    flight=Flight(_TWO, 3, ("P", "Y")),
    scores=(0, 0, 4),
    deal_scores=((0, 0, 0),),
    last_trip=TripResult(1, Ending.FALL, _TWO, 2, ("G", "Y"), (), (0, 0, 0), (0, 0, 0), (0, 0, 0)),
    winners=(),
)
"""The state in the pictures: the fourth cloud of a trip; page 1 is its table."""

_HANDS = {2: ("R", "G", "G", "Y", "W"), 3: ("R", "R", "G", "P", "W")}
"""The hands of pages 2 and 3: one that lacks a red card, one that has all."""


def paint_example(page: int, words: Words, theme: Theme) -> Picture | None:
    """Paint the picture of a page: 2 a throw, 3 what a pilot may pay with."""
    if page not in _HANDS:
        return None
    dice = TRIP.dice if page == 2 else ("R", "G", "-")
    view = replace(TRIP, seat=_ONE, hand=_HANDS[page], dice=dice)
    return _throw(Context(view, example_people(words), words, theme))


def _throw(context: Balloon) -> Picture:
    """Paint the dice, and below them a hand."""
    view = context.view
    top = MARGIN + DIE.h
    canvas = ground(top + stacks_height(context.theme), (), context.theme)
    paint_dice(canvas, view, MARGIN, MARGIN)
    paint_stacks(canvas, view.hand or (), top, view.dice)
    speech = BalloonSpeech(context)
    return finished(canvas, " ".join(speech.throw()))

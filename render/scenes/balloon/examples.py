"""The example pictures of the rules: a trip, a throw, a pilot's hand."""

from __future__ import annotations

from dataclasses import replace

from engine.games.balloon.view import BalloonView, Counted, Ending, Flight, Phase, TripResult
from engine.seats import Seat
from render.api import Picture, Words
from render.context import Context, example_people
from render.encode import finished
from render.panels import MARGIN, ground
from render.scenes.balloon.hand import paint_stacks, stacks_height
from render.scenes.balloon.parts import DIE, Balloon, paint_dice
from render.scenes.balloon.speech import BalloonSpeech
from render.theme import Theme

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

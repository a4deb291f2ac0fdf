"""The example pictures of the rules: a trick, a joker, taking cards, and a nine counted."""

from __future__ import annotations

from dataclasses import replace

from engine.games.cloud_nine.view import CloudNineView, Phase, Played, Trick
from engine.melds import Meld, Nine
from engine.seats import Seat
from render.api import Picture, Words
from render.canvas import Canvas
from render.context import Context, example_people, in_letters
from render.encode import finished
from render.nines import draw_counted
from render.panels import foot, ground
from render.scenes.cloud_nine.hand import SEAT, CloudNine, cloud_boxes, draw_trick, paint_seat
from render.scenes.cloud_nine.speech import CloudNineSpeech
from render.speech import nine_said, said
from render.theme import Theme

_ONE, _TWO, _THREE = Seat(1), Seat(2), Seat(3)
_NO_CARDS = Nine((), Meld(0, 0, 1, 0, 0))

COUNTED = Nine(("KC", "QC", "9C", "6C", "JD", "9S", "9H", "TS", "JK"), Meld(4, 5, 3, 1, 70))
"""A nine in which every factor counts, and a joker (M1-M3)."""

_TRICK = Trick(
    1,
    _ONE,
    (Played(_ONE, "9H", None), Played(_TWO, "QH", None), Played(_THREE, "AS", None)),
    (_TWO, _ONE, _THREE),
)
_WITH_JOKER = Trick(
    1,
    _ONE,
    (Played(_ONE, "TD", None), Played(_TWO, "KD", None), Played(_THREE, "JK", None)),
    (_TWO, _THREE, _ONE),
)
_TAKEN = Trick(
    4,
    _ONE,
    (Played(_ONE, "9H", _ONE), Played(_TWO, "QH", _THREE), Played(_THREE, "AS", _TWO)),
    (_TWO, _ONE, _THREE),
)
_CLOUD = Nine(("AS", "AC", "KC", "QD"), Meld(2, 3, 2, 0, 12))

_TABLE = CloudNineView(
    seat=None,
    seats=3,
    deals=3,
    target=None,
    deal=1,
    phase=Phase.OVER,
    to_act=(),
    dealer=_THREE,
    trick=_TRICK,
    last_trick=None,
    clouds=(_NO_CARDS, _CLOUD, _NO_CARDS),
    hand_counts=(5, 5, 5),
    stock=15,
    hand=None,
    legal=(),
    scores=(0, 0, 0),
    deal_scores=(),
    last_deal=None,
    winners=(),
)


def paint_example(page: int, words: Words, theme: Theme) -> Picture | None:
    """Paint the picture of a page: 1 a trick, 2 a joker, 3 taking cards, 4 a nine counted."""
    people, theme = example_people(words), in_letters(theme, words)
    match page:
        case 1:
            return _trick(Context(_TABLE, people, words, theme))
        case 2:
            return _trick(Context(replace(_TABLE, trick=_WITH_JOKER), people, words, theme))
        case 3:
            return _taken(Context(replace(_TABLE, trick=_TAKEN), people, words, theme))
        case 4:
            return _counted(Context(_TABLE, people, words, theme))
        case _:
            return None


def _trick(context: CloudNine) -> Picture:
    return finished(_with_foot(context, foot(context.theme)), _trick_alt(context))


def _taken(context: CloudNine) -> Picture:
    """Show a trick whose cards went to clouds, and below it the cloud of who won it."""
    canvas = _with_foot(context, SEAT)
    (box,) = cloud_boxes(canvas.size.h - SEAT, 1, context.theme)
    paint_seat(canvas, context, _TWO, box)
    return finished(canvas, f"{_trick_alt(context)} {CloudNineSpeech(context).seat(_TWO)}")


def _with_foot(context: CloudNine, high: int) -> Canvas:
    trick = draw_trick(context)
    canvas = ground(trick.size.h + high, (), context.theme)
    canvas.lay(trick, 0, 0)
    return canvas


def _counted(context: CloudNine) -> Picture:
    canvas = draw_counted(COUNTED, context.words, context.theme)
    return finished(canvas, nine_said(COUNTED, context.words))


def _trick_alt(context: CloudNine) -> str:
    return said(context, lambda short: [CloudNineSpeech(short).trick(short.view.trick)])

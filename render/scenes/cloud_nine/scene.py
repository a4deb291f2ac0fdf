"""The scene of Cloud Nine: its table, a seat's hand, and both nines of every seat of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.events import Event
from engine.games.cloud_nine.view import (
    CardTaken,
    CloudNineView,
    Phase,
    Played,
    SecondNamed,
    Trick,
    TrickRanked,
)
from engine.melds import NINE, Meld, Nine
from engine.seats import Seat
from render.api import Picture, Words
from render.canvas import Canvas
from render.context import Context, example_people, in_letters, shown
from render.encode import finished
from render.nines import HUNDRED, Line, arrange, draw_counted, draw_sheet, is_hundred
from render.open_hands import OpenHand, draw_open_hands
from render.panels import foot, ground
from render.scene import Scene
from render.scenes.cloud_nine.hand import (
    SEAT,
    CloudNine,
    cloud_boxes,
    draw_own,
    draw_seats,
    draw_trick,
    paint_seat,
)
from render.scenes.cloud_nine.speech import CloudNineSpeech
from render.speech import nine_said, said
from render.strips import Strip
from render.theme import NIGHT, Theme
from render.tricks import shown_trick


class CloudNineScene(Scene[CloudNineView]):
    """How Cloud Nine looks."""

    game = "cloud_nine"
    shows = CloudNineView
    speech = CloudNineSpeech
    pace: ClassVar[Mapping[type[Event], int]] = {
        TrickRanked: 1_400,
        SecondNamed: 1_000,
        CardTaken: 700,
    }

    def table_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [_trick(context), _seats(context)]

    def hand_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [_trick(context), _own(context)]

    def draw_open(self, contexts: Sequence[CloudNine]) -> Canvas:
        nines = [shown(each.view.hand, "a spectator has no hand") for each in contexts]
        hands = [OpenHand(arrange(nine.cards).cards, str(nine.meld.score)) for nine in nines]
        return draw_open_hands(_trick(contexts[0]), contexts, hands, NINE)

    def draw_deal(self, context: CloudNine, share: float = 1.0) -> Canvas:
        words, result = context.words, shown(context.view.last_deal, "no deal is finished")
        lines = []
        for seat in context.ranked:
            nines = result.clouds[seat - 1], result.hands[seat - 1]
            total = words("picture.points", n=result.totals[seat - 1])
            line = Line(context.seating(seat), nines, f"+{result.points[seat - 1]}", total)
            burst = share * (result.points[seat - 1] >= HUNDRED)
            marks = ("cloud", "fan")
            lines.append(
                line._replace(light=context.light(seat, result.points), marks=marks, burst=burst)
            )
        return draw_sheet(lines, context.theme)

    def nines(self, context: CloudNine) -> Sequence[Sequence[Nine]]:
        result = context.view.last_deal
        return [*zip(result.clouds, result.hands, strict=True)] if result is not None else ()

    def is_moment(self, context: CloudNine) -> bool:
        """Return whether somebody made a hundred points or more."""
        last = context.view.last_deal
        return last is not None and is_hundred(last.points)

    def rules(self, page: int, words: Words, theme: Theme = NIGHT) -> Picture | None:
        return paint_example(page, words, theme)


_BLANK: Mapping[str, object] = {
    "seat": None, "deals": None, "target": None, "deal": 0, "dealer": Seat(1), "to_act": (),
    "last_trick": None, "clouds": (), "hand_counts": (), "stock": 0, "hand": None, "drawn": None,
    "legal": (), "scores": (), "deal_scores": (), "last_deal": None, "winners": (),
}  # fmt: skip


_NO_TRICK = Trick(0, Seat(1), (), ())


def _trick(context: CloudNine) -> Strip:
    """Return the strip of the trick: whose turn it is shows where a card is still to come."""
    view = context.view
    trick, is_last = shown_trick(view)
    is_before = bool(view.to_act) and not trick.cards and not context.theme.is_large
    shows = {
        "phase": Phase.TAKE if view.phase is Phase.TAKE else Phase.PLAY,
        "to_act": () if len(trick.cards) == view.seats else view.to_act,
        "trick": _NO_TRICK if is_last else replace(trick, number=0),
        "last_trick": view.last_trick if is_last or is_before else None,
        "stock": view.stock,
    }
    return Strip(draw_trick, context.only(**{**_BLANK, **shows}))


def _seats(context: CloudNine) -> Strip:
    """Return the strip of all seats."""
    view = context.view
    shows = {
        "to_act": view.to_act, "clouds": view.clouds, "hand_counts": view.hand_counts,
        "scores": view.scores, "winners": view.winners, "trick": _NO_TRICK, "phase": Phase.PLAY,
    }  # fmt: skip
    return Strip(draw_seats, replace(context.only(**{**_BLANK, **shows}), told=None))


def _own(context: CloudNine) -> Strip:
    """Return the strip of the own cards, as of the only seat there is."""
    view = context.view
    cloud = view.clouds[context.own_seat - 1]
    shows = {
        "seat": Seat(1), "clouds": (cloud,), "hand": view.hand, "drawn": view.drawn,
        "trick": _NO_TRICK, "phase": Phase.PLAY,
    }  # fmt: skip
    own: Context[Any] = context.only(**{**_BLANK, **shows})
    return Strip(draw_own, own if context.told else replace(own, people=()))


# The example pictures of the rules: a trick, a joker, taking cards, and a nine counted.

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
            return _shown_trick(Context(_TABLE, people, words, theme))
        case 2:
            return _shown_trick(Context(replace(_TABLE, trick=_WITH_JOKER), people, words, theme))
        case 3:
            return _taken(Context(replace(_TABLE, trick=_TAKEN), people, words, theme))
        case 4:
            return _counted(Context(_TABLE, people, words, theme))
        case _:
            return None


def _shown_trick(context: CloudNine) -> Picture:
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

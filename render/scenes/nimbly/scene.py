"""The scene of Nimbly: its table, a seat's hand, and the nine of every seat of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.events import Event
from engine.games.nimbly.view import CardsDrawn, LastDraw, NimblyView
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
from render.scenes.nimbly.parts import Nimbly, draw_own, draw_rows, draw_seats
from render.scenes.nimbly.speech import NimblySpeech
from render.speech import nine_said, said
from render.strips import Strip
from render.theme import NIGHT, Theme


class NimblyScene(Scene[NimblyView]):
    """How Nimbly looks."""

    game = "nimbly"
    shows = NimblyView
    speech = NimblySpeech
    pace: ClassVar[Mapping[type[Event], int]] = {CardsDrawn: 1_500}

    def table_strips(self, context: Context[Any]) -> Sequence[Strip]:
        shows = _only(context, "to_act", "hand_counts", "scores", "winners")
        return [_rows(context), Strip(draw_seats, replace(shows, told=None))]

    def hand_strips(self, context: Context[Any]) -> Sequence[Strip]:
        shown(context.view.hand, "a spectator has no hand")
        own = replace(_only(context, "hand", *["rows"] * bool(context.told)), people=())
        return [_rows(context), Strip(draw_own, own)]

    def draw_open(self, contexts: Sequence[Nimbly]) -> Canvas:
        nines = [shown(each.view.hand, "a spectator has no hand") for each in contexts]
        hands = [OpenHand(arrange(nine.cards).cards, str(nine.meld.score)) for nine in nines]
        return draw_open_hands(_rows(contexts[0]), contexts, hands, NINE)

    def draw_deal(self, context: Nimbly, share: float = 1.0) -> Canvas:
        words, result = context.words, shown(context.view.last_deal, "no deal is finished")
        lines = []
        for seat in context.ranked:
            made, nine = result.points[seat - 1], result.hands[seat - 1]
            note = words("picture.nimbly.below_par") if made < nine.meld.score else ""
            total = words("picture.points", n=result.totals[seat - 1])
            line = Line(context.seating(seat), [nine], f"+{made}", total, note)
            burst = share * (result.points[seat - 1] >= HUNDRED)
            lines.append(line._replace(light=context.light(seat, result.points), burst=burst))
        if result.par:
            score = str(result.par.meld.score)
            lines.append(Line(None, [result.par], score, name=words("picture.nimbly.par")))
        return draw_sheet(lines, context.theme)

    def nines(self, context: Nimbly) -> Sequence[Sequence[Nine]]:
        result = context.view.last_deal
        return [[nine] for nine in result.hands] if result is not None else ()

    def is_moment(self, context: Nimbly) -> bool:
        """Return whether somebody made a hundred points or more."""
        last = context.view.last_deal
        return last is not None and is_hundred(last.points)

    def rules(self, page: int, words: Words, theme: Theme = NIGHT) -> Picture | None:
        return paint_example(page, words, theme)


def _rows(context: Nimbly) -> Strip:
    return Strip(draw_rows, replace(_only(context, "rows", "last_draw"), people=()))


_BLANK: Mapping[str, object] = {
    "seat": None, "deals": None, "target": None, "par": False, "deal": 0, "to_act": (),
    "dealer": Seat(1), "rows": (), "hand_counts": (), "aside": 0, "last_draw": None, "hand": None,
    "prospects": (), "scores": (), "deal_scores": (), "last_deal": None, "winners": (),
}  # fmt: skip


def _only(context: Nimbly, *kept: str) -> Context[Any]:
    """Return the context of a strip that shows no more than some parts of the view."""
    return context.only(**{part: blank for part, blank in _BLANK.items() if part not in kept})


# The example pictures of the rules: three rows, a draw from them, and a nine counted.

COUNTED = Nine(("AS", "QS", "AH", "QD", "AC", "QC", "9C", "8C", "6C"), Meld(5, 2, 6, 0, 60))
"""A nine with a long suit and two sets of three (M5)."""

_ROWS = (
    ("QS", "AC", "TC", "9C", "7C", "9D", "8S", "JH", "JD"),
    ("6D", "7D", "KC", "KH", "8H", "JS", "TD", "6C", "7S"),
    ("8D", "KS", "TS", "TH", "QC", "AD", "AS", "9S", "JC"),
)
_DRAWN = LastDraw(Seat(1), "AAC", ("JD", "JH", "JC"))

TABLE = NimblyView(
    seat=None,
    seats=3,
    deals=3,
    target=None,
    par=False,
    deal=1,
    to_act=(Seat(1),),
    dealer=Seat(3),
    rows=_ROWS,
    hand_counts=(0, 0, 0),
    aside=9,
    last_draw=None,
    hand=None,
    prospects=(),
    scores=(0, 0, 0),
    deal_scores=(),
    last_deal=None,
    winners=(),
)


def paint_example(page: int, words: Words, theme: Theme) -> Picture | None:
    """Paint the picture of a page: 1 the rows, 2 a draw, 3 a nine counted."""
    people, theme = example_people(words), in_letters(theme, words)
    match page:
        case 1:
            return _shown_rows(Context(TABLE, people, words, theme))
        case 2:
            first, second, third = _ROWS
            rows = (first[:-2], second, third[:-1])
            drawn = replace(TABLE, rows=rows, last_draw=_DRAWN, to_act=(Seat(2),))
            return _shown_rows(Context(drawn, people, words, theme))
        case 3:
            return _counted(Context(TABLE, people, words, theme))
        case _:
            return None


def _shown_rows(context: Nimbly) -> Picture:
    rows = draw_rows(context)
    canvas = ground(rows.size.h + foot(context.theme), (), context.theme)
    canvas.lay(rows, 0, 0)
    return finished(canvas, said(context, lambda short: NimblySpeech(short).drawn()))


def _counted(context: Nimbly) -> Picture:
    canvas = draw_counted(COUNTED, context.words, context.theme)
    return finished(canvas, nine_said(COUNTED, context.words))

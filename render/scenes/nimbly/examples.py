"""The example pictures of the rules: three rows, a draw from them, and a nine counted."""

from __future__ import annotations

from dataclasses import replace

from engine.games.nimbly.view import LastDraw, NimblyView
from engine.melds import Meld, Nine
from engine.seats import Seat
from render.api import Picture, Words
from render.context import Context, example_people, in_letters
from render.encode import finished
from render.nines import draw_counted
from render.panels import foot, ground
from render.scenes.nimbly.parts import Nimbly, draw_rows
from render.scenes.nimbly.speech import NimblySpeech
from render.speech import nine_said, said
from render.theme import Theme

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
            return _rows(Context(TABLE, people, words, theme))
        case 2:
            first, second, third = _ROWS
            rows = (first[:-2], second, third[:-1])
            drawn = replace(TABLE, rows=rows, last_draw=_DRAWN, to_act=(Seat(2),))
            return _rows(Context(drawn, people, words, theme))
        case 3:
            return _counted(Context(TABLE, people, words, theme))
        case _:
            return None


def _rows(context: Nimbly) -> Picture:
    rows = draw_rows(context)
    canvas = ground(rows.size.h + foot(context.theme), (), context.theme)
    canvas.lay(rows, 0, 0)
    return finished(canvas, said(context, lambda short: NimblySpeech(short).drawn()))


def _counted(context: Nimbly) -> Picture:
    canvas = draw_counted(COUNTED, context.words, context.theme)
    return finished(canvas, nine_said(COUNTED, context.words))

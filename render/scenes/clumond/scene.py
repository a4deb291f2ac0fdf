"""The scene of Clumond: contract and pot, the call or the trick, and every seat with its tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from engine.events import Event
from engine.games.clumond.view import ClumondView, Declared, NobodyDeclared, TrickWon
from render.api import Picture, Words
from render.canvas import Canvas
from render.context import example_people, shown
from render.geometry import Box
from render.open_hands import draw_hands
from render.panels import FOOT, HEAD, foot_box, ground, head, lit, stacked
from render.scene import Scene
from render.scenes.clumond.alt import ClumondAlt
from render.scenes.clumond.asks import asks_height, paint_asks, paint_key
from render.scenes.clumond.examples import PAGE_OF_RESULT, TABLE, paint_example
from render.scenes.clumond.parts import (
    BAND,
    LINE,
    STRIP,
    Clumond,
    is_calling,
    paint_band,
    paint_others,
    paint_strip,
    paint_trick,
    strip_box,
)
from render.scenes.clumond.result import draw_result
from render.scenes.clumond.rows import OPEN_CARD, ROW, paint_open_row, paint_rows
from render.theme import NIGHT, Theme
from render.tricks import TRICK

_TRICK_TOP = HEAD + STRIP
_BELOW_TRICK = _TRICK_TOP + TRICK
_HAND_TOP = _BELOW_TRICK + LINE


class ClumondScene(Scene[ClumondView]):
    """How Clumond looks."""

    game = "clumond"
    unit = "hands"
    shows = ClumondView
    alt = ClumondAlt
    pace: ClassVar[Mapping[type[Event], int]] = {
        Declared: 1_500,
        NobodyDeclared: 1_500,
        TrickWon: 1_200,
    }

    def draw_table(self, context: Clumond) -> Canvas:
        boxes = stacked(_BELOW_TRICK, context.view.seats, BAND)
        bands = [(strip_box(HEAD), False), *lit(boxes, context.view.to_act)]
        canvas = ground(boxes[-1].bottom + FOOT, bands, context.theme)
        _paint_top(canvas, context)
        for seat, box in zip(context.seats, boxes, strict=True):
            paint_band(canvas, context, seat, box)
        return canvas

    def draw_hand(self, context: Clumond) -> Canvas:
        """Draw the hand with the trick to be answered and the codes still possible."""
        view, seat = context.view, context.own_seat
        (asks,) = stacked(_HAND_TOP + 2 * ROW, 1, asks_height(view))
        canvas = ground(
            asks.bottom + FOOT,
            [(strip_box(HEAD), False), (asks, seat in view.to_act)],
            context.theme,
        )
        _paint_top(canvas, context)
        paint_others(canvas, context, _BELOW_TRICK)
        paint_rows(canvas, context, playable(view), _HAND_TOP)
        paint_asks(canvas, context, seat, asks)
        paint_key(canvas, context, foot_box(canvas.size.h))
        return canvas

    def draw_open(self, contexts: Sequence[Clumond]) -> Canvas:
        return draw_hands(contexts, OPEN_CARD.h + 8, _paint_held)

    def draw_deal(self, context: Clumond) -> Canvas:
        return draw_result(context, shown(context.view.last_deal, "no hand is finished"))

    def closing(self, before: Clumond, after: Clumond) -> ClumondView:
        """Return the table with the last trick, which the next hand clears away."""
        result = shown(after.view.last_deal, "no hand is finished")
        return replace(
            before.view,
            trick=result.trick,
            last_trick=None,
            tricks=result.tricks,
            hand_counts=tuple(map(len, result.left)),
        )

    def rules(self, page: int, words: Words, theme: Theme = NIGHT) -> Picture | None:
        if page == PAGE_OF_RESULT:
            return self.deal(TABLE, example_people(words), words, theme)
        return paint_example(page, words, theme)


def _paint_held(canvas: Canvas, context: Clumond, box: Box) -> None:
    """Paint a hand in one row."""
    paint_open_row(canvas, shown(context.view.hand, "a spectator has no hand"), box)


def playable(view: ClumondView) -> frozenset[str] | None:
    """Return the cards that may be played now; None when no card is asked for."""
    plays = [code.split()[1] for code in view.legal if code.startswith("play ")]
    return frozenset(plays) if plays else None


def _paint_top(canvas: Canvas, context: Clumond) -> None:
    """Paint what a table and a hand begin with: head line, contract and trick."""
    head(canvas, _progress(context), _remark(context))
    paint_strip(canvas, context, HEAD)
    paint_trick(canvas, context, _TRICK_TOP)


def _progress(context: Clumond) -> str:
    """Say which hand and trick it is."""
    view = context.view
    if is_calling(view):
        return context.words("picture.clumond.hand_of", deal=view.deal, deals=view.deals)
    return context.words(
        "picture.clumond.progress", deal=view.deal, deals=view.deals, trick=view.trick.number
    )


def _remark(context: Clumond) -> str:
    """Say which trick is shown in place of a new one, or by the small cards; or nothing."""
    view = context.view
    if view.last_trick is None or context.is_over:
        return ""
    key = "picture.clumond.small" if view.trick.cards else "picture.trick_before"
    return context.words(key, trick=view.last_trick.number)

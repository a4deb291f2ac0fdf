"""The scene of Clumond: contract and pot, the call or the trick, and every seat with its tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.events import Event
from engine.games.clumond.view import ClumondView, Declared, NobodyDeclared, TrickWon
from render.api import Picture, Words
from render.canvas import Canvas
from render.context import Context, example_people, shown
from render.panels import FOOT, HEAD, foot_box, ground, head, lit, stacked
from render.scene import Scene
from render.scenes.clumond.examples import PAGE_OF_RESULT, TABLE, paint_example
from render.scenes.clumond.parts import (
    BAND,
    Clumond,
    asks_height,
    is_calling,
    others_height,
    paint_asks,
    paint_band,
    paint_key,
    paint_others,
    paint_strip,
    paint_trick,
    strip_box,
    strip_height,
)
from render.scenes.clumond.result import draw_result
from render.scenes.clumond.rows import open_height, paint_open, paint_rows, rows_height
from render.scenes.clumond.speech import ClumondSpeech
from render.shapes import Box
from render.strips import Strip
from render.theme import NIGHT, Theme
from render.tricks import draw_hands, trick_height


class ClumondScene(Scene[ClumondView]):
    """How Clumond looks."""

    game = "clumond"
    unit = "hands"
    shows = ClumondView
    speech = ClumondSpeech
    pace: ClassVar[Mapping[type[Event], int]] = {
        Declared: 1_500,
        NobodyDeclared: 1_500,
        TrickWon: 1_200,
    }

    def table_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [Strip(self.draw_table, context)]

    def hand_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [Strip(self.draw_hand, context)]

    def draw_table(self, context: Clumond) -> Canvas:
        theme = context.theme
        boxes = stacked(_below_trick(context), context.view.seats, BAND, theme=theme)
        bands = [
            (strip_box(HEAD, theme, context.view.trumps), False),
            *lit(boxes, context.view.to_act),
        ]
        canvas = ground(boxes[-1].bottom + FOOT, bands, theme)
        _paint_top(canvas, context)
        for seat, box in zip(context.seats, boxes, strict=True):
            paint_band(canvas, context, seat, box)
        return canvas

    def draw_hand(self, context: Clumond) -> Canvas:
        """Draw the hand with the trick to be answered and the codes still possible."""
        view, seat, theme = context.view, context.own_seat, context.theme
        hand = shown(view.hand, "a spectator has no hand")
        below = _below_trick(context)
        top = below + others_height(theme)
        (asks,) = stacked(top + rows_height(hand, theme), 1, asks_height(view, theme), theme=theme)
        bands = [(strip_box(HEAD, theme, context.view.trumps), False), (asks, seat in view.to_act)]
        canvas = ground(asks.bottom + FOOT, bands, theme)
        _paint_top(canvas, context)
        paint_others(canvas, context, below)
        paint_rows(canvas, context, playable(view), top)
        paint_asks(canvas, context, seat, asks)
        paint_key(canvas, context, foot_box(canvas.size.h, theme))
        return canvas

    def draw_open(self, contexts: Sequence[Clumond]) -> Canvas:
        return draw_hands(contexts, open_height(contexts[0].theme), _paint_held)

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
    """Paint a hand as it lies open."""
    paint_open(canvas, shown(context.view.hand, "a spectator has no hand"), box)


def _below_trick(context: Clumond) -> int:
    return _below_strip(context) + trick_height(context.theme)


def _below_strip(context: Clumond) -> int:
    return HEAD + strip_height(context.theme, context.view.trumps)


def playable(view: ClumondView) -> frozenset[str] | None:
    """Return the cards that may be played now; None when no card is asked for."""
    plays = [code.split()[1] for code in view.legal if code.startswith("play ")]
    return frozenset(plays) if plays else None


def _paint_top(canvas: Canvas, context: Clumond) -> None:
    """Paint what a table and a hand begin with: head line, contract and trick."""
    head(canvas, _progress(context), _remark(context))
    paint_strip(canvas, context, HEAD)
    paint_trick(canvas, context, _below_strip(context))


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

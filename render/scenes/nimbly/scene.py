"""The scene of Nimbly: its table, a seat's hand, and the nine of every seat of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.events import Event
from engine.games.nimbly.view import CardsDrawn, NimblyView
from engine.melds import Nine
from render.api import Picture, Words
from render.canvas import PLAIN, SMALL, Canvas, Lettered
from render.context import Context, shown
from render.nines import FACTORS_LINE, factor_line, legend, nine_row, result_line
from render.panels import FOOT, HEAD, MARGIN, NAME, ground, head, lit, stacked
from render.scene import Scene
from render.scenes.nimbly.examples import paint_example
from render.scenes.nimbly.parts import (
    BAND,
    SHORT,
    Nimbly,
    band_height,
    others_height,
    paint_band,
    paint_hand_row,
    paint_others,
    paint_prospects,
    paint_rows,
    prospects_height,
    row_card,
    rows_height,
)
from render.scenes.nimbly.speech import NimblySpeech
from render.shapes import Box, Size
from render.strips import Strip
from render.theme import NIGHT, Theme
from render.tricks import draw_hands

_BETWEEN = 8

CARD = Size(90, 98)
"""A card of a finished deal."""

_PANEL = NAME + 6 + CARD.h + 24
_CARDS_WIDTH = 590


class NimblyScene(Scene[NimblyView]):
    """How Nimbly looks."""

    game = "nimbly"
    shows = NimblyView
    speech = NimblySpeech
    pace: ClassVar[Mapping[type[Event], int]] = {CardsDrawn: 1_500}

    def table_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [Strip(self.draw_table, context)]

    def hand_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [Strip(self.draw_hand, context)]

    def draw_table(self, context: Nimbly) -> Canvas:
        """Draw the rows under the sky, below them every seat."""
        view = context.view
        theme = context.theme
        size = row_card(view.seats, theme=theme, rows=len(view.rows))
        below_rows = HEAD + rows_height(view, size, theme) + 4
        boxes = stacked(below_rows, view.seats, BAND, _BETWEEN, theme)
        canvas = ground(boxes[-1].bottom + FOOT, lit(boxes, view.to_act), theme)
        left = sum(map(len, view.rows))
        head(canvas, _progress(context), context.words("picture.nimbly.left", n=left))
        paint_rows(canvas, context, HEAD, size)
        for seat, box in zip(context.seats, boxes, strict=True):
            paint_band(canvas, context, seat, box)
        return canvas

    def draw_hand(self, context: Nimbly) -> Canvas:
        """Draw the rows, what others and the seat hold, and what each draw would make of it."""
        view, words, seat = context.view, context.words, context.own_seat
        hand = shown(view.hand, "a spectator has no hand")
        theme = context.theme
        size = row_card(view.seats, SHORT, theme, rows=len(view.rows))
        below_rows = HEAD + rows_height(view, size, theme)
        top = below_rows + others_height(view, theme)
        (band,) = stacked(top, 1, band_height(hand, theme), theme=theme)
        below = prospects_height(view, theme)
        foot = MARGIN if below else FOOT
        canvas = ground(band.bottom + below + foot, [(band, seat in view.to_act)], theme)
        title = words("picture.nimbly.head", progress=_progress(context))
        points = words("picture.points", n=view.scores[seat - 1])
        held = words("picture.nimbly.own", n=view.hand_counts[seat - 1], points=points)
        head(canvas, _progress(context) if theme.is_large else title, held)
        paint_rows(canvas, context, HEAD, size)
        paint_others(canvas, context, below_rows)
        paint_hand_row(canvas, hand, band.inset(14, 12), words)
        paint_prospects(canvas, context, Box(MARGIN, band.bottom, band.w, below))
        return canvas

    def draw_open(self, contexts: Sequence[Nimbly]) -> Canvas:
        height = CARD.h + 20 + contexts[0].theme.more(FACTORS_LINE)
        canvas = draw_hands(contexts, height, _paint_held)
        legend(canvas, contexts[0].words)
        return canvas

    def draw_deal(self, context: Nimbly) -> Canvas:
        words = context.words
        result = shown(context.view.last_deal, "no deal is finished")
        theme, count = context.theme, context.view.seats + (result.par is not None)
        height = _PANEL + theme.more(FACTORS_LINE)
        boxes = stacked(HEAD, count, height, _BETWEEN, theme)
        framed = lit(boxes, context.best(result.points), [*context.ranked, 0])
        canvas = ground(boxes[-1].bottom + FOOT, framed, theme)
        head(canvas, words("picture.result", deal=result.deal), words("picture.result_columns"))
        for seat, box in zip(context.ranked, boxes, strict=False):
            made, nine = result.points[seat - 1], result.hands[seat - 1]
            result_line(canvas, context.seating(seat), made, result.totals[seat - 1], box)
            _paint_nine(canvas, nine, box)
            if made < nine.meld.score:
                below = Box(box.x + 14 + _CARDS_WIDTH + 20, box.bottom - 54, 300, 36)
                if theme.is_large:
                    below = Box(box.x + 250, box.bottom - 62, 260, 50)
                look = Lettered(SMALL, canvas.theme.bonus)
                canvas.caption(words("picture.nimbly.below_par"), below, look)
        legend(canvas, words)
        if result.par:
            _paint_par(canvas, result.par, boxes[-1], words)
        return canvas

    def rules(self, page: int, words: Words, theme: Theme = NIGHT) -> Picture | None:
        return paint_example(page, words, theme)


def _progress(context: Nimbly) -> str:
    """Say which deal it is, and what the game is played to and by."""
    view, words = context.view, context.words
    if view.deals is None:
        text = words("picture.nimbly.progress_open", deal=view.deal, target=view.target)
    else:
        text = words("picture.nimbly.progress", deal=view.deal, deals=view.deals)
    return words("picture.nimbly.with_par", progress=text) if view.par else text


def _paint_par(canvas: Canvas, par: Nine, box: Box, words: Words) -> None:
    """Paint the undealt nine that every hand is measured by (J6)."""
    line = Box(box.x + 14, box.y + 4, box.w - 28, NAME)
    canvas.caption(words("picture.nimbly.par"), line, Lettered(PLAIN, canvas.theme.muted))
    _paint_nine(canvas, par, box)


def _paint_held(canvas: Canvas, context: Nimbly, box: Box) -> None:
    """Paint a hand in a row, or say that it is still empty."""
    hand = shown(context.view.hand, "a spectator has no hand")
    if hand.cards:
        _paint_row(canvas, hand, box._replace(h=CARD.h))
        return
    look = Lettered(PLAIN, canvas.theme.muted)
    canvas.caption(context.words("picture.nimbly.no_cards"), box, look)


def _paint_nine(canvas: Canvas, nine: Nine, box: Box) -> None:
    _paint_row(canvas, nine, Box(box.x + 14, box.y + NAME + 6, box.w - 28, CARD.h))


def _paint_row(canvas: Canvas, nine: Nine, box: Box) -> None:
    """Paint cards and their factors, as high as a card."""
    row = box._replace(w=_CARDS_WIDTH)
    nine_row(canvas, nine.cards, row, CARD)
    left = row.right + 20
    line = Box(left, box.y, box.right - left, box.h)
    if canvas.theme.is_large:
        line = Box(box.x, box.y + CARD.h + 14, _CARDS_WIDTH, FACTORS_LINE)
    factor_line(canvas, nine.meld, line)

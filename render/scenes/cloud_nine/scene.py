"""The scene of Cloud Nine: its table, a seat's hand, and both nines of every seat of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.events import Event
from engine.games.cloud_nine.view import CardTaken, CloudNineView, SecondNamed, TrickRanked
from engine.melds import Nine
from engine.seats import left_of, round_from
from render.api import Picture, Words
from render.canvas import Canvas
from render.context import Context, shown
from render.nines import FACTORS_LINE, factor_line, legend, nine_row, result_line
from render.panels import FOOT, HEAD, NAME, ground, head, lit, stacked
from render.scene import Scene
from render.scenes.cloud_nine.examples import paint_example
from render.scenes.cloud_nine.hand import (
    CloudNine,
    band_height,
    hand_height,
    line_height,
    paint_band,
    paint_cloud_line,
    paint_hand,
    paint_trick,
    progress,
    trick_height,
)
from render.scenes.cloud_nine.speech import CloudNineSpeech
from render.shapes import Box, Size
from render.strips import Strip
from render.theme import NIGHT, Theme
from render.tricks import draw_hands, shown_trick

CARD = Size(90, 98)
"""A card of a finished deal."""

_ROW = CARD.h + 20
_CARDS_WIDTH = 546


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
        return [Strip(self.draw_table, context)]

    def hand_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [Strip(self.draw_hand, context)]

    def draw_table(self, context: CloudNine) -> Canvas:
        view = context.view
        theme = context.theme
        top = HEAD + trick_height(theme)
        boxes = stacked(top, view.seats, band_height(theme), theme=theme)
        canvas = ground(boxes[-1].bottom + FOOT, lit(boxes, view.to_act), theme)
        _paint_head(canvas, context, progress(context))
        paint_trick(canvas, context, HEAD)
        for seat, box in zip(context.seats, boxes, strict=True):
            paint_band(canvas, context, seat, box)
        legend(canvas, context.words)
        return canvas

    def draw_hand(self, context: CloudNine) -> Canvas:
        """Draw the trick, everybody's cloud, the own one last, and the hand."""
        view, words, own = context.view, context.words, context.own_seat
        theme = context.theme
        top = HEAD + trick_height(theme)
        lines = stacked(top, view.seats, line_height(theme), 6, theme)
        seats = round_from(left_of(own, view.seats), view.seats)
        lit_lines = [(line, seat in view.to_act) for line, seat in zip(lines, seats, strict=True)]
        canvas = ground(lines[-1].bottom + hand_height(theme) + FOOT, lit_lines, theme)
        title = progress(context)
        # Beside the remark on the trick there is no room for the name too: the message says it.
        named = words("picture.cloud_nine.head", progress=title)
        _paint_head(canvas, context, title if shown_trick(view)[1] or theme.is_large else named)
        paint_trick(canvas, context, HEAD)
        for seat, line in zip(seats, lines, strict=True):
            paint_cloud_line(canvas, context, seat, line)
        paint_hand(canvas, context, lines[-1].bottom)
        return canvas

    def draw_open(self, contexts: Sequence[CloudNine]) -> Canvas:
        canvas = draw_hands(contexts, _row_height(contexts[0].theme), _paint_held)
        legend(canvas, contexts[0].words)
        return canvas

    def draw_deal(self, context: CloudNine) -> Canvas:
        words = context.words
        result = shown(context.view.last_deal, "no deal is finished")
        theme = context.theme
        height = NAME + 10 + 2 * _row_height(theme)
        boxes = stacked(HEAD, context.view.seats, height, theme=theme)
        framed = lit(boxes, context.best(result.points), context.ranked)
        canvas = ground(boxes[-1].bottom + FOOT, framed, theme)
        head(canvas, words("picture.result", deal=result.deal), words("picture.result_columns"))
        for seat, box in zip(context.ranked, boxes, strict=True):
            made, total = result.points[seat - 1], result.totals[seat - 1]
            line = result_line(canvas, context.seating(seat), made, total, box)
            top = Box(line.x, box.y + NAME + 6, line.w, CARD.h)
            _paint_nine(canvas, result.clouds[seat - 1], "cloud", top)
            _paint_nine(canvas, result.hands[seat - 1], "fan", top.moved(0, _row_height(theme)))
        legend(canvas, words)
        return canvas

    def rules(self, page: int, words: Words, theme: Theme = NIGHT) -> Picture | None:
        return paint_example(page, words, theme)


def _row_height(theme: Theme) -> int:
    """Return the height of nine cards, with their factors below in large print."""
    return _ROW + theme.more(FACTORS_LINE)


def _paint_head(canvas: Canvas, context: CloudNine, title: str) -> None:
    """Write the head line, with the stock and which trick is shown in place of a new one."""
    trick, is_before = shown_trick(context.view)
    remark = context.words("picture.trick_before", trick=trick.number) if is_before else ""
    head(canvas, title, remark, stock=context.view.stock)


def _paint_held(canvas: Canvas, context: CloudNine, box: Box) -> None:
    """Paint a hand in a row."""
    hand = shown(context.view.hand, "a spectator has no hand")
    if hand.cards:
        _paint_nine(canvas, hand, "fan", box._replace(h=CARD.h))


def _paint_nine(canvas: Canvas, nine: Nine, mark: str, box: Box) -> None:
    canvas.shape(mark, Box(box.x, box.middle - 24, 48, 48), canvas.theme.mark)
    nine_row(canvas, nine.cards, Box(box.x + 58, box.y, _CARDS_WIDTH, box.h), CARD)
    left = box.x + 58 + _CARDS_WIDTH + 16
    line = Box(left, box.y, box.right - left, box.h)
    if canvas.theme.is_large:
        line = Box(box.x + 58, box.y + _ROW - 6, _CARDS_WIDTH, FACTORS_LINE)
    factor_line(canvas, nine.meld, line)

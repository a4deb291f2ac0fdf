"""The scene of Hail: the die and the heap, and below them the seats; a hand shows the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.charts import die
from render.context import Context, seat_line
from render.panels import FOOT, HEAD, MARGIN, NAME, ground, head, lit, stacked
from render.scene import Scene
from render.shapes import Size
from render.speech import Speech
from render.strips import Strip
from tests.games.hail.view import TURNS, HailView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.canvas import Canvas

DIE = Size(150, 150)


class HailSpeech(Speech[HailView]):
    """The sentences of Hail."""

    game = "hail"

    @property
    def asked(self) -> str:
        return "hail.turn"

    def headline(self) -> str:
        view = self.view
        return self.words("hail.headline", turn=view.round, turns=TURNS, heap=view.heap)

    def now(self) -> list[str]:
        die = self.view.die
        return [self.words("alt.hail.die", die=die)] if die else []

    def seat(self, seat: int) -> str:
        return self.line(seat, self.scored(seat))

    def hand(self) -> list[str]:
        self.context.own_seat  # noqa: B018 - a spectator has no hand
        return list(self.table())


class HailScene(Scene[HailView]):
    """How Hail looks."""

    game = "hail"
    shows = HailView
    speech = HailSpeech

    def table_strips(self, context: Context[HailView]) -> Sequence[Strip]:
        return [Strip(self._drawn, context)]

    def hand_strips(self, context: Context[HailView]) -> Sequence[Strip]:
        context.own_seat  # noqa: B018 - a spectator has no hand
        return self.table_strips(context)

    def _drawn(self, context: Context[HailView]) -> Canvas:
        view, bands = context.view, stacked(HEAD + DIE.h + 20, 2, NAME + 10, theme=context.theme)
        canvas = ground(bands[-1].bottom + FOOT, lit(bands, view.to_act), context.theme)
        head(canvas, self.speech(context).headline())
        canvas.sprite(die(view.die, DIE), MARGIN + 8, HEAD + 4)
        for seat, band in zip(context.seats, bands, strict=True):
            seat_line(canvas, context, seat, band.inset(14, 5), turn="picture.hail.turn")
        return canvas

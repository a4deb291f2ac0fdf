"""The scene of Hail: the die and the heap, and below them the seats; a hand shows the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.alt import AltText
from render.context import Context
from render.dice import die
from render.panels import FOOT, HEAD, MARGIN, NAME, ground, head, lit, stacked
from render.scene import Scene
from render.seats import seat_line
from render.shapes import Size
from tests.games.hail.view import TURNS, HailView

if TYPE_CHECKING:
    from render.canvas import Canvas

DIE = Size(150, 150)


class HailAlt(AltText[HailView]):
    """The sentences of Hail."""

    asked = "hail.turn"

    def progress(self) -> str:
        view = self.view
        said = self.words("alt.hail", turn=view.round, turns=TURNS, heap=view.heap)
        return f"{said} {self.words('alt.hail.die', die=view.die)}" if view.die else said

    def seat(self, seat: int) -> str:
        name, points = self.context.name(seat), self.view.scores[seat - 1]
        return self.words("alt.hail.seat", name=name, n=points)

    def hand(self) -> list[str]:
        self.context.own_seat  # noqa: B018 - a spectator has no hand
        return list(self.table())


class HailScene(Scene[HailView]):
    """How Hail looks."""

    game = "hail"
    shows = HailView
    alt = HailAlt

    def draw_table(self, context: Context[HailView]) -> Canvas:
        view, bands = context.view, stacked(HEAD + DIE.h + 20, 2, NAME + 10, theme=context.theme)
        canvas = ground(bands[-1].bottom + FOOT, lit(bands, view.to_act), context.theme)
        words = {"turn": view.round, "turns": TURNS, "heap": view.heap}
        head(canvas, context.words("hail.headline", **words))
        canvas.sprite(die(view.die, DIE), MARGIN + 8, HEAD + 4)
        for seat, band in zip(context.seats, bands, strict=True):
            seat_line(canvas, context, seat, band.inset(14, 5), turn="picture.hail.turn")
        return canvas

    def draw_hand(self, context: Context[HailView]) -> Canvas:
        context.own_seat  # noqa: B018 - a spectator has no hand
        return self.draw_table(context)

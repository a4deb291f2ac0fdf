"""The scene of Thunder: each seat with the card before it, and below them the own hand."""

from collections.abc import Sequence

from render.alt import AltText
from render.canvas import Canvas
from render.context import Context, shown
from render.panels import FOOT, HEAD, NAME, ground, head, lit, stacked
from render.scene import Scene
from render.seats import seat_line
from render.sprites import card
from render.tricks import HAND, TRICK_CARD, hand_row
from tests.games.thunder.view import ThunderView


class ThunderAlt(AltText[ThunderView]):
    """The sentences of Thunder."""

    asked = "alt.turn.play"

    def progress(self) -> str:
        return self.words("alt.thunder.progress", n=sum(self.view.scores))

    def seat(self, seat: int) -> str:
        view, name = self.view, self.context.name(seat)
        tricks, held, lies = view.scores[seat - 1], view.hand_counts[seat - 1], view.table[seat - 1]
        return self.words("alt.thunder.seat", name=name, tricks=tricks, held=held, lies=lies or "-")

    def hand(self) -> list[str]:
        cards = " ".join(shown(self.view.hand, "a spectator has no hand"))
        return [*self.table(), self.words("alt.hand", cards=cards)]


class ThunderScene(Scene[ThunderView]):
    """How Thunder looks."""

    game = "thunder"
    shows = ThunderView
    alt = ThunderAlt

    def draw_table(self, context: Context[ThunderView]) -> Canvas:
        return self._drawn(context, ())

    def draw_hand(self, context: Context[ThunderView]) -> Canvas:
        return self._drawn(context, shown(context.view.hand, "a spectator has no hand"))

    def _drawn(self, context: Context[ThunderView], hand: Sequence[str]) -> Canvas:
        view, bands = context.view, stacked(HEAD, 2, NAME + TRICK_CARD.h + 20)
        height = (below := bands[-1].bottom + 10) + (HAND if hand else 0) + FOOT
        canvas = ground(height, lit(bands, view.to_act), context.theme)
        head(canvas, context.words("thunder.headline", n=sum(view.scores)))
        for seat, band in zip(context.seats, bands, strict=True):
            line = band.inset(14, 2)._replace(h=NAME)
            seat_line(canvas, context, seat, line, held=view.hand_counts[seat - 1])
            if code := view.table[seat - 1]:
                canvas.sprite(card(code, TRICK_CARD), band.x + 20, band.y + NAME + 6)
        hand_row(canvas, hand, [code.split()[1] for code in view.legal], below)
        return canvas

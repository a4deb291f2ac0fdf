"""The scene of Thunder: the die, each seat with the card before it, and below them the own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.canvas import PLAIN, Lettered
from render.charts import die
from render.context import Context, seat_line, shown
from render.panels import FOOT, HEAD, MARGIN, NAME, ground, head, lit, stacked
from render.scene import Scene
from render.shapes import Box, Size
from render.speech import Speech, suits_said
from render.sprites import card, lay
from render.strips import Strip
from render.tricks import HAND_CARD, row_of
from tests.games.thunder.view import BOLTS, ThunderView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.canvas import Canvas

DIE, RAISE, LAID = Size(80, 80), 26, Size(70, 98)


class ThunderSpeech(Speech[ThunderView]):
    """The sentences of Thunder."""

    game = "thunder"

    def headline(self) -> str:
        return self.words("thunder.headline", n=self.view.tricks, die=self.view.die)

    def seat(self, seat: int) -> str:
        view, at = self.view, seat - 1
        held = self.in_hand(view.hand_counts[at])
        lies = suits_said([code for code in view.table[at : at + 1] if code], self.words)
        return f"{self.line(seat, self.scored(seat), held, self.bolt(seat))} {lies}"

    def bolt(self, seat: int) -> str:
        """Say what a seat's bolt is worth, if the view's seat may know; "" if not."""
        bolt = self.view.bolts[seat - 1]
        return self.words("thunder.bolt", n=BOLTS.index(bolt) + 1) if bolt else ""

    def holding(self) -> str:
        return suits_said(self.view.hand, self.words)

    def hand(self) -> list[str]:
        shown(self.view.hand, "a spectator has no hand")
        return [*self.table(), self.words("alt.hand", cards=self.holding())]


class ThunderScene(Scene[ThunderView]):
    """How Thunder looks."""

    game = "thunder"
    shows = ThunderView
    speech = ThunderSpeech

    def table_strips(self, context: Context[ThunderView]) -> Sequence[Strip]:
        return [Strip(self._drawn, context)]

    def hand_strips(self, context: Context[ThunderView]) -> Sequence[Strip]:
        shown(context.view.hand, "a spectator has no hand")
        return [Strip(self._drawn, context)]

    def _drawn(self, context: Context[ThunderView]) -> Canvas:
        hand = context.view.hand or ()
        view, top = context.view, HEAD + DIE.h + 14
        # Large print leaves out the cards laid, which it would push below a phone's screen.
        laid = Size(0, 0) if context.theme.is_large else LAID
        bands = stacked(top, view.seats, NAME + laid.h + 20, theme=context.theme)
        height = (below := bands[-1].bottom + 10) + (RAISE + HAND_CARD.h if hand else 0) + FOOT
        canvas = ground(height, lit(bands, view.to_act), context.theme)
        head(canvas, self.speech(context).headline())
        canvas.sprite(die(view.die, DIE), MARGIN + 8, HEAD + 4)
        for seat, band in zip(context.seats, bands, strict=True):
            line = band.inset(14, 2)._replace(h=NAME)
            seat_line(canvas, context, seat, line, held=view.hand_counts[seat - 1])
            if laid.h and (code := view.table[seat - 1]):
                canvas.sprite(card(code, laid), band.x + 20, band.y + NAME + 6)
            if words := self.speech(context).bolt(seat):
                room = Box(band.right - 420, band.bottom - NAME, 400, NAME - 6)
                canvas.text(words, room, Lettered(PLAIN, canvas.theme.gold, "right"))
        playable = [code.split()[1] for code in view.legal]
        for code, x, look in row_of(hand, context.theme)[0]:
            lay(canvas, code, Box(x, below + RAISE * (code not in playable), *HAND_CARD), look)
        return canvas

"""The scene of Nimbly: its table, a seat's hand, and the nine of every seat of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.events import Event
from engine.games.nimbly.view import CardsDrawn, NimblyView
from engine.melds import NINE, Nine
from engine.seats import Seat
from render.api import Picture, Words
from render.canvas import Canvas
from render.context import Context, shown
from render.nines import HUNDRED, Line, arrange, draw_sheet, is_hundred
from render.open_hands import OpenHand, draw_open_hands
from render.scene import Scene
from render.scenes.nimbly.examples import paint_example
from render.scenes.nimbly.parts import Nimbly, draw_own, draw_rows, draw_seats
from render.scenes.nimbly.speech import NimblySpeech
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
        own = replace(_only(context, "hand"), people=())
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

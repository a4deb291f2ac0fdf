"""The scene of Clumond: contract and pot, the call or the trick, and every seat with its tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.events import Event
from engine.games.clumond.view import (
    LEFT_OVER,
    TRICKS,
    ClumondView,
    Declared,
    NobodyDeclared,
    TrickWon,
)
from render.api import Picture, Words
from render.canvas import Canvas
from render.context import Context, example_people, shown
from render.open_hands import OpenHand, draw_open_hands
from render.scene import Scene
from render.scenes.clumond.examples import PAGE_OF_RESULT, TABLE, paint_example
from render.scenes.clumond.parts import Clumond, draw_open, draw_seats, is_calling, may_call
from render.scenes.clumond.result import draw_result, is_right
from render.scenes.clumond.rows import draw_own
from render.scenes.clumond.speech import ClumondSpeech
from render.strips import Strip
from render.theme import NIGHT, Theme


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
        return [_open(context), _seats(context)]

    def hand_strips(self, context: Context[Any]) -> Sequence[Strip]:
        return [_open(context), _own(context)]

    def draw_open(self, contexts: Sequence[Clumond]) -> Canvas:
        hands = [shown(each.view.hand, "a spectator has no hand") for each in contexts]
        return draw_open_hands(_open(contexts[0]), contexts, [*map(OpenHand, hands)], HAND)

    def draw_deal(self, context: Clumond, share: float = 1.0) -> Canvas:
        result = shown(context.view.last_deal, "no hand is finished")
        return draw_result(context, result, share)

    def is_moment(self, context: Clumond) -> bool:
        """Return whether somebody's code came true."""
        last = context.view.last_deal
        return last is not None and any(is_right(last, seat) for seat in context.seats)

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


HAND = TRICKS + LEFT_OVER
"""Cards that a seat is dealt."""

_EVERYWHERE: Mapping[str, object] = {"deals": 0, "ante": 0, "deal_scores": (), "last_deal": None}
"""What no strip shows, as it is in all."""


def _open(context: Clumond) -> Strip:
    """Return what all look at."""
    view, none = context.view, (0,) * context.view.seats
    public = context.only(
        **_EVERYWHERE, seat=None, hand=None, asks=(), legal=(), deal=0, scores=none, tricks=none,
        hand_counts=none, dealer=view.dealer if is_calling(view) else 0,
        passed=view.passed if is_calling(view) else (),
    )  # fmt: skip
    if context.theme.is_large:
        public = _without_last(public.only(pot=0))
    return Strip(draw_open, replace(public, told=None))


def _without_last(context: Clumond) -> Clumond:
    """Return the context without the trick before one that goes on, or is to be led."""
    is_next = context.view.trick.cards or context.view.to_act
    return context.only(last_trick=None) if is_next else context


def _seats(context: Clumond) -> Strip:
    """Return every seat."""
    view = context.view
    public = context.only(
        **_EVERYWHERE, seat=None, hand=None, asks=(), legal=(), deal=0, trick=None, last_trick=None,
        pot=0, passed=(), dealer=view.dealer if is_calling(view) else 0,
    )  # fmt: skip
    return Strip(draw_seats, replace(public, told=None))


def _own(context: Clumond) -> Strip:
    """Return what is the own seat's alone."""
    view, none = context.view, (0,) * context.view.seats
    shown(view.hand, "a spectator has no hand")
    own = tuple(
        won if seat == view.seat else 0
        for seat, won in zip(context.seats, view.tricks, strict=True)
    )
    plain = context.only(
        **_EVERYWHERE, deal=0, trick=None, last_trick=None, passed=(), dealer=0, to_act=(),
        winners=(), scores=none, hand_counts=none, tricks=own, trumps=None,
        pot=view.pot if may_call(view) else 0,
    )  # fmt: skip
    return Strip(draw_own, plain)

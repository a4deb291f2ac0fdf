"""The scene of Clumond: contract and pot, the call or the trick, and every seat with its tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.events import Event
from engine.games.clumond.view import (
    LEFT_OVER,
    SUIT_VALUES,
    TRICKS,
    ClumondView,
    DealResult,
    Declared,
    NobodyDeclared,
    Phase,
    Played,
    Scoring,
    Trick,
    TrickWon,
    Trumps,
)
from engine.seats import Seat
from render.api import All, OneOf, Picture, Words
from render.canvas import BIG, PLAIN, Canvas, Lettered
from render.context import Context, example_people, in_letters, shown
from render.encode import finished
from render.open_hands import OpenHand, draw_open_hands
from render.panels import FOOT, beside_badge, foot, foot_box, ground, lit, stacked
from render.scene import Scene
from render.scenes.clumond.parts import (
    TILE,
    Clumond,
    counts,
    draw_open,
    draw_seats,
    is_calling,
    may_call,
    suit_tile,
)
from render.scenes.clumond.result import draw_result, is_right
from render.scenes.clumond.rows import draw_own
from render.scenes.clumond.speech import ClumondSpeech
from render.shapes import Box, Size
from render.speech import card_name, said
from render.sprites import Look, lay
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
    public = context.only(
        **_EVERYWHERE, seat=None, hand=None, asks=(), legal=(), deal=0, trick=None, last_trick=None,
        pot=0, passed=(), dealer=0,
    )  # fmt: skip
    return Strip(draw_seats, replace(public, told=None))


def _own(context: Clumond) -> Strip:
    """Return what is the own seat's alone, or that of a declarer's code against it."""
    view, none = context.view, (0,) * context.view.seats
    shown(view.hand, "a spectator has no hand")
    own = tuple(
        won if seat == view.seat or not counts(view) else 0
        for seat, won in zip(context.seats, view.tricks, strict=True)
    )
    plain = context.only(
        **_EVERYWHERE, deal=0, trick=None, last_trick=None, passed=(), dealer=0, to_act=(),
        winners=(), scores=none, hand_counts=none, tricks=own, trumps=None,
        pot=view.pot if may_call(view) else 0,
    )  # fmt: skip
    return Strip(draw_own, plain)


# The example pictures of the rules: codes, a trick with trumps, a hand settled.

_ONE, _TWO, _THREE = Seat(1), Seat(2), Seat(3)

LEFT = (("9C", "4H", "2D"), ("AH", "8D", "3D"), ("KC", "6C", "5C"))
"""Three cards each, worth 5, 2 and 9."""
MEANT = ((5,), (2, 12), (9,))

_TRUMPED = Trick(4, _TWO, (Played(_TWO, "KD"), Played(_THREE, "3S"), Played(_ONE, "AD")), _THREE)
_RESULT = DealResult(
    deal=2,
    dealer=_ONE,
    declarer=None,
    trumps=Trumps.NONE,
    trick=replace(_TRUMPED, number=13),
    left=(("9C", "4H", "2D"), ("AH", "8D", "3D"), ("KS", "6S", "5D")),
    codes=(5, 2, 2),
    tricks=(5, 4, 4),
    off=(0, 2, 2),
    ante=2,
    pot=6,
    paid=(0, 2, 2),
    took=(3, 0, 0),
    stays=7,
    share=0,
    points=(1, -4, -4),
    totals=(4, -6, -5),
)
TABLE = ClumondView(
    seat=None,
    seats=3,
    deals=9,
    scoring=Scoring.CHIPS,
    ante=2,
    deal=2,
    phase=Phase.PLAY,
    to_act=(),
    dealer=_THREE,
    passed=(),
    declarer=_ONE,
    trumps=Trumps.SPADES,
    trick=_TRUMPED,
    last_trick=None,
    tricks=(1, 1, 2),
    hand_counts=(12, 12, 12),
    pot=9,
    hand=None,
    asks=(),
    legal=(),
    scores=(0, 0, 0),
    deal_scores=(),
    last_deal=_RESULT,
    winners=(),
)
PAGE_OF_RESULT = 4
"""The page whose picture is the settlement of the hand before."""

_CARD = Size(98, 104)
_LINE = _CARD.h + 24
_LARGE_LINE, _LARGE_STEP = 138, 50


def paint_example(page: int, words: Words, theme: Theme) -> Picture | None:
    """Paint the picture of a page: 2 three codes, 3 a trick with trumps."""
    theme = in_letters(theme, words)
    match page:
        case 2:
            return _codes(words, theme)
        case 3:
            return _trick(Context(TABLE, example_people(words), words, theme))
        case _:
            return None


def _codes(words: Words, theme: Theme) -> Picture:
    """Paint three times three cards, what each card counts, and the tricks they ask for."""
    height = _LARGE_LINE if theme.is_large else _LINE
    bands = stacked(6, len(LEFT), height, theme=theme, left=beside_badge(theme))
    below = 0 if theme.is_large else FOOT
    canvas = ground(bands[-1].bottom + 6 + below, lit(bands, ()), theme)
    meanings = list(map(OneOf, MEANT))
    for band, cards, meant in zip(bands, LEFT, meanings, strict=True):
        _paint_code(canvas, cards, words("picture.clumond.asks_for", tricks=meant), band)
    if below:
        _paint_values(canvas, foot_box(canvas.size.h, theme))
    sentences = [
        words(
            "alt.clumond.example",
            cards=All(card_name(card, words) for card in cards),
            code=_code(cards),
            tricks=meant,
        )
        for cards, meant in zip(LEFT, meanings, strict=True)
    ]
    return finished(canvas, " ".join([*sentences, words("alt.clumond.values")]))


def _paint_code(canvas: Canvas, cards: tuple[str, ...], meant: str, band: Box) -> None:
    """Paint three cards with what each counts; in large print only what they do together."""
    theme, x, y = canvas.theme, band.x + 14, band.y + 12
    step = _LARGE_STEP if theme.is_large else _CARD.w + 50
    for i, code in enumerate(cards):
        is_last = i == len(cards) - 1
        look = Look.COVERED if theme.is_large and not is_last else Look.PLAIN
        lay(canvas, code, Box(x, y, *_CARD), look)
        if not theme.is_large:
            count = Box(x + _CARD.w + 6, y, 36, _CARD.h)
            canvas.text(str(SUIT_VALUES[code[1]]), count, Lettered(BIG, theme.muted, "middle"))
        x += _CARD.w + (14 if theme.is_large else 56) if is_last else step
    total = Box(x, y, 84, _CARD.h)
    canvas.text(f"= {_code(cards)}", total, Lettered(BIG, theme.text))
    line = Box(x + 86, y, band.right - x - 102, _CARD.h)
    canvas.caption(meant, line, Lettered(PLAIN, theme.text, "right"))


def _paint_values(canvas: Canvas, box: Box) -> None:
    """Say what a card of each suit counts."""
    for place, (suit, value) in enumerate(SUIT_VALUES.items()):
        x = box.x + place * box.w // len(SUIT_VALUES)
        suit_tile(canvas, suit, x, box.middle - TILE // 2)
        line = Box(x + TILE + 14, box.y, 80, box.h)
        canvas.text(f"= {value}", line, Lettered(PLAIN, canvas.theme.muted))


def _code(cards: tuple[str, ...]) -> int:
    return sum(SUIT_VALUES[code[1]] for code in cards)


def _trick(context: Clumond) -> Picture:
    open_strip, theme = draw_open(context), context.theme
    height = open_strip.size.h + foot(theme)
    canvas = ground(height, (), theme)
    canvas.add(open_strip)
    return finished(canvas, said(context, lambda short: ClumondSpeech(short).played()))

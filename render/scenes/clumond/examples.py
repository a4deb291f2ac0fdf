"""The example pictures of the rules: codes, a trick with trumps, a hand settled."""

from __future__ import annotations

from dataclasses import replace

from engine.games.clumond.view import (
    SUIT_VALUES,
    ClumondView,
    DealResult,
    Phase,
    Played,
    Scoring,
    Trick,
    Trumps,
)
from engine.seats import Seat
from render.api import All, OneOf, Picture, Words
from render.canvas import BIG, PLAIN, Canvas, Lettered
from render.context import Context, example_people, in_letters
from render.encode import finished
from render.panels import FOOT, beside_badge, foot, foot_box, ground, lit, stacked
from render.scenes.clumond.parts import TILE, Clumond, draw_open, suit_tile
from render.scenes.clumond.speech import ClumondSpeech
from render.shapes import Box, Size
from render.speech import card_name, said
from render.sprites import Look, lay
from render.theme import Theme

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
    line = Box(x + 86, y, band.right - x - 90, _CARD.h)
    canvas.caption(meant, line, Lettered(PLAIN, theme.text))


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

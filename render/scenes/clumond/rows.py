"""The own hand: which numbers of tricks may still be right, and the cards, suits together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.games.clumond.view import (
    PASS,
    POINTS_AGAINST,
    POINTS_DECLARED,
    SUIT_VALUES,
    TRICKS,
)
from engine.seats import Seat
from render.canvas import BIG, NARROW, PLAIN, SMALL, Canvas, Lettered
from render.context import shown
from render.glyphs import Style
from render.panels import BADGE, MARGIN, NUMBER, across, badge, beside_badge, deep
from render.scenes.clumond.parts import (
    Clumond,
    counts,
    has_chips,
    is_calling,
    may_call,
    open_height,
    suit_tile,
)
from render.scenes.clumond.speech import ClumondSpeech
from render.scenes.play import TOLD, frame_told, name_told, paint_told
from render.shapes import Box, Size
from render.sprites import STRIP, Look, lay
from render.theme import Theme, tallest

ROW, _MOST = 8, 10
"""Cards of one of two rows, and of a row that lies alone."""

LONGEST = 9
"""Cards of a row in large print, where the others lie in a second one."""

APART = 10
"""Between two suits of a row."""

RAISED, _CALLING = 22, 6
"""How much higher a card lies that may be played, and the air between rows while none may."""

_TOP, _LINE, _TRACK, _CALLS = 2, 50, 56, 124
_CARD, _NARROWER = Size(140, 196), 98
"""A card of a row of its own, and the width of one of two rows."""

_WON, _WORD = 46, 30
"""Heights of the number of tricks won, beside the cards, and of the word below it."""

_LARGE_LINE, _LARGE_TRACK, _LARGE_CALLS = 40, 46, 98
_INDEX = 88
"""How much of a card is seen where another row lies on it, in large print."""

_LEAST_MARK, _MARK = 18, 34
"""The least and the most that the mark of a card measures that a review tells of."""

_NARROW = PLAIN._replace(width=NARROW)
_LEGEND = Size(84, 38)
"""How far apart suits stand with what they count, and the side of a suit's tile."""

_COLUMNS, _LARGE_COLUMNS = (560, 765, 968), (488, 692)
"""Where in a call's row begins what it pays; large print does not say what a wrong one pays."""

_LARGE_RAISED = 8


class Laid(NamedTuple):
    """Where a card lies, how much of its width is seen, and whether another lies on it."""

    code: str
    at: Box
    seen: int
    is_covered: bool


def laid_out(
    hand: Sequence[str],
    theme: Theme,
    y: int,
    foot: int,
    *,
    raised: int = RAISED,
    is_told: bool = False,
) -> list[Laid]:
    """Lay a hand out beside the ALT badge down to a foot, in one row or, if it is long, in two.

    Cards have room to be `raised`, and for the mark below the index of two that are compared
    (`is_told`).
    """
    if not theme.is_large:
        return _in_rows(hand, theme, y, foot - 4, raised)
    if len(hand) <= LONGEST:
        return list(_row(hand, theme, y, Size(110, 184)))
    split, pitch = -(-len(hand) // 2), 114 if is_told else (foot - y - _LARGE_RAISED - 12) // 2
    size = Size(98, pitch + 12 * (not is_told))
    above = (laid._replace(is_covered=True) for laid in _row(hand[:split], theme, y, size))
    return [*above, *_row(hand[split:], theme, y + pitch, size)]


def _in_rows(hand: Sequence[str], theme: Theme, y: int, foot: int, raised: int) -> list[Laid]:
    """Lay a hand out down to the foot of the picture, suits together."""
    if len(hand) <= _MOST:
        return list(_row(hand, theme, foot - RAISED - _CARD.h, _CARD))
    pitch = (foot - y) // 2
    size = Size(_NARROWER, pitch - (raised if pitch >= _INDEX + raised else 2))
    ends = [i for i in range(1, len(hand)) if hand[i][1] != hand[i - 1][1]]
    half = len(hand) / 2
    split = min(ends, key=lambda end: abs(end - half), default=0)
    if not len(hand) - ROW <= split <= ROW:
        split = -(-len(hand) // 2)
    return [*_row(hand[:split], theme, y, size), *_row(hand[split:], theme, y + pitch, size)]


def _row(hand: Sequence[str], theme: Theme, y: int, size: Size) -> Iterator[Laid]:
    """Lay cards out in a row; they overlap where they have to."""
    left = beside_badge(theme)
    suits = [len(list(cards)) for _, cards in groupby(hand, key=lambda code: code[1])]
    room = theme.width - MARGIN - left - size.w - APART * (len(suits) - 1)
    step = min(size.w + 6, room // max(len(hand) - 1, 1))
    x = left
    for i, code in enumerate(hand):
        is_last = i == len(hand) - 1
        seen = size.w if is_last else step + APART * (hand[i + 1][1] != code[1])
        yield Laid(code, Box(x, y, *size), min(seen, size.w), is_covered=seen < size.w)
        x += seen


def draw_own(context: Clumond) -> Canvas:
    """Draw what may be called or may still be right, and the own cards, playable ones raised."""
    theme = context.theme
    canvas = deep(tallest(theme) - open_height(context.view, theme), theme)
    room, y = room_of(context)
    if not is_calling(context.view):
        _paint_won(canvas, context, Box(MARGIN, y, beside_badge(theme) - MARGIN - 8, 0))
    if context.told:
        _paint_told(canvas, context, room)
    else:
        if room.y > _TOP:
            _paint_line(canvas, context, room._replace(y=_TOP, h=room.y - _TOP))
        paint = _paint_calls if may_call(context.view) else _paint_track
        paint(canvas, context, room)
    paint_cards(canvas, context, y)
    return canvas


def _paint_told(canvas: Canvas, context: Clumond, room: Box) -> None:
    """Say which marks two cards have, or name two calls in frames with what each of them pays."""
    if not is_calling(context.view):
        name_told(canvas, context, lambda _: "", room)
        return
    name, calls = ClumondSpeech(context).marked, calls_pay(context)
    room = room._replace(y=_TOP, h=room.bottom - _TOP)
    if canvas.theme.is_large:
        name_told(canvas, context, name, room)
        return
    name_told(canvas, context, name, room, room.w - _COLUMNS[0] + 20)
    for n, code in enumerate(context.told or ()):
        line = room._replace(x=room.x - 12, y=room.y + n * room.h // 2, h=room.h // 2)
        _paint_pays(canvas, calls[code != PASS], line, _COLUMNS)


def room_of(context: Clumond) -> tuple[Box, int]:
    """Return the room for calls or numbers of tricks, and where the cards begin below it.

    Above it is a line, but where two cards are compared.
    """
    theme, is_open = context.theme, is_calling(context.view)
    top, high = (_LARGE_LINE, _LARGE_TRACK) if theme.is_large else (_LINE, _TRACK)
    if may_call(context.view) or (is_open and context.told):
        high = _LARGE_CALLS if theme.is_large else _CALLS
    elif context.told:
        top, high = 0, TOLD if theme.is_large else _LINE
    room = Box(MARGIN, _TOP + top, across(theme), high)
    return room, room.bottom + 4


def _paint_line(canvas: Canvas, context: Clumond, line: Box) -> None:
    """Say what it is to be right, or who must not be; and what suits count, as large print does."""
    words, theme, view = context.words, canvas.theme, context.view
    step = _LEGEND.w
    for place, suit in enumerate(SUIT_VALUES):
        x = line.right - (len(SUIT_VALUES) - place) * step + 10
        _paint_value(canvas, suit, Box(x, line.y, step - 10, line.h), _LEGEND.h)
    left = line._replace(w=line.w - len(SUIT_VALUES) * step)
    if theme.is_large:
        return
    key = "picture.clumond.right"
    if not counts(view):
        badge(canvas, shown(view.declarer, "nobody declared"), left.x, left.middle - BADGE // 2)
        key, left = "picture.clumond.against", left._replace(x=left.x + 58, w=left.w - 58)
    elif ClumondSpeech(context).totals():
        left = _sign(canvas, "tick", left)
    else:
        key = ClumondSpeech(context).aim()
    canvas.caption(words(key), left, Lettered(_cell_style(theme), theme.text))


def _paint_value(canvas: Canvas, suit: str, box: Box, side: int) -> None:
    """Paint a suit and what a card of it counts (C3)."""
    suit_tile(canvas, suit, box.x, box.middle - side // 2, side)
    digit = box._replace(x=box.x + side + 5, w=box.w - side - 5)
    canvas.text(str(SUIT_VALUES[suit]), digit, Lettered(_NARROW, canvas.theme.muted))


def _sign(canvas: Canvas, shape: str, line: Box) -> Box:
    """Paint that something is right, or wrong, and return the rest of the line."""
    colour = canvas.theme.flush if shape == "tick" else canvas.theme.run
    canvas.shape(shape, Box(line.x, line.middle - 16, 34, 32), colour)
    return line._replace(x=line.x + 44, w=line.w - 44)


def _paint_calls(canvas: Canvas, context: Clumond, room: Box) -> None:
    """Say what may be called, in the order of its buttons, and what it pays (C2, C5-C7)."""
    words, theme = context.words, canvas.theme
    columns = _LARGE_COLUMNS if theme.is_large else _COLUMNS
    height, look = room.h // 2, Lettered(_cell_style(theme), theme.text)
    for n, (call, pays) in enumerate(zip(("pass", "declare"), calls_pay(context), strict=True)):
        box = Box(room.x, room.y + n * height, room.w, height - 4)
        canvas.panel(box, theme.panel, radius=14)
        canvas.panel(box, theme.rim, radius=14, outline=2)
        line = box._replace(x=box.x + 14, w=columns[0] - 24)
        canvas.caption(words(f"picture.clumond.{call}"), line, look)
        _paint_pays(canvas, pays, box, columns)


def _paint_pays(canvas: Canvas, pays: Sequence[str], box: Box, columns: Sequence[int]) -> None:
    """Say what a call pays who is right and, if there is a column for it, who is wrong."""
    look = Lettered(_cell_style(canvas.theme), canvas.theme.text)
    for sign, amount, left, right in zip(
        ("tick", "cross"), pays, columns, columns[1:], strict=False
    ):
        part = box._replace(x=box.x + left, w=right - left - 8)
        canvas.caption(amount, _sign(canvas, sign, part), look)


def calls_pay(context: Clumond) -> Sequence[tuple[str, str]]:
    """Return what a pass pays who is right, and who is wrong, and what a declaration pays."""
    view, words = context.view, context.words
    least = ClumondSpeech(context).undeclared()
    won, pot, each = f"+{least}", POINTS_DECLARED, POINTS_AGAINST
    if has_chips(view):
        won = words("picture.clumond.at_least", n=least)
        pot, each = view.pot, view.pot // 2
    lost = words("picture.clumond.a_trick")
    return (won, lost), (f"+{pot}", words("picture.clumond.others", n=each))


def paint_cards(canvas: Canvas, context: Clumond, y: int) -> None:
    """Paint the own cards, those that may be played raised to `y` and the others below it.

    Where there is a choice, those that may not are on other paper.
    """
    view, theme = context.view, canvas.theme
    may = {code.partition(" ")[2] for code in view.legal if code.startswith("play ")}
    raised = _CALLING if is_calling(view) else RAISED
    drop = _LARGE_RAISED if theme.is_large else raised
    told = () if context.told is None or is_calling(view) else context.told
    marks = []
    laid = laid_out(
        view.hand or (), theme, y, canvas.size.h, raised=raised, is_told=bool(told)
    )  # fmt: skip
    for code, place, seen, is_covered in laid:
        at, move = place if code in may else place.moved(0, drop), f"play {code}"
        # A mark stands below the index, where nothing else is on a covered card.
        face = Look.HELD if seen > at.w * STRIP else Look.COVERED
        look = face if is_covered else Look.PLAIN
        if may and code not in may:
            look = Look.BARRED
        lay(canvas, code, at, Look.COVERED if move in told else look)
        foot = at.y + round(at.w * 0.88) + 2
        side = max(min(at.bottom - foot - 6, _MARK), _LEAST_MARK)
        mark = Box(at.x + round(at.w * 0.305) - side // 2, foot, side, side)
        marks.append((move, mark, at._replace(w=max(seen, mark.right - at.x + 8))))
    for move, mark, at in marks:
        frame_told(canvas, context, move, at)
        paint_told(canvas, context, move, mark)
    for (suit, _), cards in groupby(laid, key=lambda one: (one.code[1], one.at.y)):
        first, *_, last = [*cards] * 2
        suited = first.at._replace(w=last.at.x + last.seen - first.at.x)
        frame_told(canvas, context, f"declare {suit}", suited)


def _paint_won(canvas: Canvas, context: Clumond, left: Box) -> None:
    """Say beside the cards how many tricks who has to be right, or wrong, has won."""
    seat, won = _aiming(context)
    count, word = left._replace(h=_WON), left._replace(y=left.y + _WON, h=_WORD)
    if not counts(context.view):
        badge(canvas, seat, count.x, count.middle - BADGE // 2)
        count = count._replace(x=count.x + BADGE, w=count.w - BADGE)
    canvas.text(str(won), count, Lettered(BIG, canvas.theme.text, "middle"))
    text = context.words("picture.clumond.tricks", n=won)
    canvas.caption(text, word, Lettered(SMALL, canvas.theme.muted, "middle"))


def _aiming(context: Clumond) -> tuple[Seat, int]:
    """Return whose code is watched, the own seat's or a declarer's, and its tricks."""
    view = context.view
    seat = context.own_seat if counts(view) else shown(view.declarer, "nobody declared")
    return Seat(seat), view.tricks[seat - 1]


def _cell_style(theme: Theme) -> Style:
    return _NARROW if theme.is_large else PLAIN._replace(width=70)


def _paint_track(canvas: Canvas, context: Clumond, room: Box) -> None:
    """Paint the numbers of tricks with which a hand may still be right; a frame has those won.

    They are filled where no more need be won. Nothing is won while the call goes on.
    """
    view, theme, totals = context.view, canvas.theme, ClumondSpeech(context).totals()
    won = None if is_calling(view) else _aiming(context)[1]
    style = NUMBER._replace(width=NARROW) if theme.is_large else NUMBER
    for n, box in enumerate(_places(room)):
        if n != won and n not in totals:
            continue
        is_met = n == won and n in totals and counts(view)
        canvas.panel(box, theme.glow if is_met else theme.panel, radius=14)
        if not is_met:
            outline = 5 if n == won else 2
            canvas.panel(box, theme.text if n == won else theme.rim, radius=14, outline=outline)
        canvas.text(str(n), box, Lettered(style, theme.ink if is_met else theme.text, "middle"))


def _places(room: Box) -> Iterator[Box]:
    """Return the places of 0 to 13 in a row; those of two figures have half as much room again."""
    x, step = room.x, room.w // 16
    for n in range(TRICKS + 1):
        wide = step * 3 // 2 if n > 9 else step
        yield room._replace(x=x, w=wide - 6)
        x += wide

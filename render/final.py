"""The final result of any game: the winner large, how it came to that, and then the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from engine.game import by_place
from engine.melds import Nine
from engine.seats import Seat
from render.api import All, Nth, Picture, change, gain, number, spoken
from render.canvas import BIG, NARROW, PLAIN, READABLE, Canvas, Lettered
from render.context import Context
from render.encode import finished
from render.glyphs import Style
from render.lettering import lettering
from render.nines import LOW, paint_made
from render.panels import (
    MARGIN,
    ONE_COLUMN,
    PORTRAIT,
    across,
    badge,
    beside_badge,
    foot,
    ground,
    is_cut,
    paint_face,
    write_name,
)
from render.shapes import Box
from render.speech import NAME_LENGTHS, named, said
from render.theme import NIGHT, Theme, tallest

Story: TypeAlias = Callable[[Context[Any]], str]
"""Tells in a sentence how a game came to its end."""

Sentences: TypeAlias = Callable[[Context[Any]], Sequence[str]]

Nines: TypeAlias = Sequence[Sequence[Nine]]
"""The nines of every seat."""

_GAP = 10
_LEAST, _MOST = 53, 78
"""The height of a line in pixels: letters can be read, and one line is beside the ALT badge."""

_STORY = 62
_TOLD = Style(READABLE, 600, 85)
_DEAL = Style(READABLE, 600, NARROW)
_HEROES, _MANY = {1: (190, 112), 2: (96, 76)}, (66, 54)
"""How high the line of a winner is, by how many they are, and in large print."""

_OPENED = 150
"""The most that it is above cards."""

_PLACE = 64
_POINTS = 300
"""The most room for points."""

_CHANGE = 280
"""The most room for a rating and its change."""

_CARDS, _NAMED = LOW.h + 4, 54
"""Height of cards that lie open, and of a name above them."""

_BESIDE = 400
"""Width of cards beside a name."""


class _Plan(NamedTuple):
    """What a result has room for: lines of winners and of others, in pixels, a story, and cards."""

    hero: int
    line: int
    story: int
    height: int
    cards: int = 0
    is_sum: bool = False

    @property
    def is_beside(self) -> bool:
        """Whether the cards of others lie beside their names."""
        return self.cards > 0 and self.line < self.cards + _NAMED


def paint_final(
    context: Context[Any],
    game: str,
    story: Story,
    nines: Nines = (),
    deal: str = "",
    made: Sentences = lambda _: (),
) -> Picture:
    """Paint how a game ended, with its `story`, and the `nines` of seats in its last `deal`.

    That has no name if there was no other. The alt text says these as `made` does.
    """
    canvas = draw_final(context, story, nines, deal)
    return finished(canvas, final_alt(context, game, story, made))


def draw_final(context: Context[Any], story: Story, nines: Nines = (), deal: str = "") -> Canvas:
    """Draw the final result without encoding it."""
    theme, view = context.theme, context.view
    order = by_place(view.scores, view.winners)
    winners, others = order[: len(view.winners)], order[len(view.winners) :]
    told = _fitted(context, story, across(theme) - 32)
    plan = _planned(theme, len(winners), len(others), _STORY * bool(told))
    if nines and not theme.is_large:
        plan = _opened(plan._replace(is_sum=bool(deal)), len(winners), len(others), nines)
    pitch = plan.hero + plan.cards
    top = Box(MARGIN, _GAP, across(theme), len(winners) * pitch + plan.story + 8)
    left = beside_badge(theme)
    below = Box(left, top.bottom + _GAP, theme.width - MARGIN - left, plan.line * len(others))
    canvas = ground(plan.height, [(top, True), *([(below, False)] * bool(others))], theme)
    line = Box(top.x + 16, top.y + 4, top.w - 32, plan.hero)
    for at, (_, seat) in enumerate(winners):
        _paint_winner(canvas, context, seat, line.moved(0, at * pitch))
        if plan.cards:
            row = Box(left + 16, line.bottom + at * pitch, line.right - left - 16, LOW.h)
            paint_made(canvas, nines[seat - 1], row, is_sum=plan.is_sum)
            look = Lettered(_DEAL, theme.muted, "right")
            canvas.caption(deal, row._replace(x=line.x, w=left - line.x), look)
    if plan.story:
        line = line._replace(y=top.bottom - plan.story - 4, h=plan.story)
        _paint_story(canvas, told, line, _beside_face(plan.hero, theme))
    line = Box(below.x + 16, below.y, below.w - 32, plan.line)
    for at, (place, seat) in enumerate(others):
        row = line.moved(0, at * plan.line)
        if plan.cards:
            _paint_opened(canvas, context, (place, seat), row, plan, nines[seat - 1])
        else:
            _paint_other(canvas, context, place, seat, row)
    return canvas


def _beside_face(hero: int, theme: Theme) -> int:
    """Return where the name of a winner begins: above the cards, or right of a larger face."""
    return (2 * MARGIN + hero) if hero > _OPENED else beside_badge(theme) + 16


def _paint_story(canvas: Canvas, told: str, room: Box, left: int) -> None:
    """Write the story below the names, or from the edge where it is long."""
    beside = room._replace(x=left, w=room.right - left)
    for style in (_TOLD, _TOLD._replace(width=72)):
        if not is_cut(told, style, beside.w):
            canvas.text(told, beside, Lettered(style, canvas.theme.text))
            return
    canvas.text(told, room, Lettered(_TOLD, canvas.theme.text))


def _paint_opened(
    canvas: Canvas,
    context: Context[Any],
    who: tuple[int, Seat],
    row: Box,
    plan: _Plan,
    nines: Sequence[Nine],
) -> None:
    """Paint a place and who has it, and the cards below these or beside them."""
    if plan.is_beside:
        right = _paint_other(canvas, context, *who, row, _BESIDE)
        cards = Box(right, row.middle - LOW.h // 2, _BESIDE, LOW.h)
    else:
        _paint_other(canvas, context, *who, row._replace(h=_NAMED))
        cards = Box(row.x, row.bottom - LOW.h - 4, row.w, LOW.h)
    paint_made(canvas, nines, cards, is_sum=plan.is_sum, dim=True)


def _opened(plan: _Plan, winners: int, others: int, nines: Nines) -> _Plan:
    """Return a plan with room for cards, below names or beside them, or as it was."""
    hero = min(_OPENED, _HEROES.get(winners, _MANY)[winners == 1 and others > ONE_COLUMN - 1])
    rest = winners * (hero + _CARDS) + 3 * _GAP + 8
    for line in (_NAMED + _CARDS, _CARDS + 2)[: 3 - max(map(len, nines))]:
        for story in (plan.story, 0):
            height = rest + story + line * others
            if height <= tallest(NIGHT):
                return _Plan(hero, line, story, height, _CARDS, plan.is_sum)
    return plan


def _planned(theme: Theme, winners: int, others: int, story: int) -> _Plan:
    """Plan a picture: without the story where all would have to be smaller than can be read."""
    hero = _HEROES.get(winners, _MANY)[theme.is_large]
    below = _GAP if others else foot(theme)
    used = winners * hero + 8 + _GAP * (1 + bool(others)) + below + 2
    room = tallest(theme) - used
    story *= room - story >= _LEAST * others
    line = min((room - story) // max(others, 1), _MOST)
    return _Plan(hero, line, story, used + story + line * others)


def _fitted(context: Context[Any], story: Story, width: int) -> str:
    """Tell a story with names as long as there is room for; "" where there is none."""
    style = _TOLD._replace(width=NARROW) if context.theme.is_large else _TOLD
    for length in NAME_LENGTHS:
        told = story(replace(context, people=named(context.people, length, context.words)))
        if lettering(told, style, width, READABLE).text == told:
            return told
    return ""


def _paint_winner(canvas: Canvas, context: Context[Any], seat: Seat, line: Box) -> None:
    """Paint a winner, the larger the fewer there are, with the rating below the name."""
    theme, x = canvas.theme, _beside_face(line.h, canvas.theme)
    side = min(line.h - 16, x - line.x - 12)
    rays = Box(line.x - 6, line.middle - side // 2 - 6, side + 12, side + 12)
    canvas.shape("burst", rays, theme.glow)
    face = rays.inset(side // 6, side // 6)
    paint_face(canvas, seat, context.portrait(seat), face)
    score = Style(max(READABLE, line.h * 3 // 4), 800, 80)
    right = _paint_points(canvas, context, seat, line, Lettered(score, theme.gold, "right"))
    changed = _changed(context, seat) if line.h >= 2 * _LEAST else ""
    top = line._replace(y=line.y + 6, h=(line.h - 8) * 3 // 5) if changed else line
    size = min(96, max(READABLE, line.h * 8 // 15))
    crown = size * 4 // 5
    room = Box(x, top.y, right - x - crown - 16, top.h)
    x += 16 + write_name(canvas, context.name(seat), room, Style(size, 800, 90))
    canvas.shape("crown", Box(x, top.middle - crown // 2, crown, crown), theme.gold)
    if changed:
        below = Box(room.x, top.bottom, right - room.x, line.bottom - top.bottom - 4)
        told = context.words("picture.final.rating", change=changed)
        canvas.text(told, below, Lettered(PLAIN, theme.muted))


def _paint_other(
    canvas: Canvas, context: Context[Any], place: int, seat: Seat, line: Box, beside: int = 0
) -> int:
    """Paint a place, who has it, what became of the rating, and the points.

    Return where there is so much room `beside` these, in place of the rating.
    """
    theme, first = canvas.theme, line._replace(w=_PLACE)
    told = context.words("picture.final.place", place=place)
    canvas.text(told, first, Lettered(PLAIN, theme.muted))
    badge(canvas, seat, first.right, line.middle - 23)
    x = first.right + 58
    right = _paint_points(canvas, context, seat, line, Lettered(BIG, theme.text, "right"))
    if beside:
        right = line.right - beside - _POINTS // 3
    elif changed := _changed(context, seat):
        right = min(right, line.right - _POINTS // 2)
        room = Box(right - _CHANGE, line.y, _CHANGE, line.h)
        look = Lettered(PLAIN._replace(width=75), theme.muted, "right")
        right -= 24 + canvas.text(changed, room, look)
    room, name = Box(x, line.y, right - x - 12, line.h), context.name(seat)
    used = write_name(canvas, name, room, BIG) + 14
    if used + PORTRAIT <= room.w and not beside:
        face = Box(x + used, line.middle - PORTRAIT // 2, PORTRAIT, PORTRAIT)
        paint_face(canvas, seat, context.portrait(seat), face)
    return right


def _paint_points(
    canvas: Canvas, context: Context[Any], seat: Seat, line: Box, look: Lettered
) -> int:
    """Paint a seat's points at the right end of a line; return where there is room again."""
    room = line._replace(x=line.right - _POINTS, w=_POINTS)
    return line.right - 24 - canvas.text(number(context.view.scores[seat - 1]), room, look)


def _changed(context: Context[Any], seat: Seat) -> str:
    """Write a seat's rating and its change; "" in large print, and where nothing is known of it."""
    known = context.ratings.get(seat)
    if known is None or context.theme.is_large:
        return ""
    return context.words("rating.change", after=number(known.after), gain=change(known.gain))


def final_alt(
    context: Context[Any], game: str, story: Story, made: Sentences = lambda _: ()
) -> str:
    """Say who won, how it came to that, everybody's place, total and rating, and what is `made`."""
    return said(context, lambda short: [*final_sentences(short, game, story), *made(short)])


def final_sentences(context: Context[Any], game: str, story: Story) -> list[str]:
    """Return the sentences of the final result."""
    view, words = context.view, context.words
    over = words("alt.over", names=All(context.names(view.winners)), n=len(view.winners))
    told = story(context) if len(view.winners) == 1 else ""
    lines = [_line(context, place, seat) for place, seat in by_place(view.scores, view.winners)]
    return [over, told, *lines, words("alt.final", game=words(f"game.{game}"))]


def _line(context: Context[Any], place: int, seat: Seat) -> str:
    """Say a seat's place and total, and what became of the rating where that is known."""
    words, known = context.words, context.ratings.get(seat)
    total = spoken(number(context.view.scores[seat - 1]), words)
    facts: dict[str, object] = {"place": Nth(place), "name": context.name(seat), "total": total}
    if known is None:
        return words("alt.final.line", **facts)
    rating = spoken(number(known.after), words)
    return words("alt.final.rated", rating=rating, change=gain(known.gain, words), **facts)

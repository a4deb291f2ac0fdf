"""The result of a round of an evening: who made more of the same cards, deal by deal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from render.api import Picture, Words, capital, number, points_text, rounded, spoken
from render.canvas import Canvas
from render.encode import finished
from render.lettering import clean
from render.scenes.leaderboard import HELPED, Column, Heading, Ranked, draw_ranking
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme

_NUMBERED = 3
"""So many deals are written as numbers; of more it is told in how many somebody did best."""

_TOLD = 20
"""The most deals of which the alt text names everyone's points."""

_TOLD_ROWS = 9
"""Up to so many rows the alt text names every deal."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who held the cards of a seat, and what they made in each deal.

    `best` is for each deal that nobody made more of the same cards, and somebody less. Place and
    points are None for house players, who have a `portrait`; a place below the third has no medal
    anyway. `stood_in` are a person's deals, from 1, that a stand-in played.
    """

    name: str
    made: Sequence[int]
    best: Sequence[bool]
    place: int | None = None
    points: float | None = None
    has_medal: bool = True
    stood_in: Collection[int] = ()
    portrait: int = 0


@dataclass(frozen=True, slots=True)
class Cards:
    """Everybody who held the cards of one seat; of seat 0 everybody at a lone table."""

    seat: int
    holders: Sequence[Holder]


def paint_evening(
    heading: Heading, cards: Sequence[Cards], unit: str, words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the result; `unit` is what the game calls its deals."""
    canvas = draw_evening(cards, unit, words, theme, heading.title)
    return finished(canvas, _alt(heading, cards, unit, words))


def draw_evening(
    cards: Sequence[Cards], unit: str, words: Words, theme: Theme, title: str = ""
) -> Canvas:
    """Draw it without encoding: people by their places, house players after them."""
    held = [(group.seat, one) for group in cards for one in group.holders]
    held.sort(key=lambda one: (one[1].place is None, one[1].place or 0))
    deals = max((len(one.made) for _, one in held), default=0)
    # Beside so many numbers seats would leave no room for names.
    seated = deals != _NUMBERED and all(seat for seat, _ in held)
    columns = [
        *([Column(words("picture.league.seat"), 120)] if seated else ()),
        *_columns(deals, unit, words),
        Column(words("picture.league.share"), 160),
    ]
    rows = [_row(seat if seated else 0, one, deals, words) for seat, one in held]
    return draw_ranking(title, rows, columns, words, theme)


def _columns(deals: int, unit: str, words: Words) -> list[Column]:
    """Return the columns of few deals, the first one named, or what is told of many."""
    if deals > _NUMBERED:
        return [Column(words("picture.evening.ahead"), 180)]
    named = [words(f"picture.evening.{unit}", deal=1), "2", "3"]
    return [Column(caption, 120 if at else 180) for at, caption in enumerate(named[:deals])]


def _row(seat: int, one: Holder, deals: int, words: Words) -> Ranked:
    """Return what is painted of a holder; of seat 0 without the seat."""
    numbers, best = [str(seat)] if seat else [], []
    if deals > _NUMBERED:
        numbers.append(f"{sum(one.best)}/{len(one.made)}" + HELPED * bool(one.stood_in))
    else:
        best = [at + len(numbers) for at, is_best in enumerate(one.best) if is_best]
        numbers += [
            number(made) + HELPED * (deal in one.stood_in)
            for deal, made in enumerate(one.made, start=1)
        ]
        numbers += [""] * (deals - len(one.made))
    numbers.append("" if one.points is None else rounded(one.points, words))
    portrait = one.portrait if one.place is None else None
    return Ranked(
        one.place, one.name, numbers, one.has_medal, "", best, portrait, points=one.points or 0
    )


def _helped(cards: Sequence[Cards], words: Words) -> str:
    """Return what the sign of a stand-in means; "" where there is none."""
    helped = [one for group in cards for one in group.holders if one.stood_in]
    is_last = any(2 * len(one.stood_in) > len(one.made) for one in helped)
    if not helped:
        return ""
    return words("picture.evening.helped.last" if is_last else "picture.evening.helped")


def _alt(heading: Heading, cards: Sequence[Cards], unit: str, words: Words) -> str:
    is_whole = sum(len(group.holders) for group in cards) <= _TOLD_ROWS
    title = "alt.evening.title" if all(group.seat for group in cards) else "alt.evening.title.alone"

    def compose(length: int) -> str:
        told = [words(title, title=heading.title, remark=heading.remark)]
        for group in cards:
            if group.seat:
                told.append(words("alt.evening.cards", seat=group.seat))
            told += [_told(one, length, unit, words, is_whole=is_whole) for one in group.holders]
        if helped := _helped(cards, words):
            told.append(f"{capital(helped)}.")
        return " ".join(told)

    return fitted(compose)


def _told(holder: Holder, length: int, unit: str, words: Words, *, is_whole: bool) -> str:
    name = shortened(clean(holder.name), length) or words("picture.somebody")
    key = "alt.evening.house" if holder.points is None else "alt.evening.person"
    told = {} if holder.points is None else {"points": points_text(holder.points, words)}
    line = words(key, name=name, **told)
    if not is_whole:
        return line
    made = [spoken(number(one), words) for one in holder.made[:_TOLD]]
    line = f"{line} {words('alt.evening.made', made=made)}"
    helped = [words(f"picture.evening.{unit}", deal=deal) for deal in sorted(holder.stood_in)]
    return f"{line} {words('alt.evening.stood_in', deals=helped)}" if helped else line

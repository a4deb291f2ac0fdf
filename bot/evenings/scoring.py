"""Matchpoints: who made more of the same cards, deal by deal. Pure.

In each deal, whoever holds the cards of a seat is compared with everybody who holds the same cards
at another table: they made more, as much, or less. Points are how much of the most there was that
is, from 0 to 100, over all deals. House players are compared with, and have no line of their own.
Where only one table was played out nobody else held anybody's cards: there each is compared with
the others at the table. Of equal points, who made more beyond the average of the same cards stands
before the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

WHOLE = 100
"""The points of whoever made more than everybody else in every deal."""

Cards = tuple[int, int]
"""A deal, from 1, and a seat: whose cards were held; seat 0 for all those of a lone table."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody at a table that was played out, and what they made in each deal.

    `user_id` is None for a house player. `is_stood_in` is that one finished it for a person.
    """

    table: int
    seat: int
    user_id: int | None
    name: str
    made: tuple[int, ...]
    is_stood_in: bool = False

    @property
    def is_person(self) -> bool:
        """Whether they have a line: no house player, nor a person whose data was deleted."""
        return self.user_id is not None and self.user_id > 0


@dataclass(frozen=True, slots=True)
class Line:
    """A person's line in the standing. Equals share a `place`, which is counted from 1.

    `more`, `level` and `less` count the comparisons; `beyond` is what they made beyond the average
    of those who held the same cards.
    """

    sat: Sat
    more: int
    level: int
    less: int
    beyond: Fraction
    place: int = 0

    @property
    def exact(self) -> Fraction:
        """The points as a fraction; 50 for who was compared with nobody."""
        compared = self.more + self.level + self.less
        if not compared:
            return Fraction(WHOLE, 2)
        return Fraction(WHOLE * (2 * self.more + self.level), 2 * compared)

    @property
    def points(self) -> float:
        """The points as a number to be shown."""
        return float(self.exact)


def standing_of(sat: Sequence[Sat]) -> tuple[Line, ...]:
    """Return the standing of an evening, best first.

    >>> lines = standing_of([Sat(1, 1, 7, "Ada", (30, 5)), Sat(2, 1, 8, "Ben", (20, 5))])
    >>> [(line.place, line.sat.name, line.points, line.beyond) for line in lines]
    [(1, 'Ada', 75.0, Fraction(5, 1)), (2, 'Ben', 25.0, Fraction(-5, 1))]
    """
    made = by_cards(sat)
    lines = [_line(one, made, _is_alone(sat)) for one in sat if one.is_person]
    order = sorted(lines, key=lambda line: (_rank(line), line.sat.name.casefold(), line.sat.table))
    ranks = [_rank(line) for line in order]
    return tuple(replace(line, place=1 + ranks.index(_rank(line))) for line in order)


def by_cards(sat: Sequence[Sat]) -> dict[Cards, list[int]]:
    """Return what everybody made who held the same cards."""
    is_alone, made = _is_alone(sat), defaultdict[Cards, list[int]](list)
    for one in sat:
        for cards, points in zip(_held(one, is_alone), one.made, strict=True):
            made[cards].append(points)
    return made


def best_deals(one: Sat, made: Mapping[Cards, Sequence[int]]) -> tuple[bool, ...]:
    """Return for each deal of somebody whether nobody made more of the same cards, and one less."""
    held = ((deal, one.seat) for deal in range(1, len(one.made) + 1))
    others = (made.get(cards, ()) for cards in held)
    return tuple(
        points == max(field, default=None) and points > min(field)
        for points, field in zip(one.made, others, strict=True)
    )


def _held(one: Sat, is_alone: bool) -> list[Cards]:
    return [(deal, 0 if is_alone else one.seat) for deal in range(1, len(one.made) + 1)]


def _is_alone(sat: Sequence[Sat]) -> bool:
    return len({one.table for one in sat}) == 1


def _line(one: Sat, made: Mapping[Cards, Sequence[int]], is_alone: bool) -> Line:
    more = level = less = 0
    beyond = Fraction(0)
    for cards, points in zip(_held(one, is_alone), one.made, strict=True):
        field = made[cards]
        more += sum(other < points for other in field)
        level += field.count(points) - 1
        less += sum(other > points for other in field)
        beyond += points - Fraction(sum(field), len(field))
    return Line(one, more, level, less, beyond)


def _rank(line: Line) -> tuple[Fraction, Fraction]:
    return -line.exact, -line.beyond

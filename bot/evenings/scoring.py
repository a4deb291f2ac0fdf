"""Matchpoints: who made more of the same cards, deal by deal. Pure.

In each deal, whoever holds the cards of a seat is compared with everybody who holds the same cards
at another table: they made more, as much, or less. Points are how much of the most there was that
is, from 0 to 100, over all deals. House players are compared with, and have no line of their own.
Where only one table was played out nobody else held anybody's cards: there each is compared with
the others at the table. Of equal points, who lost fewer points to the average of the same cards
stands before the other. Over several rounds both add up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

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

    `more`, `level` and `less` count the comparisons; `lost` is by how much they made less than the
    average of the same cards, over the deals in which they did.
    """

    sat: Sat
    more: int
    level: int
    less: int
    lost: Fraction
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


@dataclass(frozen=True, slots=True)
class Total:
    """What a person made in all rounds of an evening; equals share a `place`, counted from 1.

    `rounds` are the points of each round, None where they did not play it to its end. The name is
    that of the last one they did.
    """

    user_id: int
    name: str
    rounds: tuple[Fraction | None, ...]
    lost: Fraction
    place: int = 0

    @property
    def exact(self) -> Fraction:
        """The sum of the points as a fraction."""
        return sum((points for points in self.rounds if points is not None), Fraction())

    @property
    def points(self) -> float:
        """The sum of the points as a number to be shown."""
        return float(self.exact)


_Ranked = TypeVar("_Ranked", Line, Total)


def standing_of(sat: Sequence[Sat]) -> tuple[Line, ...]:
    """Return the standing of an evening, best first.

    >>> lines = standing_of([Sat(1, 1, 7, "Ada", (30, 5)), Sat(2, 1, 8, "Ben", (20, 5))])
    >>> [(line.place, line.sat.name, line.points, line.lost) for line in lines]
    [(1, 'Ada', 75.0, Fraction(0, 1)), (2, 'Ben', 25.0, Fraction(5, 1))]
    """
    made = by_cards(sat)
    lines = [_line(one, made) for one in sat if one.is_person]
    return _placed(sorted(lines, key=lambda line: (line.sat.name.casefold(), line.sat.table)))


def totals_of(rounds: Sequence[Sequence[Line]]) -> tuple[Total, ...]:
    """Return the standing of an evening after all its rounds, given that of each; best first.

    >>> sat = [Sat(1, 1, 7, "Ada", (30, 5)), Sat(2, 1, 8, "Ben", (20, 5))]
    >>> totals = totals_of([standing_of(sat), standing_of(sat[:1])])
    >>> [(total.place, total.name, total.points, len(total.rounds)) for total in totals]
    [(1, 'Ada', 125.0, 2), (2, 'Ben', 25.0, 2)]
    """
    of = [{line.sat.user_id or 0: line for line in lines} for lines in rounds]
    totals = [_total(user_id, [lines.get(user_id) for lines in of]) for user_id in set().union(*of)]
    return _placed(sorted(totals, key=lambda total: (total.name.casefold(), total.user_id)))


def by_cards(sat: Sequence[Sat]) -> dict[Cards, list[int]]:
    """Return what everybody made who held the same cards."""
    is_alone, made = _is_alone(sat), defaultdict[Cards, list[int]](list)
    for one in sat:
        for cards, points in zip(_held(one, is_alone), one.made, strict=True):
            made[cards].append(points)
    return made


def best_deals(one: Sat, made: Mapping[Cards, Sequence[int]]) -> tuple[bool, ...]:
    """Return for each deal of somebody whether nobody made more of the same cards, and one less."""
    return tuple(
        points == max(field) and points > min(field) for points, field in _beside(one, made)
    )


def beyond_by_deal(one: Sat, made: Mapping[Cards, Sequence[int]]) -> tuple[Fraction, ...]:
    """Return what somebody made in each deal beyond the average of the same cards.

    >>> ben = Sat(1, 2, 8, "Ben", (20, 5))
    >>> [float(points) for points in beyond_by_deal(ben, {(1, 2): [20, 30], (2, 2): [5]})]
    [-5.0, 0.0]
    """
    return tuple(points - Fraction(sum(field), len(field)) for points, field in _beside(one, made))


def _held(one: Sat, is_alone: bool) -> list[Cards]:
    return [(deal, 0 if is_alone else one.seat) for deal in range(1, len(one.made) + 1)]


def _is_alone(sat: Sequence[Sat]) -> bool:
    return len({one.table for one in sat}) == 1


def _beside(one: Sat, made: Mapping[Cards, Sequence[int]]) -> list[tuple[int, Sequence[int]]]:
    """Return for each deal what somebody made, and what all did who held the same cards."""
    fields = (made[cards] for cards in _held(one, is_alone=(1, 0) in made))
    return list(zip(one.made, fields, strict=True))


def _line(one: Sat, made: Mapping[Cards, Sequence[int]]) -> Line:
    more = level = less = 0
    for points, field in _beside(one, made):
        more += sum(other < points for other in field)
        level += field.count(points) - 1
        less += sum(other > points for other in field)
    lost = sum((-beyond for beyond in beyond_by_deal(one, made) if beyond < 0), Fraction())
    return Line(one, more, level, less, lost)


def _total(user_id: int, lines: Sequence[Line | None]) -> Total:
    played = [line for line in lines if line is not None]
    rounds = tuple(None if line is None else line.exact for line in lines)
    lost = sum((line.lost for line in played), Fraction())
    return Total(user_id, played[-1].sat.name, rounds, lost)


def _placed(lines: Sequence[_Ranked]) -> tuple[_Ranked, ...]:
    """Put the best first, and say which place each has; equals stay in their order."""
    order = sorted(lines, key=_rank)
    ranks = [_rank(line) for line in order]
    return tuple(
        replace(line, place=1 + ranks.index(rank)) for line, rank in zip(order, ranks, strict=True)
    )


def _rank(one: Line | Total) -> tuple[Fraction, Fraction]:
    """Return where somebody stands: the less, the better."""
    return -one.exact, one.lost

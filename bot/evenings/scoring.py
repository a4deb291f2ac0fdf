"""Matchpoints: who made more of the same cards, deal by deal. Pure.

In each deal, whoever holds the cards of a seat is compared with everybody who holds the same cards
at another table: they made more, as much, or less. Points are how much of the most there was that
is, from 0 to 100, over all deals. House players are compared with, and have no line of their own.
Where only one table was played out nobody else held anybody's cards: there each is compared with
the others at the table. Of equal points, who lost fewer points to the average of the same cards
stands before the other. Over several rounds both add up.

A deal in which a stand-in made more than half of a person's choices gives them as much as the
others at the most. Whoever played less than half of their deals themselves stands behind all who
did, and whoever never chose has no line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from bot.match.medals import has_medal
from bot.store.members import MOST_SEATS

WHOLE = 100
"""The points of whoever made more than everybody else in every deal."""

Cards = tuple[int, int]
"""A deal, from 1, and a seat: whose cards were held; seat 0 for all those of a lone table."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody at a table that was played out, and what they made in each deal.

    `user_id` is None for a house player. `stood_in` are the deals, from 1, in which one made more
    than half of a person's choices, and `has_chosen` is that the person made any.
    """

    table: int
    seat: int
    user_id: int | None
    name: str
    made: tuple[int, ...]
    stood_in: frozenset[int] = frozenset()
    has_chosen: bool = True

    @property
    def has_line(self) -> bool:
        """Whether they have a line: no house player, and they chose something themselves.

        Whose data was deleted has one where their number holds a place; once it did not.
        """
        is_person = self.user_id is not None and not -MOST_SEATS <= self.user_id <= 0
        return is_person and self.has_chosen


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
    has_medal: bool = False

    @property
    def is_helped(self) -> bool:
        """Whether they played less than half of it themselves."""
        return 2 * len(self.sat.stood_in) > len(self.sat.made)

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
    has_medal: bool = False
    is_helped: bool = False

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
    lines = [_line(one, made) for one in sat if one.has_line]
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
    """Return for each deal of somebody whether nobody made more of the same cards, and one less.

    It is so in none that a stand-in played.
    """
    return tuple(
        points == max(field) and points > min(field) and deal not in one.stood_in
        for deal, (points, field) in enumerate(_beside(one, made), start=1)
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
    for deal, (points, field) in enumerate(_beside(one, made), start=1):
        ahead, behind = sum(other < points for other in field), sum(o > points for o in field)
        if deal in one.stood_in:
            ahead = min(ahead, behind)
        more, less, level = more + ahead, less + behind, level + len(field) - 1 - ahead - behind
    lost = sum((-beyond for beyond in beyond_by_deal(one, made) if beyond < 0), Fraction())
    return Line(one, more, level, less, lost)


def _total(user_id: int, lines: Sequence[Line | None]) -> Total:
    played = [line for line in lines if line is not None]
    rounds = tuple(None if line is None else line.exact for line in lines)
    lost = sum((line.lost for line in played), Fraction())
    stood_in = sum(len(line.sat.stood_in) for line in played)
    is_helped = 2 * stood_in > sum(len(line.sat.made) for line in played)
    return Total(user_id, played[-1].sat.name, rounds, lost, is_helped=is_helped)


def _placed(lines: Sequence[_Ranked]) -> tuple[_Ranked, ...]:
    """Put the best first, and say which place each has; equals stay in their order."""
    order = sorted(lines, key=_rank)
    ranks = [_rank(line) for line in order]
    places = [1 + ranks.index(rank) for rank in ranks]
    return tuple(
        replace(
            line, place=place,
            has_medal=has_medal(place, places[-1], line.exact) and not line.is_helped,
        )
        for line, place in zip(order, places, strict=True)
    )  # fmt: skip


def _rank(one: Line | Total) -> tuple[bool, Fraction, Fraction]:
    """Return where somebody stands: the less, the better."""
    return one.is_helped, -one.exact, one.lost

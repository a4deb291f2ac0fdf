"""Matchpoints: who did more with the same cards. Pure.

Every table of a week has the same deals, so whoever sits in a seat is compared with everybody else
who sat in that seat: two matchpoints for each of them with a lower score, one for each with the
same. A week's points are these as a share of the most there were, from 0 to 100. Where a week has
but one table nobody else sat in anybody's seat, so there each is compared with the others at the
table, by place. Either way the seats of a week have 50 on average, and whoever is compared with
nobody has 50. House players are compared with, and have no line of their own. A league's points are
the sum of its weeks', so a week not played adds none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from bot.match.table.change import has_medal, places_of
from bot.match.table.season import SeasonLine, holds_line, season_table, share
from bot.store.rows import ResultRow

Result: TypeAlias = tuple[bool, int]
"""The order of two seats: whether it won its table, if that counts, then its score.

Who won tells apart who tied on points at the only table.
"""


@dataclass(frozen=True, slots=True)
class WeekLine:
    """A person's line in the table of a week, which has everybody once; `points` from 0 to 100.

    `beaten`, `level` and `others` count those whom they are compared with: the ones they did
    better than, as well as, and all of them. `place` is from 1, and equals share one.
    """

    place: int
    user_id: int
    name: str
    seat: int
    score: int
    beaten: int
    level: int
    others: int
    has_medal: bool = False

    @property
    def exact(self) -> Fraction:
        """The points as a fraction: sums of these tie where they should."""
        return share(self.beaten, self.level, self.others)

    @property
    def points(self) -> float:
        """The points as a number to be shown."""
        return float(self.exact)


def week_table(played: Sequence[ResultRow]) -> tuple[WeekLine, ...]:
    """Return the table of a week, best first, from what every seat of every table made.

    >>> ada, ben, cy = [
    ...     ResultRow(seat, user, name, score, won=False, best_deal=score, deals=1)
    ...     for seat, user, name, score in ((1, 7, "Ada", 30), (1, 8, "Ben", 20), (2, 9, "Cy", 5))
    ... ]
    >>> lines = week_table([ada, ben, cy])
    >>> [(line.place, line.name, line.points) for line in lines]
    [(1, 'Ada', 100.0), (2, 'Cy', 50.0), (3, 'Ben', 0.0)]
    >>> lines = week_table([replace(ada, won=True), cy])
    >>> [(line.place, line.name, line.points) for line in lines]
    [(1, 'Ada', 100.0), (2, 'Cy', 0.0)]
    """
    has_one_table = len({one.seat for one in played}) == len(played)
    came: list[tuple[int, Result]] = [
        (0, (one.won, 0 if one.won else one.score)) if has_one_table
        else (one.seat, (False, one.score))
        for one in played
    ]  # fmt: skip
    fields: defaultdict[int, Counter[Result]] = defaultdict(Counter)
    for field, result in came:
        fields[field][result] += 1
    lines = [
        _line(one, result, fields[field])
        for one, (field, result) in zip(played, came, strict=True)
        if holds_line(one.user_id)
    ]
    ordered = sorted(lines, key=lambda line: (-line.exact, line.name.casefold(), line.user_id))
    places = places_of([line.exact for line in ordered])
    return tuple(
        replace(line, place=place, has_medal=has_medal(place, places[-1], line.exact))
        for line, place in zip(ordered, places, strict=True)
    )


def league_table(
    weeks: Mapping[int, Sequence[ResultRow]], counted: int = 0
) -> tuple[SeasonLine, ...]:
    """Return the table of a league after these weeks, best first; `counted` best weeks count.

    Of equal points who played fewer weeks does not stand before the other: they share a place.
    """
    tables = [week_table(weeks[week]) for week in sorted(weeks)]
    return season_table(
        [{line.user_id: (line.name, line.exact) for line in table} for table in tables], counted
    )


def _line(one: ResultRow, result: Result, field: Counter[Result]) -> WeekLine:
    beaten = sum(count for other, count in field.items() if other < result)
    return WeekLine(
        place=0, user_id=one.user_id or 0, name=one.name, seat=one.seat, score=one.score,
        beaten=beaten, level=field[result] - 1, others=field.total() - 1,
    )  # fmt: skip

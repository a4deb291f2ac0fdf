"""What evenings and weeks of a league add up to, for each person; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import pstdev
from typing import TypeAlias

from bot.match.table.change import has_medal, places_of
from bot.store.rows import MOST_SEATS

SHARE = Fraction(1, 2)
"""How much of what somebody made less than the best a handicap makes up for."""

Made: TypeAlias = Mapping[int, tuple[str, Fraction]]
"""What everybody made in an evening or a week, from 0 to 100, with their names, by their ids."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A person's line in the table of a season: equals share a `place`, from 1.

    `points` are the sum of the evenings or weeks that count. `weeks` is how many of them they
    played, `average` and `spread` the mean and the standard deviation of what they made without
    any handicap.
    """

    place: int
    user_id: int
    name: str
    weeks: int
    points: float
    average: float
    spread: float
    has_medal: bool = False


def share(ahead: int, level: int, compared: int) -> Fraction:
    """Return the points, from 0 to 100, of who was ahead of so many and level with others.

    They are compared with so many in all: where that is nobody they have 50.

    >>> share(1, 1, 2), share(0, 0, 0)
    (Fraction(75, 1), Fraction(50, 1))
    """
    return Fraction(50 * (2 * ahead + level), compared) if compared else Fraction(50)


def holds_line(user_id: int | None) -> bool:
    """Return whether who sat somewhere has a line in a table: no house player, who is None.

    Whose data was deleted has one where their number holds a place; once it did not.
    """
    return user_id is not None and not -MOST_SEATS <= user_id <= 0


def season_table(
    all_made: Sequence[Made], counted: int = 0, *, handicap: bool = False
) -> tuple[SeasonLine, ...]:
    """Return the table of a season, best first, given what was made, the oldest first.

    Of each person the `counted` best count; 0 for all. With a handicap everybody who has come
    before is given half of what they made less than the best so far, both on average, each time,
    up to 100.

    >>> made = {7: ("Ada", Fraction(75)), 8: ("Ben", Fraction(25))}
    >>> [(one.name, one.points, one.average) for one in season_table([made] * 2)]
    [('Ada', 150.0, 75.0), ('Ben', 50.0, 25.0)]
    >>> [(one.name, one.points) for one in season_table([made] * 2, 1, handicap=True)]
    [('Ada', 75.0), ('Ben', 50.0)]
    >>> season_table([made, {8: ("Ben", Fraction(95))}], handicap=True)[0].points  # 25 and 100
    125.0
    """
    made, given = dict[int, list[Fraction]](), dict[int, list[Fraction]]()
    names = dict[int, str]()
    for each in all_made:
        means = {user_id: sum(own, Fraction()) / len(own) for user_id, own in made.items()}
        best = max(means.values(), default=Fraction())
        for user_id, (name, points) in each.items():
            bonus = SHARE * (best - means.get(user_id, best)) if handicap else Fraction()
            made.setdefault(user_id, []).append(points)
            given.setdefault(user_id, []).append(min(Fraction(100), points + bonus))
            names[user_id] = name
    sums = {
        user_id: sum(sorted(own, reverse=True)[: counted or None], Fraction())
        for user_id, own in given.items()
    }
    ordered = sorted(sums, key=lambda user_id: (-sums[user_id], names[user_id].casefold(), user_id))
    places = places_of([sums[user_id] for user_id in ordered])
    return tuple(
        SeasonLine(
            place, user_id, names[user_id], len(made[user_id]), float(sums[user_id]),
            float(sum(made[user_id]) / len(made[user_id])), pstdev(map(float, made[user_id])),
            has_medal(place, places[-1], sums[user_id]),
        )
        for user_id, place in zip(ordered, places, strict=True)
    )  # fmt: skip

"""Who plays with whom at the tables of an evening, and in which seats. Pure.

In the first round all is by chance. From then on whoever stands alike plays together; but first of
all nobody meets anybody twice while that can be helped, nor always sits beside house players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, permutations
from typing import TypeAlias

from bot.match.lobby.crowd import Plan
from bot.match.seating import house_seats
from engine.chance import keyed_hashes, seating

Seats: TypeAlias = "tuple[str | None, ...]"
"""The keys of the people at a table in the order of its seats; None for a house player."""

TRIES = 150
"""How often better tables are looked for, each time from others."""

LOOKS = 60_000
"""After looking at so many exchanges of two people no other try begins."""

SHUFFLED = 12
"""How many people another try moves first: a small crowd is mixed anew, of a large one a part."""

_MEETING, _HOUSE = 10**12, 10**7
"""What counts before what: all distances in a standing are less than the one, and so on."""


def seated(
    seed: bytes, people: Sequence[str], plan: Plan, past: Sequence[Sequence[Seats]] = ()
) -> tuple[Seats, ...]:
    """Return for each table who sits there, given all tables of the rounds before.

    `people` are in the order of the standing, best first; in the first round in any.

    >>> first = seated(bytes(32), ["1", "2", "3", "4"], Plan(3, (2, 2)))
    >>> first
    (('3', '2', None), ('1', '4', None))
    >>> seated(bytes([1]) * 32, ["1", "2", "3", "4"], Plan(3, (2, 2)), [first])
    ((None, '1', '2'), (None, '3', '4'))
    """
    groups = _groups(seed, people, plan, past) if past else people_by_table(seed, people, plan)
    house = house_seats(seed, plan.seats)
    had = Counter(
        (key, seat)
        for tables in past
        for table in tables
        for seat, key in enumerate(table, start=1)
    )
    return tuple(
        _in_seats(seating(seed, group), house[: plan.seats - len(group)], plan.seats, had)
        for group in groups
    )


def people_by_table(seed: bytes, people: Sequence[str], plan: Plan) -> tuple[tuple[str, ...], ...]:
    """Return the keys of the people at each table, by chance: the order of the seed, in turns.

    >>> people_by_table(bytes(32), ["1", "2", "3", "4", "5"], Plan(3, (3, 2)))
    (('3', '5', '4'), ('1', '2'))
    """
    order, tables = seating(seed, people), len(plan.people)
    return tuple(order[at::tables] for at in range(tables))


def _in_seats(
    people: Sequence[str], house: Sequence[int], seats: int, had: Counter[tuple[str | None, int]]
) -> Seats:
    """Give everybody at a table a seat they have had least; of equal ways, the first one drawn."""
    free = [seat for seat in range(1, seats + 1) if seat not in house]

    def again(order: Iterable[str]) -> int:
        # What one seat more adds to the sum of the squares grows as its number does.
        return sum(had[pair] for pair in zip(order, free, strict=True))

    by_seat = dict(zip(free, min(permutations(people), key=again), strict=True))
    return tuple(by_seat.get(seat) for seat in range(1, seats + 1))


def _groups(
    seed: bytes, people: Sequence[str], plan: Plan, past: Sequence[Sequence[Seats]]
) -> tuple[tuple[str, ...], ...]:
    """Return the people of each table after other rounds; of like tables, the best one first."""
    cost = _Cost.of(people, plan, past)
    best = [table for table, count in enumerate(plan.people) for _ in range(count)]
    least, looks = cost.lower(best)
    for number in range(TRIES):
        if looks > LOOKS:
            break
        chance = keyed_hashes(seed, f"try/{number}/")
        moved = sorted(range(len(people)), key=lambda at: chance(people[at]))[:SHUFFLED]
        tried = list(best)
        for one, other in zip(moved, moved[1:] + moved[:1], strict=True):
            tried[one] = best[other]
        total, looked = cost.lower(tried)
        looks += looked
        if total < least:
            best, least = tried, total
    groups = sorted(
        tuple(at for at, where in enumerate(best) if where == table)
        for table in range(len(plan.people))
    )
    by_count = {count: iter([g for g in groups if len(g) == count]) for count in plan.people}
    return tuple(tuple(people[at] for at in next(by_count[count])) for count in plan.people)


@dataclass(frozen=True, slots=True)
class _Cost:
    """What is to be little: for two people at one table, and for one beside house players there.

    People are numbers in the order of the standing, from 0.
    """

    pair: list[list[int]]
    alone: list[list[int]]

    @classmethod
    def of(cls, people: Sequence[str], plan: Plan, past: Sequence[Sequence[Seats]]) -> _Cost:
        met = Counter[tuple[str | None, str | None]]()
        for table in chain.from_iterable(past):
            met.update(permutations(table, 2))
        pair = [
            [_MEETING * met[one, other] ** 2 + (a - b) ** 2 for b, other in enumerate(people)]
            for a, one in enumerate(people)
        ]
        house = [plan.seats - count for count in plan.people]
        # They meet house players as they do people; at a table with two of them, two.
        alone = [[_HOUSE * met[key, None] * count for count in house] for key in people]
        return cls(pair, alone)

    def lower(self, at: list[int]) -> tuple[int, int]:
        """Exchange people as long as that is better, given the table at which each is.

        Return what it costs then, and how many exchanges were looked at.
        """
        near, everybody = self._near(at), list(combinations(range(len(at)), 2))
        looks, is_better = 0, True
        while is_better:
            looks, is_better = looks + len(everybody), False
            for one, other in everybody:
                here, there = at[one], at[other]
                now = near[one][here] + near[other][there]
                then = near[one][there] + near[other][here] - 2 * self.pair[one][other]
                if here != there and then < now:
                    at[one], at[other], is_better = there, here, True
                    for costs, a, b in zip(near, self.pair[one], self.pair[other], strict=True):
                        costs[here] += b - a
                        costs[there] += a - b
        return sum(near[n][t] + self.alone[n][t] for n, t in enumerate(at)), looks

    def _near(self, at: Sequence[int]) -> list[list[int]]:
        """Return what each person costs at each table, beside those who are there."""
        near = [list(costs) for costs in self.alone]
        for costs, pairs in zip(near, self.pair, strict=True):
            for table, cost in zip(at, pairs, strict=True):
                costs[table] += cost
        return near

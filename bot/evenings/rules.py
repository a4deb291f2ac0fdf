"""What an evening is played by: its rounds, who sits at which table, and what a deal counts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations, permutations
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from bot.errors import Refused
from bot.match.table.change import has_medal, house_seats, places_of
from bot.match.table.kind import Kind
from bot.match.table.season import holds_line, share
from bot.match.table.seats import Plan, read_option
from bot.match.table.state import row_options
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow
from engine.chance import keyed_hashes, seating
from engine.games import GAMES

# The rounds of evenings: the kind of their tables, how long each lasts, the break after. Pure.

EVENING = Kind("evening", shares_deals=True, is_veiled=True, together=True)
"""The kind of a table of an evening."""

LONGEST = 60 * 86400.0
"""Seconds after which an evening ends, and what is still played is closed without a result: nobody
comes any more, or the others would never see what came of it."""

OVERDUE = "evening"
"""Why such a table was closed."""

BREAK = 90.0
"""Seconds between two rounds: enough to see what became of the last one."""

WAITS = 300.0
"""Seconds for which a director waits at a time."""

_UNIT, _PART, _LEAST = 300.0, 1 / 3, 20.0
_KEY = re.compile("evening ([0-9]{1,18}) [0-9]{1,9}")


def evening_of(series: str) -> int | None:
    """Return the number of the evening a series is of, by its key; None for others, and for "".

    >>> evening_of("evening 7 1"), evening_of("league 7 1")
    (7, None)
    """
    found = _KEY.fullmatch(series)
    return None if found is None else int(found[1])


def seconds_of_round(row: MatchRow) -> float:
    """Return how long a round of such tables may last, in whole five minutes.

    That is a third of the time that all turns of a usual game have, which few people need, and at
    least twenty seconds a turn.
    """
    presenter, deals = PRESENTERS[row.game], row_options(row).get("deals")
    turns = presenter.turns_a_deal * (deals if isinstance(deals, int) else presenter.usual_deals)
    each = max(_LEAST, _PART * row.terms.clock)
    return _UNIT * -(-turns * each // _UNIT)


# Who plays with whom at the tables of an evening, and in which seats. Pure.
#
# In the first round all is by chance. From then on whoever stands alike plays together; but first
# of all nobody meets anybody twice while that can be helped, nor always sits beside house players.

Seats: TypeAlias = "tuple[str | None, ...]"
"""The keys of the people at a table in the order of its seats; None for a house player."""

TRIES = 150
"""How often better tables are looked for, each time from others."""

LOOKS = 60_000
"""After looking at so many exchanges of two people no other try begins."""

SHUFFLED = 12
"""How many people another try moves first: a small crowd is mixed again, of a large one a part."""

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


# Matchpoints: who made more of the same cards, deal by deal. Pure.
#
# In each deal, whoever holds the cards of a seat is compared with everybody who holds the same
# cards at another table: they made more, as much, or less. Points are how much of the most there
# was that is, from 0 to 100, over all deals. House players are compared with, and have no line of
# their own. Where only one table was played out nobody else held anybody's cards: there each is
# compared with the others at the table. Of equal points, who lost fewer points to the average of
# the same cards stands before the other. Over several rounds both add up.
#
# A deal in which a stand-in made more than half of a person's choices gives them as much as the
# others at the most. Whoever played less than half of their deals themselves stands behind all who
# did, and whoever never chose has no line.

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
        """Whether they have a line: no house player, and they chose something themselves."""
        return holds_line(self.user_id) and self.has_chosen


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
        return share(self.more, self.level, self.more + self.level + self.less)

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

    @property
    def weeks(self) -> int:
        """How many rounds they played."""
        return len(self.rounds) - self.rounds.count(None)

    @property
    def latest(self) -> float | None:
        """The points of the latest round."""
        return None if self.rounds[-1] is None else float(self.rounds[-1])


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


AVERAGE, PLUS = Fraction(50), Fraction(60)
"""The points of a round that a director gives: an average, and at least somewhat more."""

RULINGS: Mapping[str, Callable[[Fraction | None], Fraction | None]] = {
    "average": lambda _: AVERAGE,
    "plus": lambda made: PLUS if made is None else max(PLUS, made),
    "made": lambda made: made,
}
"""What each ruling makes of the points of a round, None for none."""

Ruled: TypeAlias = "Mapping[int, Mapping[int, str]]"
"""The rulings on people's points: of a user id by the round, from 1."""


def totals_of(
    rounds: Sequence[Sequence[Line]], ruled: Ruled = MappingProxyType({})
) -> tuple[Total, ...]:
    """Return the standing of an evening after all its rounds, given that of each; best first.

    >>> sat = [Sat(1, 1, 7, "Ada", (30, 5)), Sat(2, 1, 8, "Ben", (20, 5))]
    >>> totals = totals_of([standing_of(sat), standing_of(sat[:1])])
    >>> [(total.place, total.name, total.points, len(total.rounds)) for total in totals]
    [(1, 'Ada', 125.0, 2), (2, 'Ben', 25.0, 2)]

    >>> [total.points for total in totals_of([standing_of(sat)], {8: {1: "plus"}})]
    [75.0, 60.0]
    """
    of = [{line.sat.user_id or 0: line for line in lines} for lines in rounds]
    totals = [
        _total(user_id, [lines.get(user_id) for lines in of], ruled.get(user_id, {}))
        for user_id in set().union(*of)
    ]
    return _placed(sorted(totals, key=lambda total: (total.name.casefold(), total.user_id)))


def by_cards(sat: Sequence[Sat]) -> dict[Cards, list[int]]:
    """Return what everybody made who held the same cards."""
    is_alone, made = len({one.table for one in sat}) == 1, defaultdict[Cards, list[int]](list)
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


def _total(user_id: int, lines: Sequence[Line | None], ruled: Mapping[int, str]) -> Total:
    played = [line for line in lines if line is not None]
    rounds = tuple(
        RULINGS[ruled.get(number, "made")](None if line is None else line.exact)
        for number, line in enumerate(lines, start=1)
    )
    lost = sum((line.lost for line in played), Fraction())
    stood_in = sum(len(line.sat.stood_in) for line in played)
    is_helped = 2 * stood_in > sum(len(line.sat.made) for line in played)
    return Total(user_id, played[-1].sat.name, rounds, lost, is_helped=is_helped)


def _placed(lines: Sequence[_Ranked]) -> tuple[_Ranked, ...]:
    """Put the best first, and say which place each has; equals stay in their order."""
    order = sorted(lines, key=_rank)
    places = places_of([_rank(line) for line in order])
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


MANY_DEALS = 5
"""A round of a game with more deals than this is cut to a short one."""


def options_of_round(game: str, deals: int | None = None) -> dict[str, object]:
    """Return the options of a round: so many deals, or not too many. Raises Refused."""
    option = next((one for one in GAMES[game].info.options if one.key == "deals"), None)
    if deals is not None:
        if option is None:
            raise Refused("refused.evening_deals", game=f"game.{game}")
        return {option.key: read_option(game, option, str(deals))}
    first = PRESENTERS[game].first_game
    usual = None if option is None else option.default
    if first is not None and isinstance(usual, int) and usual > MANY_DEALS:
        return {first[0]: first[1]}
    return {}

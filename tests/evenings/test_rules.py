"""When an evening begins, who plays whom, and that it is rated once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest

from bot.evenings import rules, standings
from bot.evenings.rules import BREAK, Seats, people_by_table, seated
from bot.evenings.standings import played_of
from bot.match.table.change import seated_together, with_house
from bot.match.table.kind import TABLE
from bot.match.table.seats import Plan, spread
from bot.privacy.service import Erasing
from bot.ratings.rules import EVER, Verdict
from bot.ratings.service import Rater, recompute
from bot.ratings.store import RatingStore
from bot.skill import Rating
from engine.games import GAMES
from tests.evenings.stand import Gathering
from tests.soak.amounts import later, some

Past = list[tuple[Seats, ...]]


def named(chance: random.Random, count: int) -> list[str]:
    return [str(user) for user in chance.sample(range(10**17, 10**18), count)]


def people_at(table: Seats) -> list[str]:
    return [key for key in table if key is not None]


def played(
    chance: random.Random, people: Sequence[str], seats: tuple[int, ...], rounds: int, least: int
) -> Past:
    """Make up an evening to which people come late, which they leave, and come back to."""
    past: Past = []
    for _ in range(rounds):
        here = chance.sample(people, chance.randint(least, len(people)))
        past.append(seated(chance.randbytes(32), here, spread(len(here), seats), past))
    return past


@pytest.mark.parametrize("seed", some(range(200), 20))
def test_two_hundred_seatings_are_legal_and_even(seed: int) -> None:
    chance = random.Random(seed)
    seats = GAMES[chance.choice(sorted(GAMES))].info.seats
    count = chance.randint(max(seats) + 1, TABLE.crowd)
    people = named(chance, count)
    plan = spread(count, seats)
    tables = [people_at(table) for table in seated(chance.randbytes(32), people, plan)]
    assert sorted(key for table in tables for key in table) == sorted(people)
    assert tuple(map(len, tables)) == plan.people
    assert max(plan.people) - min(plan.people) <= 1
    assert plan.seats in seats
    assert plan.seats >= max(plan.people)
    # As few tables as can be, as few house players as such tables take, and nobody alone with them.
    assert max(seats) * (len(tables) - 1) < count
    assert not any(other in seats for other in range(max(plan.people), plan.seats))
    assert min(plan.people) >= 2


@pytest.mark.parametrize("seed", some(range(50), 6))
def test_the_first_round_is_drawn_as_the_record_of_each_of_its_tables_proves(seed: int) -> None:
    chance = random.Random(seed)
    drawn, count = chance.randbytes(32), chance.randint(4, TABLE.crowd)
    plan = spread(count, chance.choice([(3,), (4,), (5,), (6,), (3, 4, 5)]))
    people = named(chance, count)
    tables = seated(drawn, people, plan)
    assert seated(drawn, sorted(people), plan) == tables
    for keys, table in zip(people_by_table(drawn, people, plan), tables, strict=True):
        house = [f"house:{n}" for n in range(1, plan.seats - len(keys) + 1)]
        assert with_house(drawn, table, house) == seated_together(drawn, keys, house, plan.seats)


@pytest.mark.parametrize("seed", some(range(50), 6))
def test_house_players_have_the_same_seats_at_every_table(seed: int) -> None:
    chance = random.Random(seed)
    seats = chance.choice([(3,), (4,), (6,), (3, 4, 5)])
    people = named(chance, chance.randint(4, TABLE.crowd))
    for tables in played(chance, people, seats, 3, least=2):
        house = [{at for at, key in enumerate(table) if key is None} for table in tables]
        assert all(one <= other or other <= one for one in house for other in house)


def test_everybody_may_sit_with_everybody_and_anywhere() -> None:
    met, seats = set(), set()
    for seed in range(60):
        for table in seated(bytes([seed]) * 32, ["1", "2", "3", "4", "5"], spread(5, (3,))):
            met |= set(combinations(sorted(people_at(table)), 2))
            seats |= {(key, seat) for seat, key in enumerate(table) if key is not None}
    assert len(met) == 10
    assert len(seats) == 15


def ways(people: Sequence[str], counts: Sequence[int]) -> Iterator[list[tuple[str, ...]]]:
    """Spread people over tables with so many of them in every way."""
    if not counts:
        yield []
        return
    first, *others = people
    for count in set(counts):
        left = list(counts)
        left.remove(count)
        for more in combinations(others, count - 1):
            rest = [key for key in others if key not in more]
            yield from ([(first, *more), *last] for last in ways(rest, left))


def cost(
    tables: Sequence[Sequence[str]], people: Sequence[str], plan: Plan, past: Past
) -> tuple[int, int, int]:
    """Reckon what is wrong with a round: meetings again, house players again, distances."""
    met, beside = Counter[frozenset[str]](), Counter[str]()
    for table in (table for tables in past for table in tables):
        met.update(map(frozenset, combinations(people_at(table), 2)))
        for key in people_at(table):
            beside[key] += table.count(None)
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return (
        sum(met[frozenset(pair)] ** 2 for pair in pairs),
        sum(beside[key] * (plan.seats - len(table)) for table in tables for key in table),
        sum((people.index(one) - people.index(other)) ** 2 for one, other in pairs),
    )


@pytest.mark.parametrize("seed", some(range(120), 12))
def test_no_way_to_spread_a_few_people_is_better(seed: int) -> None:
    chance = random.Random(seed)
    seats = chance.choice([(2,), (3,), (4,), (5,), (3, 4, 5), (2, 3, 4, 5, 6)])
    everybody = named(chance, chance.randint(5, 11))
    past = played(chance, everybody, seats, chance.randint(1, 7), least=2)
    people = chance.sample(everybody, chance.randint(3, min(10, len(everybody))))
    plan = spread(len(people), seats)
    tables = [people_at(table) for table in seated(chance.randbytes(32), people, plan, past)]
    assert tuple(map(len, tables)) == plan.people
    best = min(cost(way, people, plan, past) for way in ways(people, plan.people))
    assert cost(tables, people, plan, past) == best


@pytest.mark.parametrize(
    ("count", "seats", "rounds"),
    [(6, 2, 3), (9, 3, 3), (16, 4, 3), (16, 2, 7), (24, 3, 7), (96, 4, 9), (95, 6, 7),
     *map(later, (48, 64, 96, 96, 96, 96), (3, 3, 2, 3, 5, 6), (7, 9, 9, 9, 7, 7))],
)  # fmt: skip
def test_nobody_meets_anybody_twice_and_everybody_plays(
    count: int, seats: int, rounds: int
) -> None:
    chance, plan = random.Random(count), spread(count, (seats,))
    people, past, met = named(chance, count), Past(), set[frozenset[str]]()
    for _ in range(rounds):
        past.append(seated(chance.randbytes(32), people, plan, past))
        tables = [people_at(table) for table in past[-1]]
        assert sorted(key for table in tables for key in table) == sorted(people)
        assert tuple(map(len, tables)) == plan.people
        pairs = {frozenset(pair) for table in tables for pair in combinations(table, 2)}
        assert not pairs & met
        met |= pairs
        chance.shuffle(people)


def test_a_third_meeting_is_worse_than_two_second_ones() -> None:
    twice = (("1", "2"), ("3", "x"), ("4", "y"))
    past = [twice, twice, (("1", "3"), ("2", "4")), (("1", "4"), ("2", "3"))]
    tables = seated(bytes(32), ["1", "2", "3", "4"], Plan(2, (2, 2)), past)
    assert [set(table) for table in tables] == [{"1", "3"}, {"2", "4"}]


def test_people_of_like_standing_meet_the_best_at_the_first_table() -> None:
    people = [str(n) for n in range(12)]
    strangers = [(("x", "y", "z"),)]
    tables = seated(bytes(32), people, Plan(3, (3, 3, 3, 3)), strangers)
    assert [sorted(map(int, people_at(table))) for table in tables] == [
        [0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11],
    ]  # fmt: skip


def test_everybody_sits_beside_house_players_before_anybody_does_again() -> None:
    chance = random.Random(1)
    people, past = named(chance, 26), Past()
    for _ in range(7):
        past.append(seated(chance.randbytes(32), people, spread(26, (3,)), past))
        chance.shuffle(people)
    beside = Counter(key for tables in past for table in tables if None in table for key in table)
    assert sorted(beside[key] for key in people) == [0] * 12 + [1] * 14


@pytest.mark.parametrize("seed", some(range(40), 12))
def test_people_have_the_seats_they_had_least(seed: int) -> None:
    chance = random.Random(seed)
    seats = chance.choice([(3,), (5,), (3, 4, 5)])
    people = named(chance, chance.randint(3, 12))
    past = played(chance, people, seats, 5, least=3)
    had = Counter(pair for tables in past[:-1] for t in tables for pair in enumerate(t))

    def squares(table: Sequence[str | None]) -> int:
        after = had + Counter(enumerate(table))
        return sum(after[at, key] ** 2 for at in range(9) for key in people_at(tuple(table)))

    for table in past[-1]:
        free = [at for at, key in enumerate(table) if key is not None]
        for order in permutations(people_at(table)):
            other = list(table)
            for at, key in zip(free, order, strict=True):
                other[at] = key
            assert squares(table) <= squares(other)


def test_seats_had_alike_are_drawn() -> None:
    people, strangers = ["1", "2", "3"], [(("x", "y", "z"),)]
    drawn = {seated(bytes([n]) * 32, people, Plan(3, (3,)), strangers) for n in range(60)}
    assert len(drawn) == 6


def test_the_same_is_drawn_from_the_same_and_of_many_people_few_exchanges_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks, lower = [], rules._Cost.lower

    def counted(cost: rules._Cost, at: list[int]) -> tuple[int, int]:
        found = lower(cost, at)
        looks.append(found[1])
        return found

    chance = random.Random(1)
    people = named(chance, 96)
    past = played(chance, people, (6,), 5, least=96)
    args = (bytes(32), people, spread(96, (6,)), past)
    monkeypatch.setattr(rules._Cost, "lower", counted)
    tables = seated(*args)
    assert sum(looks) < 2 * rules.LOOKS
    assert seated(*args) == tables


# An evening is rated once, by what it measures.


async def rated(club: Gathering) -> dict[int, Rating]:
    """Rate what waits; return everybody's rating, and see that it is the same worked out again."""
    await Rater(club.parts.store).rate_waiting()
    assert (await recompute(club.parts.store)).different == 0
    kept = await RatingStore(club.parts.store.database).stored()
    return {user: one.rating for (user, _, season), one in kept.items() if season == EVER}


async def test_who_stands_higher_gains_more_whoever_sat_at_their_tables(club: Gathering) -> None:
    for row in await club.begin(9):
        await club.play(row.id, seed=row.id)
    ratings = await rated(club)
    people = sorted(await club.people(), key=lambda one: one.place or 99)
    assert len(people) == len(ratings) == 9
    mus = [round(ratings[one.user_id].mu, 6) for one in people]
    assert mus == sorted(mus, reverse=True)
    assert mus[0] > 25 > mus[-1]


async def test_several_rounds_are_rated_once_and_after_the_last(club: Gathering) -> None:
    await club.begin(6, rounds=2)
    await club.play_round(1)
    assert await rated(club) == {}
    await club.later(BREAK)
    await club.play_round(2)
    ratings = await rated(club)
    store = RatingStore(club.parts.store.database)
    changes = [await store.history(one.user_id) for one in await club.people()]
    assert [len(each) for each in changes] == [1] * 6
    winner = next(one.user_id for one in await club.people() if one.place == 1)
    assert ratings[winner].mu >= max(one.mu for one in ratings.values()) > 25
    verdicts = [ended.verdict for ended in await store.ended(0, 99)]
    assert verdicts == [Verdict.COUNTS, *[Verdict.TOGETHER] * (len(verdicts) - 1)]
    await Rater(club.parts.store).rate_anew()
    assert await rated(club) == ratings


async def test_who_never_chose_is_rated_as_last(club: Gathering) -> None:
    first, *others = await club.begin(5)
    gone = next(m.user_id for m in first.members if m.user_id is not None)
    await club.parts.tables.leave(first.id, gone)
    for row in (first, *others):
        await club.play(row.id)
    ratings = await rated(club)
    assert ratings[gone].mu == min(one.mu for one in ratings.values()) < 25


async def test_what_an_evening_made_of_ratings_outlasts_who_played_it(club: Gathering) -> None:
    for row in await club.begin(6):
        await club.play(row.id, seed=row.id)
    before = await rated(club)
    gone = min(before)
    await Erasing(club.parts.store, club.parts.tables, club.parts.clock).erase(gone, "Someone")
    await Rater(club.parts.store).rate_anew()
    assert await rated(club) == {user: one for user, one in before.items() if user != gone}


async def test_a_round_that_many_ask_for_at_once_is_read_once(club: Gathering) -> None:
    for row in await club.begin(5):
        await club.play(row.id)
    key = (await club.evening()).key
    standings._played_rounds.clear()  # as if nobody had asked before
    asked = [played_of(club.parts.store, key) for _ in range(20)]
    assert len({id(played) for played in await asyncio.gather(*asked)}) == 1

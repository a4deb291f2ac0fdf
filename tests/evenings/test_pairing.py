from __future__ import annotations

import random

import pytest

from bot.evenings.pairing import people_by_table
from bot.match.lobby.crowd import MOST, spread
from bot.match.seating import seated_together
from engine.games import GAMES


@pytest.mark.parametrize("seed", range(200))
def test_two_hundred_seatings_are_legal_and_even(seed: int) -> None:
    chance = random.Random(seed)
    seats = GAMES[chance.choice(sorted(GAMES))].info.seats
    count = chance.randint(max(seats) + 1, MOST)
    people = [str(user) for user in chance.sample(range(10**17, 10**18), count)]
    plan = spread(count, seats)
    tables = people_by_table(chance.randbytes(32), people, plan)
    assert sorted(key for table in tables for key in table) == sorted(people)
    assert tuple(map(len, tables)) == plan.people
    assert max(plan.people) - min(plan.people) <= 1
    assert plan.seats in seats
    assert plan.seats >= max(plan.people)
    # As few tables as can be, as few house players as such tables take, and nobody alone with them.
    assert max(seats) * (len(tables) - 1) < count
    assert not any(other in seats for other in range(max(plan.people), plan.seats))
    assert min(plan.people) >= 2


@pytest.mark.parametrize("seed", range(50))
def test_house_players_have_the_same_seats_at_every_table(seed: int) -> None:
    chance = random.Random(seed)
    drawn, count = chance.randbytes(32), chance.randint(4, MOST)
    people = [str(user) for user in chance.sample(range(10**17, 10**18), count)]
    plan = spread(count, (3,))
    taken = set()
    for keys in people_by_table(drawn, people, plan):
        house = [f"house:{n}" for n in range(1, plan.seats - len(keys) + 1)]
        table = seated_together(drawn, keys, house, plan.seats)
        assert sorted(table) == sorted([*keys, *house])
        taken |= {seat for seat, key in enumerate(table) if key in house}
    assert len(taken) == (0 if plan.house == 0 else 1)


def test_everybody_may_sit_with_everybody_and_anywhere() -> None:
    met, seats = set(), set()
    for seed in range(60):
        drawn = bytes([seed]) * 32
        tables = people_by_table(drawn, ["1", "2", "3", "4", "5"], spread(5, (3,)))
        met |= {(one, other) for table in tables for one in table for other in table if one < other}
        for keys in tables:
            table = seated_together(drawn, keys, ["house:1"][len(keys) - 2 :], 3)
            seats |= {(key, seat) for seat, key in enumerate(table)}
    assert len(met) == 10
    assert len(seats) == 18

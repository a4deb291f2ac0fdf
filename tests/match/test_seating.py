from __future__ import annotations

from itertools import pairwise

import pytest

from bot.match.table.change import chain, house_seats, seated_together, with_house
from engine.chance import SEED_BYTES, commitment


def test_the_first_commitment_commits_the_secrets_of_all_rounds() -> None:
    last = bytes(range(SEED_BYTES))
    secrets = chain(last, 9)
    assert len(secrets) == 9
    assert secrets[-1] == last
    assert all(commitment(later) == secret.hex() for secret, later in pairwise(secrets))
    assert {len(secret) for secret in secrets} == {SEED_BYTES}
    # Who knows the last one makes the same ones again, however many they ask for.
    assert chain(last, 3) == secrets[-3:]
    assert chain(last, 1) == (last,)


@pytest.mark.parametrize("seed", range(20))
def test_house_players_take_the_seats_that_are_drawn_for_them(seed: int) -> None:
    drawn = bytes([seed]) * SEED_BYTES
    house, people = ["house:1", "house:2"], ["10", "20", "30"]
    table = seated_together(drawn, people, house, 5)
    seats = house_seats(drawn, 5)
    assert sorted(seats) == [1, 2, 3, 4, 5]
    assert [table[seat - 1] for seat in seats[:2]] == house
    empty = tuple(None if key in house else key for key in table)
    assert with_house(drawn, empty, house) == table

from __future__ import annotations

from itertools import islice

import pytest

from engine.games import GAMES
from tests.engine.players.stupidities.positions import TABLES, decisions


@pytest.mark.parametrize("game", TABLES)
def test_the_same_seed_gives_the_same_positions(game: str) -> None:
    def some(seed: int) -> list[object]:
        return [course.view(None) for course in islice(decisions(game, seed), 60)]

    assert some(1) == some(1) != some(2)


@pytest.mark.parametrize("game", TABLES)
def test_there_is_something_to_choose_in_every_position(game: str) -> None:
    for course in islice(decisions(game), 200):
        (seat,) = course.to_act()
        assert len(course.legal(seat)) > 1


def test_tables_of_every_kind_are_played() -> None:
    assert TABLES.keys() <= GAMES.keys()
    seats = {len(course.state.hands) for course in islice(decisions("balloon"), 0, 2000, 20)}
    assert seats == {2, 3, 4, 5, 6}

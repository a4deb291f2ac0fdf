"""The contract of every game, over hundreds of random games with random options."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import TypeAlias

import pytest

from engine.games import GAMES
from tests.engine import test_every_game
from tests.engine.walks import Beginning, Situation, beginnings, walk
from tests.soak.amounts import amount

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]

GAMES_OF_EACH = 100

Clause: TypeAlias = Callable[[Beginning, list[Situation]], None]

CONTRACT: tuple[Clause, ...] = tuple(
    clause
    for name, clause in vars(test_every_game).items()
    if name.startswith("test_") and [*signature(clause).parameters] == ["beginning", "situations"]
)


def test_the_contract_was_found() -> None:
    assert test_every_game.test_a_random_game_ends_with_an_outcome in CONTRACT
    assert len(CONTRACT) > 10


@pytest.mark.parametrize("key", GAMES)
def test_random_games_keep_the_contract(key: str) -> None:
    games = amount(GAMES_OF_EACH // len(GAMES[key].info.seats), least=5)
    for beginning in beginnings(games):
        if beginning.key == key:
            _keep(beginning)


def _keep(beginning: Beginning) -> None:
    situations = list(walk(beginning))
    for clause in CONTRACT:
        try:
            clause(beginning, situations)
        except Exception as error:
            error.add_note(f"{clause.__name__} of {beginning}")
            raise

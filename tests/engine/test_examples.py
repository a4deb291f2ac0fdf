"""The rules by example, in plain texts (see `tests/engine/examples.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from tests.engine.examples import Example, examples

EXAMPLES = examples(Path(__file__).parent.glob("*/examples.txt"), lambda file: file.parent.name)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.game} {one.sentence}")
def test_what_follows_is_as_the_example_says(example: Example) -> None:
    example.hold()


def test_every_example_is_of_a_game_there_is() -> None:
    assert {example.game for example in EXAMPLES} <= GAMES.keys()


@pytest.mark.parametrize(
    "line",
    ["= pilot 2", "2= hand -", "*= cloud 2", "1= without R", "2= with R", "legal: stay",
     "no 2 stay: must_fly", "! Stayed(seat 2)", "!! Stayed(seat 2)", "nonsense"],
)  # fmt: skip
def test_an_example_that_is_not_so_would_be_found(line: str) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        Example("balloon", "wrong", ("deal RRRRRR, GGGGGG, PPPPPP; rolls YY", line)).hold()

"""What house players choose, by example (`<game>/examples.txt`; see `tests/engine/examples.py`).

chooses easy hard: jump     what these levels do, by whatever chance; `not jump`: what they do not;
                            `expert` is whoever is best
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.players.levels import HOUSE_PLAYERS, levels_of
from tests.engine.examples import Example, Table, examples
from tests.engine.walks import answer


class Asked(Table):
    """A course in which house players are asked."""

    verbs = Table.verbs | {"chooses": "choose"}

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.players, self.best = HOUSE_PLAYERS[game], levels_of(game)[-1]

    def choose(self, text: str) -> None:
        levels, _, code = text.partition(": ")
        for level in levels.replace("expert", self.best).split():
            found = answer(self.players[level], self.course, Random(1))
            wanted = code.removeprefix("not ")
            assert (found.startswith(wanted)) == (wanted == code), (level, found)


EXAMPLES = examples(Path(__file__).parent.glob("*/examples.txt"), lambda file: file.parent.name)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.game} {one.sentence}")
def test_house_players_choose_as_the_example_says(example: Example) -> None:
    example.hold(Asked)


@pytest.mark.parametrize("line", ["chooses hard: jump", "chooses hard: not stay"])
def test_an_example_that_is_not_so_would_be_found(line: str) -> None:
    free = "deal RRRRRR, GGGGGG, PPPPPP; rolls BLANKS"
    with pytest.raises(AssertionError):
        Example("balloon", "wrong", (free, "> 2 stay", line)).hold(Asked)

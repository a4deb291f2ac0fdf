"""What house players answer changes only with their version, and is the same in every process."""

from __future__ import annotations

import json
from subprocess import Popen
from typing import TYPE_CHECKING

import pytest

from engine.games import GAMES
from engine.players import levels
from engine.players.estimate import compared, tabled
from engine.players.kernels import KERNELS, are_compiled
from engine.players.levels import PLAYERS_VERSION, SEARCH_VERSION, players_version
from tests.engine.players.golden import stored
from tests.engine.players.test_search import asked
from tests.games import MORE

if TYPE_CHECKING:
    from tests.engine.players.golden import Answers

EVERY = list({**GAMES, **MORE})
"""Thunder and Hail are played by the search alone, so they tell when that changes."""

ASK = """
import json
from engine.games import GAMES
from tests.engine.players.golden import answers
from tests.games import registered
with registered():
    print(json.dumps({key: answers(key) for key in GAMES}))
"""

NUDGE = """
import math
from engine.players.kernels import get_ready
get_ready()  # what compiles kernels looks for the functions as Python has them
exp, log = math.exp, math.log
math.exp = lambda x: math.nextafter(exp(x), math.inf)
math.log = lambda x: math.nextafter(log(x), -math.inf)
"""
"""Another machine, whose functions differ in the last bit."""


@pytest.fixture(scope="module")
def answered() -> dict[str, Answers]:
    """Return the answers of a process."""
    return answers_of(asked(ASK))


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, Answers]:
    """Return those of another one, in which sets and dicts of texts are ordered again."""
    return answers_of(asked(NUDGE + ASK, hash_seed="2"))


def answers_of(process: Popen[str]) -> dict[str, Answers]:
    found: dict[str, Answers] = json.loads(process.communicate()[0])
    return found


def test_every_game_with_players_of_its_own_has_a_version_and_the_search_has_one() -> None:
    assert PLAYERS_VERSION.keys() == levels._OWN.keys()
    assert {players_version(key) for key in MORE} == {SEARCH_VERSION}


@pytest.mark.whole
@pytest.mark.parametrize("key", EVERY)
def test_alike_asked_they_answer_alike_in_every_process(
    key: str, answered: dict[str, Answers], elsewhere: dict[str, Answers]
) -> None:
    assert answered[key] == elsewhere[key]


@pytest.mark.parametrize("key", EVERY)
def test_answers_change_only_with_the_version(key: str, answered: dict[str, Answers]) -> None:
    """If this fails, raise the version and run `python -m tests.engine.players.golden`."""
    if key in KERNELS and not are_compiled():
        pytest.skip("where kernels are not compiled, players have a smaller budget")
    golden = stored()[key]
    assert max(map(int, golden)) == players_version(key)
    assert answered[key] == golden[str(players_version(key))]


def test_choices_do_not_see_the_last_bits_of_a_number() -> None:
    assert compared(0.1 + 0.2) == compared(0.3)
    assert tabled(0.1 + 0.2) == tabled(0.3)
    assert compared(0.1) != compared(0.1 + 1e-8)

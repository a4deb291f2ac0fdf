"""House players do little that is stupid, and none of what they have unlearned.

Aims: hard and expert never, normal at one chance in a hundred.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

import pytest

from engine.players.levels import HOUSE_PLAYERS
from tests.engine.players.stupidities.census import Chance, Tally, census, chances
from tests.engine.players.stupidities.pattern import Question
from tests.engine.players.stupidities.positions import decisions
from tests.engine.players.stupidities.rankings import outshone
from tests.soak.amounts import amount, later

AIMS = {"normal": 0.01, "hard": 0.0, "expert": 0.0}
"""The largest share of the chances that a level may take."""

SLICE = {"balloon": (1500, 4), "cloud_nine": (700, 3), "clumond": (1000, 2), "nimbly": (200, 2)}
"""For each game the positions that are looked at, and how many chances of each pattern count."""

AIMED = [(game, level) for game in SLICE for level in AIMS if level in HOUSE_PLAYERS[game]]

HERE = [one if one[1] == "hard" else later(*one) for one in AIMED]

ALLOWED: dict[tuple[str, str], int] = {}
"""At most so many slips in these slices, else none; only ever to be lowered, as players mend."""

FAR = {
    ("cloud_nine", "normal"): 0.015,
    ("cloud_nine", "hard"): 0.012,
    ("cloud_nine", "expert"): 0.016,
}
"""The largest share of many chances that players take which are far from their aims still."""


@cache
def given(game: str) -> tuple[Chance, ...]:
    positions, most = SLICE[game]
    return tuple(chances(game, positions, most=most))


def taken(game: str, level: str, some: tuple[Chance, ...]) -> tuple[Tally, str]:
    """Return the tally of a level, and its slips in words."""
    tally = census(game, [level], some)[level]
    told = [f"{slip.pattern}: {slip.move}, better {slip.better}" for slip in tally.slips]
    return tally, "\n".join(told)


@pytest.mark.parametrize(("game", "level"), HERE)
def test_players_do_no_more_that_is_stupid_than_is_known(game: str, level: str) -> None:
    tally, told = taken(game, level, given(game))
    assert len(tally.slips) <= ALLOWED.get((game, level), 0), told


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("game", "level"), AIMED)
def test_players_do_little_that_is_stupid_in_thousands_of_positions(game: str, level: str) -> None:
    many = chances(game, amount(20_000), seed=7, most=amount(60))
    tally, told = taken(game, level, tuple(many))
    print(f"\n{game} {level}: {len(tally.slips)} of {tally.chances.total()}, {tally.rate:.1%}")  # noqa: T201 - docs/performance.md has these lines
    assert tally.rate <= FAR.get((game, level), AIMS[level]), told


@pytest.mark.parametrize("game", SLICE)
def test_a_random_player_is_found_out(game: str) -> None:
    tally = census(game, ["random"], given(game)[:25])["random"]
    assert tally.rate > 0.1
    assert {slip.pattern for slip in tally.slips} <= tally.chances.keys()


@pytest.mark.parametrize("game", ["cloud_nine", "clumond"])
def test_no_ranking_of_hard_shows_more_of_a_move_below_the_first(game: str) -> None:
    for course in islice(decisions(game, 3), 0, 100, 20):
        asked = Question.at(course)
        ranking = HOUSE_PLAYERS[game]["hard"].rank(asked.view, asked.heard, asked.legal, Random(1))
        assert outshone(ranking) is None, ranking

"""What holds for the house players of every game, at every level."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

import pytest

from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS, LEVELS, levels_of
from engine.players.manner import PERSON, in_company
from engine.players.robot import REASONS, HousePlayer, RandomRobot
from engine.seats import Seat
from tests.engine.walks import (
    Beginning,
    Situation,
    answer,
    open_situations,
    ranking,
    usual_seats,
)
from tests.soak.amounts import later, wholly

EVERY = [(key, level) for key in GAMES for level in (*levels_of(key), "quick")]
MOST_SECONDS = {
    "random": 0.02,
    "quick": 0.02,
    "easy": 0.06,
    "normal": 0.06,
    "hard": 0.3,
    "expert": 0.3,
}

MILLION = 0.035
"""Seconds of the machine for which `MOST_SECONDS` are meant to count to a million."""

every_player = pytest.mark.parametrize(("key", "level"), EVERY)
# It takes `hard` and `expert` longest, of whom one and the same is asked.
tamely = pytest.mark.parametrize(
    ("key", "level"), [wholly(*one) if one[1] == "expert" else one for one in EVERY]
)


class Asked(NamedTuple):
    """A situation with more than one legal move, and whose it is."""

    beginning: Beginning
    situation: Situation

    def answer(self, player: HousePlayer) -> str:
        return answer(player, self.situation.course, Random(9))


def questions(key: str, count: int) -> list[Asked]:
    """Return situations from all over random games, with the fewest and the most seats."""
    asked = []
    for seats in {min(GAMES[key].info.seats), max(GAMES[key].info.seats)}:
        asked += Random(2).sample(_open(key, seats), count)
    return asked


@cache
def _open(key: str, seats: int) -> list[Asked]:
    """Return the situations of a random game in which somebody has more than one legal move."""
    beginning = Beginning(key, seats, {}, 1)
    return [Asked(beginning, situation) for situation in open_situations(beginning)]


@pytest.mark.parametrize("key", GAMES)
def test_every_level_is_there_for_every_game_but_an_expert_who_is_no_better(key: str) -> None:
    assert {*levels_of(key), "quick"} == set(HOUSE_PLAYERS[key])
    assert set(LEVELS) - set(levels_of(key)) <= {"expert"}
    assert not {"cloud_nine", "clumond"} & {key} or levels_of(key)[-1] == "hard"


@every_player
def test_company_changes_no_budget_and_who_heeds_nobody_stays_as_they_are(
    key: str, level: str
) -> None:
    player = HOUSE_PLAYERS[key][level]
    assert in_company(player, ("hard", PERSON)).budget == player.budget
    if key == "nimbly":
        assert in_company(player, ("easy", "easy")) is player


@every_player
def test_a_house_player_answers_with_a_legal_move_and_alike_when_asked_alike(
    key: str, level: str
) -> None:
    player = HOUSE_PLAYERS[key][level]
    for asked in questions(key, 2):
        course, seat, _ = asked.situation
        assert seat is not None
        chosen = asked.answer(player)
        assert chosen in course.legal(seat)
        assert asked.answer(player) == chosen


@tamely
def test_a_house_player_ranks_every_legal_move_once_and_alike_when_asked_alike(
    key: str, level: str
) -> None:
    course, seat, _ = questions(key, 1)[0].situation
    assert seat is not None
    ranked = ranking(HOUSE_PLAYERS[key][level], course, Random(1))
    assert ranking(HOUSE_PLAYERS[key][level], course, Random(1)) == ranked
    assert sorted(move.code for move in ranked) == sorted(course.legal(seat))
    assert all(0 <= move.share <= 1 for move in ranked)
    for above, below in combinations(ranked, 2):
        is_told = any(name in REASONS for name, _ in below.facts)
        assert below.share <= above.share + 1e-9 or is_told


@every_player
def test_a_house_player_knows_only_what_its_seat_sees_and_heard(key: str, level: str) -> None:
    """Whatever the truth is behind the same view and the same news, the answer is the same."""
    told = inspect.signature(HOUSE_PLAYERS[key][level].choose).parameters
    assert list(told) == ["view", "heard", "legal", "random"]
    for asked in questions(key, 2):
        course, seat, _ = asked.situation
        assert seat is not None
        view, heard = course.view(seat), course.heard(seat)
        other = course.game.imaginer(view, heard)(Random(3))
        legal = tuple(map(course.game.code, course.game.legal(other, seat)))
        chosen = HOUSE_PLAYERS[key][level].choose(
            course.game.view(other, seat), heard, legal, Random(9)
        )
        assert chosen == asked.answer(HOUSE_PLAYERS[key][level])


@every_player
def test_a_decision_takes_no_longer_than_its_level_may(key: str, level: str) -> None:
    """Most decisions do, by the pace of this machine just then: half of them here."""
    player, took = HOUSE_PLAYERS[key][level], []
    for asked in questions(key, 6):
        pace = seconds(count_to_a_million) / MILLION
        took.append(seconds(partial(asked.answer, player)) / pace)
    assert median(took) < MOST_SECONDS[level]


def count_to_a_million() -> None:
    for _ in range(1_000_000):
        pass


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that some work takes."""
    began = process_time()
    work()
    return process_time() - began


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "level"),
    [
        *((key, level) for key in ("balloon", "cloud_nine") for level in ("easy", "normal")),
        *(("nimbly", level) for level in ("easy", "normal", "hard")),
        *(later(key, "hard") for key in ("balloon", "cloud_nine")),
    ],
)
def test_every_level_beats_random_players(key: str, level: str) -> None:
    options, won = {} if key == "balloon" else {"deals": 1}, 0
    for seed in range(6):
        course, random = Beginning(key, 3, options, seed).course(), Random(seed)
        while acting := course.to_act():
            player = HOUSE_PLAYERS[key][level if acting[0] == 1 else "random"]
            course = course.then(acting[0], answer(player, course, random))
        won += 1 in course.view(None).winners
    assert won >= 3


@pytest.mark.parametrize(
    ("key", "level"),
    [(k, lv) for k, lv in EVERY if not isinstance(HOUSE_PLAYERS[k][lv].robot, RandomRobot)],
)
def test_only_the_seat_to_act_is_answered(key: str, level: str) -> None:
    seats = usual_seats(key)
    course = Beginning(key, seats, {}, 1).course()
    for seat in (None, Seat(1 + course.to_act()[0] % seats)):
        with pytest.raises(ValueError, match="seat to act"):
            HOUSE_PLAYERS[key][level].rank(course.view(seat), (), ("any",), Random(1))
    with pytest.raises(TypeError):
        HOUSE_PLAYERS[key][level].rank(object(), (), ("any",), Random(1))  # type: ignore[arg-type] # on purpose

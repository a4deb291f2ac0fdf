"""House players of every game: their levels and manners, and what they choose by example."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

import pytest

from engine.games import GAMES
from engine.players.company import PERSON, in_company
from engine.players.levels import HOUSE_PLAYERS, LEVELS, levels_of
from engine.players.manner import HAIR, LIKED_MOVES, POINTS, Manner, in_manner, styled
from engine.players.robot import (
    REASONS,
    UNSURE,
    HousePlayer,
    RandomRobot,
    RankedMove,
    in_order,
    seat_facts,
)
from engine.seats import Seat
from tests.engine.cloud_nine.positions import played, seen, table
from tests.engine.examples import Example, Table, examples
from tests.engine.walks import Beginning, Situation, answer, open_situations, ranking, usual_seats
from tests.soak.amounts import later, wholly

# What holds for the house players of every game, at every level.

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


# House players as such; what they play in each game stands with the game.

RANDOM = HousePlayer(RandomRobot(), 0)


class Counting(RandomRobot):
    """Notes that it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def rank(self, *asked, **more):  # type: ignore[no-untyped-def] # hands on what it is given
        self.asked += 1
        return super().rank(*asked, **more)


def test_the_random_player_plays_every_legal_move_now_and_then() -> None:
    view, random = seen(table(), 1), Random(9)
    chosen = {RANDOM.choose(view, (), view.legal, random) for _ in range(200)}
    assert chosen == set(view.legal)


def test_a_move_that_promises_more_than_one_ranked_before_it_is_marked_as_less_sure() -> None:
    moves = [RankedMove("a", 3.0, 0.5), RankedMove("b", 9.0, 0.6), RankedMove("c", 1.0, 0.2)]
    unsure = ((UNSURE, 1.0),)
    assert in_order(moves) == (moves[0], moves[1]._replace(facts=unsure), moves[2])
    last = RankedMove("d", share=0.3)
    assert in_order([*moves, last])[-1] == last._replace(facts=unsure)


def test_a_move_that_is_moved_down_for_another_reason_keeps_that_one() -> None:
    moves = (RankedMove("a", share=0.5), RankedMove("b", share=0.6, facts=(("risky", 1.0),)))
    assert in_order(moves) == moves


def test_smaller_differences_than_choices_see_are_none() -> None:
    moves = (RankedMove("a", share=0.3), RankedMove("b", share=0.1 + 0.2))
    assert in_order(moves) == moves


def test_a_forced_move_takes_no_thought() -> None:
    robot = Counting()
    view = seen(played(table(), "1 play 2C"), 2)
    assert HousePlayer(robot, 9).choose(view, (), view.legal[:1], Random(9)) == view.legal[0]
    assert robot.asked == 0
    assert HousePlayer(robot, 9).choose(view, (), view.legal, Random(9)) in view.legal
    assert robot.asked == 1


# Manners: a style among moves that are as good as each other, and no strength.

every_manner = pytest.mark.parametrize("manner", Manner)


def move(code: str, share: float, points: float, rival: float = 0.3, **facts: float) -> RankedMove:
    return RankedMove(code, points, share, (*facts.items(), *seat_facts((0, rival), 0)))


def first(manner: Manner, *moves: RankedMove) -> str:
    ranked = styled(moves, manner)
    assert sorted(ranked) == sorted(moves)
    return ranked[0].code


def test_each_manner_likes_another_move() -> None:
    moves = (
        move("best", 0.4, 20, 0.3), move("rich", 0.399, 25, 0.33),
        move("mean", 0.399, 18, 0.27), move("rare", 0.398, 21, 0.29),
    )  # fmt: skip
    assert first(Manner.BOLD, *moves) == "rich"
    assert first(Manner.CAREFUL, *moves) == "mean"
    assert first(Manner.CURIOUS, *moves) == "rare"


def test_bold_declares_and_careful_passes() -> None:
    moves = (move("pass", 0.4, 2), move("declare C", 0.399, 3), move("declare D", 0.398, 4))
    assert first(Manner.BOLD, *moves) == "declare D"
    assert first(Manner.CAREFUL, *moves) == "pass"


@every_manner
@pytest.mark.parametrize(
    "other",
    [
        pytest.param(move("other", 0.4 - 2 * HAIR, 99, 0.1), id="more than a hair worse"),
        pytest.param(move("other", 0.399, 20, 0.3), id="beaten in everything"),
        pytest.param(move("other", 0.399, 99, 0.1, risky=1.0), id="risky"),
        pytest.param(move("other", 0.41, 99, 0.1, unsure=1.0), id="less sure"),
        pytest.param(move("other", 0.399, 99, 0.1, wilds=1.0), id="a wild card for nothing"),
        pytest.param(move("jump", 0.399, 99, 0.1, wilds=2.0, pays=1.0), id="off a free throw"),
    ],
)
def test_no_manner_likes_what_is_worse(manner: Manner, other: RankedMove) -> None:
    best = move("best", 0.4, 20, 0.3, wilds=2.0)
    assert first(manner, best, other) == "best"


@every_manner
def test_of_moves_that_are_alike_the_first_is_played(manner: Manner) -> None:
    if manner is not Manner.CURIOUS:
        assert first(manner, *(move(code, 0.4, 20) for code in "abc")) == "a"


@every_manner
def test_only_the_best_few_moves_are_looked_at(manner: Manner) -> None:
    moves = [move(f"{at}", 0.4, 20) for at in range(LIKED_MOVES)]
    assert first(manner, *moves, move("late", 0.4, 99, 0.1)) != "late"


@every_manner
def test_where_no_move_wins_those_that_make_other_points_are_no_matter_of_taste(
    manner: Manner,
) -> None:
    moves = (move("a", 0.0, 3), move("b", 0.0, 3 + 2 * POINTS, 0.1), move("c", 0.0, 3 - 2 * POINTS))
    assert styled(moves, manner) == moves


def test_by_rule_of_thumb_each_manner_likes_another_move_too() -> None:
    moves = (
        RankedMove("best", 20, facts=(("theirs", 9),)),
        RankedMove("mean", 19.95, facts=(("theirs", 5),)),
        RankedMove("rare", 19.9, facts=(("theirs", 7),)),
    )
    assert first(Manner.BOLD, *moves) == "best"
    assert first(Manner.CAREFUL, *moves) == "mean"
    assert first(Manner.CURIOUS, *moves) == "rare"


def test_bold_stays_and_careful_jumps() -> None:
    moves = (RankedMove("jump", 4.0), RankedMove("stay", 3.9))
    assert first(Manner.BOLD, *moves) == "stay"
    assert first(Manner.CAREFUL, *moves) == "jump"


@every_manner
@pytest.mark.parametrize("key", GAMES)
def test_a_player_in_a_manner_plays_a_move_within_a_hair_of_its_own_best(
    key: str, manner: Manner
) -> None:
    player = HOUSE_PLAYERS[key]["normal"]
    walked = [Beginning(key, usual_seats(key), {}, seed) for seed in (4, 5)]
    asked = [situation for beginning in walked for situation in open_situations(beginning)]
    for course, _, _ in Random(1).sample(asked, 8):
        plain = ranking(player, course, Random(2))
        chosen = answer(in_manner(player, manner), course, Random(2))
        share = {found.code: found.share for found in plain}
        assert share[chosen] >= plain[0].share - HAIR - 1e-9


# What house players choose, by example (`<game>/examples.txt`; see `tests/engine/examples.py`).
#
# chooses easy hard: jump     what the levels do, by whatever chance; `not jump`: what they do not;
#                             `expert` is whoever is best


class AskedTable(Table):
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
    example.hold(AskedTable)


@pytest.mark.parametrize("line", ["chooses hard: jump", "chooses hard: not stay"])
def test_an_example_that_is_not_so_would_be_found(line: str) -> None:
    free = "deal RRRRRR, GGGGGG, PPPPPP; rolls BLANKS"
    with pytest.raises(AssertionError):
        Example("balloon", "wrong", (free, "> 2 stay", line)).hold(AskedTable)

"""Manners: a style among moves that are as good as each other, and no strength."""

from __future__ import annotations

from random import Random

import pytest

from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.players.manner import HAIR, LIKED_MOVES, POINTS, Manner, in_manner, styled
from engine.players.robot import RankedMove, seat_facts
from tests.engine.walks import Beginning, answer, open_situations, ranking, usual_seats

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

"""How house players of Cloud Nine play."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from engine.cards import FACES, mask_of_faces
from engine.course import Course
from engine.melds import score
from engine.players.cloud_nine.evaluation import CLOUD_EVALUATION, HAND_EVALUATION, HELD_EVALUATION
from engine.players.cloud_nine.policy import GREEDY, HOPEFUL, KEEN, Rule, kept_imaginer
from engine.players.cloud_nine.position import TAKE, Position
from engine.players.cloud_nine.robots import HOUSE_PLAYERS, TRICKS, Playout
from engine.players.estimate import compared
from tests.engine.cloud_nine.positions import played, seen, table
from tests.engine.players.cloud_nine.test_policy import plays
from tests.engine.walks import Beginning, answer, ranking, wander

SHARP = ("normal", "hard", "quick")
EVERYBODY = ("easy", *SHARP)


def chosen(course: Course, level: str, seed: int = 1) -> str:
    return answer(HOUSE_PLAYERS[level], course, Random(seed))


def last_trick(seed: int, **options: int) -> Course:
    """Play at random up to the last trick of a first deal."""
    course = Beginning("cloud_nine", 3, options or {"deals": 1}, seed).course()
    return wander(course, Random(seed), lambda course: seen(course).trick.number == 9)


@pytest.mark.parametrize("evaluate", [CLOUD_EVALUATION[0], HAND_EVALUATION[0], HELD_EVALUATION[0]])
def test_the_value_of_what_is_complete_is_its_score(evaluate) -> None:  # type: ignore[no-untyped-def] # a function of sets
    random = Random(1)
    for _ in range(200):
        mask = sum(1 << card for card in random.sample(range(54), 9))
        assert evaluate(mask) == score(mask)


def test_what_may_still_come_counts() -> None:
    """A run with a gap is worth more than the same factors without one to fill (M1)."""
    hopeful, hopeless = (
        mask_of_faces(cards.split())
        for cards in ("5H 6H 8H 9H 2C KD JS KC", "5H 6H 2H 9H QC KD 9S KC")
    )
    assert score(hopeful) == score(hopeless)
    assert HAND_EVALUATION[4](hopeful) > HAND_EVALUATION[4](hopeless)


def last_take(cloud: str, others: str, *left: str) -> Position:
    """Compose the end of the last trick: player 1 takes one of two cards, player 2 the other."""
    position = Position(
        [0, 0, 0],
        [0, *(mask_of_faces(nine.split()) for nine in (cloud, others))],
        [0, 1, 2],
        leader=0,
        number=9,
    )
    position.untaken, position.ranking, position.taken = mask_of_faces(left), (0, 1, 2), 1
    position.turn, position.doing = 1, TAKE
    return position


@pytest.mark.parametrize("rule", [KEEN, HOPEFUL, GREEDY])
def test_of_two_cards_worth_the_same_the_one_that_helps_others_is_taken(rule: Rule) -> None:
    """No queen or king adds to eight clubs in a row; a king makes three of the others' (N5, M1)."""
    own, others = "2C 3C 4C 5C 6C 7C 8C 9C", "KS KC 3H 5S 7D 2S 4S 9D"
    for cards in (("QH", "KD"), ("QD", "KH")):
        _, card = max(rule.weigh(last_take(own, others, *cards)))
        assert FACES[card] == cards[1]


def test_an_easy_player_plays_for_the_cloud_and_breaks_up_the_hand_for_it() -> None:
    """It sees how its own cloud scores now (M1), and others see what the hand may become."""
    course = table("KH QH JH TH 9H 8H 7H 6H KS", "2H 2C", "3H 3C", stock="4C 4D 4S")
    course = played(course, "1 play KH", "2 play 2H", "3 play 3H", "1 take KH", "3 take 3H")
    course = played(course, "2 play 2C", "3 play 3C")
    assert chosen(course, "easy") != chosen(course, "normal")


def test_moves_that_share_the_win_alike_are_ranked_by_points() -> None:
    """Two deals before the end of a game that is won in any case (N8)."""
    course = last_trick(3)
    while len(course.legal(course.to_act()[0])) < 2 or seen(course).phase != "take":
        course = course.then(course.to_act()[0], course.legal(course.to_act()[0])[0])
    for above, below in pairwise(ranking(HOUSE_PLAYERS["hard"], course, Random(1))):
        assert (compared(above.share), above.points) >= (compared(below.share), below.points)


def test_a_hard_player_plays_for_the_win_when_the_game_ends() -> None:
    """Moves of the last trick are ranked by the share of the win they give (N8)."""
    best, *others = ranking(HOUSE_PLAYERS["hard"], last_trick(3), Random(3))
    narrow = [move for move in others if abs(move.points - best.points) < 1]
    assert all(abs(move.share - best.share) < 0.4 for move in narrow)
    assert all(0 <= move.share <= 1 for move in (best, *others))


def test_a_deal_that_reaches_the_target_is_played_as_the_last() -> None:
    """N8: with the last trick somebody is nearly sure to be past it, so only this deal counts."""
    last, near, far = [
        [move.share for move in ranking(HOUSE_PLAYERS["hard"], last_trick(5, **options), Random(1))]
        for options in ({"deals": 1}, {"target": 50}, {"target": 2000})
    ]
    assert sorted(near) == pytest.approx(sorted(last), abs=0.02)
    assert max(far) - min(far) < (max(last) - min(last)) / 2


def test_what_is_told_of_the_best_move_is_what_new_playouts_of_it_give() -> None:
    """In the eighth trick: the rule's opinion of it counts in points, which decide nothing yet."""
    told, found = list[float](), list[float]()
    # Three plays a trick.
    for course, player in [plays(seed)[3 * 8 - 1] for seed in range(10)]:
        view = seen(course, course.to_act()[0])
        best = ranking(HOUSE_PLAYERS["hard"], course, Random(1))[0]
        imagine, playout = kept_imaginer(view, player), Playout(view, player, TRICKS)
        told.append(best.share)
        found.append(fmean([playout(imagine(Random(new)), best.code)[1] for new in range(40)]))
    assert fmean(told) == pytest.approx(fmean(found), abs=0.08)


def test_who_weighs_moves_gains_in_tricks_and_deals_to_come() -> None:
    """Others make mistakes that they do not make in playouts."""
    shares = []
    for deals in (1, 5):
        course = Beginning("cloud_nine", 3, {"deals": deals}, 1).course()
        view = seen(course, course.to_act()[0])
        imagine, playout = kept_imaginer(view, 0), Playout(view, 0, TRICKS)
        code = course.legal(course.to_act()[0])[0]
        found = [playout.of_all(imagine(Random(seed)), code)[1] for seed in range(20)]
        assert all(sum(share) == pytest.approx(1) for share in found)
        shares.append(fmean(share[0] - max(share[1:]) for share in found))
    assert 0 < shares[0] < shares[1]

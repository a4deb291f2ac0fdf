"""House players of Cloud Nine: how they play, and the position they search."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import fmean
from typing import cast

import pytest

from engine.cards import CARD_OF_FACE, FACES, faces_in, mask_of_faces
from engine.course import Course
from engine.games.cloud_nine.imagine import imaginer
from engine.games.cloud_nine.state import State
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.melds import score
from engine.players.cloud_nine.evaluation import CLOUD_EVALUATION, HAND_EVALUATION, HELD_EVALUATION
from engine.players.cloud_nine.outdone import outdone_last
from engine.players.cloud_nine.policy import (
    GREEDY,
    HOPEFUL,
    KEEN,
    Rule,
    better,
    cards_in,
    kept_imaginer,
)
from engine.players.cloud_nine.position import DONE, PLAY, SECOND, TAKE, Position
from engine.players.cloud_nine.robots import HOUSE_PLAYERS, TRICKS, Playout
from engine.players.estimate import compared
from engine.players.robot import RankedMove
from tests.engine.cloud_nine.positions import played, seen, state_of, table
from tests.engine.players.stupidities.proofs import chances
from tests.engine.walks import Beginning, answer, ranking, wander
from tests.soak.amounts import some

# Imagined hands of others are such as players keep.


def plays(seed: int) -> list[tuple[Course, int]]:
    """Return the plays of a deal of normal players, with who is to play (from 0)."""
    course, random = Beginning("cloud_nine", 3, {"deals": 1}, seed).course(), Random(seed)
    found = list[tuple[Course, int]]()
    while acting := course.to_act():
        seat = acting[0]
        view = seen(course, seat)
        if view.phase is Phase.PLAY:
            found.append((course, seat - 1))
        course = course.then(seat, answer(HOUSE_PLAYERS["normal"], course, random))
    return found


def everything(position: Position) -> list[int]:
    """Return all cards that somebody holds or that are to be dealt, in order."""
    return sorted([*(card for hand in position.hands for card in cards_in(hand)), *position.stock])


def worth(position: Position, player: int) -> float:
    """Return what a hand is worth, however many cards it has."""
    left = 10 - position.number
    hand = position.hands[player]
    return (HELD_EVALUATION if hand.bit_count() == 9 else HAND_EVALUATION)[left](hand)


def test_only_the_hands_of_others_change_and_no_card_is_lost() -> None:
    for number, (course, player) in enumerate(plays(1)):
        view = seen(course, course.to_act()[0])
        before = Position.of(imaginer(view)(Random(number)))
        position = kept_imaginer(view, player)(Random(number))
        assert position.hands[player] == before.hands[player]
        assert position.clouds == before.clouds
        assert everything(position) == everything(before)
        assert [h.bit_count() for h in position.hands] == [h.bit_count() for h in before.hands]
        kept, drawn = (sum(worth(each, hand) for hand in range(3)) for each in (position, before))
        assert kept >= drawn


def test_the_same_chance_imagines_the_same_hands() -> None:
    course, player = plays(1)[-1]
    imagine = kept_imaginer(seen(course, course.to_act()[0]), player)
    one, other = imagine(Random(5)), imagine(Random(5))
    assert (one.hands, one.stock) == (other.hands, other.stock)


def test_a_hand_is_exchanged_for_a_better_one() -> None:
    """Three of a kind and a run are kept, and what fits nothing is not (M1)."""
    course, _ = plays(1)[-3]
    position = Position.of(imaginer(seen(course, course.to_act()[0]))(Random(1)))
    kept = ["2C", "2D", "2H", "3C", "4C", "5C", "6C", "7C"]
    position.hands[0] = mask_of_faces([*kept, "KS"])
    position.stock = list(cards_in(mask_of_faces(["8C"])))
    better(position, [0], 200, Random(1))
    assert position.hands[0] == mask_of_faces([*kept, "8C"])


def test_imagined_hands_are_about_as_good_as_real_ones() -> None:
    """From the fifth trick on real hands are worth more than any cards; imagined ones as much."""
    real, drawn, kept = list[float](), list[float](), list[float]()
    for seed in range(3):
        for course, player in plays(seed):
            view = seen(course, course.to_act()[0])
            if view.trick.number < 5:
                continue
            true = Position.of(cast("State", course.state))
            any_cards = Position.of(imaginer(view)(Random(seed)))
            good_cards = kept_imaginer(view, player)(Random(seed))
            others = [other for other in range(3) if other != player]
            real += [worth(true, other) for other in others]
            drawn += [worth(any_cards, other) for other in others]
            kept += [worth(good_cards, other) for other in others]
    assert fmean(real) - fmean(drawn) > 10
    assert abs(fmean(real) - fmean(kept)) < (fmean(real) - fmean(drawn)) / 2


def test_hands_of_the_last_trick_are_as_good_as_real_ones() -> None:
    """The stock is three cards there: what is kept comes from the other hand, too."""
    real, kept = list[float](), list[float]()
    for seed in range(12):
        for course, player in plays(seed)[-3:]:
            true, others = Position.of(cast("State", course.state)), {0, 1, 2} - {player}
            real += [worth(true, other) for other in others]
            for number in range(4):
                good_cards = kept_imaginer(seen(course, course.to_act()[0]), player)(Random(number))
                kept += [worth(good_cards, other) for other in others]
    assert abs(fmean(real) - fmean(kept)) < 3


# How house players of Cloud Nine play.

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


# Moves that another outdoes come last.


def test_what_is_stupid_is_never_ranked_first_however_lucky_it_was() -> None:
    given = [*chances("cloud_nine", 500, most=4)]
    assert len(given) > 10
    for asked, patterns in given:
        assert isinstance(asked.view, CloudNineView)
        faults = {code for found in patterns.values() for code in found}
        lucky = sorted(asked.legal, key=lambda code: code not in faults)
        before = [RankedMove(code, share=0.9 - place / 20) for place, code in enumerate(lucky)]
        ranked = outdone_last(before, asked.view)
        assert ranked[0].code not in faults
        assert sorted(move.code for move in ranked) == sorted(asked.legal)
        assert all(above.share >= below.share for above, below in pairwise(ranked))


# The position that search moves in, against the rules themselves.

DOING = {Phase.PLAY: PLAY, Phase.TAKE: TAKE, Phase.SECOND: SECOND, Phase.OVER: DONE}


def make(position: Position, code: str) -> None:
    verb, what = code.split()
    if verb == "second":
        position.name_second(int(what) - 1)
    else:
        (position.play if verb == "play" else position.take)(CARD_OF_FACE[what])


def same(position: Position, state: State) -> bool:
    return (
        tuple(position.hands) == state.hands
        and tuple(position.clouds) == state.clouds
        and position.doing == DOING[state.phase]
        and position.turn == state.turn - 1
        and (position.number, position.untaken) == (state.trick.number, state.trick.untaken)
    )


@pytest.mark.parametrize("seed", some(range(40), 10))
def test_a_position_moves_as_the_rules_say(seed: int) -> None:
    """In lockstep with the public rules (N1-N6), jokers and equal claims and all."""
    course, random = Beginning("cloud_nine", 3, {"deals": 2}, seed).course(), Random(seed)
    position = Position.of(state_of(course))
    while len(seen(course).deal_scores) == 0:
        assert same(position, state_of(course))
        assert same(Position.of(state_of(course)), state_of(course))
        seat = course.to_act()[0]
        code = random.choice(course.legal(seat))
        course = course.then(seat, code)
        make(position, code)
    result = seen(course).last_deal
    assert result is not None
    assert position.doing == DONE
    assert [_faces(hand) for hand in position.hands] == [list(nine.cards) for nine in result.hands]
    assert [_faces(cloud) for cloud in position.clouds] == [list(n.cards) for n in result.clouds]


def _faces(mask: int) -> list[str]:
    return list(faces_in(mask))


def test_a_copy_of_a_position_is_moved_in_apart() -> None:
    position = Position.of(state_of(table("KH")))
    twin = position.copy()
    twin.play(CARD_OF_FACE["KH"])
    assert position.cards == ()
    assert position.hands[0].bit_count() == 9
    assert twin.hands[0].bit_count() == 8

"""Imagined hands of others are such as players keep."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import cast

from engine.cards import mask_of_faces
from engine.course import Course
from engine.games.cloud_nine.imagine import imaginer
from engine.games.cloud_nine.state import State
from engine.games.cloud_nine.view import Phase
from engine.players.cloud_nine.evaluation import HAND_EVALUATION, HELD_EVALUATION
from engine.players.cloud_nine.policy import better, cards_in, kept_imaginer
from engine.players.cloud_nine.position import Position
from engine.players.cloud_nine.robots import HOUSE_PLAYERS
from tests.engine.cloud_nine.positions import seen
from tests.engine.walks import Beginning, answer


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

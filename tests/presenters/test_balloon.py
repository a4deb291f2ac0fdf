"""How lucky a flight of Cloud 9 was, counted throw by throw."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from random import Random

import pytest

from bot.presenters.balloon import LUCKY, lucky_flights
from engine.course import Course
from engine.games.balloon.view import DICE, Flown
from tests.engine.balloon.positions import played, seen, table
from tests.engine.walks import Beginning
from tests.soak.amounts import some


def chance_of(hand: tuple[str, ...], cloud: int) -> float:
    """Count the throws of a cloud that a hand can pay for (B3), of all there are."""
    held = Counter(hand)
    throws = [Counter(dice) for dice in product("RGPY--", repeat=DICE[cloud])]
    paid = [
        throw for throw in throws
        if held["W"] or all(held[face] >= throw[face] for face in "RGPY")
    ]  # fmt: skip
    return len(paid) / len(throws)


def stages(seed: int) -> list[Course]:
    """Play a game in which people stay aboard more often than not."""
    random, seats = Random(seed), 3 + seed % 4
    course = Beginning("balloon", seats, {"redeal": bool(seed % 2)}, seed).course()
    found = [course]
    while acting := course.to_act():
        code, *others = course.legal(acting[0])
        course = course.then(acting[0], random.choice([code, code, code, *others]))
        found.append(course)
    return found


@pytest.mark.parametrize("seed", some(range(40), 8))
def test_every_flight_that_few_throws_allowed_is_told_of_all_aboard(seed: int) -> None:
    courses, expected = stages(seed), []
    for course, after in pairwise(courses):
        if not any(isinstance(event, Flown) for event in after.happened[-1]):
            continue
        view = seen(course)
        # Only the pilot pays, so their hand is as it was at the throw.
        chance = chance_of(seen(course, view.pilot).hand or (), view.cloud)
        if chance < LUCKY:
            aboard = [seat for seat, is_there in enumerate(view.aboard, start=1) if is_there]
            aboard.sort(key=lambda seat: seat != view.pilot)
            expected += [(view.deal, view.cloud, seat, seat == view.pilot) for seat in aboard]
    found = list(lucky_flights(courses[-1].happened))
    told = [(feat.deal, feat.what.cloud, feat.seat, feat.what.is_pilot) for feat in found]
    assert told == expected
    for feat in found:
        thrown = seen(courses[feat.moves or 0])
        assert (thrown.deal, thrown.cloud, bool(thrown.dice)) == (feat.deal, feat.what.cloud, True)
        hand = seen(courses[feat.moves or 0], thrown.pilot).hand or ()
        assert feat.what.chance == chance_of(hand, thrown.cloud) == pytest.approx(1 - feat.rank)


def test_a_wild_card_leaves_nothing_to_luck() -> None:
    course = table("RRRRRW", "GGGGGG", "PPPPPP", rolls=("GG", "RR", "--"))
    for code in ("* stay", "* stay", "* wild", "* stay", "* stay", "* fall"):
        course = played(course, code)
    assert list(lucky_flights(course.happened)) == []


def test_who_jumped_was_not_aboard_and_the_pilot_is_told_of_first() -> None:
    course = table("RRRRRR", "GGGGGG", "PPPPPP", rolls=("--", "G-", "R-"))
    for code in ("2 jump", "3 stay", "1 pay"):
        course = played(course, code)
    feats = list(lucky_flights(course.happened))
    # Six red cards pay for no die of another colour: a die is red or blank three times in six.
    assert [(feat.seat, feat.what) for feat in feats] == [
        (1, (1, 0.25, True)),
        (3, (1, 0.25, False)),
    ]

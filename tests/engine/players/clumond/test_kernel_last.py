"""The last trick by kernels, in lockstep with the rules: solved, and all that may come of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import CARD_OF_FACE, SUIT_SIZE, mask_of
from engine.games.clumond.view import TRICKS
from engine.players.clumond.kernel import DECLARER, FAR, PLAYERS, WORTH, outcome, packed, play
from engine.players.clumond.kernel_last import FIRST, KEY, MANY, play_last
from engine.players.clumond.kernel_search import Searching
from engine.players.clumond.kernel_tree import Stake, worth_of
from engine.players.clumond.policy import Habits
from engine.players.clumond.position import Position
from engine.players.compiled import Numbers, zeros
from tests.engine.clumond.positions import result_of, seen, state_of
from tests.engine.players.clumond.test_kernel import called
from tests.engine.walks import wander
from tests.soak.amounts import some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.course import Course

SEEDS = range(24)


def last_trick(seed: int) -> Course:
    """Play at random up to the last trick, and none to two cards of it."""
    course, random = called(seed), Random(seed)
    course = wander(course, random, lambda now: seen(now).trick.number == TRICKS)
    return wander(course, random, moves=seed % 3)


def in_order(course: Course) -> list[str]:
    """List the legal cards, lowest first."""
    return sorted(course.legal(course.to_act()[0]), key=card_of)


def card_of(code: str) -> int:
    return CARD_OF_FACE[code.split()[1]]


def end_of(course: Course) -> int:
    """Return the number of an end, as `kernel.outcome` has it."""
    result = result_of(course)
    if result.declarer:
        return int(result.off[result.declarer - 1] > 0)
    one, two, three = result.off
    return (one * FAR + two) * FAR + three


def is_over(course: Course) -> bool:
    return seen(course).last_deal is not None


def solved(course: Course, worth: Numbers) -> int:
    """Return the end when all play what is best for them, the first of what is alike."""
    if is_over(course):
        return end_of(course)
    seat = course.to_act()[0]
    ends = [solved(course.then(seat, code), worth) for code in in_order(course)]
    return max(ends, key=lambda end: worth[end * WORTH + seat - 1])


def ends(course: Course) -> Iterator[int]:
    """Give the ends of all ways to play on."""
    if is_over(course):
        yield end_of(course)
        return
    for code in in_order(course):
        yield from ends(course.then(course.to_act()[0], code))


@pytest.mark.parametrize("seed", some(SEEDS, 8))
def test_everybody_plays_what_is_best_for_them(seed: int) -> None:
    course = last_trick(seed)
    view, state = seen(course), state_of(course)
    worth = worth_of(Stake.of(view), (view.declarer or 0) - 1, 0).table
    p = packed(Position.of(state), mask_of(state.cards))
    play_last(p, worth, zeros(PLAYERS))
    assert outcome(p) == solved(course, worth)


@pytest.mark.parametrize("seed", some(SEEDS, 8))
def test_all_that_may_come_of_a_card_is_told(seed: int) -> None:
    """Among the worlds is the true one; in it the ends are those of the rules, by replies."""
    course = last_trick(seed)
    seat, state = course.to_act()[0], state_of(course)
    searching = Searching(seen(course, seat), course.heard(seat), Random(1), Habits())
    tried, truth = searching.last_cards(), 0
    worlds = [hands[:2] for hands in searching.worlds()]
    truth = worlds.index((state.hands[seat % 3], state.hands[(seat + 1) % 3]))
    stands_for = searching.standing_for([card_of(code) for code in course.legal(seat)])
    assert set(stands_for.values()) == set(tried)
    for code in course.legal(seat):
        row = tried[stands_for[card_of(code)]].rows[truth]
        after = course.then(seat, code)
        assert [*row[FIRST : FIRST + row[MANY]]] == [*ends(after)]
        if not is_over(after):
            follower = after.to_act()[0]
            legal = mask_of(card_of(each) for each in after.legal(follower))
            assert row[KEY] & state.hands[follower - 1] == legal


@pytest.mark.parametrize("seed", some(SEEDS, 8))
def test_a_card_is_worth_what_comes_of_it_in_all_worlds(seed: int) -> None:
    course = last_trick(seed)
    seat = course.to_act()[0]
    view = seen(course, seat)
    searching = Searching(view, course.heard(seat), Random(1), Habits())
    declarer = (view.declarer or 0) - 1
    worth = worth_of(Stake.of(view), declarer, seat - 1).table
    known = packed(Position.of(state_of(course)), mask_of(state_of(course).cards))
    for card, tried in searching.last_cards().items():
        total = [0] * PLAYERS
        for (one, other, weight), counted in zip(searching.worlds(), tried.weights, strict=True):
            assert weight == counted
            p = known.copy()  # type: ignore[attr-defined] # both kinds of arrays have it
            for place, hand in ((seat % 3, one), ((seat + 1) % 3, other)):
                for suit in range(4):
                    p[place * 4 + suit] = hand >> SUIT_SIZE * suit & (1 << SUIT_SIZE) - 1
            play(p, card // SUIT_SIZE, 1 << card % SUIT_SIZE)
            play_last(p, worth, zeros(PLAYERS))
            end = outcome(p)
            assert p[DECLARER] == declarer
            total = [
                whole + weight * int(worth[end * WORTH + player])
                for player, whole in enumerate(total)
            ]
        assert tuple(total) == tried.found.worths

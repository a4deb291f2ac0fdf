"""The compiled hand of Clumond, in lockstep with the rules."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import BIT, CARD_OF_FACE, SUIT_SIZE, mask_of, mask_of_faces
from engine.course import Course
from engine.games.clumond.turns import winning
from engine.players.clumond.kernel import (
    BEST,
    CARDS,
    DECLARER,
    FAR,
    LEFT,
    PLAYED,
    RANKS,
    SUITS,
    WINNER,
    code_of,
    count,
    distinct,
    lowest_of_each,
    off,
    outcome,
    packed,
    play,
    play_out,
    playable,
)
from engine.players.clumond.position import Position
from engine.players.compiled import Numbers, array_of
from tests.engine.clumond.positions import result_of, seen, state_of
from tests.engine.walks import Beginning, wander
from tests.soak.amounts import some

IN_TRICK = range(BEST, WINNER + 1)
"""What means nothing between two tricks, as the suit led."""


def called(seed: int) -> Course:
    """Deal at random and call at random, up to the first lead."""
    course, random = Beginning("clumond", 3, {}, seed).course(), Random(seed)
    while seen(course).phase == "call":
        seat = course.to_act()[0]
        declare = [code for code in course.legal(seat) if code != "pass"]
        course = course.then(seat, random.choice(["pass", *declare[: seed % 6]]))
    return course


def of(course: Course) -> Numbers:
    state = state_of(course)
    return packed(Position.of(state), mask_of(state.cards))


def numbers(p: Numbers) -> list[int]:
    """List what a position means: what the last trick left behind means nothing."""
    skipped = () if p[PLAYED] else (*IN_TRICK, BEST - 1)
    return [int(number) for place, number in enumerate(p) if place not in skipped]


def may_be_played(p: Numbers) -> int:
    return sum(playable(p, suit) << RANKS * suit for suit in range(SUITS))


@pytest.mark.parametrize("seed", some(range(40), 10))
def test_a_hand_is_played_and_settled_as_the_rules_say(seed: int) -> None:
    """C3, C4: legal cards, whose turn it is, who wins each trick, and how far off all are."""
    course, random = called(seed), Random(seed)
    p = of(course)
    while seen(course).last_deal is None:
        assert numbers(p) == numbers(of(course))
        seat = course.to_act()[0]
        legal = course.legal(seat)
        assert may_be_played(p) == mask_of_faces([code.split()[1] for code in legal])
        code = random.choice(legal)
        course = course.then(seat, code)
        suit, rank = divmod(CARD_OF_FACE[code.split()[1]], SUIT_SIZE)
        play(p, suit, 1 << rank)
    result = result_of(course)
    assert tuple(off(p, player) for player in range(3)) == result.off
    assert tuple(code_of(p, player) for player in range(3)) == result.codes
    one, two, three = result.off
    declared = int(off(p, p[DECLARER]) > 0) if result.declarer else None
    assert outcome(p) == ((one * FAR + two) * FAR + three if declared is None else declared)


@pytest.mark.parametrize("seed", some(range(20), 6))
def test_cards_that_stand_for_each_other_win_and_lose_alike(seed: int) -> None:
    """Whatever the others play to the trick, the cards of one block win it or lose it together."""
    course, random = called(seed), Random(seed)
    course = wander(course, random, moves=seed)
    state, p = state_of(course), of(course)
    lowest, others = distinct(p), sum(h for s, h in enumerate(state.hands, 1) if s != state.turn)
    assert lowest & ~may_be_played(p) == 0
    rivals = [card for card in range(52) if others & BIT[card]]
    for card in [card for card in range(52) if may_be_played(p) & BIT[card]]:
        stands_for = (lowest & (2 << card) - 1).bit_length() - 1
        assert stands_for // RANKS == card // RANKS
        for rival in rivals:
            wins = [winning((*state.cards, own, rival), state.trumps) for own in (card, stands_for)]
            assert wins[0] == wins[1]


def test_of_neighbours_the_lowest_is_kept() -> None:
    assert lowest_of_each(0b111, 0b000) == 0b001
    assert lowest_of_each(0b101, 0b010) == 0b101
    assert lowest_of_each(0b1101, 0b0010) == 0b0101
    assert lowest_of_each(0, 0b11) == 0


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_random_play_ends_with_three_cards_each(seed: int) -> None:
    p = of(called(seed))
    play_out(p, array_of([seed + 1, 2]), LEFT)
    assert p[CARDS] == LEFT
    assert [sum(count(p[4 * who + suit]) for suit in range(4)) for who in range(3)] == [3, 3, 3]
    assert sum(p[12:15]) == 13


def test_ranks_are_counted() -> None:
    assert all(count(ranks) == ranks.bit_count() for ranks in range(1 << RANKS))

"""The position that search plays in, against the rules themselves."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import CARD_OF_FACE, FACES, SUIT_SIZE, SUITS
from engine.course import Course
from engine.games.clumond.imagine import hands_imaginer, known_state
from engine.games.clumond.state import State
from engine.players.clumond.policy import play_by_rule, weighted_imaginer
from engine.players.clumond.position import Position, hand_from, play_out
from tests.engine.clumond.positions import (
    HIGH,
    MIDDLE,
    PASSES,
    played,
    result_of,
    seen,
    state_of,
    table,
)
from tests.engine.players.clumond.test_kernel import called
from tests.engine.walks import wander
from tests.soak.amounts import some


def make(position: Position, code: str) -> None:
    suit, rank = divmod(CARD_OF_FACE[code.split()[1]], SUIT_SIZE)
    position.play(suit, 1 << rank)


def same(position: Position, state: State) -> bool:
    return (
        [hand_from(hand) for hand in state.hands] == position.hands
        and list(state.tricks) == position.won
        and state.turn - 1 == position.turn
        and len(state.cards) == position.played
        and (not state.cards or SUITS[position.suit] == FACES[state.cards[0]][-1])
    )


@pytest.mark.parametrize("seed", some(range(60), 12))
def test_a_position_moves_and_settles_as_the_rules_say(seed: int) -> None:
    """In lockstep with the public rules (C3, C4), with and without trumps."""
    course, random = called(seed), Random(seed)
    position = Position.of(state_of(course))
    while seen(course).last_deal is None:
        assert same(position, state_of(course))
        seat = course.to_act()[0]
        code = random.choice(course.legal(seat))
        course = course.then(seat, code)
        make(position, code)
    result = result_of(course)
    assert tuple(position.won) == result.tricks
    assert tuple(position.off()) == result.off


class Followed(Position):
    """Plays each card by the public rules too."""

    def __init__(self, truth: Position, course: Course) -> None:
        super().__init__(truth.hands, truth.turn, truth.trumps, truth.declarer)
        self.course = course

    def play(self, suit: int, bit: int) -> None:
        code = f"play {FACES[suit * SUIT_SIZE + bit.bit_length() - 1]}"
        seat = self.course.to_act()[0]
        assert code in self.course.legal(seat)
        self.course = self.course.then(seat, code)
        super().play(suit, bit)


@pytest.mark.parametrize("seed", some(range(30), 8))
def test_the_rule_of_thumb_plays_what_the_rules_allow(seed: int) -> None:
    course = called(seed)
    position = Followed(Position.of(state_of(course)), course)
    play_by_rule(position)
    assert tuple(position.off()) == result_of(position.course).off


@pytest.mark.parametrize("seed", some(range(60), 12))
def test_a_playout_at_random_could_have_been_played(seed: int) -> None:
    """Its cards and tricks are those of a real game (C3): found by playing for the same end.

    Three stay in each hand, thirteen tricks are won; a trick begun is played to its end.
    """
    random = Random(seed)
    course = called(seed)
    course = wander(course, random, moves=seed % 39)
    state = state_of(course)
    position = begun(course)
    before = [[*hand] for hand in position.hands]
    play_out(position, random)
    assert [sum(ranks.bit_count() for ranks in hand) for hand in position.hands] == [3, 3, 3]
    assert sum(position.won) == 13
    assert all(now >= then for now, then in zip(position.won, state.tricks, strict=True))
    for old, new in zip(before, position.hands, strict=True):
        assert all(not kept & ~held for kept, held in zip(new, old, strict=True))


def begun(course: Course) -> Position:
    """Return the whole truth of any moment of play as a position."""
    state = state_of(course)
    hands = [hand_from(hand) for hand in state.hands]
    position = Position(hands, state.leader - 1, state.trumps, state.declarer - 1)
    position.won = [*state.tricks]
    position.cards = 16 - sum(state.tricks)
    for card in state.cards:
        suit, rank = divmod(card, SUIT_SIZE)
        position.hands[position.turn][suit] |= 1 << rank
        position.play(suit, 1 << rank)
    return position


def by_the_rules(course: Course, random: Random) -> tuple[int, ...]:
    """Play a hand to its end at random by the public rules; give tricks and distances."""
    course = wander(course, random, lambda now: seen(now).last_deal)
    return (*result_of(course).tricks, *result_of(course).off)


@pytest.mark.whole
@pytest.mark.parametrize("code", ["pass", "declare NT", "declare S"])
def test_playouts_at_random_end_like_random_play_by_the_rules(code: str) -> None:
    """Tricks and distances (C4) of 1,000 playouts and 500 hands agree on average."""
    course = played(table(HIGH, MIDDLE), f"1 {code}")
    if code == "pass":
        course = played(course, *PASSES[1:])
    # Four cards from the end of this deal chance still decides much.
    random = Random(5)
    truth = [by_the_rules(course, random) for _ in range(500)]
    found = []
    for _ in range(1000):
        position = Position.of(state_of(course))
        play_out(position, random)
        found.append((*position.won, *position.off()))
    for a, b in zip(zip(*truth, strict=True), zip(*found, strict=True), strict=True):
        assert abs(sum(a) / len(a) - sum(b) / len(b)) < 0.35


@pytest.mark.parametrize("listens", [False, True])
@pytest.mark.parametrize("seed", some(range(12), 4))
def test_an_imagined_position_holds_what_the_seat_sees_and_every_other_card(
    seed: int, listens: bool
) -> None:
    course, random = called(seed), Random(seed)
    while seen(course).last_deal is None:
        seat = course.to_act()[0]
        imagine = (weighted_imaginer if listens else hands_imaginer)(
            seen(course, seat), course.heard(seat)
        )
        position = Position.of(known_state(seen(course, seat))).with_hands(imagine(random))
        truth = begun(course)
        assert position.hands[seat - 1] == truth.hands[seat - 1]
        assert [sum(map(int.bit_count, hand)) for hand in position.hands] == [
            sum(map(int.bit_count, hand)) for hand in truth.hands
        ]
        for suit in range(4):
            held, real = ([hand[suit] for hand in w.hands] for w in (position, truth))
            assert sum(held) == sum(real)
        for field in ("won", "cards", "turn", "played", "trumps", "declarer"):
            assert getattr(position, field) == getattr(truth, field)
        if position.played:
            assert (position.suit, position.best, position.winner) == (
                truth.suit, truth.best, truth.winner,
            )  # fmt: skip
        course = course.then(seat, random.choice(course.legal(seat)))


def test_a_copy_of_a_position_is_played_in_apart() -> None:
    position = Position.of(state_of(called(1)))
    twin = position.copy()
    play_by_rule(twin)
    assert (position.cards, position.won, position.kept) == (16, [0, 0, 0], [0, 0, 0])
    assert twin.cards == 3

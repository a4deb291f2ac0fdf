"""The trip that search moves in, against the rules themselves."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.course import Course
from engine.game import OptionValue
from engine.games.balloon.imagine import imaginer
from engine.games.balloon.state import State
from engine.games.balloon.view import FACES, Phase
from engine.players.balloon.position import (
    BITS,
    DONE,
    FIELD,
    GUARD,
    LONE,
    PAY,
    RIDE,
    Position,
    cost,
    packed,
    packed_set,
)
from engine.players.balloon.robots import DOUBT
from engine.seats import Seat
from tests.engine.balloon.positions import legal, played, seen, state_of, table
from tests.engine.walks import Beginning
from tests.soak.amounts import some

DOING = {Phase.RIDE: RIDE, Phase.PAY: PAY, Phase.LONE: LONE, Phase.OVER: DONE}
MAKE = {
    "stay": Position.stay,
    "jump": Position.jump,
    "pay": Position.pay,
    "wild": Position.pay_wild,
    "fall": Position.fall,
    "roll": Position.roll,
}


def begun(seats: int, seed: int, options: dict[str, OptionValue]) -> Course:
    return Beginning("balloon", seats, {"two": seats == 2, **options}, seed).course()


def counted(hand: int) -> tuple[int, ...]:
    """Count the cards of each face in a packed hand."""
    return tuple(hand >> BITS * place & FIELD for place in range(len(FACES)))


def reds_in(state: State) -> int:
    """Count the red cards of seat 1."""
    return counted(packed_set(state.hands[0]))[0]


def assert_same(position: Position, state: State) -> None:
    assert position.doing == DOING[state.phase]
    assert (position.turn, position.pilot, position.cloud) == (state.turn, state.pilot, state.cloud)
    assert position.aboard == state.aboard
    assert tuple(position.scores[1:]) == state.scores
    assert tuple(position.gone[1:]) == state.jumps
    assert position.hands[1:] == [packed_set(hand) for hand in state.hands]
    assert position.counts[1:] == [hand.bit_count() for hand in state.hands]
    assert position.heap == packed_set(state.discards)
    if state.phase is not Phase.LONE:
        assert position.need == cost(state.dice)


def legal_in(position: Position) -> set[str]:
    if position.doing == RIDE:
        return {"stay", "jump"}
    if position.doing == LONE:
        return {"roll", "jump"}
    moves = {"pay" if position.holds() else "fall"}
    return moves | {"wild"} if position.has_wild() else moves


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("redeal", [True, False])
@pytest.mark.parametrize("seed", some(range(5), 2))
def test_a_position_moves_as_the_rules_say(seats: int, seed: int, *, redeal: bool) -> None:
    """In lockstep with the public rules (B1-B9), trip by trip to the end of the game."""
    course, random = begun(seats, seed, {"redeal": redeal}), Random(seed)
    while course.to_act():
        trip, position = state_of(course).trip, Position.of(state_of(course))
        while position.doing != DONE:
            assert state_of(course).trip == trip
            assert_same(position, state_of(course))
            assert legal_in(position) == set(legal(course))
            code = random.choice([*legal(course), *("stay", "roll") * 2])
            if code not in legal(course):
                continue
            course = course.then(course.to_act()[0], code)
            if code == "roll" or position.cloud < state_of(course).cloud:
                position.throws = [cost(state_of(course).dice)] * 9
            elif code in {"pay", "wild"}:
                position.throws = [0] * 9
            MAKE[code](position)
        result = seen(course).last_trip
        assert result is not None
        assert result.trip == trip
        assert tuple(position.scores[1:]) == result.totals
        assert (position.ended, position.cloud) == (result.pilot, result.cloud)
        assert position.top == (result.ending == "top")


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("seed", some(range(3), 2))
def test_an_imagined_position_holds_what_the_seat_sees_and_the_whole_pack(
    seats: int, seed: int
) -> None:
    course, random = begun(seats, seed, {}), Random(seed)
    whole = packed("RGPY" * 18 + "WWWW")
    while acting := course.to_act():
        seat, state = acting[0], state_of(course)
        imagine = imaginer(seen(course, seat), course.heard(seat), doubt=DOUBT, quick=True)
        position = Position.of(imagine(random)).throw(random)
        truth = Position.of(state)
        assert position.counts == truth.counts
        assert position.hands[seat] == truth.hands[seat]
        assert [sum(counted(hand)) for hand in position.hands] == truth.counts
        unseen = whole - sum(position.hands) - position.heap
        assert sum(counted(unseen)) == len(state.pile)
        assert (position.turn, position.doing, position.need) == (
            seat,
            DOING[state.phase],
            cost(state.dice),
        )
        assert position.aboard == state.aboard
        assert len(position.throws) == 9
        course = course.then(seat, random.choice(course.legal(seat)))


def test_who_fell_is_imagined_without_what_they_lacked() -> None:
    """A pilot with the colours has to fly (B3); with a card drawn since they may hold one."""
    course = table("GPYGPY", "RRR", "GGG", rolls=("RR", "--"), pile="GGG")
    course = played(course, "* stay", "* stay", "1 fall")
    heard = course.heard(course.to_act()[0])
    imagine = imaginer(seen(course, course.to_act()[0]), heard, doubt=DOUBT, quick=True)
    reds = Counter(reds_in(imagine(Random(n))) for n in range(400))
    assert set(reds) == {0, 1, 2}
    assert reds[2] < 120 < reds[1]


def test_who_paid_with_a_wild_card_is_imagined_to_have_had_no_choice() -> None:
    """They might have held the colours (B3), but most would have paid them."""
    course = table("WGPYGP", "RRR", "GGG", rolls=("RR", "--"))
    course = played(course, "* stay", "* stay", "1 wild")
    heard = course.heard(course.to_act()[0])
    imagine = imaginer(seen(course, course.to_act()[0]), heard, doubt=DOUBT, quick=True)
    many = sum(reds_in(imagine(Random(n))) > 1 for n in range(400))
    assert 0 < many < 40


def test_what_came_since_is_remembered_until_the_pack_is_dealt_anew() -> None:
    course = table("GPYGPY", "RRR", "GGG", rolls=("RR", "GG"))
    course = played(course, "* stay", "* stay", "1 fall")
    course = played(course, "* stay", "* stay", "2 fall")
    heard = course.heard(Seat(3))
    reds, free = (
        {reds_in(imagine(Random(n))) for n in range(400)}
        for imagine in (
            imaginer(seen(course, 3), heard),
            imaginer(seen(course, 3), heard[:2]),
        )
    )
    # At most one in the hand that fell, and two came since.
    assert reds == {0, 1, 2, 3}
    assert max(free) > 3


def test_a_copy_of_a_position_is_moved_in_apart() -> None:
    position = Position.of(state_of(table("R", "G", "P", rolls=("RG",))))
    twin = position.copy()
    twin.jump()
    twin.stay()
    twin.fall()
    assert (position.scores, position.doing, position.gone) == ([0, 0, 0, 0], RIDE, [0, 0, 0, 0])
    assert (twin.scores, twin.doing, twin.gone) == ([0, 0, 1, 0], DONE, [0, 0, 1, 0])


def test_a_cost_takes_no_bit_of_another_colour() -> None:
    """Eighteen cards of each colour are counted in six bits, the highest always free (B3)."""
    most = packed("RGPY" * 18)
    assert most & GUARD == 0
    assert ((most | GUARD) - packed("RRRR")) & GUARD == GUARD
    assert ((packed("GGGG") | GUARD) - packed("R")) & GUARD != GUARD

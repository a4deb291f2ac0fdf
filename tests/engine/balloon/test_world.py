"""The trip that search moves in, against the rules themselves."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.game import OptionValue
from engine.games.balloon.cards import count_faces
from engine.games.balloon.guess import Guess, known_of, lacks_in
from engine.games.balloon.state import State
from engine.games.balloon.view import FACES, Phase
from engine.games.balloon.world import (
    BITS,
    DONE,
    FIELD,
    GUARD,
    LONE,
    ONE,
    PAY,
    RIDE,
    World,
    cost,
    packed,
)
from engine.play import Course
from tests.engine.balloon.positions import legal, played, seen, state_of, table
from tests.engine.walks import Beginning

DOING = {Phase.RIDE: RIDE, Phase.PAY: PAY, Phase.LONE: LONE, Phase.OVER: DONE}
MAKE = {
    "stay": World.stay,
    "jump": World.jump,
    "pay": World.pay,
    "wild": World.pay_wild,
    "fall": World.fall,
    "roll": World.roll,
}


def begun(seats: int, seed: int, options: dict[str, OptionValue]) -> Course:
    return Beginning("balloon", seats, {"two": seats == 2, **options}, seed).course()


def counted(hand: int) -> tuple[int, ...]:
    """Count the cards of each face in a packed hand."""
    return tuple(hand >> BITS * place & FIELD for place in range(len(FACES)))


def packed_of(cards: int) -> int:
    return sum(ONE[face] * count for face, count in zip(FACES, count_faces(cards), strict=True))


def world_of(state: State) -> World:
    """Give the whole truth of a trip's beginning as a world."""
    hands = [0, *map(packed_of, state.hands)]
    counts = [0, *(hand.bit_count() for hand in state.hands)]
    world = World(state.table.target, hands, counts, packed_of(state.discards), [0, *state.scores])
    world.pilot, world.turn, world.need = state.pilot, state.turn, cost(state.dice)
    return world


def assert_same(world: World, state: State) -> None:
    assert world.doing == DOING[state.phase]
    assert (world.turn, world.pilot, world.cloud) == (state.turn, state.pilot, state.cloud)
    assert world.aboard == state.aboard
    assert tuple(world.scores[1:]) == state.scores
    assert tuple(world.gone[1:]) == state.jumps
    assert world.hands[1:] == [packed_of(hand) for hand in state.hands]
    assert world.counts[1:] == [hand.bit_count() for hand in state.hands]
    assert world.heap == packed_of(state.discards)
    if state.phase is not Phase.LONE:
        assert world.need == cost(state.dice)


def legal_in(world: World) -> set[str]:
    if world.doing == RIDE:
        return {"stay", "jump"}
    if world.doing == LONE:
        return {"roll", "jump"}
    moves = {"pay" if world.holds() else "fall"}
    return moves | {"wild"} if world.has_wild() else moves


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("redeal", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_a_world_moves_as_the_rules_say(seats: int, seed: int, *, redeal: bool) -> None:
    """In lockstep with the public rules (B1-B9), trip by trip to the end of the game."""
    course, random = begun(seats, seed, {"redeal": redeal}), Random(seed)
    while course.to_act():
        trip, world = state_of(course).trip, world_of(state_of(course))
        while world.doing != DONE:
            assert state_of(course).trip == trip
            assert_same(world, state_of(course))
            assert legal_in(world) == set(legal(course))
            code = random.choice([*legal(course), *("stay", "roll") * 2])
            if code not in legal(course):
                continue
            course = course.then(course.to_act()[0], code)
            if code == "roll" or world.cloud < state_of(course).cloud:
                world.throws = [cost(state_of(course).dice)] * 9
            elif code in {"pay", "wild"}:
                world.throws = [0] * 9
            MAKE[code](world)
        result = seen(course).last_trip
        assert result is not None
        assert result.trip == trip
        assert tuple(world.scores[1:]) == result.totals
        assert (world.ended, world.cloud) == (result.pilot, result.cloud)
        assert world.top == (result.ending == "top")


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("seed", range(3))
def test_a_guessed_world_holds_what_the_seat_sees_and_the_whole_pack(seats: int, seed: int) -> None:
    course, random = begun(seats, seed, {}), Random(seed)
    whole = packed("RGPY" * 18 + "WWWW")
    while acting := course.to_act():
        seat, state = acting[0], state_of(course)
        world = Guess(seen(course, seat), course.heard(seat)).world(random)
        truth = world_of(state)
        assert world.counts == truth.counts
        assert world.hands[seat] == truth.hands[seat]
        assert [sum(counted(hand)) for hand in world.hands] == truth.counts
        unseen = whole - sum(world.hands) - world.heap
        assert sum(counted(unseen)) == len(state.pile)
        assert (world.turn, world.doing, world.need) == (seat, DOING[state.phase], cost(state.dice))
        assert world.aboard == state.aboard
        assert len(world.throws) == 9
        course = course.then(seat, random.choice(course.legal(seat)))


def test_who_fell_is_guessed_to_lack_what_he_lacked() -> None:
    """A pilot with the colours has to fly (B3); with a card drawn since they may hold one of them."""
    course = table("GPYGPY", "RRR", "GGG", rolls=("RR", "--"), pile="GGG")
    course = played(course, "* stay", "* stay", "1 fall")
    heard = course.heard(course.to_act()[0])
    lack = lacks_in(heard, 3)[1]
    assert lack == (packed("RR"), 1, 1, ())
    guess = Guess(seen(course, course.to_act()[0]), heard)
    reds = Counter(counted(guess.world(Random(n)).hands[1])[0] for n in range(400))
    assert set(reds) == {0, 1, 2}
    assert reds[2] < 120 < reds[1]


def test_who_paid_with_a_wild_card_is_guessed_to_have_had_no_choice() -> None:
    """He might have held the colours (B3), but most would have paid them."""
    course = table("WGPYGP", "RRR", "GGG", rolls=("RR", "--"))
    course = played(course, "* stay", "* stay", "1 wild")
    heard = course.heard(course.to_act()[0])
    lack = lacks_in(heard, 3)[1]
    assert lack is not None
    assert (lack.need, lack.came) == (packed("RR"), 0)
    assert 0.5 < lack.sure < 1
    guess = Guess(seen(course, course.to_act()[0]), heard)
    many = sum(counted(guess.world(Random(n)).hands[1])[0] > 1 for n in range(400))
    assert 0 < many < 40


def test_what_was_paid_since_is_remembered_until_the_pack_is_dealt_anew() -> None:
    heard = table("GPYGPY", "RRR", "GGG", rolls=("RR", "GG"))
    heard = played(heard, "* stay", "* stay", "1 fall")
    heard = played(heard, "* stay", "* stay", "2 fall")
    assert lacks_in(heard.heard(None), 3)[1] == (packed("RR"), 1, 2, ())
    assert lacks_in(heard.heard(None)[:2], 3) == [None] * 4


def test_a_spectator_guesses_nothing() -> None:
    with pytest.raises(ValueError, match="spectator"):
        known_of(seen(table("R", "G", "P")))


def test_a_copy_of_a_world_is_moved_in_apart() -> None:
    world = world_of(state_of(table("R", "G", "P", rolls=("RG",))))
    twin = world.copy()
    twin.jump()
    twin.stay()
    twin.fall()
    assert (world.scores, world.doing, world.gone) == ([0, 0, 0, 0], RIDE, [0, 0, 0, 0])
    assert (twin.scores, twin.doing, twin.gone) == ([0, 0, 1, 0], DONE, [0, 0, 1, 0])


def test_a_cost_takes_no_bit_of_another_colour() -> None:
    """Eighteen cards of each colour are counted in six bits, the highest always free (B3)."""
    most = packed("RGPY" * 18)
    assert most & GUARD == 0
    assert ((most | GUARD) - packed("RRRR")) & GUARD == GUARD
    assert ((packed("GGGG") | GUARD) - packed("R")) & GUARD != GUARD

"""The trip that playouts move in, against the rules themselves, and what they believe of hands."""

from __future__ import annotations

from collections.abc import MutableSequence
from random import Random
from statistics import fmean

import pytest

from engine.course import Course
from engine.game import OptionValue
from engine.games.balloon.state import State
from engine.games.balloon.turns import Move
from engine.games.balloon.view import FACES, TOP, Phase
from engine.players.balloon import kernel
from engine.players.balloon.kernel_policy import chance
from engine.players.balloon.playouts import MOVES, Imagined
from engine.players.balloon.position import (
    BITS,
    DOING,
    DONE,
    FIELD,
    GUARD,
    PACK,
    WILD_ONE,
    cost,
    packed,
    packed_set,
)
from engine.seats import Seat
from tests.engine.balloon.positions import BLANKS, legal, played, seen, state_of, table
from tests.engine.walks import Beginning
from tests.soak.amounts import some


def begun(seats: int, seed: int, options: dict[str, OptionValue]) -> Course:
    return Beginning("balloon", seats, {"two": seats == 2, **options}, seed).course()


def counted(hand: int) -> tuple[int, ...]:
    """Count the cards of each face in a packed hand."""
    return tuple(hand >> BITS * place & FIELD for place in range(len(FACES)))


def by_seat(trip: MutableSequence[int], begin: int) -> list[int]:
    return [int(trip[begin + seat]) for seat in range(1, trip[kernel.SEATS] + 1)]


def reds(course: Course, seat: int, times: int = 400) -> list[int]:
    """Count the red cards of seat 1 as another seat imagines them."""
    trips, found = Imagined(seen(course, seat), course.heard(Seat(seat))), []
    for number in range(times):
        trips.anew(number)
        found.append(int(trips.table.trip[kernel.HANDS + 1]) & FIELD)
    return found


def assert_same(trip: MutableSequence[int], state: State) -> None:
    assert trip[kernel.DOING] == DOING[state.phase]
    assert (trip[kernel.TURN], trip[kernel.PILOT]) == (state.turn, state.pilot)
    assert (trip[kernel.CLOUD], trip[kernel.ABOARD]) == (state.cloud, state.aboard)
    assert tuple(by_seat(trip, kernel.SCORES)) == state.scores
    assert by_seat(trip, kernel.HANDS) == [packed_set(hand) for hand in state.hands]
    assert trip[kernel.HEAP] == packed_set(state.discards)
    if state.phase is not Phase.LONE:
        assert trip[kernel.NEED] == cost(state.dice)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("redeal", [True, False])
@pytest.mark.parametrize("seed", some(range(5), 2))
def test_a_trip_moves_as_the_rules_say(seats: int, seed: int, *, redeal: bool) -> None:
    """In lockstep with the public rules (B1-B9), trip by trip to the end of the game."""
    course, random = begun(seats, seed, {"redeal": redeal}), Random(seed)
    while course.to_act():
        number, view = state_of(course).trip, seen(course)
        trip = Imagined(view, (), state_of(course)).table.trip
        while trip[kernel.DOING] != DONE:
            assert state_of(course).trip == number
            assert_same(trip, state_of(course))
            code = random.choice([*legal(course), *("stay", "roll") * 2])
            if code not in legal(course):
                continue
            course = course.then(course.to_act()[0], code)
            for cloud in range(1, TOP):
                trip[kernel.THROWN + cloud] = cost(state_of(course).dice)
            kernel.make(trip, MOVES[Move(code)])
        result = seen(course).last_trip
        assert result is not None
        assert result.trip == number
        assert tuple(by_seat(trip, kernel.SCORES)) == result.totals
        assert (trip[kernel.ENDED], trip[kernel.CLOUD]) == (result.pilot, result.cloud)
        assert bool(trip[kernel.TOPPED]) == (result.ending == "top")


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("seed", some(range(3), 2))
def test_an_imagined_trip_holds_what_the_seat_sees_and_the_whole_pack(
    seats: int, seed: int
) -> None:
    course, random = begun(seats, seed, {}), Random(seed)
    while acting := course.to_act():
        seat, state = acting[0], state_of(course)
        trips = Imagined(seen(course, seat), course.heard(seat))
        trips.anew(seed)
        trip = trips.table.trip
        hands = by_seat(trip, kernel.HANDS)
        assert hands[seat - 1] == packed_set(state.hands[seat - 1])
        assert [sum(counted(hand)) for hand in hands] == [hand.bit_count() for hand in state.hands]
        assert all(
            0 <= held <= whole
            for held, whole in zip(counted(sum(hands)), counted(PACK), strict=True)
        )
        assert len(trips.pile()) == len(state.pile)
        assert (trip[kernel.TURN], trip[kernel.DOING]) == (seat, DOING[state.phase])
        assert (trip[kernel.NEED], trip[kernel.ABOARD]) == (cost(state.dice), state.aboard)
        course = course.then(seat, random.choice(course.legal(seat)))


def test_who_fell_is_imagined_without_what_they_lacked() -> None:
    """A pilot with the colours has to fly (B3); with a card drawn since they may hold one."""
    course = table("GPYGPY", "RRR", "GGG", rolls=("RR", "--"), pile="GGG")
    course = played(course, "* stay", "* stay", "1 fall")
    found = reds(course, course.to_act()[0])
    assert set(found) == {0, 1, 2}
    assert found.count(2) < 120 < found.count(1)


def test_who_paid_with_a_wild_card_is_imagined_to_have_had_no_choice() -> None:
    """They might have held the colours (B3), but most would have paid them."""
    course = table("WGPYGP", "RRR", "GGG", rolls=("RR", "--"))
    course = played(course, "* stay", "* stay", "1 wild")
    assert 0 < sum(held > 1 for held in reds(course, course.to_act()[0])) < 40


def test_what_came_since_is_remembered_until_the_pack_is_dealt_anew() -> None:
    course = table("GPYGPY", "RRR", "GGG", rolls=("RR", "GG"))
    course = played(course, "* stay", "* stay", "1 fall")
    course = played(course, "* stay", "* stay", "2 fall")
    # At most one in the hand that fell, and two came since.
    assert set(reds(course, 3)) == {0, 1, 2, 3}
    late = Imagined(seen(course, 3), course.heard(Seat(3))[:2])
    found = set()
    for number in range(400):
        late.anew(number)
        found.add(int(late.table.trip[kernel.HANDS + 1]) & FIELD)
    assert max(found) > 3


def test_who_stays_and_is_pilot_next_is_thought_to_have_cards_for_it() -> None:
    """And who jumps there is thought to have few (B7)."""
    rolls, means = (*BLANKS[:6], "RG--"), list[float]()
    for deed in ("stay", "jump"):
        course = table("RRRRRR", "RGPYRG", "GGGGGG", "PPPPPP", rolls=rolls)
        while seen(course).cloud < 7:
            course = played(course, *["* stay"] * 3, f"{seen(course).pilot} pay")
        pilot = seen(course).pilot
        after = pilot % 4 + 1
        course = played(course, f"{after} {deed}")
        watcher = after % 4 + 1
        trips = Imagined(seen(course, watcher), course.heard(Seat(watcher)))
        kinds = []
        for number in range(300):
            trips.anew(number)
            hand = int(trips.table.trip[kernel.HANDS + after])
            kinds.append(sum(map(bool, counted(hand))) + 3 * (hand >= WILD_ONE))
        means.append(fmean(kinds))
    assert means[0] > means[1] + 0.2


def test_a_changed_trip_is_as_before_afterwards() -> None:
    course = table("R", "G", "P", rolls=("RG",))
    trips = Imagined(seen(course, 2), course.heard(Seat(2)))
    before = list(trips.table.trip)
    with trips.changed():
        trips.deal(2, packed("RR"))
        trips.rethrow(0)
        assert list(trips.table.trip) != before
    assert list(trips.table.trip) == before
    twin = trips.begin(Move.JUMP)
    assert by_seat(twin, kernel.SCORES) == [0, 1, 0]
    assert list(trips.table.trip) == before


def test_a_cost_takes_no_bit_of_another_colour() -> None:
    """Eighteen cards of each colour are counted in six bits, the highest always free (B3)."""
    most = packed("RGPY" * 18)
    assert most & GUARD == 0
    assert kernel.covers(most, packed("RRRR"))
    assert not kernel.covers(packed("GGGG"), packed("R"))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_playout_ends_its_trip(seats: int) -> None:
    course = begun(seats, 3, {})
    seat = course.to_act()[0]
    trips = Imagined(seen(course, seat), course.heard(seat))
    for number in range(20):
        trips.anew(number)
        trips.throw()
        twin = trips.begin()
        trips.play_on()
        assert twin[kernel.DOING] == DONE
        assert sum(trips.shares()) == pytest.approx(1)


def test_the_quick_estimate_is_near_the_chance_of_the_view() -> None:
    """The view counts hands that can pay, with a wild card or without (B3)."""
    random, course, asked = Random(3), begun(4, 3, {}), 0
    while acting := course.to_act():
        view = seen(course, acting[0])
        if view.phase == "ride" and view.odds:
            heap = sum(packed(one.card) * one.count for one in view.discards)
            known, cards = packed(view.hand or ()) + heap, view.hand_counts[view.pilot - 1]
            able = view.odds.ways / view.odds.total
            assert chance(cost(view.dice), known, cards, 1.0) == pytest.approx(able, abs=0.15)
            asked += 1
        course = course.then(acting[0], random.choice(view.legal))
    assert asked > 20

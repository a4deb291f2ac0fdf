"""The deal, the ante and the call: C1, C2."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.course import Course
from engine.events import CardsDealt, Secret
from engine.game import BadOptions, IllegalMove, OptionValue, SharedRefusal
from engine.games.clumond.moves import Refusal
from engine.games.clumond.state import PACK
from engine.games.clumond.view import (
    DealStarted,
    Declared,
    NobodyDeclared,
    Passed,
    Phase,
    Trumps,
)
from engine.seats import Seat
from tests.engine.clumond.positions import (
    GAME,
    HIGH,
    LOW,
    MIDDLE,
    PASSES,
    SEED,
    keeping,
    played,
    seen,
    table,
    told,
)


def test_the_pack_has_48_cards_and_no_tens() -> None:
    assert len(PACK) == len(set(PACK)) == 48
    assert not [card for card in PACK if card[0] == "T" or card.startswith("JK")]


def test_sixteen_cards_are_dealt_each_one_at_a_time_from_the_dealers_left() -> None:
    order = Chance(SEED).shuffle("clumond", 1, PACK)
    course = Course.begin(GAME, 3, {}, Chance(SEED))
    for place in range(3):
        hand = seen(course, place + 1).hand
        assert hand is not None
        assert sorted(hand) == sorted(order[place::3])
    assert seen(course).dealer == 3


def test_the_dealer_rotates_left_and_the_next_deal_begins_at_their_left() -> None:
    course = keeping(played(table(HIGH, MIDDLE, LOW), *PASSES))
    order = Chance(SEED).shuffle("clumond", 2, PACK)
    assert (seen(course).dealer, seen(course).to_act) == (1, (2,))
    assert sorted(seen(course, 2).hand or ()) == sorted(order[0::3])


def test_a_hand_is_shown_by_suits_in_the_order_of_their_worth() -> None:
    assert seen(table(HIGH, MIDDLE, LOW), 1).hand == tuple(HIGH.split())


def test_the_start_tells_each_seat_its_own_cards_only() -> None:
    course = table(HIGH, MIDDLE, LOW)
    started, *dealt = told(course)
    assert started == DealStarted(1, Seat(3), Seat(1), 6)
    assert [event.seats for event in dealt if isinstance(event, Secret)] == [(1,), (2,), (3,)]
    assert course.heard(None)[2].event == CardsDealt(Seat(2), 16, ())
    assert course.heard(Seat(2))[2].event == CardsDealt(Seat(2), 16, tuple(MIDDLE.split()))


@pytest.mark.parametrize("ante", [1, 2, 10])
def test_c1_every_hand_each_player_antes_before_the_call(ante: int) -> None:
    view = seen(table(ante=ante))
    assert (view.pot, view.scores) == (3 * ante, (-ante, -ante, -ante))
    assert view.phase is Phase.CALL


def test_c1_the_next_hand_has_antes_again_upon_what_stayed() -> None:
    course = keeping(played(table(HIGH, MIDDLE, LOW), *PASSES), "AD", "KD", "QD")
    assert (seen(course).deal, seen(course).pot) == (2, 3 + 6)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"ante": 0}, "out_of_range"),
        ({"ante": 11}, "out_of_range"),
        ({"deals": 10}, "not_a_multiple"),
        ({"deals": 33}, "out_of_range"),
        ({"deals": 0}, "out_of_range"),
        ({"scoring": "beans"}, "not_a_choice"),
    ],
)
def test_c1_c8_options_outside_the_rules_are_refused(
    options: dict[str, OptionValue], reason: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        table(**options)
    assert refused.value.reason == reason


def test_c1_two_chips_nine_hands_and_chips_unless_said_otherwise() -> None:
    view = seen(table())
    assert (view.ante, view.deals, view.scoring) == (2, 9, "chips")


def test_c2_the_dealers_left_then_their_right_then_the_dealer_call() -> None:
    course = table()
    for seat in (1, 2, 3):
        assert seen(course).to_act == (seat,)
        assert seen(course).passed == tuple(range(1, seat))
        course = course.then(Seat(seat), "pass")
    assert seen(course).phase is Phase.PLAY


def test_c2_a_call_is_pass_or_declare_with_trumps_or_none() -> None:
    calls = ("pass", "declare NT", "declare C", "declare D", "declare H", "declare S")
    course = table()
    assert course.legal(Seat(1)) == calls
    assert played(course, "1 pass", "2 pass").legal(Seat(3)) == calls


@pytest.mark.parametrize("trumps", list(Trumps))
@pytest.mark.parametrize("declarer", [1, 2, 3])
def test_c2_the_first_to_declare_ends_the_call(declarer: int, trumps: Trumps) -> None:
    course = played(table(), *PASSES[: declarer - 1], f"{declarer} declare {trumps.value}")
    view = seen(course)
    assert (view.phase, view.declarer, view.trumps) == (Phase.PLAY, declarer, trumps)
    assert view.passed == tuple(range(1, declarer))
    assert told(course) == (Declared(Seat(declarer), trumps, Seat(declarer % 3 + 1)),)


def test_c2_passes_are_told_and_the_last_one_that_nobody_declared() -> None:
    course = played(table(), "1 pass")
    assert told(course) == (Passed(Seat(1)),)
    assert seen(course).trumps is None
    course = played(course, "2 pass", "3 pass")
    assert told(course) == (Passed(Seat(3)), NobodyDeclared(Seat(1)))
    assert (seen(course).declarer, seen(course).trumps) == (None, Trumps.NONE)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2 pass", SharedRefusal.NOT_YOUR_TURN),
        ("1 play AC", Refusal.CALL_FIRST),
        ("1 declare X", SharedRefusal.UNREADABLE),
        ("1 declare", SharedRefusal.UNREADABLE),
        ("1 play TC", SharedRefusal.UNREADABLE),
        ("1 play JK", SharedRefusal.UNREADABLE),
    ],
)
def test_c2_other_calls_are_refused(move: str, reason: Refusal | SharedRefusal) -> None:
    with pytest.raises(IllegalMove) as refused:
        played(table(HIGH), move)
    assert refused.value.reason == reason


def test_c2_nobody_calls_after_the_call() -> None:
    course = played(table(), "1 declare H")
    for move in ("2 pass", "2 declare S"):
        with pytest.raises(IllegalMove) as refused:
            played(course, move)
        assert refused.value.reason == Refusal.CALL_OVER

"""The throw, the passengers and the pilot's answer: B1 to B7."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.course import Course
from engine.game import IllegalMove
from engine.games.balloon.cards import DIE, IDENTITIES
from engine.games.balloon.view import (
    DICE,
    VALUES,
    Counted,
    DiceThrown,
    Fallen,
    Flight,
    Flown,
    Jumped,
    Phase,
    Stayed,
)
from engine.seats import Seat
from tests.engine.balloon.positions import (
    BLANKS,
    SEED,
    fly,
    legal,
    played,
    seen,
    table,
    told,
)


def refused(course: Course, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        played(course, move)
    return error.value.reason


def test_the_pack_has_eighteen_of_each_colour_and_four_wild() -> None:
    faces = [identity[0] for identity in IDENTITIES]
    assert len(IDENTITIES) == 76
    assert [faces.count(face) for face in "RGPYW"] == [18, 18, 18, 18, 4]
    assert {"R01", "R18", "G01", "P10", "Y18", "W1", "W4"} <= set(IDENTITIES)


def test_clouds_are_worth_and_ask_for_dice_as_printed() -> None:
    assert VALUES[1:] == (1, 2, 4, 6, 9, 12, 15, 20, 25)
    assert DICE[1:9] == (2, 2, 2, 3, 3, 3, 4, 4)


def test_six_cards_each_are_dealt_one_at_a_time_from_the_first_pilot() -> None:
    course = table("RRRRRR", "GGGGGG", "PPPPPP", "YYYYYY", rolls=("RG",))
    assert seen(course, 1).hand == ("R",) * 6
    assert seen(course, 4).hand == ("Y",) * 6
    assert seen(course).hand_counts == (6, 6, 6, 6)
    assert seen(course).pile == 76 - 24


def test_b1_the_pilot_throws_the_dice_of_the_cloud_of_itself() -> None:
    course = table("", "", "", rolls=("RG",))
    view = seen(course)
    assert (view.pilot, view.cloud, view.dice) == (1, 1, ("R", "G"))
    assert told(course)[-1] == DiceThrown(view.pilot, 1, ("R", "G"), alone=False)


def test_b1_throws_are_counted_over_the_whole_game_and_made_as_the_record_says() -> None:
    course = table("", "", "")
    assert "".join(seen(course).dice) == Chance(SEED).roll("balloon", 1, 2, DIE)
    after = fly(course, way=legal(played(course, "2 stay", "3 stay"))[0])
    dice = DICE[seen(after).cloud]
    assert "".join(seen(after).dice) == Chance(SEED).roll("balloon", 2, dice, DIE)


def test_b1_every_cloud_has_its_dice() -> None:
    course = table("", "", "", rolls=BLANKS, target=200)
    thrown = [len(seen(course).dice)]
    for _ in range(7):
        course = fly(course)
        thrown.append(len(seen(course).dice))
    assert thrown == [2, 2, 2, 3, 3, 3, 4, 4]


def test_b2_passengers_decide_in_order_from_the_pilots_left_and_openly() -> None:
    course = table("", "", "", "", rolls=("RG",))
    assert seen(course).to_act == (2,)
    assert course.legal(seen(course).to_act[0]) == ("stay", "jump")
    course = played(course, "2 stay")
    assert told(course) == (Stayed(Seat(2)),)
    assert seen(course).to_act == (3,)
    assert seen(course).stayed == (False, True, False, False)
    course = played(course, "3 jump")
    assert seen(course).to_act == (4,)
    assert seen(played(course, "4 stay")).to_act == (1,)


@pytest.mark.parametrize("cloud", range(1, 9))
def test_b2_a_jumper_scores_the_value_of_the_cloud_at_once(cloud: int) -> None:
    course = table("", "", "", rolls=BLANKS, target=200)
    for _ in range(cloud - 1):
        course = fly(course)
    who = seen(course).to_act[0]
    course = played(course, f"{who} jump")
    assert told(course) == (Jumped(who, cloud, VALUES[cloud]),)
    assert seen(course).scores[who - 1] == VALUES[cloud]
    assert seen(course).jumps[who - 1] == cloud


def test_b2_who_jumped_is_out_until_the_next_trip() -> None:
    course = table("", "", "", rolls=("--", "--", "RR"))
    course = played(course, "2 jump", "3 stay", "1 pay")
    assert seen(course).aboard == (True, False, True)
    assert (seen(course).pilot, seen(course).to_act) == (3, (1,))
    course = played(course, "1 stay", "3 pay")
    assert seen(course).to_act == (3,)
    course = played(course, "3 stay", "1 fall")
    assert seen(course).aboard == (True, True, True)


def test_b2_the_pilot_may_not_jump_after_a_throw() -> None:
    course = played(table("R", "", "", rolls=("RR",)), "2 jump", "3 jump")
    assert refused(course, "1 jump") == "wrong_phase"
    assert refused(course, "1 stay") == "wrong_phase"
    assert refused(table("", "", ""), "1 pay") == "not_your_turn"


def test_b2_a_passenger_does_not_pay_or_roll() -> None:
    course = table("", "WWRG", "", rolls=("RG",))
    assert {refused(course, f"2 {move}") for move in ("pay", "wild", "fall", "roll")} == {
        "wrong_phase"
    }


@pytest.mark.parametrize(
    ("hand", "dice", "moves"),
    [
        ("RG", "RG", ("pay",)),
        ("RRYYYY", "RR", ("pay",)),
        ("R", "RR", ("fall",)),
        ("RW", "RR", ("wild", "fall")),
        ("RGW", "RG", ("pay", "wild")),
        ("RRW", "R-", ("pay", "wild")),
        ("WWWW", "PP", ("wild", "fall")),
        ("YYYYYY", "RG", ("fall",)),
        ("WWYYYY", "--", ("pay",)),
        ("YYYYYY", "--", ("pay",)),
    ],
)
def test_b3_holding_the_colours_one_must_fly_and_a_wild_is_always_a_choice(
    hand: str, dice: str, moves: tuple[str, ...]
) -> None:
    course = played(table(hand, "", "", rolls=(dice,)), "2 stay", "3 stay")
    assert legal(course) == moves


@pytest.mark.parametrize(
    ("hand", "dice", "move", "reason"),
    [
        ("RG", "RG", "fall", "must_fly"),
        ("RGW", "RG", "fall", "must_fly"),
        ("R", "RR", "pay", "lacks_colours"),
        ("RW", "RR", "pay", "lacks_colours"),
        ("RG", "RG", "wild", "no_wild"),
        ("W", "--", "wild", "nothing_to_pay"),
        ("W", "--", "fall", "must_fly"),
    ],
)
def test_b3_what_the_pilot_may_not_do_is_refused(
    hand: str, dice: str, move: str, reason: str
) -> None:
    course = played(table(hand, "", "", rolls=(dice,)), "2 stay", "3 stay")
    assert refused(course, f"1 {move}") == reason


def test_b3_one_card_of_each_colour_thrown_is_paid_and_blanks_are_free() -> None:
    course = fly(table("RRRGGW", "", "", rolls=("R-",)))
    assert seen(course, 1).hand == ("R", "R", "G", "G", "W")
    assert told(course)[0] == Flown(Seat(1), ("R",), 2)


def test_b3_two_of_a_colour_cost_two_cards() -> None:
    course = fly(table("RRRGGW", "", "", rolls=("RR",)))
    assert seen(course, 1).hand == ("R", "G", "G", "W")


def test_b3_exactly_one_wild_replaces_everything() -> None:
    course = fly(table("RRWWYY", "", "", rolls=("RR",)), way="wild")
    assert seen(course, 1).hand == ("R", "R", "Y", "Y", "W")
    assert seen(course).discards == (Counted("W", 1),)


def test_b3_an_all_blank_throw_costs_nothing() -> None:
    course = fly(table("RRWWYY", "", "", rolls=("--",)))
    assert seen(course).hand_counts == (6, 6, 6)
    assert seen(course).cloud == 2
    assert seen(course).discards == ()


def test_b4_a_falling_pilot_shows_nothing_whatever_they_hold() -> None:
    """The same events and the same public view with a wild card in the hand and without."""
    rolls = ("RR", "GG")
    with_wild = table("WYYYYY", "", "", rolls=rolls, pile="RRR")
    without = table("PYYYYY", "", "", rolls=rolls, pile="RRR")
    falls = [played(course, "2 stay", "3 stay", "1 fall") for course in (with_wild, without)]
    assert told(falls[0]) == told(falls[1])
    assert seen(falls[0]) == seen(falls[1])
    assert told(falls[0])[0] == Fallen(Seat(1), 1, ("R", "R"))


def test_b4_the_pilot_is_asked_even_when_falling_is_all_they_can_do() -> None:
    course = played(table("YYYYYY", "", "", rolls=("RR",)), "2 stay", "3 stay")
    assert (seen(course).phase, seen(course).to_act) == (Phase.PAY, (1,))
    assert legal(course) == ("fall",)


def test_b4_no_other_view_tells_what_the_pilot_may_do() -> None:
    ask = [
        played(table(hand, "GGGGGG", "PPPPPP", rolls=("RR",)), "2 stay", "3 stay")
        for hand in ("WRYYYY", "YYYYYY", "RRYYYY")
    ]
    for seat in (None, 2, 3):
        views = [seen(course, seat) for course in ask]
        assert views[0] == views[1] == views[2]


def test_b5_paid_cards_lie_face_up_and_hand_counts_are_public() -> None:
    course = fly(fly(table("RGYYYY", "PPGGGG", "", rolls=("RG", "PP"))))
    view = seen(course)
    assert view.discards == (Counted("R", 1), Counted("G", 1), Counted("P", 2))
    assert view.hand_counts == (4, 4, 6)
    assert view.flight == Flight(Seat(2), 2, ("P", "P"))


def test_b5_no_one_draws_during_a_trip() -> None:
    course = table("RGYYYY", "", "", rolls=("RG",))
    before = seen(course).pile
    assert seen(fly(course)).pile == before


def test_b6_a_pilot_alone_chooses_before_the_throw() -> None:
    course = table("", "RGYYYY", "", rolls=("--", "--", "RG"))
    course = played(course, "2 stay", "3 jump", "1 pay", "1 jump", "2 pay")
    view = seen(course)
    assert (view.phase, view.to_act, view.pilot, view.dice) == (Phase.LONE, (2,), 2, ())
    assert legal(course) == ("roll", "jump")
    rolled = played(course, "2 roll")
    assert told(rolled) == (DiceThrown(view.pilot, 3, ("R", "G"), alone=True),)
    assert legal(rolled) == ("pay",)
    jumped = played(course, "2 jump")
    assert told(jumped)[0] == Jumped(view.pilot, 3, 4)
    assert seen(jumped).deal == 2


def test_b6_having_rolled_they_must_resolve_it() -> None:
    course = table("", "YYYYYY", "", rolls=("--", "--", "RG"))
    course = played(course, "2 stay", "3 jump", "1 pay", "1 jump", "2 pay", "2 roll")
    assert legal(course) == ("fall",)
    assert refused(course, "2 jump") == "wrong_phase"
    assert refused(course, "2 roll") == "wrong_phase"


def test_b6_a_lone_pilot_is_asked_again_on_every_cloud() -> None:
    course = table("", "", "", rolls=BLANKS)
    course = played(course, "2 jump", "3 jump", "1 pay", "1 roll", "1 pay", "1 roll", "1 pay")
    assert (seen(course).cloud, legal(course)) == (4, ("roll", "jump"))


def test_b6_when_the_last_passengers_jump_the_pilot_still_resolves_that_throw() -> None:
    course = played(table("RG", "", "", rolls=("RG",)), "2 jump", "3 jump")
    assert (seen(course).phase, legal(course)) == (Phase.PAY, ("pay",))
    assert seen(played(course, "1 pay")).phase is Phase.LONE


def test_b7_after_flying_the_next_aboard_to_the_left_is_pilot() -> None:
    course = table("", "", "", "", rolls=BLANKS)
    course = played(course, "2 jump", "3 stay", "4 stay", "1 pay")
    assert seen(course).pilot == 3
    course = fly(course)
    assert seen(course).pilot == 4
    assert seen(fly(course)).pilot == 1

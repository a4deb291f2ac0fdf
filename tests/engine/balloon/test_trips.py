"""How trips and the game end: B8 to B11, and the options."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.course import Course
from engine.events import CardsDealt, GameEnded, as_seen_by
from engine.game import BadOptions
from engine.games.balloon.cards import IDENTITIES, identities_in
from engine.games.balloon.view import (
    Ending,
    PackShuffled,
    Phase,
    TripEnded,
    TripResult,
    TripStarted,
)
from engine.seats import Seat
from tests.engine.balloon.positions import (
    BLANKS,
    GAME,
    SEED,
    fly,
    played,
    seen,
    state_of,
    table,
    told,
)


def at_the_top(
    *, seats: int = 3, first: str = "stay", target: int = 200, redeal: bool = True
) -> Course:
    """Fly to the ninth cloud for nothing; on the first cloud seat 2 stays or jumps."""
    course = table(*[""] * seats, rolls=BLANKS, target=target, redeal=redeal)
    course = played(course, f"2 {first}")
    while seen(course).deal == 1 and course.to_act():
        course = fly(course)
    return course


def result_of(course: Course) -> TripResult:
    result = seen(course).last_trip
    assert result is not None
    return result


def test_b8_the_ninth_cloud_scores_25_for_everyone_aboard_at_once() -> None:
    course = at_the_top(first="jump")
    assert result_of(course).ending is Ending.TOP
    assert result_of(course).points == (25, 1, 25)
    assert seen(course).scores == (25, 1, 25)
    assert seen(course).deal_scores == ((25, 1, 25),)
    assert len(course.happened[-1]) > 0
    assert [type(event).__name__ for event in told(course)[:2]] == ["Flown", "TripEnded"]


def test_b8_then_all_76_cards_are_shuffled_and_six_dealt_from_the_next_pilot() -> None:
    course = at_the_top()
    order = Chance(SEED).shuffle("balloon", 2, IDENTITIES)
    assert PackShuffled(76, whole=True) in told(course)
    pilot = seen(course).pilot
    assert identities_in(state_of(course).hands[pilot - 1]) == tuple(
        sorted(order[:18:3], key=IDENTITIES.index)
    )
    assert (seen(course).hand_counts, seen(course).pile) == ((6, 6, 6), 76 - 18)
    assert seen(course).discards == ()


def test_b8_without_redeal_everyone_draws_one_instead() -> None:
    course = at_the_top(redeal=False)
    assert PackShuffled(76, whole=True) not in told(course)
    assert seen(course).hand_counts == (7, 7, 7)


def test_b9_a_fall_scores_nothing_for_those_aboard() -> None:
    course = played(table("YYYYYY", "", "", rolls=("RR",)), "2 stay", "3 jump", "1 fall")
    assert result_of(course).ending is Ending.FALL
    assert seen(course).scores == (0, 0, 1)
    assert seen(course).deal_scores == ((0, 0, 1),)


def test_b9_a_lone_jump_scores_the_cloud_and_ends_the_trip() -> None:
    course = played(table("", "", "", rolls=BLANKS), "2 jump", "3 jump", "1 pay", "1 jump")
    assert result_of(course).points == (2, 1, 1)
    assert result_of(course).jumps == (2, 1, 1)
    assert seen(course).deal == 2


def test_b9_everyone_draws_one_card_from_the_next_pilot_round() -> None:
    course = table("YYYYYY", "", "", rolls=("RR",), pile="RGP")
    course = played(course, "2 stay", "3 jump", "1 fall")
    drawn = [event for event in told(course) if isinstance(event, CardsDealt)]
    assert drawn == [CardsDealt(Seat(seat), 1, ()) for seat in (2, 3, 1)]
    own = [e for s in (2, 3, 1) for e in as_seen_by(Seat(s), course.happened[-1])]
    assert [e for e in own if isinstance(e, CardsDealt) and e.cards] == [
        CardsDealt(Seat(2), 1, ("R",)),
        CardsDealt(Seat(3), 1, ("G",)),
        CardsDealt(Seat(1), 1, ("P",)),
    ]
    assert seen(course).hand_counts == (7, 7, 7)


def nearly_empty(pile: int, discards: str) -> Course:
    """Let seat 1 be about to fall with so few cards in the pile and these on the discards."""
    course = played(table("YYYYYY", "", "", rolls=("RR",)), "2 stay", "3 stay")
    state = state_of(course)
    heap = sum(1 << IDENTITIES.index(card) for card in discards.split())
    short = state._replace(pile=state.pile[:pile], discards=heap)
    return Course(GAME, short, course.happened, course.told)


def test_b9_an_empty_pile_is_made_of_the_shuffled_discards() -> None:
    course = played(nearly_empty(1, "R18 G18 P18 W4"), "1 fall")
    order = Chance(SEED).shuffle("balloon", 2, ("R18", "G18", "P18", "W4"))
    assert PackShuffled(4, whole=False) in told(course)
    assert seen(course).hand_counts == (7, 7, 7)
    hands = state_of(course).hands
    assert order[0] in identities_in(hands[3 - 1])
    assert order[1] in identities_in(hands[1 - 1])
    assert (seen(course).pile, seen(course).discards) == (2, ())


def test_b9_if_the_discards_are_empty_too_there_is_no_card() -> None:
    course = played(nearly_empty(1, ""), "1 fall")
    assert seen(course).hand_counts == (6, 7, 6)
    assert seen(course).deal == 2
    assert seen(played(nearly_empty(0, "R18"), "1 fall")).hand_counts == (6, 7, 6)


def test_shuffles_are_counted_over_the_whole_game() -> None:
    course = at_the_top()
    assert state_of(course).shuffles == 2


@pytest.mark.parametrize(
    ("moves", "pilot"),
    [
        ("2 stay|3 stay|1 fall", 2),
        ("2 jump|3 jump|1 fall", 2),
        ("2 jump|3 stay|1 wild|1 stay|3 fall", 1),
        ("2 jump|3 jump|1 wild|1 jump", 2),
    ],
)
def test_b10_the_next_pilot_is_the_left_neighbour_of_who_ended_the_trip(
    moves: str, pilot: int
) -> None:
    course = table("WYYYYY", "YYYYYY", "YYYYYY", rolls=("RR", "RR"))
    course = played(course, *moves.split("|"))
    assert seen(course).deal == 2
    assert seen(course).pilot == pilot
    assert TripStarted(2, Seat(pilot)) in told(course)


def test_b10_after_the_top_too() -> None:
    course = at_the_top()
    assert result_of(course).pilot == 2
    assert seen(course).pilot == 3


def test_b11_the_game_goes_on_until_a_trip_ends_with_someone_at_the_target() -> None:
    course = played(table("", "", "", rolls=BLANKS, target=20), "2 stay", "3 stay", "1 pay")
    for _ in range(6):
        course = fly(course)
    assert seen(course).cloud == 8
    course = played(course, "* jump", "* stay")
    assert max(seen(course).scores) == 20
    assert course.to_act()
    course = played(course, "* pay")
    assert seen(course).phase is Phase.OVER
    assert course.to_act() == ()


def test_b11_the_target_is_tested_before_anyone_draws() -> None:
    course = at_the_top(target=25)
    assert seen(course).hand_counts == (6, 6, 6)
    assert isinstance(told(course)[-2], TripEnded)
    assert isinstance(told(course)[-1], GameEnded)
    assert seen(course).deal == 1


def test_b11_the_highest_score_wins() -> None:
    course = at_the_top(first="jump", seats=2, target=25)
    outcome = GAME.outcome(state_of(course))
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((25, 1), (1,))


def test_b11_more_cards_in_hand_break_a_tie_and_what_is_left_is_shared() -> None:
    course = at_the_top(target=25)
    assert seen(course).winners == (1, 2, 3)
    rolls = ("YY", *BLANKS[1:])
    paid = played(table("YYYYYY", "", "", rolls=rolls, target=25), "2 stay", "3 stay", "1 pay")
    while paid.to_act():
        paid = fly(paid)
    assert seen(paid).scores == (25, 25, 25)
    assert seen(paid).hand_counts == (4, 6, 6)
    assert seen(paid).winners == (2, 3)


def test_b11_the_target_is_fifty_unless_set() -> None:
    assert seen(table("", "", "")).target == 50
    for target in (19, 201):
        with pytest.raises(BadOptions):
            table("", "", "", target=target)


def test_nobody_moves_when_the_game_is_over() -> None:
    course = at_the_top(target=25)
    assert all(course.legal(Seat(seat)) == () for seat in range(5))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_may_play(seats: int) -> None:
    assert seen(table(*[""] * seats)).seats == seats


def test_a_table_waits_for_a_third_unless_two_may_play() -> None:
    assert GAME.info.seats_with({}) == (3, 4, 5, 6)
    assert GAME.info.seats_with({"two": False}) == (3, 4, 5, 6)
    assert GAME.info.seats_with({"two": True}) == (2, 3, 4, 5, 6)


@pytest.mark.parametrize("seats", [1, 7])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions):
        table(*[""] * seats)

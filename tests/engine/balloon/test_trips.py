"""How trips and the game end: B8 to B11, and the options."""

from __future__ import annotations

from engine.chance import Chance
from engine.course import Course
from engine.games.balloon.cards import IDENTITIES, identities_in
from engine.games.balloon.view import NothingToDraw, PackShuffled
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


def test_b8_then_all_76_cards_are_shuffled_and_six_dealt_from_the_next_pilot() -> None:
    course = at_the_top()
    order = Chance(SEED).shuffle("balloon", 2, IDENTITIES)
    assert PackShuffled(76, whole=True) in told(course)
    assert state_of(course).shuffles == 2
    pilot = seen(course).pilot
    assert identities_in(state_of(course).hands[pilot - 1]) == tuple(
        sorted(order[:18:3], key=IDENTITIES.index)
    )
    assert (seen(course).hand_counts, seen(course).pile) == ((6, 6, 6), 76 - 18)
    assert seen(course).discards == ()


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
    assert NothingToDraw((Seat(3), Seat(1))) in told(course)
    assert seen(course).deal == 2
    enough = told(played(nearly_empty(3, ""), "1 fall"))
    assert not [event for event in enough if isinstance(event, NothingToDraw)]
    assert seen(played(nearly_empty(0, "R18"), "1 fall")).hand_counts == (6, 7, 6)


def test_a_table_waits_for_a_third_unless_two_may_play() -> None:
    assert GAME.info.seats_with({}) == (3, 4, 5, 6)
    assert GAME.info.seats_with({"two": False}) == (3, 4, 5, 6)
    assert GAME.info.seats_with({"two": True}) == (2, 3, 4, 5, 6)

"""Making up what a seat cannot see, in Nimbly."""

from __future__ import annotations

from random import Random

from engine.cards import identities_in
from engine.course import Course
from engine.games.nimbly.state import State
from engine.seats import Seat
from tests.engine.nimbly.positions import GAME, first_moves, played, seen, state_of, table


def imagined(course: Course, seat: int | None, seed: int = 0) -> State:
    place = None if seat is None else Seat(seat)
    return GAME.imaginer(course.view(place), course.heard(place))(Random(seed))


def after_some() -> Course:
    return played(table(), "1 draw AAB", "2 draw CCC", "3 draw A", "1 draw B")


def test_who_heard_the_deal_knows_every_hand_and_what_is_aside() -> None:
    course = after_some()
    for seat in (None, 1, 2, 3):
        state = imagined(course, seat)
        assert state.hands == state_of(course).hands
        assert state.aside == state_of(course).aside


def test_what_was_heard_of_an_earlier_deal_is_not_mixed_in() -> None:
    course = first_moves(table(deals=2))
    (seat,) = course.to_act()
    course = course.then(seat, "draw AB")
    assert imagined(course, 1).hands == state_of(course).hands


def test_without_memory_earlier_draws_are_made_up_from_unseen_cards() -> None:
    view = seen(after_some(), 3)
    states = [GAME.imaginer(view, ())(Random(seed)) for seed in range(80)]
    others = {card for state in states for card in identities_in(state.hands[1])}
    unseen = 36 - 27 + 6  # the cards aside, and what seats 1 and 2 drew before the last move
    assert len(others) == unseen
    assert all(GAME.view(state, Seat(3)) == view for state in states)


def test_without_memory_the_last_draw_and_the_own_hand_are_as_they_are() -> None:
    course = after_some()
    state = GAME.imaginer(seen(course, 3), ())(Random(1))
    last = seen(course).last_draw
    assert last is not None
    assert set(last.cards) <= set(identities_in(state.hands[0]))
    assert state.hands[2] == state_of(course).hands[2]


def test_a_finished_game_is_imagined_with_the_hands_laid_open() -> None:
    course = first_moves(table(deals=1, par=True))
    state = GAME.imaginer(seen(course), ())(Random(2))
    assert state.hands == state_of(course).hands
    assert state.aside == state_of(course).aside


def test_the_seed_is_made_up_too() -> None:
    course = after_some()
    seeds = {imagined(course, 1, seed).deal.chance.seed for seed in range(5)}
    assert len(seeds) == 5
    assert state_of(course).deal.chance.seed not in seeds

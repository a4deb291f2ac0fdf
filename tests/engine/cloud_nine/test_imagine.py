"""Making up what a seat cannot see, in Cloud Nine."""

from __future__ import annotations

from random import Random

from engine.cards import identities_in, mask_of
from engine.games.cloud_nine.state import State
from engine.seats import Seat
from tests.engine.cloud_nine.positions import (
    GAME,
    played,
    seen,
    state_of,
    table,
    trick,
)


def imagined(view: object, seed: int = 0) -> State:
    return GAME.imaginer(view, ())(Random(seed))


def test_unseen_cards_may_be_in_any_unseen_place() -> None:
    view = seen(table("KH"), 1)
    assert view.hand is not None
    unseen = 54 - 9
    states = [imagined(view, seed) for seed in range(60)]
    for place in (1, 2):
        held = {card for state in states for card in identities_in(state.hands[place])}
        assert len(held) == unseen
    stock = {card for state in states for card in identities_in(mask_of(state.stock))}
    assert len(stock) == unseen


def test_a_spectator_knows_no_hand() -> None:
    view = seen(table("KH"))
    assert len({imagined(view, seed).hands for seed in range(20)}) == 20


def test_the_seed_is_made_up_too() -> None:
    course = table(deals=2)
    view = seen(course, 1)
    assert imagined(view).deal.chance.seed != state_of(course).deal.chance.seed
    assert imagined(view, 1).deal.chance.seed != imagined(view, 2).deal.chance.seed
    assert imagined(view).deal.chance.shuffles == ()


def test_the_same_generator_gives_the_same_state() -> None:
    view = seen(table("KH"), 2)
    assert imagined(view, 7) == imagined(view, 7)


def test_of_two_jokers_in_a_trick_the_one_taken_is_the_lower() -> None:
    course = played(trick("JK2", "2C", "JK1"), "2 take JK")
    assert [card.taken_by for card in seen(course).trick.cards] == [None, None, 2]
    state = imagined(seen(course, 1))
    assert identities_in(state.clouds[1]) == ("JK1",)
    assert GAME.view(state, Seat(1)) == seen(course, 1)

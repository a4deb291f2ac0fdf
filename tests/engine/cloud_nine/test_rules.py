"""The rules of Cloud Nine, and what a seat can make up: N1 to N8."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from engine.cards import IDENTITIES, JOKER, RANKS, identities_in, mask_of
from engine.chance import Chance
from engine.course import Course
from engine.events import DealScored, DealStarted, GameEnded, Secret
from engine.games.cloud_nine.state import State
from engine.games.cloud_nine.turns import Refusal, next_dealer, ranked
from engine.seats import Seat
from tests.engine.cloud_nine.positions import (
    GAME,
    SEED,
    first_moves,
    order_for,
    played,
    seen,
    state_of,
    table,
    told,
    trick,
)

# Dealing, the end of a deal and of the game: the deal itself, N6-N8.


def test_nine_cards_are_dealt_each_one_at_a_time_from_the_dealers_left() -> None:
    order = Chance(SEED).shuffle("cloud_nine", 1, order_for())
    course = Course.begin(GAME, 3, {}, Chance(SEED))
    hands = [seen(course, seat).hand for seat in (1, 2, 3)]
    for place, hand in enumerate(hands):
        assert hand is not None
        assert sorted(hand.cards) == sorted(card[:2] for card in order[place:27:3])
    assert seen(course).stock == 27
    assert (seen(course).dealer, seen(course).to_act) == (3, (1,))


def test_a_later_deal_goes_round_from_the_new_dealers_left() -> None:
    course = first_moves(Course.begin(GAME, 3, {"deals": 2}, Chance(SEED)))
    view = seen(course)
    order = Chance(SEED).shuffle("cloud_nine", 2, order_for())
    leader = view.to_act[0]
    assert leader == view.dealer % 3 + 1
    first = seen(course, leader).hand
    assert first is not None
    assert sorted(first.cards) == sorted(card[:2] for card in order[0:27:3])


@pytest.mark.parametrize(
    ("points", "dealer", "following"),
    [
        ((97, 130, 48), 3, 2),
        ((97, 130, 48), 2, 2),
        ((50, 50, 20), 3, 1),
        ((50, 50, 20), 1, 2),
        ((50, 20, 50), 1, 3),
        ((50, 20, 50), 3, 1),
        ((50, 50, 50), 2, 3),
    ],
)
def test_n7_the_highest_scorer_deals_next_of_several_the_nearest_to_the_left(
    points: tuple[int, int, int], dealer: int, following: int
) -> None:
    assert next_dealer(points, Seat(dealer)) == following


def test_n7_the_next_deal_starts_in_the_step_that_ends_the_last() -> None:
    course = first_moves(table(deals=2))
    kinds = [type(event) for event in told(course)]
    assert kinds[-5:] == [DealScored, DealStarted, Secret, Secret, Secret]
    view = seen(course)
    points = view.deal_scores[0]
    assert view.dealer == next_dealer(points, Seat(3))
    assert (view.deal, view.trick.number, view.last_trick, view.stock) == (2, 1, None, 27)
    assert view.scores == points
    assert view.last_deal is not None
    assert view.last_deal.totals == points


@pytest.mark.parametrize("deals", [1, 2, 9])
def test_n8_a_game_lasts_as_many_deals_as_asked_or_three(deals: int) -> None:
    assert seen(Course.begin(GAME, 3, {}, Chance(SEED))).deals == 3
    course = first_moves(table(deals=deals), deals=99)
    view = seen(course)
    assert len(view.deal_scores) == view.deal == deals
    assert view.scores == tuple(map(sum, zip(*view.deal_scores, strict=True)))
    assert told(course)[-1] == GameEnded(view.scores, view.winners)


def test_n8_a_target_finishes_the_deal_in_which_someone_reaches_it() -> None:
    course = first_moves(table(target=200), deals=99)
    view = seen(course)
    before = tuple(map(sum, zip(*view.deal_scores[:-1], strict=True)))
    assert max(before) < 200 <= max(view.scores)
    assert (view.deals, view.target) == (None, 200)


def test_of_two_equal_jokers_the_lowest_numbered_is_played_first() -> None:
    course = table("JK2 JK1", "2C", "3C")
    assert seen(course, 1).legal.count("play JK") == 1
    state = state_of(played(course, "1 play JK"))
    assert identities_in(mask_of(state.trick.cards)) == ("JK1",)
    assert "JK2" in identities_in(state.hands[0])


def test_n6_a_seat_sees_the_card_it_was_dealt_after_the_trick_until_it_plays() -> None:
    course = table("AS", "KS", "QS", stock="2H 3H 4H")
    assert all(seen(course, seat).drawn is None for seat in (1, 2, 3))
    course = played(course, "1 play AS", "2 play KS", "3 play QS", "1 take AS", "2 take KS")
    # Seat 3 lost the trick and deals, first to its left.
    assert [seen(course, seat).drawn for seat in (1, 2, 3)] == ["2H", "3H", "4H"]
    assert seen(course).drawn is None
    again = Course.taken_up(GAME, GAME.load(GAME.dump(course.state)))
    assert seen(again, 3).drawn == "4H"
    course = played(course, "3 play 4H")
    assert [seen(course, seat).drawn for seat in (1, 2, 3)] == ["2H", "3H", None]


# Who wins and who is second: N1-N4.


def test_every_trick_is_ranked_by_the_letter_of_the_rules() -> None:
    few = [card for card in range(54) if card >= JOKER or card % 13 in {0, 1, 7, 12}]
    for cards in permutations(few, 3):
        assert ranked(cards) == plainly_ranked([IDENTITIES[card] for card in cards])


def plainly_ranked(cards: list[str]) -> tuple[int, ...]:
    """Rank a trick by N1-N4 read one after the other; only the winner where claims are equal."""
    jokers = [place for place, card in enumerate(cards) if card.startswith("JK")]
    naturals = [place for place in range(3) if place not in jokers]
    led = cards[naturals[0]][1]
    followed = [place for place in naturals if cards[place][1] == led]
    winner = max(followed, key=lambda place: RANKS.index(cards[place][0]))
    others = [place for place in range(3) if place != winner]
    claims = [claim(cards[place], led) for place in others]
    if claims[0] == claims[1]:
        return (winner,)
    second = others[claims.index(max(claims))]
    return (winner, second, 3 - winner - second)


def claim(card: str, led: str) -> tuple[bool, bool, int]:
    """Say how good a claim to second place is: a joker, then following suit, then rank."""
    joker = card.startswith("JK")
    return (joker, card[1] == led, 0 if joker else RANKS.index(card[0]))


def test_reasons_of_refusal_are_short_keys() -> None:
    assert all(reason == reason.lower() and " " not in reason for reason in Refusal)


# Making up what a seat cannot see, in Cloud Nine.


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

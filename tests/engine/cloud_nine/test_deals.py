"""Dealing, the end of a deal and of the game: the deal itself, N6-N8."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.course import Course
from engine.events import CardsDealt, DealScored, DealStarted, GameEnded, Secret
from engine.game import BadOptions, IllegalMove, OptionValue
from engine.games.cloud_nine.state import Deal
from engine.games.cloud_nine.turns import next_dealer
from engine.games.cloud_nine.view import Phase
from engine.match import winners
from engine.seats import Seat
from tests.engine.cloud_nine.positions import (
    GAME,
    SEED,
    order_for,
    played,
    seen,
    state_of,
    table,
    takes_first,
    told,
    trick,
)


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
    course = takes_first(Course.begin(GAME, 3, {"deals": 2}, Chance(SEED)))
    view = seen(course)
    order = Chance(SEED).shuffle("cloud_nine", 2, order_for())
    leader = view.to_act[0]
    assert leader == view.dealer % 3 + 1
    first = seen(course, leader).hand
    assert first is not None
    assert sorted(first.cards) == sorted(card[:2] for card in order[0:27:3])


def test_the_start_tells_each_seat_its_own_cards() -> None:
    course = table("KH", "QH", "JK1")
    started, *dealt = told(course)
    assert started == DealStarted(1, Seat(3), Seat(1))
    assert [event.seats for event in dealt if isinstance(event, Secret)] == [(1,), (2,), (3,)]
    assert [heard.event for heard in course.heard(Seat(3))][3] == dealt[2].private  # type: ignore[attr-defined] # a Secret
    assert [heard.event for heard in course.heard(None)][3] == CardsDealt(Seat(3), 9, ())


def test_n6_the_loser_deals_a_card_to_each_from_their_left_round_and_leads() -> None:
    course = table("KH", "QH", "2H", stock="AS AD AC")
    course = played(course, "1 play KH", "2 play QH", "3 play 2H", "1 take KH", "2 take QH")
    dealt = [event.private for event in told(course) if isinstance(event, Secret)]
    assert dealt == [
        CardsDealt(Seat(1), 1, ("AS",)),
        CardsDealt(Seat(2), 1, ("AD",)),
        CardsDealt(Seat(3), 1, ("AC",)),
    ]
    assert seen(course).to_act == (3,)
    assert seen(course).hand_counts == (9, 9, 9)
    assert seen(course).stock == 24


def test_n6_from_the_left_of_a_loser_in_the_middle() -> None:
    course = table("KH", "2H", "QH", stock="AS AD AC")
    course = played(course, "1 play KH", "2 play 2H", "3 play QH", "1 take KH", "3 take QH")
    dealt = [event.private for event in told(course) if isinstance(event, Secret)]
    assert [event.seat for event in dealt if isinstance(event, CardsDealt)] == [3, 1, 2]
    assert "AS" in str(seen(course, 3).hand)


def test_n6_after_the_ninth_trick_the_stock_is_empty_and_all_have_nine_and_nine() -> None:
    course = takes_first(table())
    view = seen(course)
    assert (view.phase, view.stock, view.hand_counts) == (Phase.OVER, 0, (9, 9, 9))
    assert [len(cloud.cards) for cloud in view.clouds] == [9, 9, 9]
    assert view.trick.number == 9
    assert view.last_trick is not None
    assert view.last_trick.number == 8


def test_n7_a_deal_scores_the_cloud_and_the_hand() -> None:
    course = takes_first(table())
    result = seen(course).last_deal
    assert result is not None
    for seat in (1, 2, 3):
        cloud, hand = result.clouds[seat - 1], result.hands[seat - 1]
        assert result.points[seat - 1] == cloud.meld.score + hand.meld.score
        assert hand == seen(course, seat).hand
        assert cloud == seen(course).clouds[seat - 1]


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
    course = takes_first(table(deals=2))
    kinds = [type(event) for event in told(course)]
    assert kinds[-5:] == [DealScored, DealStarted, Secret, Secret, Secret]
    view = seen(course)
    points = view.deal_scores[0]
    assert view.dealer == next_dealer(points, Seat(3))
    assert (view.deal, view.trick.number, view.last_trick, view.stock) == (2, 1, None, 27)
    assert view.scores == points


@pytest.mark.parametrize("deals", [1, 2, 9])
def test_n8_a_game_lasts_as_many_deals_as_asked(deals: int) -> None:
    course = takes_first(table(deals=deals), deals=99)
    view = seen(course)
    assert len(view.deal_scores) == view.deal == deals
    assert view.scores == tuple(map(sum, zip(*view.deal_scores, strict=True)))
    assert told(course)[-1] == GameEnded(view.scores, view.winners)


def test_n8_three_deals_unless_asked_otherwise() -> None:
    assert seen(Course.begin(GAME, 3, {}, Chance(SEED))).deals == 3


def test_n8_a_target_finishes_the_deal_in_which_someone_reaches_it() -> None:
    course = takes_first(table(target=200), deals=99)
    view = seen(course)
    before = tuple(map(sum, zip(*view.deal_scores[:-1], strict=True)))
    assert max(before) < 200 <= max(view.scores)
    assert (view.deals, view.target) == (None, 200)


def test_n8_with_a_target_the_number_of_deals_does_not_count() -> None:
    course = takes_first(table(target=300, deals=1), deals=99)
    assert len(seen(course).deal_scores) > 1


@pytest.mark.parametrize(("most", "over"), [(299, False), (300, True), (301, True)])
def test_n8_the_target_is_reached_by_equalling_it(most: int, over: bool) -> None:
    totals = (12, most, 40)
    deal = Deal(chance=Chance(SEED), deals=None, target=300, dealer=Seat(1), totals=totals)
    assert deal.is_last() is over


@pytest.mark.parametrize(
    ("totals", "won"), [((5, 9, 7), (2,)), ((9, 5, 9), (1, 3)), ((4, 4, 4), (1, 2, 3))]
)
def test_n8_the_highest_total_wins_and_ties_share(
    totals: tuple[int, int, int], won: tuple[int, ...]
) -> None:
    assert winners(totals) == won


@pytest.mark.parametrize(
    "options", [{"deals": 0}, {"deals": 10}, {"target": 49}, {"target": 2001}, {"colour": 1}]
)
def test_n8_options_out_of_range_are_refused(options: dict[str, OptionValue]) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.start(3, options, Chance(SEED))
    assert refused.value.key == next(iter(options))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_game_is_for_three(seats: int) -> None:
    with pytest.raises(BadOptions):
        GAME.start(seats, {}, Chance(SEED))


def test_nobody_moves_when_the_game_is_over() -> None:
    course = takes_first(table())
    assert course.to_act() == ()
    with pytest.raises(IllegalMove) as refused:
        played(course, "1 play KH")
    assert refused.value.reason == "game_over"


def test_after_a_finished_deal_everything_of_it_is_public() -> None:
    course = takes_first(table(deals=2))
    shown = seen(course).last_deal
    assert shown is not None
    assert sum(len(nine.cards) for nine in (*shown.clouds, *shown.hands)) == 54


def test_all_cards_are_always_somewhere() -> None:
    course = trick("KH", "QH", "JK1")
    state = state_of(course)
    assert (
        sum(hand.bit_count() for hand in state.hands) + len(state.trick.cards + state.stock) == 54
    )

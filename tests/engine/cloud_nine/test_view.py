"""What a seat of Cloud Nine sees."""

from __future__ import annotations

from engine.games.cloud_nine.view import Phase, Trick
from engine.seats import Seat
from tests.engine.cloud_nine.positions import played, seen, table, takes_first, trick

FIRST = "2C JK2 AS KH 3C AH 2D TS JK1"


def test_a_hand_is_sorted_suits_together_and_ranks_high_to_low() -> None:
    hand = seen(table(FIRST), 1).hand
    assert hand is not None
    assert hand.cards == ("JK", "JK", "AS", "TS", "AH", "KH", "2D", "3C", "2C")


def test_a_hand_shows_what_it_is_worth_now() -> None:
    hand = seen(table("2C 3C 4C 5C 6C 7C 8C 9C JK1"), 1).hand
    assert hand is not None
    assert hand.meld == (8, 8, 1, 1, 8 * 8 + 10)


def test_legal_moves_stand_in_the_order_of_the_hand() -> None:
    view = seen(table(FIRST), 1)
    assert view.legal[:3] == ("play JK", "play AS", "play TS")
    assert len(view.legal) == 8


def test_a_seat_not_to_act_has_no_legal_moves_to_see() -> None:
    assert seen(table(), 2).legal == ()
    assert seen(table()).legal == ()


def test_nobody_sees_anothers_hand_or_the_stock() -> None:
    course = table("KH", "QH", stock="AS")
    assert "QH" not in str(seen(course, 1))
    assert "KH" not in str(seen(course, 2))
    assert all("AS" not in str(seen(course, seat)) for seat in (None, 1, 2, 3))


def test_a_trick_grows_in_the_order_played() -> None:
    course = played(table("KH", "QH"), "1 play KH")
    before = seen(table("KH", "QH")).trick
    assert before == Trick(1, Seat(1), (), ())
    assert [(card.seat, card.card) for card in seen(course).trick.cards] == [(1, "KH")]
    assert seen(course).hand_counts == (8, 9, 9)


def test_the_last_trick_is_shown_until_the_next_is_over() -> None:
    course = played(trick("KH", "QH", "2H"), "1 take KH", "2 take QH")
    last = seen(course).last_trick
    assert last is not None
    assert (last.number, last.ranking) == (1, (1, 2, 3))
    assert seen(course).trick.number == 2


def test_winners_are_shown_when_the_game_is_over() -> None:
    assert seen(table()).winners == ()
    view = seen(takes_first(table()))
    assert (view.phase, view.to_act) == (Phase.OVER, ())
    assert [seat for seat in (1, 2, 3) if view.scores[seat - 1] == max(view.scores)] == [
        *view.winners
    ]


def test_the_deal_before_is_shown_through_the_next() -> None:
    course = takes_first(table(deals=2))
    assert seen(course).last_deal is not None
    assert seen(course).last_deal.totals == seen(course).scores  # type: ignore[union-attr] # asserted above
    assert seen(table()).last_deal is None

"""Taking the cards of a trick and naming the second: N4, N5."""

from __future__ import annotations

import pytest

from engine.cards import identities_in, mask_of
from engine.game import IllegalMove
from engine.games.cloud_nine.view import CardTaken, Phase, Played, SecondNamed
from engine.seats import Seat
from tests.engine.cloud_nine.positions import played, seen, state_of, table, told, trick


def test_n5_the_winner_takes_any_one_of_the_three_cards() -> None:
    course = trick("KH", "QH", "2S")
    assert seen(course).phase is Phase.TAKE
    assert seen(course).to_act == (1,)
    assert set(seen(course, 1).legal) == {"take KH", "take QH", "take 2S"}


def test_n5_the_second_takes_one_of_the_other_two() -> None:
    course = played(trick("KH", "QH", "2S"), "1 take 2S")
    assert seen(course).to_act == (2,)
    assert set(seen(course, 2).legal) == {"take KH", "take QH"}


def test_n5_the_loser_gets_the_last_card_by_itself() -> None:
    course = played(trick("KH", "QH", "2S"), "1 take 2S", "2 take KH")
    assert [event for event in told(course) if isinstance(event, CardTaken)] == [
        CardTaken(Seat(2), "KH", rest=False),
        CardTaken(Seat(3), "QH", rest=True),
    ]
    assert [cloud.cards for cloud in seen(course).clouds] == [("2S",), ("KH",), ("QH",)]


def test_n5_clouds_are_face_up_and_hands_private() -> None:
    course = played(trick("KH", "QH", "2S"), "1 take 2S", "2 take KH")
    for viewer in (None, 1, 2, 3):
        assert seen(course, viewer).clouds[1].cards == ("KH",)
    assert seen(course).hand is None
    assert "2C" in str(seen(course, 1).hand)
    assert "2C" not in str(seen(course, 2))


def test_a_trick_shows_who_took_what() -> None:
    course = played(trick("KH", "QH", "2S"), "1 take 2S")
    assert seen(course).trick.cards == (
        Played(Seat(1), "KH", None),
        Played(Seat(2), "QH", None),
        Played(Seat(3), "2S", Seat(1)),
    )
    after = played(course, "2 take KH")
    assert seen(after).last_trick is not None
    assert [card.taken_by for card in seen(after).last_trick.cards] == [2, 3, 1]  # type: ignore[union-attr] # asserted above


@pytest.mark.parametrize("cards", [("5H", "AS", "AC"), ("2C", "JK1", "JK2")])
def test_n4_the_winner_takes_first_and_then_names_the_second(cards: tuple[str, str, str]) -> None:
    course = played(trick(*cards), f"1 take {cards[0]}")
    assert (seen(course).phase, seen(course).to_act) == (Phase.SECOND, (1,))
    assert seen(course, 1).legal == ("second 2", "second 3")
    course = played(course, "1 second 3")
    assert told(course) == (SecondNamed(Seat(1), Seat(3)),)
    assert (seen(course).phase, seen(course).to_act) == (Phase.TAKE, (3,))
    assert seen(course).trick.ranking == (1, 3, 2)


@pytest.mark.parametrize(("named", "loser"), [(2, 3), (3, 2)])
def test_n4_who_is_not_named_loses_and_leads(named: int, loser: int) -> None:
    course = played(trick("5H", "AS", "AC"), "1 take 5H", f"1 second {named}", f"{named} take AS")
    assert seen(course).clouds[loser - 1].cards == ("AC",)
    assert seen(course).to_act == (loser,)


def test_n4_a_winner_may_take_a_jokers_card_before_naming() -> None:
    course = played(trick("JK1", "2C", "JK2"), "2 take JK")
    assert seen(course, 2).legal == ("second 3", "second 1")
    course = played(course, "2 second 1")
    assert set(seen(course, 1).legal) == {"take JK", "take 2C"}


def test_two_jokers_left_are_one_move() -> None:
    course = played(trick("2C", "JK1", "JK2"), "1 take 2C", "1 second 2")
    assert seen(course, 2).legal == ("take JK",)
    course = played(course, "2 take JK")
    assert [cloud.cards for cloud in seen(course).clouds] == [("2C",), ("JK",), ("JK",)]


def test_of_two_equal_jokers_the_lowest_numbered_is_played_first() -> None:
    course = table("JK2 JK1", "2C", "3C")
    assert seen(course, 1).legal.count("play JK") == 1
    state = state_of(played(course, "1 play JK"))
    assert identities_in(mask_of(state.trick.cards)) == ("JK1",)
    assert "JK2" in identities_in(state.hands[0])


def test_of_two_equal_jokers_the_lowest_numbered_is_taken_first() -> None:
    course = played(trick("JK2", "JK1", "2C"), "3 take JK")
    assert [card.taken_by for card in seen(course).trick.cards] == [None, 3, None]


@pytest.mark.parametrize(
    ("moves", "refused", "reason"),
    [
        ("", "2 play QH", "not_your_turn"),
        ("", "9 play QH", "not_your_turn"),
        ("", "0 play QH", "not_your_turn"),
        ("", "1 play QH", "not_in_hand"),
        ("", "1 play JK", "not_in_hand"),
        ("", "1 take KH", "wrong_phase"),
        ("", "1 second 2", "wrong_phase"),
        ("1 play KH", "1 play 2C", "not_your_turn"),
        ("1 play KH, 2 play QH, 3 play 2S", "1 play 2C", "wrong_phase"),
        ("1 play KH, 2 play QH, 3 play 2S", "1 take 2C", "not_in_trick"),
        ("1 play KH, 2 play QH, 3 play 2S", "1 take JK", "not_in_trick"),
        ("1 play KH, 2 play QH, 3 play 2S, 1 take KH", "2 take KH", "already_taken"),
        ("1 play KH, 2 play QH, 3 play 2S, 1 take KH", "2 take 2C", "not_in_trick"),
        ("1 play KH, 2 play AC, 3 play AD, 1 take KH", "1 second 1", "not_a_claimant"),
        ("1 play KH, 2 play AC, 3 play AD, 1 take KH", "1 take AC", "wrong_phase"),
        ("1 play KH, 2 play AC, 3 play AD, 1 take KH", "2 take AC", "not_your_turn"),
    ],
)
def test_each_illegal_move_is_refused_for_its_own_reason(
    moves: str, refused: str, reason: str
) -> None:
    course = table("KH", "QH AC", "2S AD")
    course = played(course, *(move.strip() for move in moves.split(",") if move))
    with pytest.raises(IllegalMove) as error:
        played(course, refused)
    assert error.value.reason == reason

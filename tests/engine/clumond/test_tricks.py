"""Thirteen tricks: C3."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.cards import CARD_OF_IDENTITY, RANKS
from engine.events import CardPlayed
from engine.game import IllegalMove, SharedRefusal
from engine.games.clumond.moves import Refusal
from engine.games.clumond.state import PACK
from engine.games.clumond.turns import winning
from engine.games.clumond.view import Phase, TrickWon
from engine.seats import Seat
from engine.tricks import NO_TRUMPS
from tests.engine.clumond.positions import (
    HIGH,
    LOW,
    MIDDLE,
    PASSES,
    keeping,
    played,
    result_of,
    seen,
    table,
    told,
)

NO_HEARTS = "AS KS QS JS 9S 8S 7S 6S 5S 4S 3S 2S AD KD QD JD"
"""A hand without hearts or clubs."""


def test_c3_undeclared_the_dealers_left_leads() -> None:
    course = played(table(), *PASSES)
    assert seen(course).to_act == (1,)
    assert seen(course).trick.leader == 1


@pytest.mark.parametrize("declarer", [1, 2, 3])
def test_c3_the_declarers_left_leads_so_that_they_play_last(declarer: int) -> None:
    course = played(table(), *PASSES[: declarer - 1], f"{declarer} declare NT")
    for _ in range(2):
        seat = course.to_act()[0]
        assert seat != declarer
        course = course.then(seat, course.legal(seat)[0])
    assert course.to_act() == (declarer,)


def test_c3_any_card_may_be_led() -> None:
    course = played(table(HIGH), *PASSES)
    assert {code.split()[1] for code in course.legal(Seat(1))} == set(HIGH.split())


def test_c3_suit_is_followed_if_able() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES, "1 play KH")
    assert set(course.legal(Seat(2))) == {"play 9H", "play 8H", "play 7H", "play 6H"}
    with pytest.raises(IllegalMove) as refused:
        played(course, "2 play 9S")
    assert refused.value.reason == Refusal.MUST_FOLLOW


def test_c3_who_cannot_follow_plays_any_card() -> None:
    course = played(table("AH", NO_HEARTS), *PASSES, "1 play AH")
    assert {code.split()[1] for code in course.legal(Seat(2))} == set(NO_HEARTS.split())


def test_c3_a_card_not_held_is_refused_whether_or_not_it_follows() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES, "1 play KH")
    for card in ("2H", "2S", "KH"):
        with pytest.raises(IllegalMove) as refused:
            played(course, f"2 play {card}")
        assert refused.value.reason == Refusal.NOT_IN_HAND


@pytest.mark.parametrize(
    ("cards", "trumps", "place"),
    [
        ("9H KH 2H", "NT", 1),
        ("9H AS AC", "NT", 0),
        ("9H AS JH", "NT", 2),
        ("9H KH 2S", "S", 2),
        ("9H 3S 2S", "S", 1),
        ("9H KH 2H", "H", 1),
        ("9D KH AH", "S", 0),
        ("2D AS AH", "C", 0),
    ],
)
def test_c3_the_highest_trump_else_the_highest_of_the_suit_led_wins(
    cards: str, trumps: str, place: int
) -> None:
    numbers = tuple(CARD_OF_IDENTITY[card] for card in cards.split())
    assert winning(numbers, "CDHS".find(trumps) if trumps != "NT" else NO_TRUMPS) == place


def test_c3_every_trick_is_won_by_the_letter_of_the_rules() -> None:
    few = [card for card in PACK if card[0] in "259A"]
    for cards in permutations(few, 3):
        numbers = tuple(CARD_OF_IDENTITY[card] for card in cards)
        for number, trumps in enumerate(("C", "D", "H", "S", "")):
            assert cards[winning(numbers, number)] == plainly_won(cards, trumps)


def plainly_won(cards: tuple[str, ...], trumps: str) -> str:
    """Find the card that wins by C3 read word by word."""
    trumped = [card for card in cards if card[1] == trumps]
    followed = [card for card in cards if card[1] == cards[0][1]]
    return max(trumped or followed, key=lambda card: RANKS.index(card[0]))


def test_c3_the_winner_is_told_and_leads() -> None:
    course = played(table(MIDDLE, HIGH, LOW), *PASSES, "1 play 9H", "2 play AH", "3 play 5H")
    assert told(course) == (CardPlayed(Seat(3), "5H", leads=False), TrickWon(Seat(2), 1))
    view = seen(course)
    assert (view.to_act, view.trick.leader, view.trick.number) == ((2,), 2, 2)
    assert view.tricks == (0, 1, 0)


def test_c3_thirteen_tricks_are_played_and_three_cards_are_left() -> None:
    course = keeping(played(table(HIGH, MIDDLE, LOW), *PASSES))
    assert result_of(course).tricks == (13, 0, 0)
    assert [len(left) for left in result_of(course).left] == [3, 3, 3]
    assert result_of(course).trick.number == 13


def test_c9_the_last_trick_stays_visible_and_earlier_ones_do_not() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES, "1 play AH", "2 play 9H", "3 play 5H")
    last = seen(course).last_trick
    assert last is not None
    assert ([p.card for p in last.cards], last.winner) == (["AH", "9H", "5H"], 1)
    course = played(course, "1 play AS", "2 play 9S", "3 play 5S")
    assert not {"AH", "9H", "5H"} & words_of(str(seen(course)))


def test_c9_trick_counts_are_public() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES, "1 play AH", "2 play 9H", "3 play 5H")
    assert all(seen(course, seat).tricks == (1, 0, 0) for seat in (None, 1, 2, 3))


def test_c9_the_three_cards_left_are_secret_until_the_last_trick_is_done() -> None:
    before = course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    while seen(course).deal == 1:
        before, course = (
            course,
            course.then(course.to_act()[0], course.legal(course.to_act()[0])[0]),
        )
    left = set(result_of(course).left[0])
    assert len(left) == 3
    assert not left & words_of(
        str(seen(before)) + str(seen(before, 2)) + str(before.heard(Seat(2)))
    )
    assert left <= words_of(str(seen(course)))
    assert left <= words_of(str(told(course)))


def words_of(text: str) -> set[str]:
    return {word.strip("'(),") for word in text.replace("=", " ").split()}


def test_c9_a_seats_hand_is_in_nobody_elses_view() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    for other in (None, 2, 3):
        assert not set(HIGH.split()) & words_of(str(seen(course, other)))


def test_a_finished_game_takes_no_card() -> None:
    course = keeping(played(table(HIGH, MIDDLE, LOW, deals=3), *PASSES))
    while course.to_act():
        course = course.then(course.to_act()[0], course.legal(course.to_act()[0])[0])
    assert seen(course).phase is Phase.OVER
    with pytest.raises(IllegalMove) as refused:
        played(course, "1 play AH")
    assert refused.value.reason == SharedRefusal.GAME_OVER

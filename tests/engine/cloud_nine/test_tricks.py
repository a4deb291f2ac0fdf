"""Who wins and who is second: N1-N4."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.cards import IDENTITIES, JOKER, RANKS
from engine.games.cloud_nine.moves import Refusal
from engine.games.cloud_nine.tricks import ranked
from engine.games.cloud_nine.view import TrickRanked
from tests.engine.cloud_nine.positions import ranking, seen, table, told, trick


def test_n1_any_card_may_be_played_to_any_trick() -> None:
    course = table("5H", "KH AS 2C JK1")
    after = course.then(course.to_act()[0], "play 5H")
    assert set(after.legal(after.to_act()[0])) >= {"play KH", "play AS", "play 2C", "play JK"}


@pytest.mark.parametrize(
    ("cards", "seats"),
    [
        ("KH QH 2H", (1, 2, 3)),
        ("QH 2H KH", (3, 1, 2)),
        ("2H AH 3H", (2, 3, 1)),
        ("TD 9D JD", (3, 1, 2)),
    ],
)
def test_n1_all_follow_the_highest_wins_and_the_next_is_second(
    cards: str, seats: tuple[int, ...]
) -> None:
    assert ranking(trick(*cards.split())) == seats


@pytest.mark.parametrize(
    ("cards", "seats"),
    [
        ("2H AS 3H", (3, 1, 2)),
        ("9H 3H AS", (1, 2, 3)),
        ("9H AS TH", (3, 1, 2)),
        ("3H 9H KC", (2, 1, 3)),
    ],
)
def test_n1_a_lower_card_that_followed_beats_any_that_did_not(
    cards: str, seats: tuple[int, ...]
) -> None:
    assert ranking(trick(*cards.split())) == seats


@pytest.mark.parametrize(
    ("cards", "seats"),
    [("2H AS KC", (1, 2, 3)), ("2H KC AS", (1, 3, 2)), ("2H 9C 8C", (1, 2, 3))],
)
def test_n1_if_both_others_failed_to_follow_the_higher_rank_is_second(
    cards: str, seats: tuple[int, ...]
) -> None:
    assert ranking(trick(*cards.split())) == seats


@pytest.mark.parametrize(
    ("cards", "seats"),
    [
        ("5H JK1 KH", (3, 2, 1)),
        ("KH JK1 5H", (1, 2, 3)),
        ("5H KH JK1", (2, 3, 1)),
        ("5H JK1 AS", (1, 2, 3)),
        ("5H AS JK2", (1, 3, 2)),
    ],
)
def test_n2_a_jokers_player_is_second_whatever_else_was_played(
    cards: str, seats: tuple[int, ...]
) -> None:
    assert ranking(trick(*cards.split())) == seats


@pytest.mark.parametrize(
    ("cards", "seats"),
    [("JK1 5H KS", (2, 1, 3)), ("JK1 5H KH", (3, 1, 2)), ("JK2 KH 5H", (2, 1, 3))],
)
def test_n3_after_a_led_joker_the_next_natural_card_sets_the_suit(
    cards: str, seats: tuple[int, ...]
) -> None:
    assert ranking(trick(*cards.split())) == seats


@pytest.mark.parametrize(
    ("cards", "winner"), [("2C JK1 JK2", 1), ("JK1 2C JK2", 2), ("JK1 JK2 2C", 3)]
)
def test_n3_with_two_jokers_the_natural_card_wins_wherever_it_was_played(
    cards: str, winner: int
) -> None:
    assert ranking(trick(*cards.split())) == (winner,)


@pytest.mark.parametrize("cards", ["5H AS AC", "2D KC KS", "AD 2C 2H"])
def test_n4_two_off_suit_cards_of_a_rank_have_equal_claims(cards: str) -> None:
    course = trick(*cards.split())
    assert ranking(course) == (1,)
    assert told(course)[-1] == TrickRanked(seen(course).to_act[0], None, None)


def test_a_settled_ranking_is_told_with_the_third_card() -> None:
    assert told(trick("KH", "QH", "2H"))[-1] == TrickRanked(
        *(seat for seat in seen(trick("KH", "QH", "2H")).trick.ranking)
    )


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

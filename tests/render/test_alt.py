from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.melds import Meld
from render.alt import cut, fitted, shortened, units
from render.api import MAX_ALT, Words
from render.speech import card_name, factors, suits_said


def test_cards_are_named_in_words(words: Words) -> None:
    assert card_name("KH", words) == "king of hearts"
    assert card_name("TD", words) == "10 of diamonds"
    assert card_name("JK", words) == "joker"


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ((), "No cards."),
        (("KH",), "Hearts: king."),
        (("JK",), "Joker."),
        (("KH", "QH", "TH", "2S"), "Hearts: king, queen, 10. Spades: 2."),
        (("JK", "AC"), "Clubs: ace. Joker."),
        (("JK", "JK", "JD"), "Diamonds: jack. 2 jokers."),
        (("9S", "9H", "TS"), "Spades: 9, 10. Hearts: 9."),
    ],
)
def test_several_cards_are_named_suit_after_suit(
    cards: tuple[str, ...], told: str, words: Words
) -> None:
    assert suits_said(cards, words) == told


def test_what_cards_score_by_is_said_without_signs(words: Words) -> None:
    assert factors(Meld(2, 2, 1, 0, 4), words) == "4: suit 2 times run 2 times sets 1"
    one, both = (factors(Meld(2, 2, 1, n, 4 + 10 * n), words) for n in (1, 2))
    assert one == "14: suit 2 times run 2 times sets 1, plus 10 for a joker"
    assert both == "24: suit 2 times run 2 times sets 1, plus 20 for both jokers"


@given(st.integers(0, 3000), st.integers(0, 40))
def test_a_text_never_passes_discords_limit(facts: int, names: int) -> None:
    assert len(fitted(lambda length: "f" * facts + "n" * length * names)) <= MAX_ALT


def test_names_give_way_before_facts_do() -> None:
    text = fitted(lambda length: "f" * 1000 + "n" * length)
    assert text.count("f") == 1000
    assert 0 < text.count("n") <= 24


def test_facts_give_way_only_where_short_names_make_no_room() -> None:
    """Step by step; names get as long again as the facts that are left allow."""

    def composer(facts: int) -> Callable[[int], str]:
        return lambda length: "f" * facts + "n" * length

    assert fitted(composer(1000), composer(10)).count("f") == 1000
    assert fitted(composer(1020), composer(1019), composer(1000), composer(10)) == (
        "f" * 1000 + "n" * 24
    )
    assert fitted(composer(1023), composer(1022)) == "f" * 1022 + "n"


@given(st.text(min_size=1, max_size=60), st.integers(1, 40))
def test_a_shortened_name_is_at_most_an_ellipsis_longer(name: str, length: int) -> None:
    assert len(shortened(name, length)) <= length + 1


def test_letters_beyond_the_basic_plane_count_twice_as_discord_counts() -> None:
    crowns = fitted(lambda length: "\U0001f451" * min(length, 32) * 20)
    assert len(crowns.encode("utf-16-le")) // 2 <= MAX_ALT
    assert shortened("\U0001f451" * 9, 8) == "\U0001f451" * 4 + "…"


@given(st.text(max_size=400), st.integers(0, 90))
def test_a_text_is_cut_between_whole_characters(text: str, most: int) -> None:
    kept = cut(text, most)
    assert text.startswith(kept)
    assert units(kept) <= most


def test_a_name_is_not_cut_inside_an_emoji() -> None:
    assert shortened("ab👩‍👩‍👧‍👦cd", 4) == "ab…"

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.melds import Meld, Nine
from render.alt import card_name, cut, fitted, shortened, spelled_nine, units
from render.api import MAX_ALT, Words
from render.lettering import TIMES


def test_cards_are_named_in_words(words: Words) -> None:
    assert card_name("KH", words) == "king of hearts"
    assert card_name("TD", words) == "10 of diamonds"
    assert card_name("JK", words) == "joker"


def test_a_nine_is_spelled_with_its_factors(words: Words) -> None:
    text = spelled_nine(Nine(("KC", "QC", "JK"), Meld(2, 2, 1, 1, 14)), words)
    assert text == f"KC QC JK, suit 2 {TIMES} run 2 {TIMES} sets 1 + 10 = 14"


def test_no_cards_are_said_so(words: Words) -> None:
    assert spelled_nine(Nine((), Meld(0, 0, 1, 0, 0)), words) == "no cards"


@given(st.integers(0, 3000), st.integers(0, 40))
def test_a_text_never_passes_discords_limit(facts: int, names: int) -> None:
    assert len(fitted(lambda length: "f" * facts + "n" * length * names)) <= MAX_ALT


def test_names_give_way_before_facts_do() -> None:
    text = fitted(lambda length: "f" * 1000 + "n" * length)
    assert text.count("f") == 1000
    assert 0 < text.count("n") <= 24


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

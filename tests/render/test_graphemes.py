from __future__ import annotations

from unicodedata import combining

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.lettering import MAX_LENGTH, clean, clusters, is_rtl
from tests.render.hostile import CIRCLED, FRAKTUR, FULL_WIDTH, dressed


@given(st.text(max_size=200))
def test_a_clean_name_is_one_short_line_without_control_characters(name: str) -> None:
    text = clean(name)
    assert len(text) <= MAX_LENGTH
    assert text == text.strip()
    assert text.isprintable() or {c for c in text if not c.isprintable()} <= {"\u200c", "\u200d"}


@given(st.text(max_size=200))
def test_cleaning_twice_changes_nothing_more(name: str) -> None:
    assert clean(clean(name)) == clean(name)


@given(st.text(max_size=80))
def test_clusters_put_together_are_the_text(name: str) -> None:
    assert "".join(part.text for part in clusters(clean(name))) == clean(name)


@pytest.mark.parametrize("name", ["\u202eevil\u202c", "\u2066a\u2069", "a\u200bb", "\x00\x1b[31m"])
def test_bidi_overrides_and_controls_are_gone(name: str) -> None:
    assert all(char.isprintable() for char in clean(name))


def test_a_tower_of_accents_keeps_two() -> None:
    text = clean("e" + "\u0337\u0322\u031b\u0347" * 20 + "x")
    assert sum(bool(combining(char)) for char in text) == 2
    assert text.endswith("x")


def test_joiners_do_not_hold_a_tower_of_accents_together() -> None:
    text = clean("e" + "\u0337\u200d\u0322\u200c" * 20 + "x")
    assert sum(bool(combining(char)) for char in text) == 2
    assert text.endswith("x")


@pytest.mark.parametrize("first", [FRAKTUR, FULL_WIDTH, CIRCLED, 0x1D41A, 0x1D5EE, 0x1D68A])
def test_fancy_letters_are_undressed(first: int) -> None:
    assert clean(dressed("kevin", first)) == "kevin"


@pytest.mark.parametrize("name", ["O\xb4Brien", "Zo\xeb", "\xbd", "so\u2026", "a\u309bb"])
def test_what_means_something_of_its_own_keeps_its_dress(name: str) -> None:
    assert clean(name) == name


def test_accents_in_front_of_everything_are_dropped() -> None:
    assert clean("\u0301\u0302abc") == "abc"


def test_newlines_and_blanks_become_single_spaces() -> None:
    assert clean("one\r\n\ttwo\u3000\u3164three\u2800") == "one two three"


def test_vowel_signs_of_thai_and_hindi_stay() -> None:
    assert clean("สมชาย ที่นี่") == "สมชาย ที่นี่"
    assert clean("अनिरुद्ध") == "अनिरुद्ध"


@pytest.mark.parametrize("emoji", ["👩‍👩‍👧‍👦", "👍🏽", "🇫🇷", "🏳️‍🌈", "❤️"])
def test_an_emoji_is_one_cluster(emoji: str) -> None:
    parts = clusters(clean(f"a{emoji}b"))
    assert [part.text for part in parts] == ["a", emoji, "b"]


def test_letters_that_are_written_as_one_stay_together() -> None:
    assert [part.text for part in clusters("अनिरुद्ध")] == ["अ", "नि", "रु", "द्ध"]
    assert [part.text for part in clusters("각")] == ["각"]


def test_four_flags_letters_are_two_flags() -> None:
    assert [part.text for part in clusters("🇫🇷🇩🇪")] == ["🇫🇷", "🇩🇪"]


@pytest.mark.parametrize(("text", "rtl"), [("12 abc", False), ("12 علي", True), ("שלום Bob", True)])
def test_direction_is_that_of_the_first_letter(text: str, rtl: bool) -> None:
    assert is_rtl(text) is rtl

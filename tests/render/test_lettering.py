from __future__ import annotations

from math import ceil
from unicodedata import combining

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from render import lettering as module
from render.canvas import BIG, PLAIN, READABLE
from render.glyphs import HAS_RAQM, Style
from render.lettering import ABOVE, BELOW, MAX_LENGTH, Lettering, clean, clusters, is_rtl, lettering
from render.theme import LEGIBLE
from tests.render.conftest import ABSURD
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


def _set(text: str, width: int = 250, style: Style = BIG) -> Lettering:
    return lettering(text, style, width, READABLE)


def _assert_inside(line: Lettering, width: int, style: Style) -> None:
    assert line.width <= width
    assert line.left >= 0
    assert line.left + line.mask.width <= max(width, 1)
    assert line.top >= -ceil(style.size * ABOVE)
    assert line.top + line.mask.height <= ceil(style.size * BELOW)


@pytest.mark.parametrize("name", ABSURD)
@pytest.mark.parametrize("width", [40, 120, 250, 900])
def test_a_name_never_leaves_its_box(name: str, width: int) -> None:
    _assert_inside(_set(name, width), width, BIG)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.integers(1, 600))
def test_no_text_at_all_leaves_its_box(text: str, width: int) -> None:
    _assert_inside(_set(text, width), width, BIG)


def test_a_name_that_nearly_fits_is_made_a_little_smaller() -> None:
    full = _set("Bartholomew", 900)
    line = _set("Bartholomew", full.width - 10)
    assert line.text == "Bartholomew"
    assert READABLE <= line.size < BIG.size


def test_a_name_that_does_not_fit_is_cut_with_an_ellipsis_and_stays_legible() -> None:
    line = _set("Bartholomew the Great", 200)
    assert line.text.startswith("Barth")
    assert line.text.endswith("…")
    assert line.size == READABLE


def test_no_space_stands_before_the_ellipsis() -> None:
    texts = {_set("ab cd ef gh ij kl mn", width).text for width in range(100, 300, 5)}
    assert not any(" …" in text for text in texts)


def test_an_emoji_is_never_cut_in_two() -> None:
    for width in range(60, 400, 20):
        kept = _set("👩‍👩‍👧‍👦" * 5, width).text.removesuffix("…")
        assert len(kept) % len("👩‍👩‍👧‍👦") == 0


@pytest.mark.parametrize("style", [BIG, PLAIN])
@pytest.mark.parametrize("text", ["H", "8", "0", "A"])
def test_capitals_and_figures_are_measured_legible_when_shrunk(text: str, style: Style) -> None:
    line = lettering(text, style._replace(size=READABLE), 500, READABLE)
    assert line.mask.point(lambda v: 255 * (v > 127)).getbbox()[3] >= LEGIBLE - 1  # type: ignore[index] # a letter has ink
    assert line.mask.height >= LEGIBLE


def test_a_character_no_font_has_is_an_empty_frame() -> None:
    frame = _set("\U00013000", 100).mask
    middle = frame.getpixel((frame.width // 2, frame.height // 2))
    assert middle == 0
    assert frame.getpixel((frame.width // 2, 0)) == 255


def test_arabic_reads_from_right_to_left_with_latin_inside() -> None:
    parts = clusters(clean("علي Bob أحمد"))
    runs = [run.text.strip() for run in module._runs(parts) if run.text.strip()]
    assert runs == ["أحمد", "Bob", "علي"]


def test_two_scripts_from_left_to_right_keep_their_order_in_a_line_from_right_to_left() -> None:
    runs = module._runs(clusters("علي 東京 Bob"))
    assert [run.text.strip() for run in runs if run.text.strip()][:2] == ["東京", "Bob"]


def test_without_raqm_right_to_left_text_is_turned_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HAS_RAQM", False)
    run = module.Run("علي", None, rtl=True)
    assert module._directed(run) == ("يلع", None)


@pytest.mark.skipif(not HAS_RAQM, reason="this machine has no fribidi, so Pillow does not kern")
def test_kerned_letters_stand_closer() -> None:
    assert _set("AV", 900).width < _set("A", 900).width + _set("V", 900).width


def test_an_empty_text_has_no_width() -> None:
    assert _set("").width == 0

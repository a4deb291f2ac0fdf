from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from render import lettering as module
from render.canvas import BIG, PLAIN, READABLE
from render.glyphs import HAS_RAQM, Style
from render.lettering import ABOVE, BELOW, Lettering, clean, clusters, lettering
from render.theme import LEGIBLE
from tests.render.conftest import ABSURD


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

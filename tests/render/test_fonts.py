from __future__ import annotations

import pytest

from render.glyphs import EMOJI, LATIN, FontFile, Style, font, font_for, installed_fonts


@pytest.mark.parametrize(
    ("char", "file"),
    [
        ("A", "NotoSans["),
        ("ع", "NotoSansArabic"),
        ("अ", "NotoSans"),
        ("ก", "NotoSansThai"),
        ("ש", "NotoSansHebrew"),
        ("東", "NotoSansCJK"),
        ("한", "NotoSansCJK"),
        ("🎲", "NotoEmoji"),
    ],
)
def test_a_character_is_drawn_by_the_font_of_its_script(char: str, file: str) -> None:
    found = font_for((ord(char),), emoji=False)
    assert found is not None
    assert file in found.file


def test_an_emoji_that_is_also_a_symbol_is_drawn_as_an_emoji_when_asked() -> None:
    assert font_for((0x2764,), emoji=True) == EMOJI


def test_a_mark_that_no_font_has_beside_its_base_falls_to_the_bases_font() -> None:
    assert font_for((ord("a"), 0x13000), emoji=False) == LATIN


def test_what_no_font_has_has_no_font() -> None:
    assert font_for((0x13000,), emoji=False) is None


def test_latin_is_asked_first() -> None:
    assert installed_fonts()[0] == LATIN


def test_weight_and_width_change_the_letters() -> None:
    plain, bold, narrow = Style(48, 400, 100), Style(48, 900, 100), Style(48, 400, 62)
    lengths = [font(LATIN, style).getlength("Nimbus") for style in (narrow, plain, bold)]
    assert lengths == sorted(lengths)
    assert len(set(lengths)) == 3


@pytest.mark.parametrize("found", installed_fonts(), ids=lambda found: found.file)
def test_every_font_opens_at_any_weight(found: FontFile) -> None:
    assert font(found, Style(40, 900, 62)).getlength(" ") >= 0


def test_a_font_that_is_not_installed_cannot_be_opened() -> None:
    with pytest.raises(LookupError):
        font(FontFile("no_such_package_of_fonts", "x.ttf"), Style(40))

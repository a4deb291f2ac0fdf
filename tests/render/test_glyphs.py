from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from render.glyphs import (
    LATIN,
    PLAIN,
    Style,
    font,
    font_for,
    is_plain,
    paint_plain,
    plain_ink,
    plain_width,
)

STYLE = Style(48, 700, 95)


@pytest.mark.parametrize(
    "text",
    [
        "Annie",
        "To AV Wa.",
        "128 pts",
        "= 24",
        "Hand 2/3 · \N{MINUS SIGN}6",
        "5\N{MULTIPLICATION SIGN}4…",
        "Émile Çà Þß",
    ],
)
def test_letters_put_together_look_as_pillow_sets_them(text: str) -> None:
    ours, theirs = Image.new("L", (400, 70)), Image.new("L", (400, 70))
    paint_plain(ours, text, STYLE, 5, 50)
    draw = ImageDraw.Draw(theirs)
    draw.text((5, 50), text, 255, font(LATIN, STYLE), anchor="ls")
    ink = ImageStat.Stat(theirs).sum[0]
    assert ImageStat.Stat(ImageChops.difference(ours, theirs)).sum[0] < 0.25 * ink


@pytest.mark.parametrize("text", ["Annie", "AVATAR", "To", ""])
def test_the_width_is_that_of_the_whole_line(text: str) -> None:
    assert plain_width(text, STYLE) == pytest.approx(font(LATIN, STYLE).getlength(text), abs=2)


@pytest.mark.parametrize("text", ["Annie", "To AV Wa.", "7", "  j", "", " "])
@pytest.mark.parametrize("width", [400, 30])
def test_the_ink_of_a_line_is_what_a_mask_of_its_width_would_hold(text: str, width: int) -> None:
    ink, left, top = plain_ink(text, STYLE, width)
    ours, theirs = Image.new("L", (width, 70)), Image.new("L", (width, 70))
    ours.paste(ink, (left, 50 + top))
    paint_plain(theirs, text, STYLE, 0, 50)
    assert ours.tobytes() == theirs.tobytes()


def test_noto_sans_has_everything_that_is_plain() -> None:
    assert {font_for((ord(char),), emoji=False) for char in PLAIN} == {LATIN}


@pytest.mark.parametrize("text", ["عبد", "ที่", "e\u0301", "👍", "a\u200db", "東", "Ł"])
def test_what_is_shaped_or_has_another_font_is_not_plain(text: str) -> None:
    assert not is_plain(text)

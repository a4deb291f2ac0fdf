from __future__ import annotations

from hashlib import sha256

import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageDraw, ImageStat

from render.glyphs import (
    EMOJI,
    LATIN,
    PLAIN,
    Coverage,
    FontFile,
    Style,
    _path,
    coverage,
    font,
    font_for,
    installed_fonts,
    is_plain,
    missing_fonts,
    paint_plain,
    plain_ink,
    plain_width,
)
from tests.source_tree import ROOT

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


def _of(file: str) -> Coverage:
    found = next(found for found in installed_fonts() if file in found.file)
    path = _path(found)
    assert path is not None
    return coverage(path, found.number)


@pytest.mark.parametrize(
    ("file", "present", "absent"),
    [
        ("NotoSans[", "AÅβЖ", "ع東👍"),
        ("NotoSansArabic", "عي", "東ก"),
        ("NotoSansThai", "กๆ", "ع"),
        ("NotoSansCJK", "東さ한", "ع👍"),
        ("NotoEmoji", "👍🎲", "東"),
    ],
)
def test_a_font_covers_its_script_and_not_others(file: str, present: str, absent: str) -> None:
    covered = _of(file)
    assert all(covered.has(ord(char)) for char in present)
    assert not any(covered.has(ord(char)) for char in absent)


def test_ranges_are_inclusive_at_both_ends() -> None:
    covered = Coverage((10, 20), (12, 20))
    assert [code for code in range(25) if covered.has(code)] == [10, 11, 12, 20]


@pytest.mark.parametrize("found", installed_fonts(), ids=lambda found: found.file)
def test_a_font_covers_what_fonttools_reads(found: FontFile) -> None:
    path = _path(found)
    assert path is not None
    covered = coverage(path, found.number)
    with TTFont(path, fontNumber=found.number, lazy=True) as font:
        expected = set(font.getBestCmap())
    ranges = zip(covered.starts, covered.ends, strict=True)
    assert {code for start, end in ranges for code in range(start, end + 1)} == expected


def test_every_wanted_font_is_installed() -> None:
    assert missing_fonts() == ()
    assert len(installed_fonts()) == 23


def test_the_fonts_of_our_own_are_the_published_ones_and_all_are_asked() -> None:
    """`sha256sum -c tests/render/fonts.sha256` says the same."""
    lines = (ROOT / "tests/render/fonts.sha256").read_text(encoding="utf-8").splitlines()
    digests = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    there = sorted(ROOT.glob("render/fonts/*.ttf"))
    assert {
        path.relative_to(ROOT).as_posix(): sha256(path.read_bytes()).hexdigest() for path in there
    } == digests
    own = {f"render/{found.file}" for found in installed_fonts() if found.package == "render"}
    assert own == digests.keys()


def test_the_licence_of_the_fonts_names_each_notice_they_carry() -> None:
    licence = " ".join((ROOT / "render/fonts/OFL.txt").read_text(encoding="utf-8").split())
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    for path in ROOT.glob("render/fonts/*.ttf"):
        with TTFont(path, lazy=True) as font:
            notice = font["name"].getDebugName(0)
        assert notice.split(" (")[0] in licence, path.name


def test_a_font_of_a_package_that_is_not_there_is_left_out() -> None:
    assert _path(FontFile("no_such_package_of_fonts", "x.ttf")) is None


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

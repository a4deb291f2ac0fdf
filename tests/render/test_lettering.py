"""Letters: which glyphs there are, and how a line is set in them."""

from __future__ import annotations

from hashlib import sha256
from math import ceil
from unicodedata import combining

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageStat

from render import lettering as module
from render.canvas import BIG, READABLE
from render.canvas import PLAIN as PLAIN_STYLE
from render.glyphs import (
    EMOJI,
    HAS_RAQM,
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
from render.lettering import ABOVE, BELOW, MAX_LENGTH, Lettering, clean, clusters, is_rtl, lettering
from render.theme import LEGIBLE
from tests.render.conftest import ABSURD
from tests.render.hostile import CIRCLED, FRAKTUR, FULL_WIDTH, dressed
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


@pytest.mark.parametrize("style", [BIG, PLAIN_STYLE])
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

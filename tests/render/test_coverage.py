from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont

from render.glyphs import Coverage, FontFile, _path, coverage, installed_fonts


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
    packages = {found.package for found in installed_fonts()}
    assert {"fontpkg_noto_sans", "manimgx_fonts", "manimgx_fonts_cjk"} <= packages


def test_a_font_of_a_package_that_is_not_there_is_left_out() -> None:
    assert _path(FontFile("no_such_package_of_fonts", "x.ttf")) is None

from __future__ import annotations

from struct import pack

import pytest

from render.coverage import Coverage, _cmap, _segments, coverage
from render.fonts import FontFile, _path, installed_fonts


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


def test_a_subtable_of_format_four_is_read_without_its_end_mark() -> None:
    segments = pack(">3H", 0x41, 0x5A, 0xFFFF), pack(">3H", 0x41, 0x50, 0xFFFF)
    table = pack(">7H", 4, 0, 0, 6, 0, 0, 0) + segments[0] + b"\0\0" + segments[1]
    assert _segments(table, 0) == [(0x41, 0x41), (0x50, 0x5A)]


def test_format_twelve_is_preferred_to_format_four() -> None:
    head = pack(">IHHHH", 0x00010000, 1, 0, 0, 0) + pack(">4sIII", b"cmap", 0, 28, 0)
    cmap = pack(">HH", 0, 2) + pack(">HHI", 3, 1, 20) + pack(">HHI", 3, 10, 22)
    data = head + cmap + pack(">H", 4) + pack(">H", 12)
    assert _cmap(data, 0) == 28 + 22


def test_every_wanted_font_is_installed() -> None:
    packages = {found.package for found in installed_fonts()}
    assert {"fontpkg_noto_sans", "manimgx_fonts", "manimgx_fonts_cjk"} <= packages


def test_a_font_of_a_package_that_is_not_there_is_left_out() -> None:
    assert _path(FontFile("no_such_package_of_fonts", "x.ttf")) is None

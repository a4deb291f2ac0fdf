"""Which characters a font file has: its `cmap` table.

Pillow draws a box for a character a font lacks and does not say so; to fall back to the next
font one has to know beforehand. fontTools, which the tests hold this to, takes forty
times as long for all fonts, 300 ms with its import, and 24 MB of memory and of disk.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from struct import unpack_from
from typing import NamedTuple, TypeAlias

Data: TypeAlias = bytes | mmap
"""A font file; mapped, because the largest has 33 MB and only a few pages are read."""


class Coverage(NamedTuple):
    """The code points of a font as ascending ranges; `ends` are inclusive."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def has(self, code: int) -> bool:
        """Return whether the font maps this code point to a glyph."""
        at = bisect_right(self.starts, code) - 1
        return at >= 0 and code <= self.ends[at]


@cache
def coverage(path: Path, index: int = 0) -> Coverage:
    """Read what a TrueType or OpenType font (or the `index`-th of a collection) covers."""
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        start = unpack_from(">I", data, 12 + 4 * index)[0] if data[:4] == b"ttcf" else 0
        table = _cmap(data, start)
        kind = unpack_from(">H", data, table)[0]
        ranges = sorted(_segments(data, table) if kind == 4 else _groups(data, table))
    return Coverage(tuple(start for start, _ in ranges), tuple(end for _, end in ranges))


def _cmap(data: Data, font: int) -> int:
    """Return the offset of the best Unicode subtable: format 12 (all planes), else 4."""
    count = unpack_from(">H", data, font + 4)[0]
    records = (unpack_from(">4sIII", data, font + 12 + 16 * i) for i in range(count))
    base: int = next(offset for tag, _, offset, _ in records if tag == b"cmap")
    subtables = unpack_from(">H", data, base + 2)[0]
    offsets = (base + unpack_from(">I", data, base + 8 + 8 * i)[0] for i in range(subtables))
    known: dict[int, int] = {unpack_from(">H", data, offset)[0]: offset for offset in offsets}
    return known.get(12) or known[4]


def _groups(data: Data, table: int) -> list[tuple[int, int]]:
    """Read the groups of a format 12 subtable."""
    count = unpack_from(">I", data, table + 12)[0]
    return [unpack_from(">II", data, table + 16 + 12 * i) for i in range(count)]


def _segments(data: Data, table: int) -> list[tuple[int, int]]:
    """Read the segments of a format 4 subtable; the last one only marks the end."""
    count = unpack_from(">H", data, table + 6)[0] // 2
    ends = unpack_from(f">{count}H", data, table + 14)
    starts = unpack_from(f">{count}H", data, table + 16 + 2 * count)
    return [(s, e) for s, e in zip(starts, ends, strict=True) if s != 0xFFFF]

"""Plain letters and figures, each drawn once and then pasted: most text is made of these.

Only for text Noto Sans draws letter by letter (`is_plain`); everything else is shaped by Pillow.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from importlib.util import find_spec
from mmap import ACCESS_READ, mmap
from pathlib import Path
from struct import unpack_from
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFont, features

# Which characters a font file has: its `cmap` table.
#
# Pillow draws a box for a character a font lacks and does not say so; to fall back to the next
# font one has to know beforehand. fontTools, which the tests hold this to, takes forty times as
# long for all fonts, 300 ms with its import, and 24 MB of memory and of disk.

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


# The fonts, and which of them draws a character.
#
# Noto Sans draws most names; other scripts, symbols, emoji and Han characters have fonts of their
# own, asked in order. They lie in `render/fonts`; that of Han characters, four times as large as
# all of them, comes as a dependency. A font that is not there is left out.

HAS_RAQM = bool(features.check("raqm"))
"""Whether complex scripts are shaped (Arabic joined, Indic vowels reordered)."""

_LAYOUT = ImageFont.Layout.RAQM if HAS_RAQM else ImageFont.Layout.BASIC


class FontFile(NamedTuple):
    """A font file in a package, and which font of it if it is a collection."""

    package: str
    file: str
    number: int = 0


class Style(NamedTuple):
    """How text is set: size in pixels per em, weight 100-900, width 62-100 (condensed-normal)."""

    size: int
    weight: int = 600
    width: int = 100


_SCRIPTS = (
    "Hebrew",
    "Armenian",
    "Georgian",
    "Bengali",
    "Gujarati",
    "Gurmukhi",
    "Kannada",
    "Malayalam",
    "Oriya",
    "Sinhala",
    "Tamil",
    "Telugu",
    "Khmer",
    "Lao",
    "Myanmar",
    "Ethiopic",
)


def _own(name: str) -> FontFile:
    return FontFile("render", f"fonts/{name}.ttf")


LATIN = _own("NotoSans[wdth,wght]")
EMOJI = _own("NotoEmoji[wght]")
_HAN = FontFile("manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc", 0)

_WANTED = (
    LATIN,
    *(_own(f"NotoSans{script}[wdth,wght]") for script in ("Arabic", "Devanagari", "Thai")),
    *(_own(f"NotoSans{script}[wght]") for script in _SCRIPTS),
    _HAN,
    EMOJI,
    _own("NotoSansSymbols[wght]"),
)


@cache
def installed_fonts() -> tuple[FontFile, ...]:
    """Return the fonts that are installed, in the order they are asked."""
    return tuple(source for source in _WANTED if _path(source) is not None)


def missing_fonts() -> tuple[str, ...]:
    """Return the packages of fonts that are wanted and not installed, each once."""
    missing = set(_WANTED) - set(installed_fonts())
    return tuple(sorted({source.package for source in missing}))


@lru_cache(maxsize=4096)
def font_for(code_points: tuple[int, ...], *, emoji: bool) -> FontFile | None:
    """Choose the first font that has all code points, else the first that has the first of them.

    Return None if there is none. `emoji` asks the emoji font before all others.
    """
    order = installed_fonts()
    if emoji:
        order = tuple(sorted(order, key=lambda source: source != EMOJI))
    for wanted in (code_points, code_points[:1]):
        for source in order:
            if all(_covers(source, code) for code in wanted):
                return source
    return None


@lru_cache(maxsize=256)
def font(source: FontFile, style: Style) -> ImageFont.FreeTypeFont:
    """Open a font at a size, with the weight and width its axes allow."""
    path = _path(source)
    if path is None:
        raise LookupError(source.package)
    opened = ImageFont.truetype(str(path), style.size, source.number, layout_engine=_LAYOUT)
    wish = {b"Weight": style.weight, b"Width": style.width}
    axes = opened.get_variation_axes()
    opened.set_variation_by_axes(
        [
            min(
                max(wish.get(bytes(axis["name"] or b""), 0), axis["minimum"] or 0),
                axis["maximum"] or 0,
            )
            for axis in axes
        ]
    )
    return opened


@cache
def _path(source: FontFile) -> Path | None:
    """Find the font file in its package without importing the package."""
    spec = find_spec(source.package)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(spec.submodule_search_locations[0]) / source.file
    return path if path.is_file() else None


def _covers(source: FontFile, code: int) -> bool:
    path = _path(source)
    return path is not None and coverage(path, source.number).has(code)


_SIGNS = "·…\N{MULTIPLICATION SIGN}\N{EN DASH}\N{MINUS SIGN}"
PLAIN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100)))).union(_SIGNS)
"""Letters that are drawn one by one: ASCII, letters of western Europe, signs of our texts."""


class Glyph(NamedTuple):
    """Drawn text: its ink, and where that lies from the pen's place on the baseline."""

    ink: Image.Image
    left: int
    top: int


@lru_cache(maxsize=4096)
def glyph(char: str, style: Style) -> Glyph | None:
    """Draw one character; None if it has no ink."""
    opened = font(LATIN, style)
    left, top, right, bottom = (round(edge) for edge in opened.getbbox(char, anchor="ls"))
    whole = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(whole).text((-left, -top), char, 255, opened, anchor="ls")
    box = whole.getbbox()
    return Glyph(whole.crop(box), left + box[0], top + box[1]) if box else None


def is_plain(text: str) -> bool:
    """Return whether every character stands for itself, whatever is beside it."""
    return text.isascii() or PLAIN.issuperset(text)


@lru_cache(maxsize=16384)
def advance(before: str, char: str, style: Style) -> float:
    """Return how far a character moves the pen, nearer to the one before it if they are kerned."""
    opened = font(LATIN, style)
    return opened.getlength(before + char) - (opened.getlength(before) if before else 0)


def plain_width(text: str, style: Style) -> float:
    """Return the width of plain text."""
    return sum(advance(a, b, style) for a, b in zip(("", *text), text, strict=False))


def paint_plain(mask: Image.Image, text: str, style: Style, x: float, baseline: int) -> None:
    """Draw plain text into a mask."""
    for ink, left, top in _placed(text, style, x):
        mask.paste(255, (left, baseline + top), ink)


def plain_ink(text: str, style: Style, width: int) -> Glyph:
    """Draw plain text, cut off at 0 and at a width, as if it were one character; shared."""
    placed = _placed(text, style, 0)
    left = max(min((x for _, x, _ in placed), default=0), 0)
    right = min(max((x + ink.width for ink, x, _ in placed), default=1), width)
    if len(placed) == 1 and placed[0].ink.width == right - left:
        return placed[0]
    top = min((y for _, _, y in placed), default=0)
    bottom = max((y + ink.height for ink, _, y in placed), default=1)
    mask = Image.new("L", (max(right - left, 1), bottom - top))
    for ink, x, y in placed:
        mask.paste(255, (x - left, y - top), ink)
    return Glyph(mask, left, top)


def _placed(text: str, style: Style, x: float) -> list[Glyph]:
    """Return the ink of every character and where it lies from the baseline's start."""
    placed: list[Glyph] = []
    for before, char in zip(("", *text), text, strict=False):
        drawn, step = glyph(char, style), advance(before, char, style)
        if drawn is not None:
            left = round(x + step - advance("", char, style)) + drawn.left
            placed.append(Glyph(drawn.ink, left, drawn.top))
        x += step
    return placed

"""The fonts, which come as dependencies, and which of them draws a character.

Noto Sans draws most names; other scripts, symbols, emoji and Han characters have fonts of their
own, asked in order. A font whose package is not installed is left out.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont, features

from render.coverage import coverage

HAS_RAQM = bool(features.check("raqm"))
"""Whether complex scripts are shaped (Arabic joined, Indic vowels reordered)."""

_LAYOUT = ImageFont.Layout.RAQM if HAS_RAQM else ImageFont.Layout.BASIC


class FontFile(NamedTuple):
    """A font file of an installed package, and which font of it if it is a collection."""

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

LATIN = FontFile("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf")
EMOJI = FontFile("manimgx_fonts", "NotoEmoji[wght].ttf")
_HAN = FontFile("manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc", 0)

_WANTED = (
    LATIN,
    FontFile("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
    FontFile("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf"),
    FontFile("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf"),
    *(FontFile("manimgx_fonts", f"NotoSans{script}[wght].ttf") for script in _SCRIPTS),
    _HAN,
    EMOJI,
    FontFile("manimgx_fonts", "NotoSansSymbols[wght].ttf"),
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

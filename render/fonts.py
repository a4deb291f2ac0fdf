"""The fonts, which come as dependencies, and which of them draws a given character.

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


class Face(NamedTuple):
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

LATIN = Face("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf")
EMOJI = Face("manimgx_fonts", "NotoEmoji[wght].ttf")
_HAN = Face("manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc", 0)

_WANTED = (
    LATIN,
    Face("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
    Face("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf"),
    Face("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf"),
    *(Face("manimgx_fonts", f"NotoSans{script}[wght].ttf") for script in _SCRIPTS),
    _HAN,
    EMOJI,
    Face("manimgx_fonts", "NotoSansSymbols[wght].ttf"),
)


@cache
def faces() -> tuple[Face, ...]:
    """Return the fonts that are installed, in the order they are asked."""
    return tuple(face for face in _WANTED if _path(face) is not None)


@lru_cache(maxsize=4096)
def face_for(code_points: tuple[int, ...], *, emoji: bool) -> Face | None:
    """Choose the first font that has all code points, else the first one, else None.

    `emoji` asks the emoji font before all others.
    """
    order = sorted(faces(), key=lambda face: face != EMOJI) if emoji else faces()
    for wanted in (code_points, code_points[:1]):
        for face in order:
            if all(_covers(face, code) for code in wanted):
                return face
    return None


@lru_cache(maxsize=256)
def font(face: Face, style: Style) -> ImageFont.FreeTypeFont:
    """Open a font at a size, with the weight and width its axes allow."""
    path = _path(face)
    if path is None:
        raise LookupError(face.package)
    opened = ImageFont.truetype(str(path), style.size, face.number, layout_engine=_LAYOUT)
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
def _path(face: Face) -> Path | None:
    """Find the font file in its package without importing the package."""
    spec = find_spec(face.package)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(spec.submodule_search_locations[0]) / face.file
    return path if path.is_file() else None


def _covers(face: Face, code: int) -> bool:
    path = _path(face)
    return path is not None and coverage(path, face.number).has(code)

"""One line of text as a mask: any script, fitted into a width, never taller than its box.

A line is split into runs of one font each; Pillow (with raqm) shapes a run, the order of runs is
settled here. A cluster that no installed font can draw, or not cheaply, becomes an empty frame,
one a character: no text whatever stops a picture. Masks are cached, because a table shows the same
names and numbers again and again.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple
from unicodedata import bidirectional, category, combining, decomposition, normalize

import regex
from PIL import Image, ImageDraw

from render.glyphs import (
    HAS_RAQM,
    FontFile,
    Style,
    font,
    font_for,
    installed_fonts,
    is_plain,
    paint_plain,
    plain_ink,
    plain_width,
)

# Names made safe to draw: plain letters, no reversed text, no towers of accents.
#
# A person may be called anything. The name becomes one line of clusters, each a base character
# with its marks (or a whole emoji), so that cutting a name never splits one. Letters that are only
# another dress of a plain one (bold, circled, full width) are undressed as NFKC does.

_ZWJ = "\u200d"
_JOINERS = frozenset("\u200c\u200d")
_ELLIPSIS = "…"
_CLUSTER = regex.compile(r"\X")
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
"""Characters that are letters by name but draw nothing."""

MAX_MARKS = 2
"""Accents kept on one Latin-like base; other scripts may have `2 * MAX_MARKS`."""

_ENDS = " \u200c\u200d"

MAX_LENGTH = 80
"""Characters of a name that are looked at; Discord's own limit is 32."""


class Cluster(NamedTuple):
    """One character as a reader sees it."""

    text: str
    rtl: bool
    emoji: bool


@lru_cache(maxsize=2048)
def clean(name: str) -> str:
    r"""Return the name as one line of plain printable characters with few marks; may be empty.

    >>> clean(" one\nline \u202e"), clean("\N{CIRCLED LATIN SMALL LETTER A}")
    ('one line', 'a')
    """
    undressed = (_undressed(char) for char in name[: 4 * MAX_LENGTH])
    printable = "".join(_printable(char) for part in undressed for char in part)
    kept: list[str] = []
    marks = 0
    for char in normalize("NFC", printable):
        before = kept[-1] if kept else " "
        if char in _JOINERS:
            # A joiner does not begin a new count, so it cannot hold a tower of accents together.
            if before != " " and before not in _JOINERS:
                kept.append(char)
            continue
        is_mark = bool(combining(char)) or category(char) in {"Mn", "Me"}
        marks = marks + 1 if is_mark else 0
        if not is_mark or (marks <= _allowed(char) and before != " "):
            kept.append(char)
    return " ".join("".join(kept).split())[:MAX_LENGTH].strip(_ENDS)


@lru_cache(maxsize=2048)
def clusters(text: str) -> tuple[Cluster, ...]:
    r"""Split clean text into what a reader sees as characters.

    >>> [part.text for part in clusters("ae\u0301")] == ["a", "e\u0301"]
    True
    """
    if text.isascii():
        return tuple(Cluster(char, rtl=False, emoji=False) for char in text)
    parts: list[str] = _CLUSTER.findall(text)
    return tuple(Cluster(part, _is_rtl(part[0]), _is_emoji(part)) for part in parts)


def is_rtl(text: str) -> bool:
    """Return whether the first letter with a direction is written from right to left."""
    for char in text:
        direction = bidirectional(char)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False


def _allowed(char: str) -> int:
    code = ord(char)
    latin = 0x300 <= code < 0x370 or 0x1AB0 <= code < 0x1B00 or 0x1DC0 <= code < 0x1E00
    symbol = 0x20D0 <= code < 0x2100 or 0xFE20 <= code < 0xFE30
    return MAX_MARKS if latin or symbol else 2 * MAX_MARKS


def _undressed(char: str) -> str:
    """Return a letter in NFKC, unless it means something of its own as it is.

    An accent that stands alone would become a space with a mark.
    """
    if char <= "\xff" or char == _ELLIPSIS or decomposition(char).startswith("<fraction>"):
        return char
    plain = normalize("NFKC", char)
    return char if plain.startswith(" ") and len(plain) > 1 else plain


def _printable(char: str) -> str:
    """Blank what draws nothing or steers the text, keep joiners that shape it."""
    kind = category(char)
    if char in _BLANKS or kind in {"Zs", "Zl", "Zp"} or char in "\t\n\r\v\f":
        return " "
    if char == _ZWJ or char == "\u200c" or kind not in {"Cc", "Cf", "Cs", "Co", "Cn"}:
        return char
    return ""


def _is_rtl(char: str) -> bool:
    return bidirectional(char) in {"R", "AL"}


def _is_emoji(cluster: str) -> bool:
    return ord(cluster[0]) >= 0x1F000 or "\ufe0f" in cluster


CAP = 0.714
"""Height of a capital or a figure of Noto Sans, in ems."""

ABOVE, BELOW = 1.07, 0.5
"""The height of a line above and below its baseline, in ems; the rest is cut off."""

ELLIPSIS = "…"
TIMES = "\N{MULTIPLICATION SIGN}"
_MISSING = 0.72
"""Width of the frame for a character without a font, in ems."""

WIDEST = 4
"""Ems a character may be wide. Wider ones cost most: U+FDFD, a whole sentence, overflows."""

_SAMPLE = Style(48)
"""The style in which it is found out what a character costs."""


class Run(NamedTuple):
    """Text in one font (None: in no font at all) and one direction."""

    text: str
    font: FontFile | None
    rtl: bool


class Lettering(NamedTuple):
    """A drawn line: its mask, cut to the ink, and where that lies.

    `left` and `top` are pixels from the line's start and baseline (so `top` is negative);
    `width` is how far the line advances, `size` its pixels per em, `text` what is left of it.
    """

    mask: Image.Image
    left: int
    top: int
    width: int
    text: str
    size: int


def cap_height(size: int) -> float:
    """Return the height of a capital in pixels for a font size."""
    return size * CAP


@lru_cache(maxsize=512)
def lettering(text: str, style: Style, max_width: int, least: int) -> Lettering:
    """Set a line: shrink it down to `least` pixels per em, then cut it with an ellipsis."""
    text = clean(text)
    try:
        return _set(text, style, max_width, least)
    except Exception:  # noqa: BLE001 - a font may refuse what it says it has, in ways nobody listed
        return _set(_plainest(text), style, max_width, least)


def drawable(name: str) -> str:
    """Return a name as it can be shown: clean, or "" if no character of it can be drawn."""
    text = clean(name)
    drawn = is_plain(text) or any(run.font is not None for run in _runs(clusters(text)))
    return text if drawn else ""


def prepare() -> None:
    """Read what every font covers and open it, so that the first odd name need not wait for it."""
    for file in installed_fonts():
        font(file, _SAMPLE)
    font_for((0x10FFFF,), emoji=False)


def _plainest(text: str) -> str:
    """Return a text of as many characters that surely can be drawn: dots for all but plain ones."""
    return "".join(part.text if is_plain(part.text) else "·" for part in clusters(text))


def _set(text: str, style: Style, max_width: int, least: int) -> Lettering:
    if is_plain(text) and (width := round(plain_width(text, style))) <= max_width:
        ink, left, top = plain_ink(text, style, width)
        return Lettering(ink, left, top, width, text, style.size)
    parts = clusters(text)
    runs = _runs(parts)
    full = _width(runs, style)
    if full > max_width:
        style = style._replace(size=max(min(style.size, int(style.size * max_width / full)), least))
        parts = _cut(parts, style, max_width)
        runs = _runs(parts)
    width = min(_width(runs, style), max_width)
    mask = _paint(runs, style, max(width, 1))
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    ink = mask.crop((left, top, right, bottom))
    kept = "".join(part.text for part in parts)
    return Lettering(ink, left, top - _above(style), width, kept, style.size)


def _cut(parts: tuple[Cluster, ...], style: Style, max_width: int) -> tuple[Cluster, ...]:
    """Drop clusters from the end until the line fits with an ellipsis."""
    if _width(_runs(parts), style) <= max_width:
        return parts
    dots = clusters(ELLIPSIS)
    low, high = 0, len(parts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _width(_runs(parts[:middle] + dots), style) <= max_width:
            low = middle
        else:
            high = middle - 1
    while low and parts[low - 1].text == " ":
        low -= 1
    return parts[:low] + dots


@lru_cache(maxsize=4096)
def _runs(parts: tuple[Cluster, ...]) -> tuple[Run, ...]:
    """Group clusters into runs, in the order they stand from left to right."""
    text = "".join(part.text for part in parts)
    if text.isascii():
        return (Run(text, installed_fonts()[0], rtl=False),)
    runs: list[Run] = []
    for part in parts:
        run = _as_run(part, runs[-1] if runs else None)
        if runs and run.font is not None and runs[-1][1:] == run[1:]:
            runs[-1] = run._replace(text=runs[-1].text + run.text)
        else:
            runs.append(run)
    segments = [list(group) for _, group in groupby(runs, key=lambda run: run.rtl)]
    ordered = [segment[::-1] if segment[0].rtl else segment for segment in segments]
    if is_rtl(text):
        ordered.reverse()
    return tuple(run for segment in ordered for run in segment)


def _as_run(part: Cluster, before: Run | None) -> Run:
    """Choose a cluster's font; a space or an ellipsis keeps the direction of what is before it."""
    if part.text == " ":
        return Run(part.text, installed_fonts()[0], before is not None and before.rtl)
    rtl = before.rtl if part.text == ELLIPSIS and before is not None else part.rtl
    file = font_for(_drawn(part.text), emoji=part.emoji)
    return Run(part.text, file if file is not None and _is_cheap(part.text, file) else None, rtl)


@lru_cache(maxsize=4096)
def _is_cheap(text: str, file: FontFile) -> bool:
    """Return whether a font draws a cluster without trouble and not too wide."""
    try:
        return font(file, _SAMPLE).getlength(text) <= WIDEST * _SAMPLE.size
    except OSError:
        return False


def _drawn(text: str) -> tuple[int, ...]:
    """Leave out joiners and variation selectors, which a font need not have."""
    codes = tuple(ord(char) for char in text)
    return tuple(c for c in codes if c not in {0x200C, 0x200D} and c not in range(0xFE00, 0xFE10))


def _width(runs: tuple[Run, ...], style: Style) -> int:
    return round(sum(_run_width(run, style) for run in runs))


@lru_cache(maxsize=4096)
def _run_width(run: Run, style: Style) -> float:
    if run.font is None:
        return style.size * _MISSING
    if run.text.isascii():
        return plain_width(run.text, style)
    text, direction = _directed(run)
    return font(run.font, style).getlength(text, direction=direction)


def _directed(run: Run) -> tuple[str, str | None]:
    """Return the text for Pillow to draw; without raqm a right-to-left run is turned round here."""
    if HAS_RAQM:
        return run.text, "rtl" if run.rtl else "ltr"
    if not run.rtl:
        return run.text, None
    return "".join(part.text for part in reversed(clusters(run.text))), None


def _above(style: Style) -> int:
    return round(style.size * ABOVE)


def _paint(runs: tuple[Run, ...], style: Style, width: int) -> Image.Image:
    mask = Image.new("L", (width, _above(style) + round(style.size * BELOW)))
    draw = ImageDraw.Draw(mask)
    x = 0.0
    for run in runs:
        advance = _run_width(run, style)
        if run.font is None:
            _frame(draw, x, style)
        elif run.text.isascii():
            paint_plain(mask, run.text, style, x, _above(style))
        else:
            text, direction = _directed(run)
            at = (x, _above(style))
            draw.text(at, text, 255, font(run.font, style), anchor="ls", direction=direction)
        x += advance
    return mask


def _frame(draw: ImageDraw.ImageDraw, x: float, style: Style) -> None:
    """Draw the frame that stands for a character no font has."""
    em, base = style.size, _above(style)
    box = (x + em * 0.08, base - em * CAP, x + em * (_MISSING - 0.08), base)
    draw.rounded_rectangle(box, em * 0.1, outline=255, width=max(2, em // 16))

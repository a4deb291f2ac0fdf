"""Names made safe to draw: plain letters, no reversed text, no towers of accents.

A person may be called anything. The name becomes one line of clusters, each a base character
with its marks (or a whole emoji), so that cutting a name never splits one. Letters that are only
another dress of a plain one (bold, circled, full width) are undressed as NFKC does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple
from unicodedata import bidirectional, category, combining, decomposition, normalize

import regex

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

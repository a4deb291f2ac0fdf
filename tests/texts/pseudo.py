"""A language nobody speaks, made of English at run time: what breaks it breaks real ones.

Each run of words stands in brackets, is half as long again, and has letters of many scripts.
Values, markdown, code and links stay as they are, outside of the brackets: what is read there and
is no value has never passed through the catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import cycle, islice

from bot.texts import FALLBACK, Language, Texts
from bot.texts.checks import LIMITS, Catalogue
from tests.catalogues import catalogue

LOCALE = "hu"
"""The locale of Discord that it is registered under: no catalogue of ours is planned for it."""

OPEN, CLOSE = "⟦⟧"
OR = "または"
"""What Babel writes in Japanese between the last two things of which there is one."""

_NAMES = ("command_name.", "option_name.")
_PLACEHOLDER = re.compile(r"(\{[a-z_]+\})")
_KEPT = re.compile(r"(`[^`]*`|\]\([^)]*\)|<[^>]*>|https?://\S+)")
_RUN = re.compile(r"([^A-Za-z]*)(.*?)([^A-Za-z]*)", re.DOTALL)
_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áбčδéƒģĥíĵķλмñóπqřšŧúvŵχýžÁБČΔÉƑĢĤÍĴĶΛМÑÓΠQŘŠŦÚVŴΧÝŽ",  # noqa: RUF001 - such letters are the point
)
_MORE = "жשω語عéд札"
"""What makes texts longer: Cyrillic, Hebrew, Greek, Arabic, Chinese and Latin letters."""


def pseudo(key: str, text: str) -> str:
    """Return an English text in the pseudo-language, within what its key allows."""
    if key.startswith(_NAMES):
        most = LIMITS[key.partition(".")[0]]
        return (text.translate(_LETTERS) + _filler(len(text) // 2 + 1, gaps=False))[:most]
    pieces = _PLACEHOLDER.split(text)
    room = min((most for word, most in LIMITS.items() if word in key.split(".")), default=None)
    bare = sum(map(len, pieces[::2]))
    left = None if room is None else room - bare
    said = []
    for number, piece in enumerate(pieces):
        longer = piece if number % 2 else _bracketed(piece, left)
        if left is not None:
            left -= len(longer) - len(piece)
        said.append(longer)
    return "".join(said)


def _bracketed(piece: str, left: int | None) -> str:
    """Bracket the words of a text without values; `left` characters may be added, or any number."""
    before, words, after = _RUN.fullmatch(piece).groups()  # type: ignore[union-attr] # all match
    if not words:
        return piece
    more = len(words) // 2 + 1
    if left is not None:
        more = min(more, left - 2)
    if more < 0:
        words, more = words[:more], 0
    parts = _KEPT.split(words)
    parts[::2] = [part.translate(_LETTERS) for part in parts[::2]]
    return f"{before}{OPEN}{''.join(parts)}{_filler(more)}{CLOSE}{after}"


def _filler(count: int, *, gaps: bool = True) -> str:
    letters = "".join(islice(cycle(_MORE), count))
    return re.sub(r"(.{6})(.)", r"\1 \2", letters)[:count].rstrip() if gaps else letters


@cache
def pseudo_catalogue() -> Catalogue:
    """Return all texts in the pseudo-language."""
    return _translated(catalogue(FALLBACK))


def _translated(english: Catalogue) -> Catalogue:
    return {key: tuple(pseudo(key, form) for form in forms) for key, forms in english.items()}


def with_pseudo(*locales: str) -> Texts:
    """Return the languages there are, with the pseudo-language under each of some names."""
    there = Texts.load().languages
    # Japanese dates and lists have no words but OR, and nothing in common with the English ones.
    made = Language(_translated(there[FALLBACK].texts), there[FALLBACK].plural, "ja")
    return Texts({**there, **dict.fromkeys(locales, made)})


def alone(*locales: str) -> Texts:
    """Return English, with the pseudo-language under each of some names; no other language."""
    languages = with_pseudo(*locales).languages
    return Texts({name: languages[name] for name in (FALLBACK, *locales)})


def outside(text: str) -> str:
    """Return what stands outside of all brackets; one that was cut off reaches to the end."""
    depth, found = 0, []
    for char in text:
        depth += (char == OPEN) - (char == CLOSE)
        if depth <= 0 and char != CLOSE:
            found.append(char)
    return "".join(found)


def foreign(text: str, known: Iterable[str] = ()) -> list[str]:
    """Return the words that stand outside of all brackets and are neither code, links nor known."""
    bare = _KEPT.sub(" ", outside(text)).replace(OR, " ")
    for one in sorted(known, key=len, reverse=True):
        bare = bare.replace(one, " ")
    return re.findall(r"[^\W\d_]{2,}", bare)

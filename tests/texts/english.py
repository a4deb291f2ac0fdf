"""The English words that have no business in another language: a text left as it was has some.

Which they are the catalogues say: words that stand in many more English texts than translated ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from bot.texts import FALLBACK
from tests.catalogues import catalogue, languages

RARER = 7
"""How many times fewer texts of a language have an English word than the English ones."""

OWN = {
    "de": {"fair", "fall", "still"},
    "fr": {"but", "close", "or", "suit"},
    "pt-BR": {"for", "vote"},
}
"""Words of these languages that are rare in them: zu Fall bringen, une porte close, quando for."""

_NO_TEXT = re.compile(r"(command|option)_name\.|\w+\.typed\b")
"""Keys of names, which may be any word, and of what people may type, which may be English."""

_WORD = re.compile(r"[^\W\d_]{2,}(?:['\u2019][^\W\d_]+)?")
_KEPT = re.compile(
    r"\{[a-z_]+\}|`[^`]*`|\]\([^)]*\)|<[^>]*>|https?://\S+"
    r"|\b[\w/-]+\.\w+|\bgames/|\bengine replay\b|\b[A-Z]+_[A-Z_]+\b"
    r"|\bplay KH\b|[«„“]\s?[a-z]+(?: [0-9A-Z]+)?\s?[»“”]"
    r"|\bCloud (?:9|Nine)\b|\bNew York\b|\b[Pp]ings?\b"
)
"""Slots, code, links, files, moves in notation, names, Discord's word: the same everywhere."""


@cache
def english_words(language: str) -> frozenset[str]:
    """Return the words by which English is told from a language."""
    ours, theirs = _counted(FALLBACK), _counted(language)
    found = (word for word, texts in ours.items() if texts >= RARER * theirs[word])
    return frozenset(found) - OWN.get(language, set())


@cache
def _counted(language: str) -> Counter[str]:
    """Count the texts that have each word."""
    return Counter(word for text in said(language).values() for word in set(_words(text)))


def said(language: str) -> dict[str, str]:
    """Return all that a language says, by keys: every form of each text."""
    texts = catalogue(language).items()
    return {key: " ".join(forms) for key, forms in texts if not _NO_TEXT.match(key)}


def english_in(text: str, language: str, names: Iterable[str] = ()) -> list[str]:
    """Return the English words in a text of a language that are in no name."""
    for name in names:
        text = text.replace(name, " ")
    return [word for word in _words(text) if word in english_words(language)]


def _words(text: str) -> list[str]:
    return _WORD.findall(_KEPT.sub(" ", text).casefold())


def language_of(text: str) -> str:
    """Return the language whose texts have the most of a text's words."""
    words = set(_words(text))
    return max(languages(), key=lambda language: len(words & _counted(language).keys()))

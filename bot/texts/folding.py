"""Texts as people type them: small letters that every keyboard has."""

from __future__ import annotations

import unicodedata

_TYPED = str.maketrans({"œ": "oe", "ł": "l", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})


def folded(text: str) -> str:
    """Return a text in small letters that every keyboard has: coeur for cœur, as for às."""
    parts = unicodedata.normalize("NFKD", text).casefold().translate(_TYPED)
    return "".join(char for char in parts if not unicodedata.combining(char))

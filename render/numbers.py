"""Numbers as pictures, alt texts and messages write them, with a proper minus sign."""

from __future__ import annotations

from render.api import Words

MINUS = "\N{MINUS SIGN}"


def number(value: int) -> str:
    """Write a whole number.

    >>> number(7), number(-7) == f"{MINUS}7"
    ('7', True)
    """
    return f"{MINUS}{-value}" if value < 0 else str(value)


def change(value: int) -> str:
    """Write a change, always with its sign, or a bare 0.

    >>> change(7), change(0)
    ('+7', '0')
    """
    return f"+{value}" if value > 0 else number(value)


def spoken(written: str, words: Words) -> str:
    """Say a number that may have a minus sign before it, with or without its unit."""
    return words("alt.minus", number=written[1:]) if written.startswith(MINUS) else written


def gain(value: int, words: Words) -> str:
    """Say a change: up, down or not at all."""
    key = "alt.up" if value > 0 else "alt.down" if value else "alt.level"
    return words(key, number=abs(value))


def decimal(value: float, words: Words) -> str:
    """Write a number with one decimal as the language does."""
    tenths = round(value * 10)
    return words("picture.decimal", sign=MINUS if tenths < 0 else "", number=abs(tenths) / 10)


def rounded(value: float, words: Words) -> str:
    """Write a number with one decimal, but a whole one without."""
    tenths = round(value * 10)
    return decimal(value, words) if tenths % 10 else number(tenths // 10)


def rating_text(rating: int | None, words: Words, *, provisional: bool) -> str:
    """Write a rating, with a question mark while it is provisional: for pictures."""
    if rating is None:
        return words("picture.none")
    return number(rating) + (words("picture.provisional") if provisional else "")


def rating_words(rating: int, words: Words, *, provisional: bool) -> str:
    """Write a rating in a text, where nothing explains a question mark."""
    return words("rating.so_far", rating=number(rating)) if provisional else number(rating)


def rating_spoken(rating: int | None, words: Words, *, provisional: bool) -> str:
    """Say a rating in an alt text, or that there is none."""
    if rating is None:
        return words("alt.none.rating")
    return spoken(rating_words(rating, words, provisional=provisional), words)

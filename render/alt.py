"""Alt text: everything a picture says, in words, within Discord's 1024 UTF-16 code units.

Only screen readers read it: what has changed comes first, what stays the same last, and all of it
can be spoken, cards too. If a text is too long, names are shortened first, then a game leaves out
what is least needed (`Context.spared`). Discord counts as JavaScript does: a letter beyond the
basic plane, such as an emoji, is two units.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from render.api import MAX_ALT, All, Person, Words, You, capital
from render.context import C, Context
from render.lettering import clusters, drawable

_NAME_LENGTHS = (32, 24, 16, 12, 8)
_LAST_LENGTHS = (5, 3, 1)
"""How long names may still be where all that can be has been left out."""

MOST_SPARED = 7
"""In how many steps a game may leave out what is least needed."""


def said(context: C, sentences: Callable[[C], Iterable[str]]) -> str:
    """Join the sentences of a context, with names as long as there is room for."""
    return said_together([context], sentences)


def said_together(contexts: Sequence[C], sentences: Callable[[C], Iterable[str]]) -> str:
    """Join the sentences of several contexts of the same people, as `said` does."""

    def told(spared: int, length: int) -> str:
        shorter = [
            replace(context, people=named(context.people, length, context.words), spared=spared)
            for context in contexts
        ]
        each = [*chain.from_iterable(map(sentences, shorter)), _house(shorter[0])]
        return " ".join(_begun(sentence, shorter[0]) for sentence in each if sentence)

    return fitted(*(partial(told, spared) for spared in range(MOST_SPARED + 1)))


def _house(context: Context[Any]) -> str:
    """Say who is a house player; "" if nobody is."""
    own = context.view.seat if context.you else None
    house = [seat for seat in context.seats if context.is_house(seat) and seat != own]
    names = context.names(house)
    return context.words("alt.house", names=All(names), n=len(names)) if names else ""


def _begun(sentence: str, context: Context[Any]) -> str:
    """Begin a sentence with a capital if its first word is "you"."""
    you = context.words("alt.you")
    is_you = context.you or any(isinstance(one.name, You) for one in context.people)
    is_first = sentence.startswith(you) and not sentence[len(you) : len(you) + 1].isalpha()
    return capital(sentence) if is_you and is_first else sentence


def units(text: str) -> int:
    """Count the UTF-16 code units of a text, as Discord does.

    >>> units("Annie"), units("\N{BALLOON}")
    (5, 2)
    """
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, most: int) -> str:
    """Return the beginning of a text that has at most this many units, whole characters only."""
    if units(text) <= most:
        return text
    kept, left = "", most
    for part in clusters(text):
        left -= units(part.text)
        if left < 0:
            break
        kept += part.text
    return kept


def fitted(*composed: Callable[[int], str]) -> str:
    """Return a text composed with the longest names (in units) that keep it in bounds.

    The first composer is taken whose text has room for short names: each says less than the last.
    """

    def fits(text: str) -> bool:
        return units(text) <= MAX_ALT

    *lengths, short = _NAME_LENGTHS
    text = composed[0](lengths[0])
    if fits(text):
        return text
    at = bisect_left(composed, True, key=lambda compose: fits(compose(short)))
    compose = composed[min(at, len(composed) - 1)]
    for length in (*lengths, short, *_LAST_LENGTHS):
        text = compose(length)
        if fits(text):
            return text
    return f"{cut(text, MAX_ALT - 1)}…"


def shortened(name: str, length: int) -> str:
    """Cut a name to a number of units, never inside an accented letter or an emoji.

    >>> shortened("Annie", 8), shortened("Annie Oakley", 8)
    ('Annie', 'Annie Oa…')
    """
    kept = cut(name, length)
    return name if kept == name else f"{kept.strip()}…"


def named(people: Sequence[Person], length: int, words: Words) -> list[Person]:
    """Return the people as an alt text names them: shortened, and who reads it as "you"."""

    def short(name: str) -> str:
        is_you = isinstance(name, You)
        return You(words("alt.you")) if is_you else shortened(drawable(name), length)

    return [Person(short(one.name), one.house) for one in people]

"""Alt text: everything a picture says, in words, within Discord's 1024 UTF-16 code units.

Cards of a trick are told in words, long rows of cards by their spelling (``KH``), which the text
explains. If a text is too long, names are shortened before any fact is. Discord counts as
JavaScript does: a letter beyond the basic plane, such as an emoji, is two units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.melds import Meld
from render.api import MAX_ALT, Person, Words
from render.lettering import drawable
from render.names import clusters
from render.sitting import S
from render.sprites import JOKER

_NAME_LENGTHS = (32, 24, 16, 12, 8, 5, 3, 1)


def units(text: str) -> int:
    """Count the UTF-16 code units of a text, as Discord does."""
    return len(text) + sum(char > "\uffff" for char in text)


def cut(text: str, most: int) -> str:
    """Return the beginning of a text that has at most so many units, whole characters only."""
    if units(text) <= most:
        return text
    kept, left = "", most
    for part in clusters(text):
        left -= units(part.text)
        if left < 0:
            break
        kept += part.text
    return kept


def fitted(compose: Callable[[int], str]) -> str:
    """Return the text composed with the longest names (in units) that keep it in bounds."""
    text = ""
    for length in _NAME_LENGTHS:
        text = compose(length)
        if units(text) <= MAX_ALT:
            return text
    return f"{cut(text, MAX_ALT - 1)}…"


def composed(sitting: S, compose: Callable[[S], str]) -> str:
    """Return the text that `compose` makes of a sitting with names as long as there is room for."""

    def with_names(length: int) -> str:
        return compose(replace(sitting, people=named(sitting.people, length, sitting.words)))

    return fitted(with_names)


def shortened(name: str, length: int) -> str:
    """Cut a name to a number of units, never inside an accented letter or an emoji."""
    kept = cut(name, length)
    return name if kept == name else f"{kept.strip()}…"


def named(people: Sequence[Person], length: int, words: Words) -> list[Person]:
    """Return the people as an alt text names them: shortened, a house player with its mark."""
    return [
        Person(_marked(shortened(drawable(person.name), length), person.house, words), person.house)
        for person in people
    ]


def card_name(code: str, words: Words) -> str:
    """Name a card in words, such as "king of hearts"."""
    if code == JOKER:
        return words("alt.card.joker")
    rank, suit = words(f"alt.rank.{code[0]}"), words(f"alt.suit.{code[1]}")
    return words("alt.card.name", rank=rank, suit=suit)


def _marked(name: str, house: bool, words: Words) -> str:
    return words("alt.house", name=name) if name and house else name


def worth(cards: Sequence[str], meld: Meld, words: Words) -> str:
    """Spell cards and what they are worth: ``KH QH 7D, suit 2 x run 2 x sets 1 = 4``."""
    if not cards:
        return words("alt.cards.none")
    bonus = f" + {10 * meld.jokers}" if meld.jokers else ""
    factors = words("alt.factors", flush=meld.flush, run=meld.run, sets=meld.sets)
    return f"{' '.join(cards)}, {factors}{bonus} = {meld.score}"

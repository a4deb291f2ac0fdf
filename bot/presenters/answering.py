"""What answers to questions are made of: words for everybody, without symbols or emoji."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

from bot.presenters.cards import card_name, suits_said
from bot.presenters.naming import Names, name_of
from engine.melds import Meld, Nine
from engine.seats import Seat
from render.api import Words, capital

Answers: TypeAlias = Mapping[str, Callable[[Any, Words, Names], str]]
"""What may be asked of a view, in the order in which it is offered, each with its answer."""

NO_ANSWERS: Answers = MappingProxyType({})

OWN = frozenset({"aims", "cloud", "draws", "hand", "odds", "takes"})
"""What only a seat can ask: a spectator has none of it."""


class Played(Protocol):
    """A card of a trick and who played it."""

    @property
    def seat(self) -> Seat: ...
    @property
    def card(self) -> str: ...


def sentence(parts: Iterable[str], say: Words) -> str:
    """Put parts into one sentence, with commas."""
    return capital(say("look.sentence", parts=[*parts]))


def named(cards: Iterable[str], say: Words) -> list[str]:
    """Name cards in words."""
    return [card_name(card, say) for card in cards]


def renamed(words: Iterable[str], pairs: str) -> list[str]:
    """Put words that mean the same in place of others: `pairs` are each two words.

    >>> renamed(["pay", "joker"], "joker wild, throw roll")
    ['pay', 'wild']
    """
    same = dict(pair.split() for pair in pairs.split(","))
    return [same.get(word, word) for word in words]


def played(one: Played, leader: Seat, fate: Sequence[str], say: Words, names: Names) -> str:
    """Say a card of a trick: who played it, and what became of it."""
    key = "look.led" if one.seat == leader else "look.played"
    card = say(key, name=name_of(names, one.seat), card=card_name(one.card, say))
    return sentence([card, *fate], say)


def nine_said(nine: Nine, say: Words) -> str:
    """Say up to nine cards and what they score."""
    cards = suits_said(nine.cards, say)
    if not nine.cards:
        return cards
    return f"{cards} {say('look.makes', made=factors(nine.meld, say))}"


def factors(meld: Meld, say: Words) -> str:
    """Say a score and what it is made of."""
    said = say("look.made", score=meld.score, suit=meld.flush, run=meld.run, sets=meld.sets)
    return say("list.all", items=[said, say("look.jokers", n=meld.jokers)]) if meld.jokers else said

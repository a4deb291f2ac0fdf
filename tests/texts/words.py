"""A few words of another language, for tests that need some before it is there."""

from __future__ import annotations

from bot.texts import Texts

_GERMAN = {
    "card.name": "{suit} {rank}",
    "card.joker": "Joker",
    "card.short.A": "A",
    "card.short.J": "B",
    "card.short.K": "K",
    "card.short.Q": "D",
    "card.rank.A": "Ass",
    "card.rank.J": "Bube",
    "card.rank.K": "König",
    "card.rank.Q": "Dame",
    "card.suit.C": "Kreuz",
    "card.suit.D": "Karo",
    "card.suit.H": "Herz",
    "card.suit.S": "Pik",
}


def german(key: str, /, **values: object) -> str:
    """Say the cards in German, all else in English."""
    if key in _GERMAN:
        return _GERMAN[key].format(**values)
    return Texts.load().words("en")(key, **values)

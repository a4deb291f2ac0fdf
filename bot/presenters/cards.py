"""Playing cards in words and labels."""

from __future__ import annotations

from render.api import Words

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
JOKER = "JK"


def card_label(card: str, say: Words) -> str:
    """Label a card briefly: K♥, 10♦, Joker."""
    if card == JOKER:
        return say("card.joker_label")
    return say(f"card.short.{card[0]}") + SUITS[card[1]]


def card_said(card: str, say: Words) -> str:
    """Name a card briefly in a sentence: K♥, 10♦, a joker."""
    return say("card.joker_said") if card == JOKER else card_label(card, say)


def card_name(card: str, say: Words) -> str:
    """Name a card in words, as for a screen reader or for typing: king of hearts."""
    if card == JOKER:
        return say("card.joker")
    rank, suit = say(f"card.rank.{card[0]}"), say(f"card.suit.{card[1]}")
    return say("card.name", rank=rank, suit=suit)

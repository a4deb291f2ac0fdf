"""Playing cards in words and labels."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.texts import by_ear
from engine.cards import faces_in, mask_of_faces
from render.api import Words

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
JOKER = "JK"


def card_label(card: str, say: Words) -> str:
    """Label a card briefly: K♥, 10♦, Joker; in words for who hears it."""
    if by_ear(say):
        return card_name(card, say)
    if card == JOKER:
        return say("card.joker_label")
    return say(f"card.short.{card[0]}") + SUITS[card[1]]


def play_label(card: str, say: Words) -> str:
    """Label the playing of a card: by the card alone where it is in sight."""
    label = card_label(card, say)
    return say("ear.play", card=label) if by_ear(say) else label


def card_said(card: str, say: Words) -> str:
    """Name a card briefly in a sentence: K♥, 10♦, a joker."""
    return say("card.joker_said") if card == JOKER else card_label(card, say)


def card_name(card: str, say: Words) -> str:
    """Name a card in words, as for a screen reader or for typing: king of hearts."""
    if card == JOKER:
        return say("card.joker")
    rank, suit = say(f"card.rank.{card[0]}"), say(f"card.suit.{card[1]}")
    return say("card.name", rank=rank, suit=suit)


def by_suit(cards: Iterable[str], say: Words) -> str:
    """Label several cards without jokers, each suit once: ♠ K 9 · ♦ 10; or in words."""
    if by_ear(say):
        return suits_said(faces_in(mask_of_faces(cards)), say)
    suits = groupby(faces_in(mask_of_faces(cards)), key=lambda card: card[1])
    return " · ".join(
        " ".join([SUITS[suit], *(say(f"card.short.{card[0]}") for card in held)])
        for suit, held in suits
    )


def drawn_said(cards: Iterable[str], say: Words) -> str:
    """Say in the order they were drawn: K♥ 10♦; in words suit by suit: hearts king; spades 9, 2."""
    if not by_ear(say):
        return " ".join(card_label(card, say) for card in cards)
    suits = groupby(faces_in(mask_of_faces(cards)), key=lambda card: card[1])
    told = [(say(f"card.suit.{suit}"), _ranks(held, say)) for suit, held in suits]
    return "; ".join(say("ear.suit", suit=suit, ranks=ranks) for suit, ranks in told)


def suits_said(cards: Iterable[str] | None, say: Words) -> str:
    """Say cards in words, suit by suit in their order: Spades: ace, 10. Hearts: king. Joker.

    "" for those of a spectator, who has none.
    """
    if cards is None:
        return ""
    held = list(cards)
    if not held:
        return say("holding.none")
    suits = dict.fromkeys(card[1] for card in held if card != JOKER)
    told = [_suit_said(suit, [card for card in held if card[1] == suit], say) for suit in suits]
    jokers = held.count(JOKER)
    return " ".join([*told, *([say("holding.jokers", n=jokers)] if jokers else [])])


def _suit_said(suit: str, cards: Iterable[str], say: Words) -> str:
    named = say(f"card.suit.{suit}")
    return say("holding.suit", suit=named[:1].upper() + named[1:], ranks=_ranks(cards, say))


def _ranks(cards: Iterable[str], say: Words) -> list[str]:
    return [say(f"alt.rank.{card[0]}") for card in cards]

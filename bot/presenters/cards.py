"""Playing cards in words and labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.texts import by_ear
from engine.cards import faces_in, mask_of_faces
from render.api import Words, capital
from render.theme import COURTS

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
JOKER = "JK"


def card_label(card: str, say: Words) -> str:
    """Label a card briefly: K♥, 10♦, Joker; in words for who hears it."""
    if by_ear(say):
        return card_name(card, say)
    if card == JOKER:
        return say("card.joker_label")
    return say(f"card.short.{card[0]}") + SUITS[card[1]]


def card_emoji(card: str, say: Words) -> str:
    """Return the key of a card's emoji, with the letter that the language writes on it."""
    is_court = card != JOKER and card[0] in COURTS
    return say(f"card.short.{card[0]}") + card[1] if is_court else card


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
    """Say cards in the order drawn: K♥ 10♦ 9♦; in words king of hearts, 10, 9 of diamonds."""
    if by_ear(say):
        return lying_said(cards, say)
    return " ".join(card_label(card, say) for card in cards)


def lying_said(cards: Iterable[str], say: Words) -> str:
    """Say cards in words, in the order they lie: king of hearts, 10, 9 of diamonds."""
    told = list[str]()
    for suit, found in groupby(cards, key=lambda card: card[1]):
        ranks = say("list.all", items=[say(f"alt.rank.{card[0]}") for card in found])
        told.append(say("card.name", rank=ranks, suit=say(f"card.suit.{suit}")))
    return say("list.all", items=told)


def suits_said(cards: Iterable[str] | None, say: Words, *, drawn: str | None = None) -> str:
    """Say cards in words, suit by suit in their order: Spades: ace, new 10. Hearts: king. Joker.

    The one just `drawn` is called new.
    "" for those of a spectator, who has none.
    """
    if cards is None:
        return ""
    held = list(cards)
    if not held:
        return say("holding.none")
    suits = dict.fromkeys(card[1] for card in held if card != JOKER)
    told = [
        _suit_said(suit, [card for card in held if card[1] == suit], say, drawn) for suit in suits
    ]
    jokers = held.count(JOKER)
    return " ".join([*told, *([say("holding.jokers", n=jokers)] if jokers else [])])


def only_said(cards: Sequence[str], say: Words) -> str:
    """Say in words the cards that follow suit, or that there is only one."""
    if len(cards) > 1:
        return suits_said(cards, say)
    (card,) = cards
    suit, rank = capital(say(f"card.suit.{card[1]}")), say(f"alt.rank.{card[0]}")
    return say("holding.only", suit=suit, rank=rank)


def _suit_said(suit: str, cards: Iterable[str], say: Words, drawn: str | None) -> str:
    named = say(f"card.suit.{suit}")
    ranks = [(say(f"alt.rank.{card[0]}"), card == drawn) for card in cards]
    told = [say("ear.new", rank=rank) if is_new else rank for rank, is_new in ranks]
    return say("holding.suit", suit=capital(named), ranks=told)

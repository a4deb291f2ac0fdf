"""A beginner of Clumond: picks three cards to keep whose code fits the tricks to be expected.

Tricks to be expected are those won so far and one for each card left that looks like a winner: an
ace, a king with another of its suit, a queen with two, and each trump beyond the third. While more
tricks are wanted the beginner wins as cheaply as possible, else ducks with the highest card that
loses. Only a hand with a long strong suit declares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import cast

from engine.cards import RANKS, SUITS
from engine.events import Heard
from engine.game import View
from engine.games.clumond.view import (
    LEFT_OVER,
    PASS,
    SUIT_VALUES,
    TRICKS,
    ClumondView,
    Phase,
    Trumps,
)

LONG, TOPS = 7, 2
"""Cards of a suit, and of its ace, king and queen, with which it is declared."""

WINNERS = {"A": 1, "K": 2, "Q": 3}
"""How many cards of the suit one needs for a card to look like a winner."""


class Beginner:
    """Keeps three cards in mind, and plays the others for the tricks these ask for."""

    def choose(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - it forgets earlier tricks
        legal: Sequence[str],
        random: Random,  # noqa: ARG002 - and leaves nothing to chance
    ) -> str:
        shown = cast("ClumondView", view)
        hand = shown.hand or ()
        if shown.phase is Phase.CALL:
            return _call(hand)
        kept, wanted = _plan(shown, hand)
        cards = [code.partition(" ")[2] for code in legal]
        free = [card for card in cards if card not in kept] or cards
        return f"play {_card(shown, free, wanted)}"


def _call(hand: Sequence[str]) -> str:
    for suit in SUITS:
        own = [card[0] for card in hand if card[1] == suit]
        if len(own) >= LONG and len({*own} & {*WINNERS}) >= TOPS:
            return f"declare {suit}"
    return PASS


def _plan(view: ClumondView, hand: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Return the three cards to keep, and how many more tricks they ask for."""
    won = view.tricks[(view.seat or 1) - 1]

    def plans() -> Iterator[tuple[float, int, tuple[str, ...], int]]:
        for kept in combinations(hand, LEFT_OVER):
            rest = [card for card in hand if card not in kept]
            expected = won + _winners(rest, view.trumps)
            code = sum(SUIT_VALUES[card[1]] for card in kept)
            high = sum(RANKS.index(card[0]) for card in kept)
            for tricks in (code, code + 10):
                if won <= tricks <= min(TRICKS, won + len(rest)):
                    # Of equals the plan that keeps the middling cards and plays the others.
                    yield abs(tricks - expected), abs(high - 18), kept, tricks - won

    found = min(plans(), default=None)
    return (found[2], found[3]) if found else ((), 0)


def _winners(cards: Sequence[str], trumps: Trumps | None) -> int:
    found = 0
    for suit in SUITS:
        own = [card[0] for card in cards if card[1] == suit]
        high = sum(len(own) >= need for rank, need in WINNERS.items() if rank in own)
        found += max(high, len(own) - 3) if suit == trumps else high
    return found


def _card(view: ClumondView, cards: Sequence[str], wanted: int) -> str:
    """Return the card to play when this many more tricks are wanted."""
    trick = [played.card for played in view.trick.cards]
    trumps = view.trumps or Trumps.NONE
    if not trick:
        return max(cards, key=_rank) if wanted > 0 else min(cards, key=_rank)
    best = max(_strength(card, trick[0], trumps) for card in trick)
    winning = [card for card in cards if _strength(card, trick[0], trumps) > best]
    losing = [card for card in cards if card not in winning]
    if wanted > 0 and winning:
        return min(winning, key=lambda card: _strength(card, trick[0], trumps))
    if losing:
        return (min if wanted > 0 else max)(losing, key=_rank)
    return min(winning, key=lambda card: _strength(card, trick[0], trumps))


def _strength(card: str, led: str, trumps: Trumps) -> tuple[bool, bool, int]:
    return card[1] == trumps, card[1] == led[1], _rank(card)


def _rank(card: str) -> int:
    return RANKS.index(card[0])

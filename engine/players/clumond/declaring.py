"""The chance to make a declaration of Clumond, fitted to hands played by house players.

In playouts declarers make too little of high trumps and aces, and the others too little of playing
against them (C6). So the hand itself gives the log odds, and the playouts only add to them.
"""

from __future__ import annotations

from math import exp, log

from engine.cards import ALL_RANKS, COUNT, SUIT_SIZE
from engine.games.clumond.state import FULL_PACK
from engine.players.clumond.position import Hand, hand_from
from engine.players.clumond.weights import DECLARED, FOUND

_ACE = 1 << SUIT_SIZE - 1
HONOURS = _ACE | _ACE >> 1 | _ACE >> 2
"""The high ranks of trumps that count: ace, king and queen."""
_SUIT = hand_from(FULL_PACK)[0]
"""The ranks of the pack: no ten."""
PRIOR = 1.0
"""Playouts that made it, and as many that missed it, counted before any were played."""


def lean(hand: Hand, trumps: int) -> float:
    """Return the log odds, by the hand alone, that a declaration is made."""
    return leans(hand)[trumps]


def leans(hand: Hand) -> list[float]:
    """Return these log odds for clubs, diamonds, hearts, spades and no trumps as trumps."""
    constant, honour, _, _, shortest = DECLARED
    clubs, diamonds, hearts, spades = hand
    plain = constant + HIGH[clubs] + HIGH[diamonds] + HIGH[hearts] + HIGH[spades]
    lengths = [COUNT[ranks] for ranks in hand]
    least, second, *_ = sorted(lengths)
    found = [
        plain + honour * COUNT[ranks & HONOURS] + shortest * (second if length == least else least)
        for ranks, length in zip(hand, lengths, strict=True)
    ]
    found.append(plain + shortest * least)
    return found


def _high(ranks: int) -> float:
    """Return the log odds that an ace and the cards following it add, in any suit."""
    _, _, ace, follower, _ = DECLARED
    from_the_top = COUNT[ranks >> (_SUIT & ~ranks).bit_length()]
    return (ace - follower) * bool(ranks & _ACE) + follower * from_the_top


HIGH = tuple(_high(ranks) for ranks in range(ALL_RANKS + 1))
"""These log odds for every set of ranks."""


def chance(leaning: float, made: float, times: int) -> float:
    """Return the chance (0…1) to make a declaration that `made` of this many playouts made."""
    return 1 / (1 + exp(-leaning - FOUND * log_odds(made, times)))


def log_odds(made: float, times: int) -> float:
    """Return the log odds of this many successes, which are finite for none and for all."""
    return log((made + PRIOR) / (times - made + PRIOR))

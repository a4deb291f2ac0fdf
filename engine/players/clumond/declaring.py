"""How likely a declaration of Clumond is to be made, fitted to hands played by house players.

Playouts see neither how well a declarer steers with high trumps and aces nor how well the others
steer against them (C6). So the hand itself speaks first, and what they found only adds to it.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

from engine.cards import SUIT_SIZE
from engine.games.clumond.state import FULL_PACK
from engine.players.clumond.position import COUNT, RANKS, hand_from
from engine.players.clumond.weights import DECLARED, FOUND

if TYPE_CHECKING:
    from engine.players.clumond.position import Hand

_ACE = 1 << SUIT_SIZE - 1
_HONOURS = _ACE | _ACE >> 1 | _ACE >> 2
"""The ranks that steer: ace, king and queen."""
_SUIT = hand_from(FULL_PACK)[0]
"""The ranks there are: no ten."""
_PRIOR = 1.0
"""So many playouts made and as many missed are counted before any."""


def lean(hand: Hand, trumps: int) -> float:
    """Return what a hand says of a declaration before any playout, on the scale of log odds."""
    return leans(hand)[trumps]


def leans(hand: Hand) -> list[float]:
    """Tell the same of every trumps it may declare, in order, no trumps last."""
    constant, honour, _, _, shortest = DECLARED
    clubs, diamonds, hearts, spades = hand
    plain = constant + _HIGH[clubs] + _HIGH[diamonds] + _HIGH[hearts] + _HIGH[spades]
    lengths = [COUNT[ranks] for ranks in hand]
    least, second, *_ = sorted(lengths)
    found = [
        plain + honour * COUNT[ranks & _HONOURS] + shortest * (second if length == least else least)
        for ranks, length in zip(hand, lengths, strict=True)
    ]
    found.append(plain + shortest * least)
    return found


def _high(ranks: int) -> float:
    """Return what the high cards of a suit are worth, trumps or not: an ace and what follows it."""
    _, _, ace, follower, _ = DECLARED
    from_the_top = COUNT[ranks >> (_SUIT & ~ranks).bit_length()]
    return (ace - follower) * bool(ranks & _ACE) + follower * from_the_top


_HIGH = tuple(_high(ranks) for ranks in range(RANKS + 1))
"""The same for every set of ranks."""


def chance(leaning: float, made: int, times: int) -> float:
    """Return the chance that a declaration is made, which so many of these playouts made."""
    found = log((made + _PRIOR) / (times - made + _PRIOR))
    return 1 / (1 + exp(-leaning - FOUND * found))

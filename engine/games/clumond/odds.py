"""How likely a declaration of Clumond is to be made, fitted to hands played by house players.

Playouts see neither how well a declarer steers with high trumps and aces nor how well the others
steer against him (C6). So the hand itself speaks first, and what they found only adds to it.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

from engine.cards import SUIT_SIZE
from engine.games.clumond.state import FULL_PACK
from engine.games.clumond.weights import DECLARED, FOUND
from engine.games.clumond.world import COUNT, hand_from

if TYPE_CHECKING:
    from engine.games.clumond.world import Hand

_ACE = 1 << SUIT_SIZE - 1
_HONOURS = _ACE | _ACE >> 1 | _ACE >> 2
"""The ranks that steer: ace, king and queen."""
_SUIT = hand_from(FULL_PACK)[0]
"""The ranks there are: no ten."""
_PRIOR = 1.0
"""So many playouts made and as many missed are counted before any."""


def lean(hand: Hand, trumps: int) -> float:
    """Tell what a hand says of a declaration before any playout, on the scale of log odds."""
    constant, honour, ace, follower, shortest = DECLARED
    own = hand[trumps] if trumps < len(hand) else 0
    sides = [COUNT[ranks] for suit, ranks in enumerate(hand) if suit != trumps]
    return (
        constant
        + honour * COUNT[own & _HONOURS]
        + (ace - follower) * sum([ranks & _ACE > 0 for ranks in hand])
        + follower * sum([_from_the_top(ranks) for ranks in hand])
        + shortest * min(sides)
    )


def _from_the_top(ranks: int) -> int:
    """Count the cards of a suit that are above all that others can have."""
    return COUNT[ranks >> (_SUIT & ~ranks).bit_length()]


def chance(leaning: float, made: int, times: int) -> float:
    """Give the chance that a declaration is made, which so many of these playouts made."""
    found = log((made + _PRIOR) / (times - made + _PRIOR))
    return 1 / (1 + exp(-leaning - FOUND * found))

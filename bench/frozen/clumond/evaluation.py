"""Frozen: the chances of a card of Clumond to win a trick, by what others hold of its suit.

A player knows which cards the others hold together, not which of them holds what. Three chances
were fitted to hands played by `policy`: that the card wins the trick it will be played to, that it
wins if it is led, and that it wins if it is the best so far and one more player is to come.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import NamedTuple, TypeAlias

from bench.frozen.clumond.position import BITS
from bench.frozen.clumond.weights import EVER, LEAD, SECOND
from bench.frozen.estimate import tabled
from engine.cards import COUNT, SUIT_SIZE
from engine.games.clumond.settling import VALUE_OF_SUIT
from engine.tricks import NO_TRUMPS

_REMEMBERED = 1 << 15
"""Holdings that are remembered: the same few come up again and again in a search."""


class Prospect(NamedTuple):
    """A card in hand and its chances (0…1).

    `alone` is the card as a set of cards, `bit` its rank as a bit. `ever`, `lead` and `second` are
    the three chances to win a trick. `value` is `ever` plus the card's value in a code (C4): if it
    is kept, it wins no trick but adds to the code, so tricks won and tricks wanted come that much
    nearer. `doubt` is the variance of `ever`.
    """

    alone: int
    bit: int
    suit: int
    ever: float
    lead: float
    second: float
    value: float
    doubt: float


Prospects: TypeAlias = tuple[Prospect, ...]

_MOST = SUIT_SIZE
Chances: TypeAlias = tuple[tuple[float, ...], ...]
"""Chances by the number of the others' higher and lower cards of the suit."""


def _chances(weights: tuple[float, ...]) -> Chances:
    constant, higher, lower, squared, alone = weights
    table = [
        tuple(
            _logistic(constant + higher * high + lower * low + squared * high * high)
            for low in range(_MOST)
        )
        for high in range(_MOST)
    ]
    table[0] = (_logistic(alone), *table[0][1:])
    return tuple(table)


def _logistic(x: float) -> float:
    return tabled(1 / (1 + exp(-x)))


_EVER, _LEAD, _SECOND = (tuple(map(_chances, weights)) for weights in (EVER, LEAD, SECOND))
_PLAIN, _TRUMP, _SIDE = range(3)

_KIND = tuple(
    tuple(
        _PLAIN if trumps == NO_TRUMPS else _TRUMP if suit == trumps else _SIDE
        for suit in range(len(VALUE_OF_SUIT))
    )
    for trumps in range(NO_TRUMPS + 1)
)
"""By trumps and suit: no trumps, trumps, a side suit."""

_remembered: dict[int, Prospects] = {}


def prospects(suit: int, own: int, others: int, trumps: int) -> Prospects:
    """Return the chances of one's own cards of a suit, lowest first."""
    kind = _KIND[trumps][suit]
    key = ((own << SUIT_SIZE | others) << 2 | suit) << 2 | kind
    known = _remembered.get(key)
    if known is not None:
        return known
    found = tuple(
        [
            _prospect(bit, COUNT[others & -bit], COUNT[others & bit - 1], suit, kind)
            for bit in BITS[own]
        ]
    )
    if len(_remembered) >= _REMEMBERED:
        _remembered.clear()
    _remembered[key] = found
    return found


@cache
def _prospect(bit: int, high: int, low: int, suit: int, kind: int) -> Prospect:
    ever = _EVER[kind][high][low]
    return Prospect(
        bit << suit * SUIT_SIZE,
        bit,
        suit,
        ever,
        _LEAD[kind][high][low],
        _SECOND[kind][high][low],
        ever + VALUE_OF_SUIT[suit],
        ever * (1 - ever),
    )

"""The chances of a card of Clumond to win a trick, by what the others still hold of its suit.

A player knows which cards the others hold together, not which of them holds what. Three chances
were fitted to hands played by `policy`: that the card wins the trick it will be played to, that it
wins if it is led, and that it wins if it is the best so far and one more player is to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, log
from typing import NamedTuple, TypeAlias

from engine.cards import ALL_RANKS, COUNT, NO_TRUMPS, SUIT_SIZE
from engine.games.clumond.settlement import VALUE_OF_SUIT
from engine.games.clumond.state import FULL_PACK
from engine.players.clumond.position import BITS, Hand, hand_from
from engine.players.estimate import compared, tabled
from engine.players.robot import RankedMove

# The fitted numbers of prospects and of declarations.
#
# Those of `evaluation` are logistic regressions over tricks of deals played by `policy`.
#
# For no trumps, trumps and side suits: a constant, then what each higher card of the others adds,
# each lower one, the square of the number of higher ones; and last, in place of all these, the
# value where the others have no card of the suit.

EVER = (
    (-0.492, -1.504, 0.442, 0.148, -0.19),
    (1.195, -1.937, 0.161, 0.184, 1.29),
    (-0.511, -1.745, 0.417, 0.169, -1.05),
)
"""The card wins the trick it is played to, whichever that is."""

LEAD = (
    (0.961, -1.936, 0.758, 0.168, 5.9),
    (1.866, -2.941, 0.427, 0.315, 5.45),
    (1.037, -2.682, 0.397, 0.237, 0.35),
)
"""It wins when led."""

SECOND = (
    (2.205, -1.668, 0.189, 0.16, 4.2),
    (3.331, -1.727, -0.017, 0.162, 4.08),
    (1.422, -1.13, 0.324, 0.092, 1.27),
)
"""It wins when it beats what was led and one player is to come."""

DECLARED = (-0.306, 0.227, 0.28, 0.127, -0.307)
"""Log odds that a declaration is made: a constant, each ace, king and queen of trumps, each ace of
any suit, each card that follows an ace without a gap, each card of the shortest side suit. Fitted
to 1,216 hands declared on the first call and played by three house players of 80 or 150 playouts
that end by rule for two tricks."""
FOUND = 0.428
"""The factor of the log odds found by playouts."""

CALLED = (-2.74, 4.81)
"""Log odds that a hand declares some trumps and does not pass: a constant, and the factor of
`lean`. A multinomial regression over 7,348 calls of house players, half of them hard:
`bench/fit_calls.py` of commit a4919a5, run before hard players heeded calls."""


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


# The chance to make a declaration of Clumond, fitted to hands played by house players.
#
# In playouts declarers make too little of high trumps and aces, and the others too little of
# playing against them (C6). So the hand itself gives the log odds, and the playouts only add to
# them.

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


# Which declarations of Clumond are held back for being too doubtful.

DOUBTFUL = 0.36
"""The least chance to declare with, except in a last hand that is all but lost."""
DESPERATE = 3.0
"""In a last hand a doubtful declaration must promise this many times a pass's share of the win."""
HOPELESS = 0.2
"""The least chance to declare with where DESPERATE excuses a doubtful one."""


DEFEAT = 0.3
"""A smaller share of the win after the last hand of a game is none at all: not even a tie."""


def soundest_first(ranked: Sequence[RankedMove], *, is_last: bool, made: float) -> list[RankedMove]:
    """Move declarations down whose chance is too small, with `risky`; it may be the last hand.

    `made` is the share of the win if one is made: in the last hand it may be lost for all that.
    """
    passed = next(move for move in ranked if move.code == "pass")
    bold = DESPERATE * passed.share if is_last else 1.0
    is_lost = is_last and made < DEFEAT
    foolish = [m for m in ranked if m is not passed and (is_lost or _is_foolish(m, bold))]
    sound = [move for move in ranked if move not in foolish]
    return sound + [move._replace(facts=(*move.facts, ("risky", 1.0))) for move in foolish]


def _is_foolish(move: RankedMove, bold: float) -> bool:
    """Return whether a declaration has too small a chance; a share over `bold` excuses it."""
    least = DOUBTFUL if compared(move.share - bold) <= 0 else HOPELESS
    return compared(dict(move.facts)["success"]) < least

"""Hidden hands of Clumond made up by the thousand, compiled, weighted by the calls heard.

They are a Metropolis chain, as in `calls`, whose likelihoods come from the same regression.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from engine.cards import BIT, PACK_SIZE
from engine.players.clumond.evaluation import CALLED, DECLARED, HIGH, HONOURS
from engine.players.clumond.kernel import ALL_RANKS, RANKS, SUITS, count
from engine.players.compiled import Numbers, array_of, drawn, kernel, zeros
from engine.players.estimate import tabled

FINE = 1024
"""Log odds are counted in this many parts of 1."""
NO_CALL, PASSED = -2, -1
"""A player's call, if it is no trumps."""

ONE, OTHER = 0, 1
"""The two players whose hands are hidden."""
FORCED = 2
"""The cards that only one can have, of either."""
CALL = 4
"""The call of either: NO_CALL, PASSED or a number of trumps."""
PLAYED_SINCE = 6
"""The cards that either has played."""
ROOM, FREE = 8, 9
"""How many of the free cards the one has, and how many free cards there are."""
TRIES = 10
"""How many hands are proposed for each that is made up; 0 if calls count for nothing."""
LIKELY = 11
"""How likely the calls are with the hands that were made up last, of WHOLE."""
HANDS = 12
"""The free cards of the one and the other, as made up last."""
CARD = 14
"""The first of the free cards, each as a set."""
HIDDEN = CARD + PACK_SIZE

WHOLE = 1 << 30
_UNIT = 1 << 20
_STEP = 32
_MOST = 4 * FINE


def _fine(number: float) -> int:
    return round(number * FINE)


_CONSTANT, _HONOUR, _, _, _SHORTEST = map(_fine, DECLARED)
_TOPS = array_of(map(_fine, HIGH))
_LIKED = array_of(
    round(_UNIT * tabled(exp(CALLED[0] + CALLED[1] * lean / FINE)))
    for lean in range(-_MOST, _MOST + 1, _STEP)
)
"""How likely trumps are declared beside a pass (_UNIT), by their log odds."""


class Holder(NamedTuple):
    """A player whose hand is hidden: how many cards it has, which it lacks, its call.

    `call` is NO_CALL, PASSED or a number of trumps, and `played` are the cards it has played.
    """

    size: int
    lacking: int
    call: int
    played: int


def hidden_from(unseen: int, holders: Sequence[Holder], tries: int) -> Numbers:
    """Prepare to make up two hands out of the cards unseen, as `hands_imaginer` does.

    Raises ValueError if there is no way to share them out.
    """
    one, other = holders
    forced = unseen & other.lacking, unseen & one.lacking
    free = unseen & ~forced[ONE] & ~forced[OTHER]
    room = one.size - forced[ONE].bit_count()
    if forced[ONE] & forced[OTHER] or not 0 <= room <= free.bit_count():
        raise ValueError("these cards cannot be shared out so")
    hidden = zeros(HIDDEN)
    for place, holder in enumerate(holders):
        hidden[FORCED + place] = forced[place]
        hidden[CALL + place] = holder.call
        hidden[PLAYED_SINCE + place] = holder.played
    cards = [bit for bit in BIT if bit & free]
    for place, bit in enumerate(cards):
        hidden[CARD + place] = bit
    hidden[ROOM], hidden[FREE], hidden[TRIES] = room, len(cards), tries
    if one.call == other.call == NO_CALL:
        hidden[TRIES] = 0
    return hidden


@kernel
def lean_of(clubs: int, diamonds: int, hearts: int, spades: int, trumps: int) -> int:
    """Return `evaluation.lean` of a hand, in parts of FINE."""
    found = _CONSTANT + _TOPS[clubs] + _TOPS[diamonds] + _TOPS[hearts] + _TOPS[spades]
    least = RANKS
    for suit in range(SUITS):
        ranks = spades if suit == SUITS - 1 else hearts
        if suit < SUITS - 2:
            ranks = diamonds if suit else clubs
        if suit == trumps:
            found += _HONOUR * count(ranks & HONOURS)
        else:
            least = min(least, count(ranks))
    return found + _SHORTEST * least


@kernel
def liked(hand: int, trumps: int) -> int:
    """Return how likely a hand declares these trumps, beside a pass (_UNIT)."""
    lean = lean_of(
        hand & ALL_RANKS,
        hand >> RANKS & ALL_RANKS,
        hand >> 2 * RANKS & ALL_RANKS,
        hand >> 3 * RANKS & ALL_RANKS,
        trumps,
    )
    return _LIKED[(min(max(lean, -_MOST), _MOST) + _MOST) // _STEP]


@kernel
def chance_of(hand: int, call: int) -> float:
    """Return the chance (0…1) that a hand of sixteen calls so."""
    whole, wanted = _UNIT, _UNIT
    for trumps in range(SUITS + 1):
        like = liked(hand, trumps)
        whole += like
        if trumps == call:
            wanted = like
    return wanted / whole


@kernel
def propose(hidden: Numbers, rng: Numbers) -> int:
    """Shuffle the free cards; return those of the one."""
    found, many = 0, hidden[FREE]
    for place in range(hidden[ROOM]):
        at = CARD + place + drawn(rng, many - place)
        bit = hidden[at]
        hidden[at] = hidden[CARD + place]
        hidden[CARD + place] = bit
        found |= bit
    return found


@kernel
def likelihood(hidden: Numbers, hands: tuple[int, int]) -> int:
    """Return how likely (WHOLE) the calls are with these hands."""
    chance = 1.0
    for place in range(2):
        if hidden[CALL + place] != NO_CALL:
            hand = hands[place] | hidden[FORCED + place] | hidden[PLAYED_SINCE + place]
            chance *= chance_of(hand, hidden[CALL + place])
    return int(chance * WHOLE)


@kernel
def deal(hidden: Numbers, rng: Numbers) -> None:
    """Make up both hands: the next of the chain, or any where calls count for nothing."""
    free = 0
    for place in range(hidden[FREE]):
        free |= hidden[CARD + place]
    for _ in range(max(1, hidden[TRIES])):
        one = propose(hidden, rng)
        likely = 1
        if hidden[TRIES]:
            likely = likelihood(hidden, (one, free ^ one))
            if drawn(rng, 1 << 16) * (hidden[LIKELY] >> 14) >= likely << 2 and hidden[LIKELY]:
                continue
        hidden[LIKELY] = likely
        hidden[HANDS + ONE], hidden[HANDS + OTHER] = one, free ^ one


@kernel
def hand_of(hidden: Numbers, place: int) -> int:
    """Return a hand as made up last."""
    return hidden[HANDS + place] | hidden[FORCED + place]

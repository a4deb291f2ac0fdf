"""Scoring of up to nine cards (M1-M5): F x S x T + 10 for each joker.

A hand is a set of cards as bits (`engine.cards`); 36-card hands are the same bits without the
ranks below six. Factors come from tables of all 8,192 sets of thirteen ranks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import ACE, ALL_RANKS, COUNT, SUIT_SIZE, faces_in

NINE = 9
"""Cards in a full hand."""

JOKER_POINTS = 10

DIAMONDS_AT, HEARTS_AT, SPADES_AT, JOKERS_AT = (SUIT_SIZE * suit for suit in range(1, 5))
"""Where the bits of each suit, and of the jokers, begin; clubs begin at 0."""


class Meld(NamedTuple):
    """The factors of a hand: longest suit, longest run, cards in sets, jokers, and the score."""

    flush: int
    run: int
    sets: int
    jokers: int
    score: int


@dataclass(frozen=True, slots=True)
class Nine:
    """Up to nine cards, sorted suits together and ranks high to low, and their meld score."""

    cards: tuple[str, ...]
    meld: Meld


def _longest_run(ranks: int) -> int:
    length = 0
    while ranks:
        ranks &= ranks << 1
        length += 1
    return length


def _longest_run_ace_low(ranks: int) -> int:
    return _longest_run((ranks << 1 | ranks >> ACE) & ALL_RANKS)


RUN_HIGH = [_longest_run(ranks) for ranks in range(ALL_RANKS + 1)]
"""The longest run of each set of ranks, the ace high (M1)."""

RUN = [max(high, _longest_run_ace_low(ranks)) for ranks, high in enumerate(RUN_HIGH)]
"""The longest run of each set of ranks, the ace high or low (M2)."""


def score(mask: int, *, ace_low: bool = True) -> int:
    """Return the score of a hand; `ace_low` lets the ace also end a run below the two (M2).

    House players spend most of their time here; `meld` is the same sum with its factors kept.

    >>> from engine.cards import mask_of_faces
    >>> score(mask_of_faces("3S 4S 5S 6S TS KS TD 8H JK".split()))
    58
    """
    c = mask & ALL_RANKS
    d = mask >> DIAMONDS_AT & ALL_RANKS
    h = mask >> HEARTS_AT & ALL_RANKS
    s = mask >> SPADES_AT & ALL_RANKS
    flush = COUNT[c]
    if (count := COUNT[d]) > flush:
        flush = count
    if (count := COUNT[h]) > flush:
        flush = count
    if (count := COUNT[s]) > flush:
        flush = count
    either, both, other_either, other_both = c | d, c & d, h | s, h & s
    if threes := both & other_either | other_both & either:
        sets = 3 * COUNT[threes] + COUNT[both & other_both]
    else:
        sets = 2 if both | other_both | either & other_either else 1
    runs = RUN if ace_low else RUN_HIGH
    return flush * runs[either | other_either] * sets + JOKER_POINTS * COUNT[mask >> JOKERS_AT]


def meld(mask: int, *, ace_low: bool = True) -> Meld:
    """Return all factors of a hand and its score (M1-M3); a hand without naturals has 0 x 0 x 1.

    >>> from engine.cards import mask_of_faces
    >>> meld(mask_of_faces("3S 4S 5S 6S TS KS TD 8H JK".split()))
    Meld(flush=6, run=4, sets=2, jokers=1, score=58)
    """
    c = mask & ALL_RANKS
    d = mask >> DIAMONDS_AT & ALL_RANKS
    h = mask >> HEARTS_AT & ALL_RANKS
    s = mask >> SPADES_AT & ALL_RANKS
    either, both, other_either, other_both = c | d, c & d, h | s, h & s
    flush = COUNT[c]
    if (count := COUNT[d]) > flush:
        flush = count
    if (count := COUNT[h]) > flush:
        flush = count
    if (count := COUNT[s]) > flush:
        flush = count
    run = (RUN if ace_low else RUN_HIGH)[either | other_either]
    if threes := both & other_either | other_both & either:
        sets = 3 * COUNT[threes] + COUNT[both & other_both]
    else:
        sets = 2 if both | other_both | either & other_either else 1
    jokers = COUNT[mask >> JOKERS_AT]
    return Meld(flush, run, sets, jokers, flush * run * sets + JOKER_POINTS * jokers)


def nine_of(mask: int, *, ace_low: bool = True) -> Nine:
    """Show a set of up to nine cards with its meld.

    >>> from engine.cards import mask_of_faces
    >>> nine_of(mask_of_faces("KH KD 7S JK".split()))
    Nine(cards=('JK', '7S', 'KH', 'KD'), meld=Meld(flush=1, run=1, sets=2, jokers=1, score=12))
    """
    return Nine(faces_in(mask), meld(mask, ace_low=ace_low))


def outgrown(better: Meld, worse: Meld) -> str:
    """Return the factor that one meld has most more of than another: "run", "suit" or "sets".

    Returns "" where none of them is larger.

    >>> outgrown(Meld(4, 3, 3, 0, 36), Meld(4, 1, 2, 0, 8))
    'run'
    """
    pairs = zip(("suit", "run", "sets"), better[:3], worse[:3], strict=True)
    grown = {name: more / max(1, fewer) for name, more, fewer in pairs if more > fewer}
    return max(grown, key=grown.__getitem__, default="")

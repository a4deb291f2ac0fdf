"""Scoring of up to nine cards (M1-M5): F x S x T + 10 for each joker.

A hand is a set of cards as bits (`engine.cards`); 36-card hands are the same bits without the
ranks below six. Factors come from tables of all 8,192 sets of thirteen ranks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import ACE, SUIT_SIZE, faces_in

NINE = 9
"""Cards in a full hand."""

JOKER_POINTS = 10

_SUIT = (1 << SUIT_SIZE) - 1
_DIAMONDS, _HEARTS, _SPADES, _JOKERS = (SUIT_SIZE * place for place in range(1, 5))


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
    return _longest_run((ranks << 1 | ranks >> ACE) & _SUIT)


_COUNT = [ranks.bit_count() for ranks in range(_SUIT + 1)]
_RUN_HIGH = [_longest_run(ranks) for ranks in range(_SUIT + 1)]
_RUN = [max(high, _longest_run_ace_low(ranks)) for ranks, high in enumerate(_RUN_HIGH)]


def score(mask: int, *, ace_low: bool = True) -> int:
    """Return the score of a hand; `ace_low` lets the ace also end a run below the two (M2).

    House players spend most of their time here; `meld` is the same sum with its factors kept.

    >>> from engine.cards import mask_of_faces
    >>> score(mask_of_faces("3S 4S 5S 6S TS KS TD 8H JK".split()))
    58
    """
    c = mask & _SUIT
    d = mask >> _DIAMONDS & _SUIT
    h = mask >> _HEARTS & _SUIT
    s = mask >> _SPADES & _SUIT
    flush = _COUNT[c]
    if (count := _COUNT[d]) > flush:
        flush = count
    if (count := _COUNT[h]) > flush:
        flush = count
    if (count := _COUNT[s]) > flush:
        flush = count
    either, both, other_either, other_both = c | d, c & d, h | s, h & s
    if threes := both & other_either | other_both & either:
        sets = 3 * _COUNT[threes] + _COUNT[both & other_both]
    else:
        sets = 2 if both | other_both | either & other_either else 1
    runs = _RUN if ace_low else _RUN_HIGH
    return flush * runs[either | other_either] * sets + JOKER_POINTS * _COUNT[mask >> _JOKERS]


def meld(mask: int, *, ace_low: bool = True) -> Meld:
    """Return all factors of a hand and its score (M1-M3); a hand without naturals has 0 x 0 x 1.

    >>> from engine.cards import mask_of_faces
    >>> meld(mask_of_faces("3S 4S 5S 6S TS KS TD 8H JK".split()))
    Meld(flush=6, run=4, sets=2, jokers=1, score=58)
    """
    c = mask & _SUIT
    d = mask >> _DIAMONDS & _SUIT
    h = mask >> _HEARTS & _SUIT
    s = mask >> _SPADES & _SUIT
    either, both, other_either, other_both = c | d, c & d, h | s, h & s
    flush = _COUNT[c]
    if (count := _COUNT[d]) > flush:
        flush = count
    if (count := _COUNT[h]) > flush:
        flush = count
    if (count := _COUNT[s]) > flush:
        flush = count
    run = (_RUN if ace_low else _RUN_HIGH)[either | other_either]
    if threes := both & other_either | other_both & either:
        sets = 3 * _COUNT[threes] + _COUNT[both & other_both]
    else:
        sets = 2 if both | other_both | either & other_either else 1
    jokers = _COUNT[mask >> _JOKERS]
    return Meld(flush, run, sets, jokers, flush * run * sets + JOKER_POINTS * jokers)


def nine_of(mask: int, *, ace_low: bool = True) -> Nine:
    """Show a set of up to nine cards with its meld.

    >>> from engine.cards import mask_of_faces
    >>> nine_of(mask_of_faces("KH KD 7S JK".split()))
    Nine(cards=('JK', '7S', 'KH', 'KD'), meld=Meld(flush=1, run=1, sets=2, jokers=1, score=12))
    """
    return Nine(faces_in(mask), meld(mask, ace_low=ace_low))

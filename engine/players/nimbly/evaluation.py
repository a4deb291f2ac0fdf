"""The expected score of unfinished hands, by what they hold and what the rows still have.

A hand scores flush x run x sets (M1). The value of an unfinished one has the same form, with each
factor raised by what the rows still have: cards of a suit, gaps of the run, more of a rank. How
much depends on the number of cards to come; `weights` has what fits finished deals best.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from engine.cards import ALL_RANKS, COUNT, SUIT_SIZE
from engine.games.nimbly.state import LARGE_TABLE
from engine.melds import DIAMONDS_AT, HEARTS_AT, NINE, RUN, RUN_HIGH, SPADES_AT
from engine.players.nimbly.weights import WEIGHTS

Evaluation: TypeAlias = Callable[[int, int], float]
"""Returns the points to be expected of a hand, given the cards still in the rows."""

_Grown: TypeAlias = tuple[int, int, int]
"""The longest run of some ranks: as they are, with one rank more, and with two."""

_Four: TypeAlias = tuple[int, int, int, int]
"""A number or a set of ranks for each suit; or the ranks held once, twice, three, four times."""

_SINGLE_RANKS = tuple(1 << rank for rank in range(SUIT_SIZE))
_REMEMBERED = 1 << 16
"""Values, and runs, that one function remembers."""


class Weights(NamedTuple):
    """The amounts that cards to come add to each factor; all but `scale` are 0 when none can come.

    `flush` is what each card of the suit that may come counts. `gap` and `gaps` are the shares
    (0…1) that count of what filling one gap of the run, and then another, would add. `pair`,
    `single` and `three` are what a pair, a single card and three of a rank add to the sets while
    the rows have cards to complete them. `run` and `sets` are added to their factors. The product
    is multiplied by `scale`, and `offset` points are added.
    """

    flush: float
    gap: float
    gaps: float
    run: float
    pair: float
    single: float
    three: float
    sets: float
    scale: float
    offset: float


class _Held(NamedTuple):
    """Facts of a hand that count: the lengths of its suits, its ranks, sets and partial sets."""

    coming: int
    lengths: _Four
    ranks: int
    sets: float
    pairs: int
    singles: int
    threes: int


class _Live(NamedTuple):
    """The facts of the rows that count: cards of each suit, ranks there once and twice."""

    lengths: _Four
    once: int
    twice: int


@cache
def evaluation_for(seats: int) -> Evaluation:
    """Make the function that evaluates hands for this many seats; it caches its answers."""
    by_coming = tuple(Weights(*weights) for weights in WEIGHTS[seats])
    grown = _grower(seats)
    remembered: dict[tuple[int, int], float] = {}

    def evaluate(hand: int, live: int) -> float:
        known = remembered.get((hand, live))
        if known is None:
            if len(remembered) >= _REMEMBERED:
                remembered.clear()
            held = _held(hand)
            known = _weighed(by_coming[held.coming], held, _live(live), grown)
            remembered[hand, live] = known
        return known

    return evaluate


def _weighed(
    weights: Weights, held: _Held, live: _Live, grown: Callable[[int, int], _Grown]
) -> float:
    """Return the value of a hand."""
    more_flush, gap, gaps, more_run, pair, single, three, more_sets, scale, offset = weights
    coming, (a, b, c, d), ranks, sets, pairs, singles, threes = held
    (e, f, g, h), once, twice = live
    flush = max(
        a + more_flush * (min(coming, e)),
        b + more_flush * (min(coming, f)),
        c + more_flush * (min(coming, g)),
        d + more_flush * (min(coming, h)),
    )
    sets += (
        pair * min(coming, COUNT[pairs & once])
        + single * min(coming >> 1, COUNT[singles & twice])
        + three * min(coming, COUNT[threes & once])
    )
    run, one, two = grown(ranks, once)
    runs = run + gap * (one - run) + gaps * (two - one) + more_run
    return scale * flush * runs * (sets + more_sets) + offset


@lru_cache(_REMEMBERED)
def _held(hand: int) -> _Held:
    suits = _suits(hand)
    ones, pairs, threes, fours = _by_times(suits)
    sets = 3.0 * COUNT[threes] + COUNT[fours] if threes else 2.0 if pairs else 1.0
    return _Held(
        NINE - hand.bit_count(),
        _lengths(suits),
        ones,
        sets,
        pairs & ~threes,
        ones & ~pairs,
        threes & ~fours,
    )


@lru_cache(_REMEMBERED)
def _live(cards: int) -> _Live:
    suits = _suits(cards)
    once, twice, _, _ = _by_times(suits)
    return _Live(_lengths(suits), once, twice)


def _lengths(suits: _Four) -> _Four:
    c, d, h, s = suits
    return COUNT[c], COUNT[d], COUNT[h], COUNT[s]


def _suits(cards: int) -> _Four:
    """Return the ranks that a set of cards has of each suit."""
    return (
        cards & ALL_RANKS,
        cards >> DIAMONDS_AT & ALL_RANKS,
        cards >> HEARTS_AT & ALL_RANKS,
        cards >> SPADES_AT & ALL_RANKS,
    )


def _by_times(suits: _Four) -> _Four:
    """Return the ranks that are there at least once, twice, three and four times."""
    c, d, h, s = suits
    either, both, other_either, other_both = c | d, c & d, h | s, h & s
    return (
        either | other_either,
        both | other_both | either & other_either,
        both & other_either | other_both & either,
        both & other_both,
    )


def _grower(seats: int) -> Callable[[int, int], _Grown]:
    """Make the function that returns how the run of some ranks may grow by others."""
    lengths = RUN if seats == LARGE_TABLE else RUN_HIGH
    remembered: dict[tuple[int, int], _Grown] = {}

    def grown(held: int, live: int) -> _Grown:
        wanted = live & ~held
        known = remembered.get((held, wanted))
        if known is None:
            if len(remembered) >= _REMEMBERED:
                remembered.clear()
            more = [rank for rank in _SINGLE_RANKS if wanted & rank]
            run = lengths[held]
            one = max([lengths[held | rank] for rank in more], default=run)
            two = max([lengths[held | a | b] for a in more for b in more], default=run)
            known = remembered[held, wanted] = run, one, two
        return known

    return grown

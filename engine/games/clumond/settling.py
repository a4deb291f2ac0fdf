"""Settling a hand: the codes of the cards left, who pays, who takes, what stays (C4-C8)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.cards import SUITS
from engine.games.clumond.state import (
    SEATS,
    SUIT_MASKS,
    TRUMPS,
    State,
    hand_of,
    shown,
)
from engine.games.clumond.view import (
    HIGHEST_CODE,
    LEFT_OVER,
    SUIT_VALUES,
    TRICKS,
    Ask,
    DealResult,
    Scoring,
)
from engine.match import added
from engine.seats import NOBODY, with_seat

VALUE_OF_SUIT = tuple(SUIT_VALUES[suit] for suit in SUITS)
"""The amount that a card adds to a code, by the number of its suit (C4)."""

POINTS_DECLARED, POINTS_AGAINST, POINTS_MADE = 10, 5, 2
"""Points for a declarer who succeeds, for each opponent of one who fails, and undeclared (C7)."""


def meanings(code: int) -> tuple[int, ...]:
    """Return the numbers of tricks a code means: itself, and for 0…3 ten more (C4).

    >>> meanings(3), meanings(4)
    ((3, 13), (4,))
    """
    return tuple(tricks for tricks in (code, code + 10) if tricks <= TRICKS)


DISTANCE = tuple(
    tuple(min(abs(tricks - meant) for meant in meanings(code)) for tricks in range(TRICKS + 1))
    for code in range(HIGHEST_CODE + 1)
)
"""How far each number of tricks is from the nearer meaning of each code (C4)."""


def code_of(left: int) -> int:
    """Return the code that three cards spell (C4)."""
    return _spelled(_counts(left))


def codes_of(hand: int) -> tuple[int, ...]:
    """Return the codes that any three cards of a hand spell, in ascending order."""
    return _spellable(tuple([min(count, LEFT_OVER) for count in _counts(hand)]))


def _counts(mask: int) -> tuple[int, ...]:
    """Count a set's cards by suit."""
    return tuple([(mask & suit).bit_count() for suit in SUIT_MASKS])


def _spelled(counts: tuple[int, ...]) -> int:
    return sum(value * count for value, count in zip(VALUE_OF_SUIT, counts, strict=True))


def asks_of(hand: int, won: int, to_come: int) -> tuple[Ask, ...]:
    """Say what each code still possible asks of a seat that has won this many tricks (C4)."""
    return tuple([_ask(code, won, to_come) for code in codes_of(hand)])


def _ask(code: int, won: int, to_come: int) -> Ask:
    tricks = tuple([meant for meant in meanings(code) if won <= meant <= won + to_come])
    return Ask(code, tricks, tuple([meant - won for meant in tricks]))


@lru_cache
def _spellable(counts: tuple[int, ...]) -> tuple[int, ...]:
    """List the codes of all ways to keep three cards, this many of each suit being there."""
    ways = product(*(range(count + 1) for count in counts))
    return tuple(sorted({_spelled(way) for way in ways if sum(way) == LEFT_OVER}))


_NOTHING = (0,) * SEATS


class Settlement(NamedTuple):
    """The chips that each seat pays and takes, and that stay in the pot."""

    paid: tuple[int, ...]
    took: tuple[int, ...]
    stays: int


def settled(scoring: Scoring, pot: int, declarer: int, off: tuple[int, ...]) -> Settlement:
    """Settle a hand in which each seat was this many tricks `off`; `declarer` may be NOBODY.

    >>> settled(Scoring.CHIPS, 6, NOBODY, (0, 2, 1))
    Settlement(paid=(0, 2, 1), took=(3, 0, 0), stays=6)
    """
    if scoring is Scoring.POINTS:
        return _settled_in_points(declarer, off)
    return _settled_in_chips(pot, declarer, off)


def _settled_in_chips(pot: int, declarer: int, off: tuple[int, ...]) -> Settlement:
    """Settle with the pot (C5, C6)."""
    if declarer == NOBODY:
        paid, pot = off, pot + sum(off)
        took = _to_successful(off, pot // 3)
    else:
        paid, took = _NOTHING, _by_declarer(declarer, off, success=pot, failure=pot // 2)
    return Settlement(paid, took, pot - sum(took))


def _settled_in_points(declarer: int, off: tuple[int, ...]) -> Settlement:
    """Settle without a pot (C7)."""
    if declarer == NOBODY:
        return Settlement(off, _to_successful(off, POINTS_MADE), 0)
    took = _by_declarer(declarer, off, success=POINTS_DECLARED, failure=POINTS_AGAINST)
    return Settlement(_NOTHING, took, 0)


def _to_successful(off: tuple[int, ...], each: int) -> tuple[int, ...]:
    """Return `each` for every seat that is off by no trick, 0 for the others (C5, C7)."""
    return tuple([0 if distance else each for distance in off])


def _by_declarer(
    declarer: int, off: tuple[int, ...], *, success: int, failure: int
) -> tuple[int, ...]:
    """Return `success` for a declarer who made it, else `failure` for each opponent (C6, C7)."""
    if off[declarer - 1]:
        return with_seat((failure,) * SEATS, declarer, 0)
    return with_seat(_NOTHING, declarer, success)


def deal_result(state: State) -> DealResult:
    """Settle the hand whose last trick is `state.last_trick`, this hand's antes paid (C4-C8).

    The last hand of the game also splits the pot; odd chips are dropped (C8).
    """
    deal, trick = state.deal, state.last_trick
    if trick is None:
        raise ValueError("a hand is settled after its last trick")
    codes = tuple([code_of(left) for left in state.hands])
    off = tuple([DISTANCE[code][won] for code, won in zip(codes, state.tricks, strict=True)])
    paid, took, stays = settled(deal.scoring, deal.pot, state.declarer, off)
    share = stays // SEATS if deal.number == deal.deals else 0
    changes = [got + share - gave for got, gave in zip(took, paid, strict=True)]
    return DealResult(
        deal=deal.number,
        dealer=deal.dealer,
        declarer=state.declarer or None,
        trumps=TRUMPS[state.trumps],
        trick=shown(trick),
        left=tuple([hand_of(left) for left in state.hands]),
        codes=codes,
        tricks=state.tricks,
        off=off,
        ante=deal.ante,
        pot=deal.pot,
        paid=paid,
        took=took,
        stays=stays,
        share=share,
        points=tuple([change - deal.ante for change in changes]),
        totals=added(deal.totals, changes),
    )

"""Settling a hand: who pays, who takes, what stays in the pot (C5-C8)."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.clumond.codes import DISTANCE, code_of
from engine.games.clumond.state import (
    NOBODY,
    SEATS,
    TRUMPS,
    Deal,
    Three,
    Tricking,
    hand_of,
)
from engine.games.clumond.tricks import shown
from engine.games.clumond.view import DealResult, Scoring

POINTS_DECLARED, POINTS_AGAINST, POINTS_MADE = 10, 5, 2
"""Points for a declarer who succeeds, for each opponent of one who fails, and undeclared (C7)."""


class Finished(NamedTuple):
    """What a hand came to: who declared what, the last trick, the cards left, the tricks won."""

    declarer: int
    trumps: int
    trick: Tricking
    left: Three
    tricks: Three


class Settlement(NamedTuple):
    """What each seat pays and takes, and what stays in the pot."""

    paid: tuple[int, ...]
    took: tuple[int, ...]
    stays: int


def settled(scoring: Scoring, pot: int, declarer: int, off: tuple[int, ...]) -> Settlement:
    """Settle a hand in which each seat was so many tricks `off`; `declarer` may be NOBODY."""
    if scoring is Scoring.POINTS:
        return _in_points(declarer, off)
    if declarer != NOBODY:
        return _declared(pot, declarer, is_made=not off[declarer - 1])
    full = pot + sum(off)
    took = tuple([0 if distance else full // 3 for distance in off])
    return Settlement(off, took, full - sum(took))


def _declared(pot: int, declarer: int, *, is_made: bool) -> Settlement:
    """Return the declarer the pot, or each opponent half of it; nothing else is paid (C6)."""
    took = _for_declared(declarer, is_made=is_made, whole=pot, half=pot // 2)
    return Settlement((0, 0, 0), took, pot - sum(took))


def _in_points(declarer: int, off: tuple[int, ...]) -> Settlement:
    """Settle without a pot (C7)."""
    if declarer == NOBODY:
        return Settlement(off, tuple([0 if distance else POINTS_MADE for distance in off]), 0)
    is_made = not off[declarer - 1]
    took = _for_declared(declarer, is_made=is_made, whole=POINTS_DECLARED, half=POINTS_AGAINST)
    return Settlement((0, 0, 0), took, 0)


def _for_declared(declarer: int, *, is_made: bool, whole: int, half: int) -> tuple[int, ...]:
    if is_made:
        return tuple([whole if seat == declarer else 0 for seat in SEATS])
    return tuple([0 if seat == declarer else half for seat in SEATS])


def deal_result(deal: Deal, hand: Finished) -> DealResult:
    """Settle a finished hand; `deal` is as it was in play, with this hand's antes paid.

    The last hand of the game also splits the pot, and odd chips are dropped (C8).
    """
    codes = tuple([code_of(left) for left in hand.left])
    off = tuple([DISTANCE[code][won] for code, won in zip(codes, hand.tricks, strict=True)])
    paid, took, stays = settled(deal.scoring, deal.pot, hand.declarer, off)
    share = stays // 3 if deal.number == deal.deals else 0
    changes = [got + share - gave for got, gave in zip(took, paid, strict=True)]
    return DealResult(
        deal=deal.number,
        dealer=deal.dealer,
        declarer=SEATS[hand.declarer - 1] if hand.declarer else None,
        trumps=TRUMPS[hand.trumps],
        trick=shown(hand.trick),
        left=tuple([hand_of(left) for left in hand.left]),
        codes=codes,
        tricks=hand.tricks,
        off=off,
        ante=deal.ante,
        pot=deal.pot,
        paid=paid,
        took=took,
        stays=stays,
        share=share,
        points=tuple([change - deal.ante for change in changes]),
        totals=tuple([old + new for old, new in zip(deal.totals, changes, strict=True)]),
    )

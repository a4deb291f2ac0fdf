"""The utility of a deal of Nimbly to each player: the share of the win, and a little for points.

Shares are 0…1 and add up to one. After the last deal they are the win itself, ties split; before
it they estimate how often such a lead wins, given how much may still change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, exp, sqrt
from typing import TypeAlias

from engine.games.nimbly.state import LARGE_TABLE, State
from engine.melds import score
from engine.players.nimbly.evaluation import evaluation_for

Value: TypeAlias = tuple[float, ...]
"""The utility of a position to each player; last, the points of the player who thinks."""

POINT = 1e-4
"""The weight of a point of the deal beside the share of the win; it only breaks ties."""

CARD_SPREAD = 2.0
"""The amount that each card still to be taken adds to the scale of leads, in points."""

HAND_SPREAD = 16.0
"""The scale of leads when no card is to be taken any more, in points."""

PAR_SPREAD = 0.25
"""The share of that scale that makes it e times as likely to reach par (J6)."""

DEAL_SPREAD = 14.0
"""The scale of leads when one more deal is to come, in points."""

USUAL = 45
"""Points that the best player usually makes in a deal."""


_DIGITS = 6
"""Digits of a share: kernels round a little with every mean."""

_PARTS = 1 << 30
"""The weight of the best in `weights_of_leads`: large enough, and its products are below 2**63."""


class DealUtility:
    """Evaluates the positions of one deal for every player; `player` is the one who thinks.

    `before` are the totals before the deal, `deals_left` the deals to come unless `target` decides,
    and `par` the score of the undealt cards where a deal is played for them (J6), else 0.
    """

    def __init__(self, state: State, player: int) -> None:
        deal, seats = state.deal, len(state.hands)
        self.player = player
        self.before = deal.totals
        self.target = deal.target
        self.deals_left = 0 if deal.deals is None else deal.deals - deal.number
        self._ace_low = seats == LARGE_TABLE
        self.par = score(state.aside, ace_low=self._ace_low) if deal.par else 0
        self.evaluate = evaluation_for(seats)

    @property
    def deals_to_come(self) -> int:
        """The deals after this one; with a target, if the best player makes points as usual."""
        return self._deals_after([max(self.before) + USUAL])

    def final(self, hands: Sequence[int]) -> Value:
        """Return the utility of a finished deal (J6, J7)."""
        ace_low, par = self._ace_low, self.par
        made = [score(hand, ace_low=ace_low) for hand in hands]
        points = [own if own >= par else 0 for own in made]
        totals = [before + own for before, own in zip(self.before, points, strict=True)]
        left = self._deals_after(totals)
        shares = _odds(totals, DEAL_SPREAD * sqrt(left)) if left else _won(totals)
        return self._value(shares, points)

    def hoped(self, hands: Sequence[int], live: int) -> Value:
        """Return the utility of an unfinished deal, by the expected scores of the hands."""
        evaluate = self.evaluate
        scale = HAND_SPREAD + CARD_SPREAD * live.bit_count()
        points = [evaluate(hand, live) for hand in hands]
        if self.par:
            wide = PAR_SPREAD * scale
            points = [own / (1 + exp((self.par - own) / wide)) for own in points]
        totals = [before + own for before, own in zip(self.before, points, strict=True)]
        left = self._deals_after(totals)
        if left:
            scale = sqrt(scale * scale + left * DEAL_SPREAD * DEAL_SPREAD)
        return self._value(_odds(totals, scale), points)

    def share(self, value: Value) -> float:
        """Return the share of the win (0…1) of the player who thinks."""
        return min(1.0, max(0.0, round(value[self.player] - POINT * value[-1], _DIGITS)))

    def _value(self, shares: Sequence[float], points: Sequence[float]) -> Value:
        own = [share + POINT * made for share, made in zip(shares, points, strict=True)]
        return (*own, points[self.player])

    def _deals_after(self, totals: Sequence[float]) -> int:
        """Return the number of deals to come; with a target, an estimate (J7)."""
        if self.target is None:
            return self.deals_left
        return max(0, ceil((self.target - max(totals)) / USUAL))


@lru_cache(16)
def weights_of_leads(deals: int, length: int) -> tuple[int, ...]:
    """Return how likely a win is at each distance behind the best, in whole numbers.

    This many deals are to come; with none, only the best have won.
    """
    if not deals:
        return (1,) + (0,) * (length - 1)
    scale = DEAL_SPREAD * sqrt(deals)
    return tuple([round(exp(-lead / scale) * _PARTS) for lead in range(length)])


def _won(totals: Sequence[float]) -> list[float]:
    best = max(totals)
    share = 1 / totals.count(best)
    return [share if total == best else 0.0 for total in totals]


def _odds(totals: Sequence[float], scale: float) -> list[float]:
    """Return the share of each player; a lead of `scale` makes a win e times as likely."""
    best = max(totals)
    odds = [exp((total - best) / scale) for total in totals]
    whole = sum(odds)
    return [each / whole for each in odds]

"""The worth of each end of a hand of Clumond to each player, in tables for a compiled search.

The numbers are those of `tally.HandUtility`, for all players at once; tests hold both to the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, product
from math import exp
from operator import add, sub
from typing import NamedTuple

from engine.games.clumond.settling import settled
from engine.games.clumond.view import ClumondView, Scoring
from engine.players.clumond.kernel import FAR, PLAYERS
from engine.players.clumond.position import NOWHERE
from engine.players.clumond.tally import scale_of
from engine.players.compiled import Numbers, array_of
from engine.players.estimate import compared

ONE_WIN = 1 << 14
"""The worth of going from an end that is bad to one that is good."""

MOST = 4
"""No end is worth more than this many times ONE_WIN from one that is bad."""

_BAD, _FAIR = 2, 1
"""Tricks that a player is off in an end that is bad for them, and the others are in a good one."""
_ENDS = tuple(product(range(FAR), repeat=PLAYERS))
"""The tricks that each player is off, in the order of `kernel.outcome`."""
_FURTHEST = 300.0
"""Powers of e stay above minus this, so that none is too small for a number."""

_LEAST = 1e-6
"""Where a hand can change a player's share of the win by less, it counts as if more were to come.

So a player who has lost or won the game still plays for something.
"""


class Stake(NamedTuple):
    """The stakes of a hand: all that the worth of its end depends on.

    `before` are the balances, antes paid; `scale` is that of `tally`.
    """

    scoring: Scoring
    pot: int
    ante: int
    before: tuple[int, ...]
    scale: float
    is_last: bool

    @classmethod
    def of(cls, view: ClumondView) -> Stake:
        """Read what the present hand is played for."""
        is_last = view.deal == view.deals
        return cls(view.scoring, view.pot, view.ante, view.scores, scale_of(view), is_last)

    def ended(self, declarer: int, off: tuple[int, ...], player: int) -> tuple[list[float], int]:
        """Return each player's share of the win (0…1) at an end, and the points of one."""
        paid, took, stays = settled(self.scoring, self.pot, declarer + 1, off)
        # Maps of operators: this is done for a thousand ends at once.
        changes = tuple(map(sub, took, paid))
        totals = tuple(map(add, self.before, changes))
        best = max(totals)
        powers = [_power(total - best, self.scale) for total in totals]
        whole = sum(powers)
        split = stays // PLAYERS if self.is_last else 0
        return [power / whole for power in powers], changes[player] + split - self.ante


@lru_cache(maxsize=1 << 12)
def _power(behind: int, scale: float) -> float:
    return exp(max(-_FURTHEST, behind / scale))


class Worth(NamedTuple):
    """A table for a search, and how to read its numbers as shares of the win (0…1).

    For each end it has what that is worth to each player, then the points of the one who thinks.
    `lows` and `spans` are by player.
    """

    table: Numbers
    lows: tuple[float, ...]
    spans: tuple[float, ...]

    def share(self, worth: float, player: int) -> float:
        """Return the share of the win that a mean of a player's numbers of the table stands for."""
        return self.lows[player] + self.spans[player] * worth / ONE_WIN


@lru_cache(maxsize=32)
def worth_of(stake: Stake, declarer: int, player: int) -> Worth:
    """Tell what the ends of a hand are worth; `player` thinks, `declarer` may be NOWHERE."""
    ends = _ENDS
    scales = [_good_and_bad(one) for one in range(PLAYERS)]
    if declarer != NOWHERE:
        ends = _made_or_missed(declarer)
        scales = [(0, 1) if one == declarer else (1, 0) for one in range(PLAYERS)]
    ended = [stake.ended(declarer, off, player) for off in ends]
    numbers, lows, spans = [], [], []
    for one, (good, bad) in enumerate(scales):
        shares = [shares[one] for shares, _ in ended]
        lows.append(shares[bad])
        spans.append(_span(shares, good, bad))
        milder = stake
        while _span(shares, good, bad) < _LEAST:
            milder = milder._replace(scale=2 * milder.scale)
            shares = [milder.ended(declarer, off, player)[0][one] for off in ends]
        lowest, width = shares[bad], _span(shares, good, bad)
        numbers.append([round(compared((share - lowest) / width) * ONE_WIN) for share in shares])
    numbers.append([points for _, points in ended])
    table = array_of(chain(*zip(*numbers, strict=True)))
    return Worth(table, tuple(lows), tuple(spans))


def _span(shares: Sequence[float], good: int, bad: int) -> float:
    """Return how much more a good end is worth than a bad one, or a part of what any end may be."""
    return max(shares[good] - shares[bad], (max(shares) - min(shares)) / MOST)


@cache
def _good_and_bad(player: int) -> tuple[int, int]:
    """Return the numbers of an end that is good for a player, and one that is bad."""
    good = [0 if one == player else _FAIR for one in range(PLAYERS)]
    bad = [_BAD if one == player else 0 for one in range(PLAYERS)]
    return _ENDS.index(tuple(good)), _ENDS.index(tuple(bad))


def _made_or_missed(declarer: int) -> tuple[tuple[int, ...], ...]:
    """Return the two ends of a hand that is declared, in the order of `kernel.outcome`."""
    return (0,) * PLAYERS, tuple(int(one == declarer) for one in range(PLAYERS))

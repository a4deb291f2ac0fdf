"""What each end of a hand of Clumond is worth to each player, in tables for a compiled search.

The numbers are those of `tally.HandUtility`, for all players at once; tests hold both to the same.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain, product
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from engine.games.clumond.settling import settled
from engine.players.clumond.kernel import FAR, PLAYERS
from engine.players.clumond.position import NOWHERE
from engine.players.clumond.tally import scale_of
from engine.players.compiled import Numbers, array_of
from engine.players.estimate import compared

if TYPE_CHECKING:
    from engine.games.clumond.view import ClumondView, Scoring

ONE_WIN = 1 << 14
"""What it is worth to go from an end that is bad to one that is good."""

_BAD, _FAIR = 2, 1
"""In an end that is bad for a player they are so many tricks off; in a good one the others are."""
_ENDS = tuple(product(range(FAR), repeat=PLAYERS))
"""The tricks that each player is off, in the order of `kernel.outcome`."""
_HIGHEST = 300.0
"""Powers of e stay below this, so that none is too large for a number."""

_LEAST = 1e-6
"""Where a hand can change a player's share of the win by less, it counts as if more were to come.

So a player who has lost or won the game still plays for something.
"""


class Stake(NamedTuple):
    """What a hand is played for: all that the worth of its end depends on.

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
        changes = [got - gave for got, gave in zip(took, paid, strict=True)]
        powers = [
            _power(before + change - self.before[0], self.scale)
            for before, change in zip(self.before, changes, strict=True)
        ]
        whole = sum(powers)
        split = stays // PLAYERS if self.is_last else 0
        return [power / whole for power in powers], changes[player] + split - self.ante


@lru_cache(maxsize=1 << 12)
def _power(lead: int, scale: float) -> float:
    return exp(max(-_HIGHEST, min(_HIGHEST, lead / scale)))


class Worth(NamedTuple):
    """A table for `kernel_tree.search`, and how to read its numbers as shares of the win (0…1).

    For each end it has what that is worth to each player, then the points of the one who thinks.
    """

    table: Numbers
    low: float
    span: float

    def share(self, worth: float) -> float:
        """Return the share of the win that a mean of numbers of the table stands for."""
        return self.low + self.span * worth / ONE_WIN


@lru_cache(maxsize=32)
def worth_of(stake: Stake, declarer: int, player: int) -> Worth:
    """Tell what the ends of a hand are worth; `player` thinks, `declarer` may be NOWHERE."""
    ends = _ENDS
    scales = [_good_and_bad(one) for one in range(PLAYERS)]
    if declarer != NOWHERE:
        ends = _made_or_missed(declarer)
        scales = [(0, 1) if one == declarer else (1, 0) for one in range(PLAYERS)]
    ended = [stake.ended(declarer, off, player) for off in ends]
    numbers = [[0] * len(ends) for _ in range(PLAYERS)]
    for one, (good, bad) in enumerate(scales):
        milder, shares = stake, [shares[one] for shares, _ in ended]
        while shares[good] - shares[bad] < _LEAST:
            milder = milder._replace(scale=2 * milder.scale)
            shares = [milder.ended(declarer, off, player)[0][one] for off in ends]
        lowest, width = shares[bad], shares[good] - shares[bad]
        numbers[one] = [round(compared((share - lowest) / width) * ONE_WIN) for share in shares]
    numbers.append([points for _, points in ended])
    best, worst = (ended[end][0][player] for end in scales[player])
    return Worth(array_of(chain(*zip(*numbers, strict=True))), worst, best - worst)


@cache
def _good_and_bad(player: int) -> tuple[int, int]:
    """Return the numbers of an end that is good for a player, and one that is bad."""
    good = [0 if one == player else _FAIR for one in range(PLAYERS)]
    bad = [_BAD if one == player else 0 for one in range(PLAYERS)]
    return _ENDS.index(tuple(good)), _ENDS.index(tuple(bad))


def _made_or_missed(declarer: int) -> tuple[tuple[int, ...], ...]:
    """Return the two ends of a hand that is declared, in the order of `kernel.outcome`."""
    return (0,) * PLAYERS, tuple(int(one == declarer) for one in range(PLAYERS))

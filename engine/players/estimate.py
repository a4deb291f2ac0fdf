"""The results of a move's playouts so far, and the share of the win that totals promise."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

LOGISTIC = 0.55
"""The scale of a logistic curve for a standard deviation of 1."""

_DIGITS, _FINE_DIGITS = 9, 12


def compared(value: float) -> float:
    """Return a number as choices compare it, so that the same move wins on every machine.

    Functions such as `exp` may differ in their last bits from one machine to the next.

    >>> compared(0.1 + 0.2) == compared(0.3)
    True
    """
    return round(value, _DIGITS)


def tabled(value: float) -> float:
    """Return a number of a table as it is kept, so that a table is the same on every machine."""
    return round(value, _FINE_DIGITS)


def share_of_win(totals: Sequence[float], player: int, scale: float) -> float:
    """Return the share of the win (0…1) to expect; a lead of `scale` makes it e times as likely.

    `totals` are those of all players; `player` is numbered from 0.

    >>> share_of_win((90, 90, 90, 90), player=2, scale=25.0)
    0.25
    """
    own = totals[player]
    return 1 / sum([exp(min(40.0, (total - own) / scale)) for total in totals])


def raised(share: float, odds: float) -> float:
    """Return a share of the win (0…1) whose odds are this many times those of another.

    >>> raised(0.5, odds=3.0)
    0.75
    """
    return odds * share / (odds * share + 1 - share)


def shrunk(shares: Sequence[float], player: int, own: float) -> list[float]:
    """Return all players' shares of the win when a player's own is another: they still fill up 1.

    >>> shrunk((0.5, 0.25, 0.25), player=0, own=0.75)
    [0.75, 0.125, 0.125]
    """
    rest = 1 - shares[player]
    factor = (1 - own) / rest if rest > 0 else 0.0
    return [own if other == player else factor * share for other, share in enumerate(shares)]


class Estimate:
    """The mean points of the deal, and the mean share of the win (0…1), of the playouts of a move.

    >>> estimate = Estimate()
    >>> estimate.add(points=90, share=0.5)
    >>> estimate.add(points=110, share=0.75)
    >>> estimate.times, estimate.points, estimate.share
    (2, 100.0, 0.625)
    """

    __slots__ = ("_points", "_shares", "times")

    def __init__(self) -> None:
        self.times = 0
        self._points = 0.0
        self._shares = 0.0

    @property
    def points(self) -> float:
        return self._points / self.times

    @property
    def share(self) -> float:
        return self._shares / self.times

    def add(self, points: float, share: float) -> None:
        """Count the result of one playout."""
        self.times += 1
        self._points += points
        self._shares += share


class Shares(Estimate):
    """The same for one player, with the mean shares of the win of all players.

    >>> found = Shares(player=0)
    >>> found.add_all(90, (0.5, 0.25, 0.25))
    >>> found.share, found.of_all
    (0.5, [0.5, 0.25, 0.25])
    """

    __slots__ = ("_all", "_player")

    def __init__(self, player: int) -> None:
        super().__init__()
        self._player = player
        self._all: list[float] = []

    @property
    def of_all(self) -> list[float]:
        return [whole / self.times for whole in self._all]

    def add_all(self, points: float, shares: Sequence[float]) -> None:
        """Count the result of one playout: the player's points, and everybody's share."""
        self.add(points, shares[self._player])
        if not self._all:
            self._all = [0.0] * len(shares)
        for player, share in enumerate(shares):
            self._all[player] += share

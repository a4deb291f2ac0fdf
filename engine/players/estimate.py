"""What playouts found of a move so far."""

from __future__ import annotations


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

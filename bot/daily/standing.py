"""The standing of a try among those of others; pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """The tries of a day that were played out, seen from one of them.

    `total` counts them all, this one too; `below` those with a smaller lead, `level` those with the
    same, this one too.
    """

    total: int
    below: int
    level: int

    @property
    def place(self) -> int:
        """The place among them; equals share the better one.

        >>> Field(total=5, below=3, level=1).place, Field(1, 0, 1).place
        (2, 1)
        """
        return self.total - self.below - self.level + 1

    @property
    def percentile(self) -> int | None:
        """How many of a hundred others did worse, rounded down; None if there are no others.

        >>> Field(total=5, below=3, level=1).percentile, Field(1, 0, 1).percentile
        (75, None)
        """
        others = self.total - 1
        return None if others < 1 else 100 * self.below // others


def streak(played: Collection[int], today: int, skipped: Collection[int] = ()) -> int:
    """Return on how many days in a row a person has played to the end, up to today.

    `played` are numbers of days. As long as today has not been played, yesterday's streak lives;
    and no streak ends by the days `skipped`, which were closed early.

    >>> streak({7, 8, 9}, today=9), streak({7, 8, 9}, today=10), streak({7, 9}, today=11)
    (3, 3, 0)
    >>> streak({7, 9}, today=10, skipped={8})
    2
    """
    day = today if today in played else today - 1
    days = 0
    while day in played or day in skipped:
        days, day = days + (day in played), day - 1
    return days

"""Who has a medal. Pure."""

from __future__ import annotations

from fractions import Fraction

MEDALS = 3
"""So many places have a medal."""


def has_medal(place: int, last: int, points: Fraction) -> bool:
    """Return whether a place has a medal where people are compared over tables.

    It is for points, and for who was ahead of somebody: of the `last` place.

    >>> has_medal(1, 3, Fraction(50)), has_medal(1, 1, Fraction(50)), has_medal(2, 3, Fraction(0))
    (True, False, False)
    """
    return place <= MEDALS and place < last and points > 0

"""Seats: the places round a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NewType, TypeVar

Seat = NewType("Seat", int)
"""A place at the table, 1…n clockwise."""

NOBODY = Seat(0)
"""No seat: whose turn it is when a game is over."""

T = TypeVar("T")


@lru_cache
def left_of(seat: int, seats: int) -> Seat:
    """Return the seat to the left, which is the next number; after the last comes the first.

    >>> left_of(Seat(1), 3), left_of(Seat(3), 3)
    (2, 1)
    """
    return Seat(seat % seats + 1)


@lru_cache
def round_from(seat: int, seats: int) -> tuple[Seat, ...]:
    """Return all seats clockwise from one.

    >>> round_from(Seat(3), 4)
    (3, 4, 1, 2)
    """
    return tuple(Seat((seat - 1 + step) % seats + 1) for step in range(seats))


def with_seat(values: Sequence[T], seat: int, value: T) -> tuple[T, ...]:
    """Return one value for each seat, with another one for `seat`.

    >>> with_seat((5, 6, 7), Seat(2), 0)
    (5, 0, 7)
    """
    return (*values[: seat - 1], value, *values[seat:])

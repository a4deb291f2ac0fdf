"""How much of everything: NIMBUS_SOAK scales it (1 unless set; 0.02 takes a few minutes)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

from engine.games import GAMES

FACTOR = float(os.environ.get("NIMBUS_SOAK") or 1)


def amount(full: int, *, least: int = 1) -> int:
    """Scale an amount; never less than `least`, so that no test passes by doing nothing."""
    return max(least, round(full * FACTOR))


def some(values: Iterable[Any], here: int) -> list[Any]:
    """Return values for `parametrize`: this many of them, spread evenly.

    All others are for `make soak`. Of a tuple each part is an argument.
    """
    every = list(values)
    kept = {round(n * (len(every) - 1) / max(1, here - 1)) for n in range(here)}
    return [
        value if n in kept else later(*(value if isinstance(value, tuple) else (value,)))
        for n, value in enumerate(every)
    ]


def by_seats(cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return values for `parametrize` that begin with a game and a number of seats.

    With the fewest and the most seats of each game they are for every run.
    """
    return [case if is_extreme(*case[:2]) else later(*case) for case in cases]


def is_extreme(key: str, seats: int) -> bool:
    """Return whether a game has no fewer or no more seats than so many."""
    allowed = GAMES[key].info.seats
    return seats in {min(allowed), max(allowed)}


def wholly(*values: Any) -> Any:
    """Return values of arguments for `parametrize` that are for `make test-all`."""
    return pytest.param(*values, marks=pytest.mark.whole)


def later(*values: Any) -> Any:
    """Return values of arguments for `parametrize` that are for `make soak`."""
    return pytest.param(*values, marks=pytest.mark.soak)

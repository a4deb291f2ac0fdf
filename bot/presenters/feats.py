"""Feats: what a seat did in a finished game, by its events, that is worth another look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.events import DealScored, Event
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Feat:
    """What a seat did well in a deal, or with luck.

    The higher its `rank` the greater it was, among those of its kind in games with the same
    options. It is looked at again after as many `moves` of the log, None for where its deal begins.
    `what` is all that its presenter tells of it.
    """

    seat: Seat
    deal: int
    rank: float
    what: Any
    is_luck: bool = False
    moves: int | None = None


def results_in(happened: Sequence[Sequence[Event]]) -> Iterator[tuple[int, Any]]:
    """Return after how many moves each deal ended with DealScored, and its result."""
    for moves, events in enumerate(happened):
        yield from ((moves, event.result) for event in events if isinstance(event, DealScored))

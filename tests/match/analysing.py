"""Reviews in no time, for the workshop's process to make: this imports little."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from engine.analysis.decision import Decision, Gap
from engine.analysis.luck import Amount, Luck
from engine.analysis.review import Point, Review
from engine.players.company import Who
from engine.record import Record
from engine.seats import Seat


def counting(
    record: Record,
    seat: Seat,
    generators: Callable[[str], Random],  # noqa: ARG001 - nothing is left to chance
    *,
    others: Collection[int] = (),
    table: Sequence[Who] = (),  # noqa: ARG001
) -> Review:
    """Count the own moves of a seat, each of which wins half of the time."""
    moves = [move for move, line in enumerate(record.moves) if line.seat == seat]
    own = [move for move in moves if move not in others]
    luck, curve = Luck(Amount(), Amount(), Amount()), tuple(Point(move, 0.5) for move in own)
    return Review(record.game, seat, len(own), 50.0, (), (), luck, curve)


def dying(
    record: Record,  # noqa: ARG001 - it comes to nothing
    seat: Seat,
    generators: Callable[[str], Random],  # noqa: ARG001
    *,
    others: Collection[int] = (),  # noqa: ARG001
    table: Sequence[Who] = (),  # noqa: ARG001
) -> Review:
    """End the process."""
    os._exit(seat)


def waiting(
    gate: Path,
    record: Record,
    seat: Seat,
    generators: Callable[[str], Random],
    *,
    others: Collection[int] = (),
    table: Sequence[Who] = (),
) -> Review:
    """Count as above, but not before there is a file; say that it has begun by another."""
    gate.with_suffix(".begun").touch()
    while not gate.exists():
        time.sleep(0.01)
    return counting(record, seat, generators, others=others, table=table)


def blaming(
    record: Record,
    seat: Seat,
    generators: Callable[[str], Random],
    *,
    others: Collection[int] = (),
    table: Sequence[Who] = (),
) -> Review:
    """Call the first three moves of a seat mistakes, and as good as the best."""
    gap = Gap(0.08, 0.01, 6.4, 1.2, 400)
    own = [(move, line.code) for move, line in enumerate(record.moves) if line.seat == seat]
    mistakes = tuple(
        Decision(move, 1, code, code, code, gap, gap, 0.4, 0.3, 9.0, 2.6) for move, code in own[:3]
    )
    counted = counting(record, seat, generators, others=others, table=table)
    return replace(counted, mistakes=mistakes)


def dying_once(
    gate: Path,
    record: Record,
    seat: Seat,
    generators: Callable[[str], Random],
    *,
    others: Collection[int] = (),
    table: Sequence[Who] = (),
) -> Review:
    """End the process the first time; later count as `counting` does."""
    if not gate.exists():
        gate.touch()
        return dying(record, seat, generators, others=others, table=table)
    return counting(record, seat, generators, others=others, table=table)

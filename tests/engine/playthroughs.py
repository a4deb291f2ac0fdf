"""Golden playthroughs: a whole game of each kind and size as readable text.

A playthrough is a record, and after each move every event (a secret with its public twin) and
what changed in what the spectator and each seat see. Write them anew after a change that is meant:

    python -m tests.engine.playthroughs --write
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine.chance import SEED_BYTES
from engine.codec import line_of, lines_of
from engine.course import Course
from engine.events import Event, Secret
from engine.games import GAMES
from engine.options import Number
from engine.record import MoveLine, Record, format_record
from engine.seats import Seat
from tests.engine.walks import Beginning, everyone, walk

TESTS = Path(__file__).parent.parent
FOLDER = TESTS / "playthroughs"
SEED = 1954
DEALS = 2


def playthroughs() -> list[Beginning]:
    """Return the games to be played through: each with every number of seats, short."""
    return [
        Beginning(key, seats, _short(key), SEED)
        for key, game in GAMES.items()
        for seats in game.info.seats
    ]


def file_of(beginning: Beginning) -> Path:
    """Return where a playthrough is kept; those of tests' own games beside them."""
    own = TESTS / "games" / beginning.key
    return (own if own.exists() else FOLDER) / f"{beginning.key}_{beginning.seats}.txt"


def text_of(beginning: Beginning) -> str:
    """Play a game through and tell it."""
    situations = list(walk(beginning))
    moves = tuple(MoveLine(seat, code) for _, seat, code in situations if seat and code)
    outcome = beginning.game.outcome(situations[-1].course.state)
    record = Record(
        beginning.key,
        beginning.seats,
        beginning.options,
        Random(beginning.seed).randbytes(SEED_BYTES),
        result=outcome.scores if outcome else None,
        moves=moves,
    )
    lines = [format_record(record)]
    before: Course | None = None
    for number, (course, _, _) in enumerate(situations):
        title = f"{moves[number - 1].seat} {moves[number - 1].code}" if number else "start"
        lines += [f"== {number}: {title}"]
        lines += [line for event in course.happened[-1] for line in _event(event)]
        lines += list(_changes(before, course))
        before = course
    return "\n".join(lines) + "\n"


def _event(event: Event) -> Iterator[str]:
    if isinstance(event, Secret):
        heard_by = " ".join(map(str, event.seats))
        yield f"! {line_of(event.private)} to {heard_by}"
        yield f"! {line_of(event.public)} to others"
    else:
        yield f"! {line_of(event)}"


def _changes(before: Course | None, after: Course) -> Iterator[str]:
    """Return what is new in the public view, and in each seat's what is not public."""
    public, was_public = after.view(None), before and before.view(None)
    for seat in everyone(public.seats):
        if seat is None:
            lines, known = list(lines_of(public)), set(lines_of(was_public))
        else:
            lines = list(lines_of(after.view(seat), public))
            known = set(lines_of(before.view(seat), was_public)) if before else set()
        yield from (f"{_name(seat)} {line}" for line in lines if line not in known)


def _name(seat: Seat | None) -> str:
    return "all" if seat is None else f"  {seat}"


def _short(key: str) -> dict[str, int]:
    """Play few deals; a game that has no number of deals is played to its lowest target."""
    lowest = {o.key: o.low for o in GAMES[key].info.options if isinstance(o, Number)}
    if "deals" in lowest:
        return {"deals": max(DEALS, lowest["deals"])}
    return {"target": lowest["target"]} if "target" in lowest else {}


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    for each in playthroughs():
        file_of(each).write_text(text_of(each), "utf-8")

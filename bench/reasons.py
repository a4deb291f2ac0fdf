"""Whether people can tell from position and reason alone which of two moves is better.

House players of level easy play; of decisions in which their move is clearly worse than that of
`hard`, by trials that neither has seen, a sheet tells the position in words, both moves as A and B
in random order, and the reason with the moves called so: no chance to win, nor which is better. The
key says that. Readers write down A or B; nine of ten should be right. Told besides is how often
there was no reason, how long it took to find one, and how often each kind was told.

Run: python -m bench.reasons DIRECTORY [GAME …] [--each N]
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from bench.evenings import english
from bot.presenters import PRESENTERS
from engine.analysis.paired import Comparison
from engine.analysis.reasons import Reasons
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.players.reasons import Reason
from engine.players.trying import TRYING
from engine.seats import Seat
from render.api import Person
from render.scenes import SCENES

SEATS = {"balloon": 4}
USUAL_SEATS = 3
NAMES = ("Cirrus", "Nimbus", "Stratus", "Alto")

TRIALS = 512
CLEAR, LEAST = 3.0, 0.02
"""By how many standard errors, and shares of the win (0…1), `hard`'s move is better at least."""

MOST_OF_ONE = 4
"""How many decisions a game gives, so that they differ."""

LETTERS = "AB"


class Found(NamedTuple):
    """A decision: the better move and the worse one, the reasons, and their processor seconds."""

    course: Course
    seat: Seat
    better: str
    worse: str
    share: float
    reasons: tuple[Reason, ...]
    seconds: float


def decisions(key: str) -> Iterator[Found]:
    """Let `easy` play, and return clear mistakes, without end."""
    for number in count():
        random, left = Random(f"reasons/{key}/{number}"), MOST_OF_ONE
        seats = SEATS.get(key, USUAL_SEATS)
        course = Course.begin(GAMES[key], seats, {}, Chance(random.randbytes(SEED_BYTES)))
        while left and (acting := course.to_act()):
            seat = acting[0]
            view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
            code = HOUSE_PLAYERS[key]["easy"].choose(view, heard, legal, random)
            # Not every decision is looked at, so that they come from all of a game.
            if len(legal) > 1 and random.random() < 1 / 2:
                found = looked_at(key, course, seat, code, random)
                if found is not None:
                    left -= 1
                    yield found
            course = course.then(seat, code)


def looked_at(key: str, course: Course, seat: Seat, code: str, random: Random) -> Found | None:
    """Return a decision if the move made is clearly worse than that of `hard`."""
    view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    best = HOUSE_PLAYERS[key]["hard"].choose(view, heard, legal, random)
    if best == code:
        return None
    trials = TRYING[key].trials(view, heard, random)
    gap = Comparison(trials, (best, code), random, TRIALS).gap(best, code)
    if not gap.is_clear(CLEAR, LEAST):
        return None
    begun = process_time()
    reasons = Reasons(key, view, heard, (best, code), random).why(best, code)
    return Found(course, seat, best, code, gap.share, reasons, process_time() - begun)


def told(key: str, found: Found, number: int, letters: str) -> str:
    """Return an entry of the sheet; `letters` are those of the better and the worse move."""
    say, presenter, scene = english(), PRESENTERS[key], SCENES[key]
    names = NAMES[: found.course.view(None).seats]
    people = tuple(Person(name) for name in names)
    view = found.course.view(found.seat)
    moves = dict(zip(letters, (found.better, found.worse), strict=True))
    labels = {each.code: each.name for each in presenter.controls(view, say, names)}
    lines = [
        f"## {number}",
        f"You are {names[found.seat - 1]}.",
        f"Table: {scene.table(found.course.view(None), people, say).alt}",
        f"Your hand: {scene.hand(view, people, say).alt}",
        *(f"{letter}: {labels[moves[letter]]}" for letter in LETTERS),
        f"Reason: {presenter.why(found.reasons, letters[0], letters[1], say, names)}",
    ]
    return "\n".join(lines)


def write(key: str, each: int, folder: Path) -> None:
    """Write sheet and key of a game, and print how reasons were found."""
    random, entries, right = Random(key), list[str](), dict[int, str]()
    kinds, without, seconds = Counter[str](), 0, list[float]()
    for found in decisions(key):
        seconds.append(found.seconds)
        if not found.reasons:
            without += 1
            continue
        letters = LETTERS if random.random() < 1 / 2 else LETTERS[::-1]
        kinds.update(reason.key for reason in found.reasons)
        number = len(entries) + 1
        entries.append(told(key, found, number, letters))
        right[number] = letters[0]
        if number == each:
            break
    (folder / f"sheet-{key}.txt").write_text("\n\n".join(entries) + "\n", encoding="utf-8")
    (folder / f"key-{key}.json").write_text(json.dumps(right) + "\n", encoding="utf-8")
    seconds.sort()
    late = seconds[int(0.95 * len(seconds))]
    print(f"{key}: {each} with a reason, {without} without; 95% within {late:.2f} s of a processor")
    print("  " + ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder", type=Path)
    reader.add_argument("games", nargs="*")
    reader.add_argument("--each", type=int, default=60, help="decisions of each game")
    given = reader.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for key in given.games or TRYING:
        write(key, given.each, given.folder)


if __name__ == "__main__":
    main()

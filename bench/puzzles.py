"""Find the puzzles that come with the bot, in games of house players.

Run: python -m bench.puzzles bot/puzzles/shipped_puzzles.json [--each N]

A position is looked at where `hard` and the rule of thumb (`quick`) disagree, or where `normal`
does. A puzzle that only `hard` solves begins with a higher rating than one that `quick` solves.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter

from bot.puzzles.service import puzzle_before
from bot.puzzles.store import PuzzleRow
from engine.chance import Chance
from engine.course import Course
from engine.game import OptionValue
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.record import MoveLine, Record

TABLES: dict[str, tuple[tuple[int, ...], dict[str, OptionValue]]] = {
    "cloud_nine": ((3,), {"deals": 1}),
    "nimbly": ((3, 4, 5), {"deals": 1}),
    "balloon": ((3, 4, 5, 6), {"target": 50}),
    "clumond": ((3,), {"deals": 3}),
}
"""For each game the tables that are played, and options that keep them short."""

MOST_OF_ONE = 2
"""How many puzzles a game gives, so that they differ."""

SOLVED_BY = (("quick", 19.0), ("normal", 25.0), ("hard", 31.0))
"""The rating with which a puzzle begins, by the weakest level that solves it."""


def played(game: str, seats: int, number: int) -> tuple[Record, list[tuple[int, str]]]:
    """Let `normal` play a game; gives its record, and the moves to look at with its hardest level.

    These are those before which the levels do not agree, each with the weakest that is like `hard`.
    """
    seed = hashlib.sha256(f"puzzles {game} {seats} {number}".encode()).digest()
    options = TABLES[game][1]
    course = Course.begin(GAMES[game], seats, options, Chance(seed))
    moves, doubtful = list[MoveLine](), list[tuple[int, str]]()
    while acting := course.to_act():
        seat = acting[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        code = legal[0]
        if len(legal) > 1:
            said = {
                level: HOUSE_PLAYERS[game][level].rank(view, heard, legal, Random(number))[0].code
                for level, _ in SOLVED_BY
            }
            code = said["normal"]
            if len(set(said.values())) > 1:
                first = next(level for level, _ in SOLVED_BY if said[level] == said["hard"])
                doubtful.append((len(moves), first))
        moves.append(MoveLine(seat, code))
        course = course.then(seat, code)
    return Record(game, seats, options, seed, moves=tuple(moves)), doubtful


def found(game: str) -> Iterator[PuzzleRow]:
    """Find puzzles of a game, without end."""
    for number in count():
        sizes, ratings = TABLES[game][0], dict(SOLVED_BY)
        record, doubtful = played(game, sizes[number % len(sizes)], number)
        Random(number).shuffle(doubtful)
        left = MOST_OF_ONE
        for move, level in doubtful:
            row = puzzle_before(record, move)
            if row is not None:
                yield replace(row, mu=ratings[level], sigma=6.0)
                left -= 1
            if not left:
                break


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("file", type=Path)
    reader.add_argument("--each", type=int, default=40, help="puzzles of each game")
    given = reader.parse_args()
    rows = list[PuzzleRow]()
    for game in TABLES:
        begun = perf_counter()
        rows += [row for row, _ in zip(found(game), range(given.each), strict=False)]
        print(f"{game}: {given.each} puzzles in {perf_counter() - begun:.0f} s")
    fields = [
        {k: v for k, v in asdict(row).items() if k not in ("match_id", "answers")} for row in rows
    ]
    given.file.write_text(json.dumps(fields, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

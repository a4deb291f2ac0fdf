"""Find the puzzles that come with the bot, in games of house players.

Run: python -m bench.puzzles bot/puzzles/shipped_puzzles.json [--each N]

It goes on where the file ends, and writes it after every puzzle. A position is looked at where
`hard` sees a gap and the levels below it do not all agree. Whether one move is clearly best is then
decided by TIMES the usual search, or exactly (`engine.analysis.puzzle`). A puzzle that only `hard`
solves begins with a higher rating than one that a weaker level solves.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import orjson

from bot.puzzles.puzzle import puzzle_before
from bot.puzzles.store import PuzzleRow
from engine.analysis.puzzle import SEARCHED
from engine.chance import Chance
from engine.course import Course
from engine.game import OptionValue
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.players.robot import RankedMove
from engine.record import MoveLine, Record

TABLES: dict[str, Sequence[tuple[int, Mapping[str, OptionValue]]]] = {
    "cloud_nine": [(3, {"deals": 1})],
    "nimbly": [*[(seats, {"deals": 1}) for seats in (3, 4, 3, 5)], (3, {"deals": 2})],
    "balloon": [(seats, {"target": most}) for most in (20, 25, 50) for seats in (3, 4, 5, 6)],
    "clumond": [(3, {"deals": 3})],
}
"""For each game the tables that are played in turn, with options that keep them short."""

TIMES = 20
"""How many times the usual search decides."""

MOST_OF_ONE = 2
"""How many puzzles a game gives, so that they differ."""

APART = 3
"""How many moves at least are between these."""

SOLVED_BY = {"quick": 19.0, "easy": 19.0, "normal": 25.0, "hard": 31.0}
"""The rating with which a puzzle begins, by the weakest level that solves it."""

PLAIN = 0.1
"""In Clumond a gap of this size is looked at even where all levels agree: people often do not."""


def played(game: str, number: int) -> tuple[Record, list[tuple[int, str]]]:
    """Let `normal` play a game; gives its record, and the moves to look at with their level.

    That is the weakest level which chooses as `hard` does.
    """
    seats, options = TABLES[game][number % len(TABLES[game])]
    seed = hashlib.sha256(f"puzzles {game} {seats} {number}".encode()).digest()
    course = Course.begin(GAMES[game], seats, options, Chance(seed))
    moves, doubtful = list[MoveLine](), list[tuple[int, str]]()
    while acting := course.to_act():
        seat = acting[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        code = legal[0]
        if len(legal) > 1:
            ranked = {
                level: HOUSE_PLAYERS[game][level].rank(view, heard, legal, Random(number))
                for level in SOLVED_BY
            }
            said = {level: moves[0].code for level, moves in ranked.items()}
            code, gap = said["normal"], _gap(ranked["hard"])
            agreed = len(set(said.values())) == 1 and not (game == "clumond" and gap >= PLAIN)
            if gap >= SEARCHED and not agreed:
                first = next(level for level in SOLVED_BY if said[level] == said["hard"])
                doubtful.append((len(moves), first))
        moves.append(MoveLine(seat, code))
        course = course.then(seat, code)
    return Record(game, seats, options, seed, moves=tuple(moves)), doubtful


def _gap(ranked: tuple[RankedMove, ...]) -> float:
    """Return by how much the best move is better than every other, as the search has it."""
    return min(ranked[0].share - move.share for move in ranked[1:])


def found(game: str) -> Iterator[PuzzleRow]:
    """Find puzzles of a game, without end."""
    for number in count():
        record, doubtful = played(game, number)
        Random(number).shuffle(doubtful)
        taken = list[int]()
        for move, level in doubtful:
            near = any(abs(move - other) < APART for other in taken)
            if near or len(taken) == MOST_OF_ONE:
                continue
            row = puzzle_before(record, move, times=TIMES)
            if row is not None:
                taken.append(move)
                yield replace(row, mu=SOLVED_BY[level])


def spelt(row: PuzzleRow) -> bytes:
    """Spell a puzzle as it stands in the file, in a line of its own."""
    kept = ("key", "game", "theme", "mu", "seat", "record")
    fields = {name: getattr(row, name) for name in kept}
    return orjson.dumps({**fields, "choices": orjson.loads(row.choices)})


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("file", type=Path)
    reader.add_argument("--each", type=int, default=150, help="puzzles of each game")
    given = reader.parse_args()
    lines = given.file.read_bytes().strip(b"[]\n").split(b",\n") if given.file.exists() else []
    for game in TABLES:
        own = {orjson.loads(line)["key"] for line in lines if orjson.loads(line)["game"] == game}
        for row in found(game):
            if len(own) >= given.each:
                break
            if row.key not in own:
                own.add(row.key)
                lines.append(spelt(row))
                given.file.write_bytes(b"[\n" + b",\n".join(lines) + b"\n]\n")
        print(f"{game}: {len(own)} puzzles")


if __name__ == "__main__":
    main()

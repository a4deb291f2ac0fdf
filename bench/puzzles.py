"""Find the puzzles that come with the bot, in games of house players, and judge them anew.

Run: make puzzles, or python -m bench.puzzles FILE [GAME …] [--each N]

Puzzles that house players of another version judged are judged anew, and withdrawn where no move
is clearly best any more. Then new ones are looked for until there are enough, and the file is
written after every one. A position is looked at where `hard` sees a gap and the levels below it do
not all agree. Whether one move is clearly best is decided by TIMES the usual search and by trials,
which have to agree, or exactly (`engine.analysis.puzzle`). A puzzle that only `hard` solves begins
with a higher rating than one that a weaker level solves.
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

from bot.puzzles.service import Shipped, puzzle_before, puzzle_of
from bot.puzzles.store import PuzzleRow
from engine.analysis.puzzle import SEARCHED
from engine.chance import Chance
from engine.course import Course
from engine.game import OptionValue
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS, players_version
from engine.players.robot import RankedMove
from engine.record import MoveLine, Record, parse_record, replay
from engine.seats import Seat

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


def _seed(game: str, seats: int, number: int) -> bytes:
    """Return the seed of a game, another for each version of its house players."""
    named = f"puzzles {game} {seats} {number} {players_version(game)}"
    return hashlib.sha256(named.encode()).digest()


def played(game: str, number: int) -> tuple[Record, list[tuple[int, str]]]:
    """Let `normal` play a game; gives its record, and the moves to look at with their level.

    That is the weakest level which chooses as `hard` does.
    """
    seats, options = TABLES[game][number % len(TABLES[game])]
    seed = _seed(game, seats, number)
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


class File:
    """The file of puzzles."""

    def __init__(self, path: Path) -> None:
        self._path = path
        found = Shipped.read(path) if path.exists() else Shipped({}, (), ())
        self._players = dict(found.players)
        self._withdrawn = {*found.withdrawn}
        self._puzzles = {row.key: row for row in found.puzzles}

    def of(self, game: str) -> list[PuzzleRow]:
        """Return the puzzles of a game."""
        return [row for row in self._puzzles.values() if row.game == game]

    def judge(self, game: str) -> None:
        """Judge the puzzles of a game again, if other house players judged them last."""
        if self._players.get(game) == players_version(game):
            return
        for old in self.of(game):
            row = again(old)
            if row is None:
                del self._puzzles[old.key]
                self._withdrawn.add(old.key)
            else:
                self._puzzles[row.key] = row
        self._players[game] = players_version(game)
        self._write()

    def add(self, row: PuzzleRow) -> None:
        """Add a puzzle that is new, if its game has not given enough."""
        seed = parse_record(row.record).seed
        given = [parse_record(old.record).seed for old in self.of(row.game)].count(seed)
        if row.key not in self._puzzles and given < MOST_OF_ONE:
            self._puzzles[row.key] = row
            self._withdrawn.discard(row.key)
            self._write()

    def _write(self) -> None:
        parts = {"players": self._players, "withdrawn": sorted(self._withdrawn)}
        head = orjson.dumps(parts).removesuffix(b"}")
        lines = b",\n".join(map(spelt, self._puzzles.values()))
        self._path.write_bytes(head + b',"puzzles":[\n' + lines + b"\n]}\n")


def again(old: PuzzleRow) -> PuzzleRow | None:
    """Judge a puzzle again; None if it is none any more, or another move is best."""
    record, seat = parse_record(old.record), Seat(old.seat)
    row = puzzle_of(record, seat, times=TIMES)
    best = next(iter(orjson.loads(old.choices)))
    if row is None or next(iter(orjson.loads(row.choices))) != best:
        return None
    course = replay(record)
    given = course.view(seat), course.heard(seat), course.legal(seat)
    for level, mu in SOLVED_BY.items():
        if HOUSE_PLAYERS[old.game][level].rank(*given, Random(old.key))[0].code == best:
            return replace(row, mu=mu)
    return None


def spelt(row: PuzzleRow) -> bytes:
    """Spell a puzzle as it stands in the file, in a line of its own."""
    kept = ("key", "game", "theme", "mu", "seat", "record")
    fields = {name: getattr(row, name) for name in kept}
    return orjson.dumps({**fields, "choices": orjson.loads(row.choices)})


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("file", type=Path)
    reader.add_argument("games", nargs="*", default=[*TABLES])
    reader.add_argument("--each", type=int, default=150, help="puzzles of each game")
    given = reader.parse_args()
    file = File(given.file)
    for game in given.games:
        before = len(file.of(game))
        file.judge(game)
        kept = len(file.of(game))
        more = found(game)
        while len(file.of(game)) < given.each:
            file.add(next(more))
        rows = file.of(game)
        seconds = [[*orjson.loads(row.choices).values()][1] for row in rows]
        argued = sum(len(why) > 1 for why in seconds)
        print(
            f"{game}: {kept} of {before} still stand, {len(rows)} in all; "
            f"of {len(seconds)} next best moves {argued} have a reason"
        )


if __name__ == "__main__":
    main()

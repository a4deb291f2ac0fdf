"""Records that strangers made: real ones, spoilt in every way."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.record import MoveLine, Record, RecordError, format_record, read_record, replay

PIECES = (
    b"\0", b"\xff", b"\n", b":", b" ", b"#", "\u0661".encode(), "\xb2".encode(), b"-", b"=", b"|",
    b"9" * 5000, b"seats: 99\n", b"roll 1: R R\n", b"shuffle 1: KH\n", b"1 fall\n", b"\xe2\x80\xa8",
    b"result: 1 2 3\n", b"1 play KH\n", b"options: deals=\xd9\xa1\n", b"game: nimbly\n",
    b"\xef\xbb\xbf",
)  # fmt: skip
MOST = 1000
"""The most characters of a refusal."""

LONGEST = 60
"""How many moves the real records have at most."""


@cache
def real(seed: int) -> bytes:
    """Write the record of the beginning of a random game."""
    random = Random(seed)
    key = random.choice(list(GAMES))
    game, moves = GAMES[key], list[MoveLine]()
    seats, secret = random.choice(game.info.seats), random.randbytes(32)
    course = Course.begin(game, seats, {}, Chance(secret))
    while (acting := course.to_act()) and len(moves) < LONGEST:
        move = MoveLine(acting[0], random.choice(course.legal(acting[0])))
        moves.append(move)
        course = course.then(move.seat, move.code)
    return format_record(Record(key, seats, seed=secret, moves=tuple(moves))).encode()


def spoilt(random: Random) -> bytes:
    """Spoil a real record in one to five places."""
    data = real(random.randrange(40))
    for _ in range(random.randint(1, 5)):
        at, to = sorted(random.randrange(len(data) + 1) for _ in range(2))
        to = min(to, at + random.choice((0, 1, 5, 40)))
        again = random.randrange(len(data) + 1)
        piece = random.choice((b"", *PIECES, data[again : again + 20], random.randbytes(3)))
        data = data[:at] + piece + data[to:]
    return data


def hold(cases: int, seed: int) -> int:
    """Replay this many spoilt records: each is fine, or refused in one short line."""
    random, fine = Random(seed), 0
    for _ in range(cases):
        data = spoilt(random)
        try:
            refusal = _refusal(data)
        except BaseException as error:
            error.add_note(repr(data))
            raise
        fine += not refusal
        assert len(refusal) < MOST, data
        assert "\n" not in refusal, data
    return fine


def _refusal(data: bytes) -> str:
    try:
        replay(read_record(data))
    except RecordError as error:
        return str(error)
    return ""

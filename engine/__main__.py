"""Records on the command line: replay, verify, deal, play, advise.

An impossible record is refused with exit status 1, and with its line, the move and the reason;
wrong arguments with exit status 2. A refusal is one short line on standard error, and nothing is
written to standard output then.
"""

from __future__ import annotations

import argparse
import hmac
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NoReturn

from engine.chance import (
    SEED_BYTES,
    BadChance,
    Chance,
    RecordedChance,
    commitment,
    seating,
    seed_from,
)
from engine.codec import lines_of, plain
from engine.course import Course
from engine.game import AnyGame, BadOptions, Json, OptionValue
from engine.games import GAMES
from engine.options import read_number, read_option, settle
from engine.players.levels import HOUSE_PLAYERS, LEVELS
from engine.players.robot import HousePlayer, RankedMove
from engine.record import (
    LIMIT,
    MoveLine,
    Record,
    RecordError,
    format_record,
    quoted,
    read_record,
    replay,
)
from engine.seats import Seat

_LINE = 160
"""The most characters of a refusal: what is wrong may repeat an argument of any length."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    given = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], str] = given.command
    try:
        print(command(given), end="")
    except (RecordError, BadOptions, BadChance, _Refuted, OSError, UnicodeError) as error:
        print(quoted(str(error), _LINE), file=sys.stderr)
        return 1
    return 0


class _Parser(argparse.ArgumentParser):
    """Refuses arguments in one line, however long they are."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {quoted(message, _LINE)}\n")


class _Refuted(ValueError):
    """A proof failed, or there was nothing to advise on."""


def _replay(given: argparse.Namespace) -> str:
    course = replay(_read(given.file))
    if given.json:
        return json.dumps(summary(course), ensure_ascii=False) + "\n"
    public = course.view(None)
    lines = list(lines_of(public))
    for seat in range(1, public.seats + 1):
        lines += ["", f"seat {seat} sees besides:"]
        lines += [f"  {line}" for line in lines_of(course.view(Seat(seat)), public)]
    return "\n".join(lines) + "\n"


def summary(course: Course) -> dict[str, Json]:
    """Return the state of a game as one JSON object; each view holds what its seat may know."""
    public = course.view(None)
    outcome = course.game.outcome(course.state)
    seats = [Seat(seat) for seat in range(1, public.seats + 1)]
    return {
        "game": course.game.info.key,
        "over": outcome is not None,
        "to_act": plain(course.to_act()),
        "legal": {str(seat): plain(course.legal(seat)) for seat in course.to_act()},
        "scores": plain(public.scores),
        "deal_scores": plain(public.deal_scores),
        "winners": plain(outcome.winners) if outcome else None,
        "views": {"public": plain(public)}
        | {str(seat): plain(course.view(seat)) for seat in seats},
    }


def _verify(given: argparse.Namespace) -> str:
    record = _read(given.file)
    # The entropy ends without a line feed, but editors like to add one.
    entropy = _bytes_of(given.entropy).decode("utf-8").removesuffix("\n").removesuffix("\r")
    seed = seed_from(given.secret, entropy)
    if seed != record.seed:
        raise _Refuted(f"refuted: secret and entropy give the seed {seed.hex()}")
    if record.shuffles or record.rolls:
        raise _Refuted("refuted: the record fixes chance that should come from the seed")
    replay(record)
    seats = _seated(record, entropy)
    lines = [
        f"proved: the seed is {seed.hex()}",
        f"commitment: {commitment(given.secret)}",
        *([f"seats: {' '.join(seats)}"] if seats else []),
    ]
    return "\n".join(lines) + "\n"


def _seated(record: Record, entropy: str) -> tuple[str, ...]:
    """Return the names by seat: the people of the entropy, and house players in the other seats.

    The entropy of deals that are the same at several tables is a name, and seats nobody: ().
    """
    if "start:" not in entropy:
        return ()
    people = [line.partition(":")[0] for line in entropy.split("\n")]
    ids = [person for person in people if person != "start"]
    if len(ids) > record.seats:
        raise _Refuted(f"refuted: the entropy seats {len(ids)} people, the record {record.seats}")
    house = [f"house:{number}" for number in range(1, record.seats - len(ids) + 1)]
    return seating(record.seed, ids + house)


def _deal(given: argparse.Namespace) -> str:
    options = _options(given)
    chance = RecordedChance(given.seed)
    given.game.start(given.seats, options, chance)
    shuffles = ((1, chance.orders[0]),) if chance.orders else ()
    record = Record(given.game.info.key, given.seats, options, given.seed, shuffles=shuffles)
    return format_record(record)


def _play(given: argparse.Namespace) -> str:
    options = _options(given)
    levels = given.house * given.seats if len(given.house) == 1 else given.house
    if len(levels) != given.seats:
        raise BadOptions("wrong_seats", "house")
    players = [_house_player(given.game.info.key, level) for level in levels]
    generators = [_generator(given.seed, seat) for seat in range(1, given.seats + 1)]
    course, moves = Course.begin(given.game, given.seats, options, Chance(given.seed)), []
    while acting := course.to_act():
        seat = acting[0]
        player, random, legal = players[seat - 1], generators[seat - 1], course.legal(seat)
        code = player.choose(course.view(seat), course.heard(seat), legal, random)
        moves.append(MoveLine(seat, code))
        course = course.then(seat, code)
    outcome = given.game.outcome(course.state)
    return format_record(
        Record(
            given.game.info.key, given.seats, options, given.seed,
            players=tuple(f"house:{level}" for level in levels),
            result=outcome.scores if outcome else None,
            moves=tuple(moves),
        )
    )  # fmt: skip


def _house_player(game: str, level: str) -> HousePlayer:
    if level not in HOUSE_PLAYERS[game]:
        raise _Refuted(f"no house player of {game} is {level}")
    return HOUSE_PLAYERS[game][level]


def _advise(given: argparse.Namespace) -> str:
    record = _read(given.file)
    course = replay(record)
    acting = course.to_act()
    if not acting:
        raise _Refuted("the game is over: nobody is to move")
    player = _house_player(record.game, given.level)
    return "".join(_advice(course, seat, player, _generator(record.seed, seat)) for seat in acting)


def _advice(course: Course, seat: Seat, player: HousePlayer, random: Random) -> str:
    """Rank the moves of a seat from what that seat knows."""
    ranked = player.rank(course.view(seat), course.heard(seat), course.legal(seat), random)
    lines = [f"{place:3}. {_reasoned(move)}" for place, move in enumerate(ranked, start=1)]
    return "\n".join([f"seat {seat}", *lines]) + "\n"


def _reasoned(move: RankedMove) -> str:
    """Write what is expected of a move, then the facts of the game's robots that say why."""
    expected = f"{move.code:<12} {move.points:7.1f} points {move.share:6.1%} of the win"
    why = [f"{name} {round(number, 2):g}" for name, number in move.facts]
    return f"{expected}   {', '.join(why)}".rstrip()


def _generator(seed: bytes, seat: int) -> Random:
    """Return a house player's own generator, the same each time for a seed and a seat."""
    own = hmac.digest(seed, f"house/{seat}".encode(), "sha256")
    return Random(int.from_bytes(own))  # noqa: S311 - a house player needs no secrecy


def _read(file: Path) -> Record:
    return read_record(_bytes_of(file))


def _bytes_of(file: Path) -> bytes:
    """Read a file, one byte further than LIMIT at most: a stranger may have made it."""
    with file.open("rb") as opened:
        return opened.read(LIMIT + 1)


def _options(given: argparse.Namespace) -> dict[str, OptionValue]:
    """Settle the options given as KEY=VALUE, defaults filled in."""
    info = given.game.info
    options: dict[str, OptionValue] = {}
    for pair in given.options:
        key, equals, word = pair.partition("=")
        if not equals or key in options:
            raise BadOptions("not_an_option", pair)
        options[key] = read_option(info, key, word)
    return settle(info, given.seats, options)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("replay", help="print the state after the last move")
    command.add_argument("--json", action="store_true", help="as one JSON object")
    command.add_argument("file", metavar="FILE", type=_path)
    command.set_defaults(command=_replay)
    command = commands.add_parser("verify", help="prove or refute a record's seed")
    command.add_argument("file", metavar="FILE", type=_path)
    command.add_argument("--secret", metavar="HEX", type=_secret, required=True)
    command.add_argument("--entropy", metavar="FILE", type=_path, required=True)
    command.set_defaults(command=_verify)
    command = commands.add_parser("deal", help="print the header and the first shuffle")
    _add_game(command)
    command.set_defaults(command=_deal)
    command = commands.add_parser("play", help="let house players play a whole game")
    _add_game(command)
    command.add_argument("--house", metavar="LEVEL,...", type=_levels, default=["random"])
    command.set_defaults(command=_play)
    command = commands.add_parser("advise", help="rank the legal moves of the seat to act")
    command.add_argument("file", metavar="FILE", type=_path)
    command.add_argument("--level", choices=LEVELS, default="hard", help="who advises")
    command.set_defaults(command=_advise)
    return parser


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", type=_game, help=", ".join(GAMES))
    command.add_argument("--seats", metavar="N", type=_number, required=True)
    command.add_argument("--seed", metavar="HEX", type=_secret, required=True)
    command.add_argument("--options", metavar="KEY=VALUE", nargs="*", default=[])


def _game(key: str) -> AnyGame:
    if key not in GAMES:
        raise argparse.ArgumentTypeError(f"no such game: {key}")
    return GAMES[key]


def _path(text: str) -> Path:
    if "\0" in text:
        raise argparse.ArgumentTypeError(f"no name of a file: {text}")
    return Path(text)


def _number(text: str) -> int:
    number = read_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"not a number: {text}")
    return number


def _secret(text: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    # fromhex skips blanks.
    if len(secret) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise argparse.ArgumentTypeError(f"not {2 * SEED_BYTES} hex digits: {text}")
    return secret


def _levels(text: str) -> list[str]:
    levels = text.split(",")
    if unknown := [level for level in levels if level not in LEVELS]:
        raise argparse.ArgumentTypeError(f"no such house player: {unknown[0]}")
    return levels


if __name__ == "__main__":
    sys.exit(main())

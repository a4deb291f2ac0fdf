"""The game record: one text file a game, for exchange, replay and tests.

Header lines `key: value` in any order, an empty line, then one line a move: `seat move`. Blank
lines and lines from `#` on among the moves do not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar

from engine.chance import SEED_BYTES, BadChance, Chance, Fixed
from engine.course import BACK, Course
from engine.game import AnyGame, BadOptions, IllegalMove, Options, OptionValue
from engine.games import GAMES
from engine.options import read_number, read_option, spell_option
from engine.seats import Seat

_FIXED = re.compile(r"(shuffle|roll) ([1-9][0-9]{0,8})")
_KNOWN = ("game", "seats", "options", "seed", "players", "result")

_NO_OPTIONS: dict[str, OptionValue] = {}

T = TypeVar("T")


class Line(Protocol):
    """A line of a log, wherever it is kept."""

    @property
    def code(self) -> str:
        """The move's spelling, or BACK."""
        ...


L = TypeVar("L", bound=Line)

LIMIT = 1 << 20
"""The most bytes of a record's file that are read; an evening's game takes some ten thousand."""

_QUOTED = 80
"""The most characters of a record that a refusal repeats."""


class RecordError(ValueError):
    """An impossible record: the `line` (from 1), the `move` or header on it, the `reason` (a key).

    Reasons of a header: `missing_header`, `not_a_header`, `repeated_header`, `unknown_game`,
    `not_a_number`, `not_a_seed`, `not_an_option`, `wrong_players`, `not_over` and `wrong_result`
    (a result that the moves do not give); those of BadOptions and BadChance. Of a move:
    `not_a_move`, `no_such_seat`; those of the game's IllegalMove. Of a file: `not_utf8` and
    `too_long` (more than LIMIT bytes; nothing of it was read then).
    """

    def __init__(self, line: int, move: str, reason: str) -> None:
        super().__init__(f"line {line}: {quoted(move)}: {reason}")
        self.line = line
        self.move = move
        self.reason = reason


class MoveLine(NamedTuple):
    """A line as written: who, the move (or BACK), and its line in the file (0: in none yet)."""

    seat: Seat
    code: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A game as a record has it. `seed` is b"" where headers fix all chance.

    `options` are those given; `result` is None while the game goes on; `other` holds headers of
    unknown meaning; `lines` has the line number of each header.

    >>> record = Record("nimbly", 3, {"deals": 1}, bytes(32), moves=(MoveLine(Seat(1), "draw AA"),))
    >>> print(format_record(record), end="")
    game: nimbly
    seats: 3
    options: deals=1
    seed: 0000000000000000000000000000000000000000000000000000000000000000
    <BLANKLINE>
    1 draw AA
    >>> replay(parse_record(format_record(record))).view(None).hand_counts
    (2, 0, 0)
    """

    game: str
    seats: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seed: bytes = b""
    players: tuple[str, ...] = ()
    result: tuple[int, ...] | None = None
    moves: tuple[MoveLine, ...] = ()
    shuffles: Fixed = ()
    rolls: Fixed = ()
    other: tuple[tuple[str, str], ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def chance(self) -> Chance:
        """The chance of the game."""
        return Chance(self.seed, self.shuffles, self.rolls)


def read_record(data: bytes) -> Record:
    """Read a record's file. Raises RecordError, also for bytes that are too many or no UTF-8."""
    if len(data) > LIMIT:
        raise RecordError(1, f"more than {LIMIT} bytes", "too_long")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = len((data[: error.start] + b".").splitlines())
        raise RecordError(line, f"byte 0x{data[error.start]:02x}", "not_utf8") from error
    return parse_record(text)


def parse_record(text: str) -> Record:
    """Read a record. Raises RecordError; the moves are not tried before `replay`."""
    numbered = enumerate(text.removeprefix("\N{BYTE ORDER MARK}").splitlines(), start=1)
    headers = _Headers.read(numbered)
    game = headers.need("game", _game)
    options = headers.take("options", lambda words: _options(game, words), _NO_OPTIONS)
    seats = headers.need("seats", _number)
    record = Record(
        game=game.info.key,
        seats=seats,
        options=options,
        seed=headers.take("seed", _seed, b""),
        players=headers.take("players", lambda names: _players(names, seats), ()),
        result=headers.take("result", _result, None),
        moves=tuple(_moves(numbered, seats)),
        shuffles=headers.fixed("shuffle"),
        rolls=headers.fixed("roll"),
        other=headers.unknown(),
        lines=headers.lines,
    )
    if not (record.seed or record.shuffles or record.rolls):
        raise RecordError(1, "seed", "missing_header")
    return record


def format_record(record: Record) -> str:
    """Write a record; `parse_record` reads the same back."""
    headers = [
        ("game", record.game),
        ("seats", str(record.seats)),
        ("options", spell_options(record.options)),
        ("seed", record.seed.hex()),
        *((f"shuffle {number}", " ".join(order)) for number, order in record.shuffles),
        *((f"roll {number}", " ".join(thrown)) for number, thrown in record.rolls),
        ("players", " | ".join(map(_one_name, record.players))),
        ("result", " ".join(map(str, record.result or ()))),
        *record.other,
    ]
    lines = [f"{key}: {value}" for key, value in headers if value]
    lines += ["", *(f"{move.seat} {move.code}" for move in record.moves)]
    return "\n".join(lines).rstrip("\n") + "\n"


def spell_options(options: Options) -> str:
    """Spell options as a record's header does; one that is None is left out."""
    given = ((key, value) for key, value in options.items() if value is not None)
    return " ".join(f"{key}={spell_option(value)}" for key, value in given)


def replay(record: Record) -> Course:
    """Play a record through. Raises RecordError at the first line the rules refuse."""
    game = GAMES[record.game]
    try:
        course = Course.begin(game, record.seats, record.options, record.chance)
        for move in record.moves:
            course = _after(course, move)
    except BadOptions as error:
        where = error.key if error.key in record.lines else "options"
        raise RecordError(record.lines.get(where, 1), error.key, error.reason) from error
    except BadChance as error:
        line = record.lines.get(error.event, record.lines.get("seed", 1))
        raise RecordError(line, error.event, error.reason) from error
    _check_result(record, course)
    return course


def settled(lines: Iterable[L]) -> list[L]:
    """Return the lines of a log that still count: without BACK and what it took back.

    >>> settled([MoveLine(Seat(1), "draw A"), MoveLine(Seat(1), BACK), MoveLine(Seat(1), "draw B")])
    [MoveLine(seat=1, code='draw B', line=0)]
    """
    kept: list[L] = []
    for line in lines:
        if line.code == BACK:
            kept.pop()
        else:
            kept.append(line)
    return kept


def _after(course: Course, move: MoveLine) -> Course:
    """Return the course after a move. Raises RecordError if the rules refuse it."""
    try:
        return course.follow(move.seat, move.code)
    except IllegalMove as error:
        raise RecordError(move.line, f"{move.seat} {move.code}", error.reason) from error


def _check_result(record: Record, course: Course) -> None:
    if record.result is None:
        return
    outcome = course.game.outcome(course.state)
    header = f"result: {' '.join(map(str, record.result))}"
    if outcome is None:
        raise RecordError(record.lines.get("result", 1), header, "not_over")
    if outcome.scores != record.result:
        raise RecordError(record.lines.get("result", 1), header, "wrong_result")


class _Refused(ValueError):
    """A fault of a header's value, before its line is known."""

    def __init__(self, reason: str, what: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.what = what


class _Headers:
    """The header lines of a record: their values and the lines they stand on."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    @classmethod
    def read(cls, numbered: Iterator[tuple[int, str]]) -> _Headers:
        """Read up to the empty line that ends the headers."""
        headers = cls()
        for line, text in numbered:
            if not text.strip():
                break
            key, colon, value = (part.strip() for part in text.partition(":"))
            if not colon or not key:
                raise RecordError(line, text.strip(), "not_a_header")
            if key in headers.values:
                raise RecordError(line, key, "repeated_header")
            headers.values[key] = value
            headers.lines[key] = line
        return headers

    def need(self, key: str, read: Callable[[str], T]) -> T:
        """Read a header that must be there."""
        if key not in self.values:
            raise RecordError(1, key, "missing_header")
        try:
            return read(self.values[key])
        except _Refused as error:
            raise RecordError(self.lines[key], error.what, error.reason) from error

    def take(self, key: str, read: Callable[[str], T], default: T) -> T:
        """Read a header that may be there."""
        return self.need(key, read) if self.values.get(key) else default

    def fixed(self, kind: str) -> Fixed:
        """Read what the headers fix of a kind of chance."""
        found = [(match, key) for key in self.values if (match := _FIXED.fullmatch(key))]
        return tuple(
            sorted(
                (int(match[2]), tuple(self.values[key].split()))
                for match, key in found
                if match[1] == kind
            )
        )

    def unknown(self) -> tuple[tuple[str, str], ...]:
        """Return the headers that mean nothing to the engine."""
        return tuple(
            (key, value)
            for key, value in self.values.items()
            if key not in _KNOWN and not _FIXED.fullmatch(key)
        )


def _moves(numbered: Iterable[tuple[int, str]], seats: int) -> Iterator[MoveLine]:
    for line, written in numbered:
        text = written.partition("#")[0].strip()
        if not text:
            continue
        word, _, code = text.partition(" ")
        seat = read_number(word)
        if seat is None or not code:
            raise RecordError(line, text, "not_a_move")
        if not 1 <= seat <= seats:
            raise RecordError(line, text, "no_such_seat")
        yield MoveLine(Seat(seat), code.strip(), line)


def _game(key: str) -> AnyGame:
    if key not in GAMES:
        raise _Refused("unknown_game", key)
    return GAMES[key]


def _number(text: str) -> int:
    number = read_number(text)
    if number is None:
        raise _Refused("not_a_number", text)
    return number


def _options(game: AnyGame, words: str) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    for word in words.split():
        key, equals, value = word.partition("=")
        if not equals or key in options:
            raise _Refused("not_an_option", word)
        try:
            options[key] = read_option(game.info, key, value)
        except BadOptions as error:
            raise _Refused(error.reason, word) from error
    return options


def _seed(text: str) -> bytes:
    if not re.fullmatch(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}", text):
        raise _Refused("not_a_seed", text)
    return bytes.fromhex(text)


def _players(names: str, seats: int) -> tuple[str, ...]:
    players = tuple(name.strip() for name in names.split("|"))
    if len(players) != seats:
        raise _Refused("wrong_players", names)
    return players


def _result(text: str) -> tuple[int, ...]:
    words = text.split()
    if not all(re.fullmatch(r"-?[0-9]{1,9}", word) for word in words):
        raise _Refused("not_a_number", text)
    return tuple(map(int, words))


def quoted(text: str, most: int = _QUOTED) -> str:
    r"""Return a stranger's text, cut short and without characters that a terminal obeys.

    >>> print(quoted("draw \x1b[2J and more", most=11))
    draw \x1b[2J …
    """
    short = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in short)


def _one_name(name: str) -> str:
    """Return a name that stays on its line and between its bars."""
    return " ".join(name.replace("|", "/").split()) or "?"

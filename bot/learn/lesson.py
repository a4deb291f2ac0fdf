"""Lessons: chosen moments of a game, and where each press leads; read from a text file a game.

A lesson has scenes and steps. A scene is a record (`engine.record`) with fixed chance, in which `*`
stands for all other cards of a shuffle; a step is a moment of the scene above it, of which a person
sees their hand, a few words and their moves:

    scene first
    shuffle 1: KH 2C 3D *
    …the record's other headers, an empty line, and its moves

    step open @ 0
    press draw AAB -> taken
    press * ! other

`step open @ 0` stands after so many moves of the scene; `step jumped @ 3 + 1 jump` after three and
then one of its own. A `press` leads to a step (`->`), or is answered in words and changes nothing
(`!`); `*` are all moves that are not named. A step without a move has `next -> STEP`, or `end`.
`show table` or `show deal` shows that picture instead of the hand. The words stand in the
catalogue: `learn.GAME.STEP`, and `learn.GAME.STEP.WORD` for an answer. `back -> STEP` is as `next`,
where a choice is taken back.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from bot.clock import Clock
from bot.errors import Refused
from bot.match.table.cache import Locks
from bot.match.table.kind import Kind, kind_of
from bot.match.table.solo import Solo, house_members, solo_table
from bot.match.table.tables import Tables
from bot.presenters import PRESENTERS
from bot.store import Store
from bot.store.matches import LESSON_NAME
from bot.store.rows import MatchRow, Member, Status, Terms
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES
from engine.record import MoveLine, Record, parse_record, replay
from engine.seats import Seat

LEARNER = Seat(1)
"""Where the person sits in every lesson."""

SHOWN = ("hand", "table", "deal")
"""The pictures that a step may show."""

OTHERS = "*"
"""Stands for all moves that a step does not name."""

HOME = Path(__file__).with_name("lessons")

_SCENE = re.compile(r"scene ([a-z_]+)")
_STEP = re.compile(r"step ([a-z_]+) @ ([0-9]+)(?: \+ (.+))?")
_PRESS = re.compile(r"press (.+?) (->|!) ([a-z_]+)")
_NEXT = re.compile(r"(next|back) -> ([a-z_]+)")
_SHOW = re.compile(f"show ({'|'.join(SHOWN)})")
_END = "end"


class LessonError(ValueError):
    """A fault of a lesson's file: the line, and what is wrong with it."""


@dataclass(frozen=True)
class Step:
    """A moment of a lesson.

    `record` is the game so far. `leads` are the steps to which moves lead, and `answers` the words
    for those that change nothing, by their spelling or OTHERS. `onward` is the step that follows
    without a move; "" where one has to be made, and at the end of a lesson, which `is_end`. It
    `is_back` where it takes a choice back.
    """

    name: str
    record: Record
    show: str = "hand"
    leads: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    onward: str = ""
    is_back: bool = False
    is_end: bool = False

    @cached_property
    def course(self) -> Course:
        """The game as it stands, played once it is asked for. Raises RecordError."""
        return replay(self.record)

    def to(self, code: str) -> str:
        """Return the step to which a move leads; "" for none."""
        return self.leads.get(code) or ("" if code in self.answers else self.leads.get(OTHERS, ""))

    def answer(self, code: str) -> str:
        """Return the word of the answer to a move that changes nothing; "" for none."""
        return self.answers.get(code) or self.answers.get(OTHERS, "")


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a game: its steps by name, in the order in which they stand."""

    game: str
    steps: Mapping[str, Step]

    @property
    def first(self) -> str:
        """The name of the step with which it begins."""
        return next(iter(self.steps))

    @property
    def words(self) -> frozenset[str]:
        """The keys of its words in the catalogue."""
        said = (
            ".".join(filter(None, (f"learn.{self.game}.{step.name}", word)))
            for step in self.steps.values()
            for word in ("", *step.answers.values())
        )
        return frozenset(said)

    @property
    def path(self) -> tuple[str, ...]:
        """The names of its steps, of those that lead on to the same one only the last.

        Left out are those, too, of which the choice that led there is taken back.
        """
        steps = {name: step for name, step in self.steps.items() if not step.is_back}
        last = {step.onward: name for name, step in steps.items()}
        return tuple(n for n, step in steps.items() if not step.onward or last[step.onward] == n)

    def place(self, name: str) -> int:
        """Return the place of a step on the path, from 1; one off it has that of its like there.

        One that takes a choice back has the place of where it leads.
        """
        step = self.steps[name]
        if name in self.path:
            return self.path.index(name) + 1
        return self.path.index(step.onward) + step.is_back


@cache
def lesson_of(game: str) -> Lesson | None:
    """Return the lesson of a game; None for a game that has none. Raises LessonError."""
    return read_lesson(game, _file(game).read_text(encoding="utf-8")) if game in taught() else None


@cache
def taught() -> tuple[str, ...]:
    """Return the games that have a lesson; none is read before it is taken."""
    return tuple(game for game in GAMES if _file(game).is_file())


def _file(game: str) -> Path:
    return HOME / f"{game}.txt"


def read_lesson(game: str, text: str) -> Lesson:
    """Read a lesson. Raises LessonError, and RecordError for a scene that is no record."""
    reader = _Reader(game)
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            reader.take(line.partition("#")[0].rstrip())
        except ValueError as error:
            raise LessonError(f"line {number}: {line!r}: {error}") from error
    steps = {step.name: step for step in reader.steps}
    for step in steps.values():
        missing = {*step.leads.values(), *filter(None, [step.onward])} - steps.keys()
        if missing:
            raise LessonError(f"step {step.name} leads to none: {', '.join(sorted(missing))}")
    if not steps:
        raise LessonError("there is no step")
    return Lesson(game, steps)


class _Reader:
    """Reads a lesson line by line."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._scene: list[str] | None = None
        self._record: Record | None = None
        self.steps: list[Step] = []

    def take(self, line: str) -> None:
        """Take the next line in. Raises ValueError."""
        if _SCENE.fullmatch(line):
            self._scene, self._record = [], None
        elif found := _STEP.fullmatch(line):
            self._begin(*found.groups())
        elif self._scene is not None:
            self._scene.append(line)
        elif line:
            self._add(line)

    def _begin(self, name: str, moves: str, more: str | None) -> None:
        if self._scene is not None:
            self._record, self._scene = self._whole("\n".join(self._scene).strip("\n")), None
        if self._record is None or any(step.name == name for step in self.steps):
            raise ValueError("a step needs a scene and a name of its own")
        played = self._record.moves[: int(moves)]
        if len(played) < int(moves):
            raise ValueError("the scene has not so many moves")
        own = tuple(_move(text) for text in more.split(", ")) if more else ()
        self.steps.append(Step(name, replace(self._record, moves=(*played, *own), result=None)))

    def _whole(self, text: str) -> Record:
        """Read a scene, each of its shuffles completed. Raises RecordError."""
        record = parse_record(f"game: {self._game}\n{text}\n")
        listing = _Listing(bytes(32))
        Course.begin(GAMES[self._game], record.seats, record.options, listing)
        shuffles = tuple((n, _completed(order, listing.cards)) for n, order in record.shuffles)
        return replace(record, shuffles=shuffles, seed=record.seed or bytes(32))

    def _add(self, line: str) -> None:
        if not self.steps:
            raise ValueError("it belongs to no step")
        step = self.steps[-1]
        if found := _PRESS.fullmatch(line):
            code, how, what = found.groups()
            leads = {**step.leads, code: what} if how == "->" else step.leads
            answers = {**step.answers, code: what} if how == "!" else step.answers
            step = replace(step, leads=leads, answers=answers)
        elif found := _NEXT.fullmatch(line):
            step = replace(step, onward=found[2], is_back=found[1] == "back")
        elif found := _SHOW.fullmatch(line):
            step = replace(step, show=found[1])
        elif line == _END:
            step = replace(step, is_end=True)
        else:
            raise ValueError("it means nothing here")
        self.steps[-1] = step


class _Listing(Chance):
    """Chance that remembers which cards are shuffled first."""

    cards: tuple[str, ...] = ()

    def shuffle(self, game: str, number: int, cards: Sequence[str]) -> tuple[str, ...]:
        object.__setattr__(self, "cards", self.cards or tuple(cards))
        return super().shuffle(game, number, cards)


def _completed(order: Sequence[str], cards: Sequence[str]) -> tuple[str, ...]:
    """Return an order in which `*` stood for all cards that it does not name."""
    rest = [card for card in cards if card not in order]
    return tuple(card for each in order for card in (rest if each == OTHERS else [each]))


def _move(text: str) -> MoveLine:
    seat, _, code = text.partition(" ")
    return MoveLine(Seat(int(seat)), code)


# The last part of a lesson: a small whole game, alone with easy house players and a coach.

LESSON = Kind(LESSON_NAME, is_solo=True, is_rated=False, is_practice=True)
"""The kind of such a game; its key names what is learnt."""

LEVEL = "easy"
TERMS = Terms(hints=False, level=LEVEL, coach=True)


class Lessons:
    """Begins the games that end lessons; `house` are the names of the house players."""

    def __init__(self, store: Store, tables: Tables, clock: Clock, house: Sequence[str]) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._house = tuple(house)
        self._locks = Locks[int]()

    async def begin(self, game: str, person: Member, locale: str) -> MatchRow:
        """Begin a game; another one of a lesson that the person has left ends."""
        user_id = int(person.key)
        # One at a time, so that of two begun at once one is left.
        async with self._locks[user_id]:
            for other in await self._store.matches_of(user_id, (Status.PLAYING,)):
                if kind_of(other) is LESSON:
                    with suppress(Refused):  # it has just ended by itself
                        await self._tables.close(other.id)
            row = await self._store.new_match(self._new(game, person, locale))
        await self._tables.tell(row)
        return row

    def _new(self, game: str, person: Member, locale: str) -> MatchRow:
        """Return the table: the person in the first seat, in a game of one deal, or a short one."""
        now, seed = self._clock.now(), secrets.token_bytes(SEED_BYTES)
        members = (replace(person, acted=now), *house_members(self._house, LEVEL))
        options = {option.key: option.default for option in GAMES[game].info.options}
        if (first := PRESENTERS[game].first_game) is not None:
            options[first[0]] = first[1]
        if "deals" in options:
            options["deals"] = 1
        course = Course.begin(GAMES[game], len(members), options, Chance(seed))
        secret = secrets.token_bytes(SEED_BYTES)
        solo = Solo(LESSON.key(game), options, TERMS, locale, seed, secret)
        return solo_table(solo, course, members, now)

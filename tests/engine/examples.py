"""The rules by example: positions that are composed, and texts that say what follows from what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import pytest

from engine.chance import Chance
from engine.codec import line_of
from engine.course import Course
from engine.events import Event, as_seen_by
from engine.game import BadOptions, IllegalMove
from engine.seats import Seat
from tests.engine.walks import everyone

# What composed positions of every game share: to make moves, and to look at what came of them.

T = TypeVar("T")


def played(course: Course, *moves: str) -> Course:
    """Make moves written as in a record: `1 play KH`; `*` lets whoever is to act do it."""
    for move in moves:
        who, code = move.split(" ", 1)
        course = course.then(course.to_act()[0] if who == "*" else Seat(int(who)), code)
    return course


def first_moves(course: Course, deals: int = 1) -> Course:
    """Play on with each seat's first legal move until this many deals are finished."""
    while course.to_act() and len(course.view(None).deal_scores) < deals:
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[0])
    return course


def to_the_end(course: Course) -> Course:
    """Play on with each seat's first legal move until the game is over."""
    return first_moves(course, deals=99)


def told(course: Course) -> tuple[Event, ...]:
    """Return the events of the last move."""
    return course.happened[-1]


class Seen(Generic[T]):
    """Gives a seat's view, or a spectator's, by its own type."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind

    def __call__(self, course: Course, seat: int | None = None) -> T:
        view: Any = course.view(None if seat is None else Seat(seat))
        assert isinstance(view, self._kind)
        return view


class Stands(Generic[T]):
    """Gives the position itself, by its own type."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind

    def __call__(self, course: Course) -> T:
        assert isinstance(course.state, self._kind)
        return course.state


# The rules by example: texts (`<game>/examples.txt`) that say what follows from what.
#
# An example is a paragraph. Its first line is a sentence that begins with the number of its rule,
# if it has one; then come, as often as they are needed:
#
#     deal KH 2C, QH; stock AS; deals 2   the hands (or rows) and options of `positions.table`
#     > 1 play KH, 2 play QH              moves, as records have them
#     = to_act 2; trick.leader 1        what a spectator sees, field by field; `2=` what seat 2 does
#     *= tricks 1 0 0                     what everybody sees
#     1= with KH; without QH              which cards a view names somewhere
#     legal: pay, wild                    every move of the seat to act
#     no 1 jump: wrong_phase              a move that is refused, and why
#     ! Jumped(seat 2, cloud 1, points 1) told to all by the last move; `!!`: only (& and) that
#     trick KH QH 2S: 1 2 3               how a first trick of Cloud Nine is ranked
#     over                                nobody may move any more
#     bad 3 deals=0: out_of_range deals   a game with such seats and options cannot be, and why
#
# Values are written as `engine.codec` writes them. In `deal` and in moves, names stand for what
# `positions` has by that name, such as HIGH, PASSES and `fly 3`.


class Example(NamedTuple):
    """A paragraph: the game, the sentence, and the lines below it."""

    game: str
    sentence: str
    lines: tuple[str, ...]

    def hold(self, kind: type[Table] | None = None) -> None:
        """Go through the lines; fails at the first that is not so."""
        table = (kind or Table)(self.game)
        for line in self.lines:
            verb, _, rest = line.partition(" ")
            if verb.endswith("="):
                table.show(verb[:-1], rest)
            else:
                assert verb in table.verbs, line
                getattr(table, table.verbs[verb])(rest)


class Table:
    """A course that an example goes through."""

    verbs: ClassVar[dict[str, str]] = {
        "deal": "deal",
        ">": "move",
        "legal:": "allow",
        "no": "refuse",
        "!": "told",
        "!!": "told_alone",
        "trick": "rank",
        "over": "end",
        "bad": "refuse_options",
    }

    def __init__(self, game: str) -> None:
        self.positions = import_module(f"tests.engine.{game}.positions")
        self.course: Course

    def deal(self, dealt: str) -> None:
        hands, *options = dealt.split("; ")
        given: dict[str, Any] = {}
        for option in options:
            name, _, value = option.partition(" ")
            given[name] = _value(name, self._named(value))
        named = [self._named(hand) for hand in hands.split(", ") if hand != "default"]
        self.course = self.positions.table(*named, **given)

    def move(self, moves: str) -> None:
        for move in moves.split(", "):
            helper, *rest = move.split(" ")
            if helper == "PASSES":
                self.move(", ".join(self.positions.PASSES))
            elif helper in vars(self.positions):
                times = int(rest.pop()) if rest and rest[-1].isdigit() else 1
                for _ in range(times):
                    self.course = getattr(self.positions, helper)(self.course, *rest)
            else:
                self.course = self.positions.played(self.course, move)

    def refuse(self, text: str) -> None:
        move, _, reason = text.rpartition(": ")
        with pytest.raises(IllegalMove) as refused:
            self.positions.played(self.course, move)
        assert refused.value.reason == reason, text

    def refuse_options(self, text: str) -> None:
        given, _, why = text.partition(": ")
        seats, *options = given.split()
        named = dict(option.split("=") for option in options)
        values = {name: _value(name, value) for name, value in named.items()}
        with pytest.raises(BadOptions) as refused:
            self.positions.GAME.start(int(seats), values, Chance(bytes(32)))
        assert [refused.value.reason, refused.value.key] == why.split(), text

    def allow(self, codes: str) -> None:
        (seat, *_) = self.course.to_act()
        assert ", ".join(self.course.legal(seat)) == codes
        assert ", ".join(getattr(self.course.view(seat), "legal", codes.split(", "))) == codes

    def told(self, text: str) -> None:
        assert text in self._told()

    def told_alone(self, texts: str) -> None:
        assert self._told() == texts.split(" & ")

    def _told(self) -> list[str]:
        return [line_of(event) for event in as_seen_by(None, self.course.happened[-1])]

    def rank(self, text: str) -> None:
        cards, _, ranking = text.partition(": ")
        self.course = self.positions.trick(*cards.split())
        self.show("", f"trick.ranking {ranking}")

    def end(self, _: str) -> None:
        assert self.course.to_act() == ()
        assert not any(self.course.legal(Seat(seat)) for seat in range(7))

    def show(self, eyes: str, wanted: str) -> None:
        seats = everyone(len(self.course.view(None).scores)) if eyes == "*" else [seat_of(eyes)]
        for seat, text in product(seats, wanted.split("; ")):
            view = self.course.view(seat)
            name, _, value = text.partition(" ")
            if name in {"with", "without"}:
                words = str(view).replace("=", " ").replace("(", " ").split()
                seen = {word.strip("'(),") for word in words}
                assert all((card in seen) == (name == "with") for card in value.split()), text
            else:
                assert line_of(_part(view, name)) == value, (seat, text)

    def _named(self, text: str) -> Any:
        return "" if text == "-" else vars(self.positions).get(text, text)


def _value(name: str, text: Any) -> Any:
    if name == "rolls" and isinstance(text, str):
        return tuple(text.split())
    if isinstance(text, str) and name not in {"stock", "pile", "scoring"}:
        return {"True": True, "False": False}.get(text) if text[0] in "TF" else int(text)
    return text


def seat_of(eyes: str) -> Seat | None:
    return Seat(int(eyes)) if eyes else None


def _part(value: Any, path: str) -> Any:
    for name in path.split("."):
        value = value[int(name) - 1] if name.isdigit() else getattr(value, name)
    return value


def examples(files: Iterable[Path], game: Callable[[Path], str]) -> list[Example]:
    """Return the examples that stand in files, each of a game."""
    return [
        Example(game(file), sentence, tuple(lines))
        for file in sorted(files)
        for sentence, *lines in (
            part.split("\n") for part in file.read_text().strip().split("\n\n")
        )
    ]

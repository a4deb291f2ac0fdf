"""A game being played: its state, and everything that happened on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar, overload

from engine.chance import Chance
from engine.events import Event, Heard, TakenBack, as_seen_by
from engine.game import AnyGame, IllegalMove, Options, SharedRefusal, View
from engine.seats import Seat

# A trail: an immutable sequence that grows at its end at a constant cost.

T = TypeVar("T")


class Trail(Sequence[T], Generic[T]):
    """The items so far, oldest first; `then` makes a longer trail and leaves this one as it is.

    A trail shares its beginning with those that go on from it, so a game of n moves costs n steps
    where copying a tuple at each move would cost n squared. Trails with equal contents are equal.

    >>> start = Trail(["deal"])
    >>> start.then("play"), start
    (Trail(['deal', 'play']), Trail(['deal']))
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._shared = list(items)
        self._length = len(self._shared)

    def then(self, item: T) -> Trail[T]:
        """Return the trail with one more item at its end."""
        # Only the longest may add to what all share; a shorter one begins a list of its own.
        is_longest = len(self._shared) == self._length
        shared = self._shared if is_longest else self._shared[: self._length]
        shared.append(item)
        longer: Trail[T] = Trail.__new__(Trail)
        longer._shared, longer._length = shared, self._length + 1
        return longer

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._shared, self._length)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        return self._shared[range(self._length)[at]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Trail({list(self)!r})"


BACK = "back"
"""The line of a log by which a seat takes its last move back; no game has such a move."""


@dataclass(frozen=True, slots=True)
class Course:
    """A game up to some move: `happened[0]` are the events of the start, then those of each move.

    A move leads to the next course; this one stays as it is. `told` is what of it everybody heard.
    Both are empty where the game was taken up from a state: nobody knows then what was heard.

    >>> from engine.chance import Chance
    >>> from engine.games import GAMES
    >>> course = Course.begin(GAMES["nimbly"], 3, {"deals": 1}, Chance(bytes(32)))
    >>> course.to_act(), course.legal(course.to_act()[0])[:3]
    ((1,), ('draw A', 'draw B', 'draw C'))
    >>> course = course.then(course.to_act()[0], "draw AAB")
    >>> course.to_act(), course.view(None).last_draw.rows, len(course.happened)
    ((2,), 'AAB', 2)
    >>> Course.taken_up(course.game, course.state).to_act()
    (2,)
    >>> again = course.follow(Seat(1), BACK)
    >>> again.to_act(), again.happened[1:]
    ((1,), ((), (TakenBack(seat=1),)))
    """

    game: AnyGame
    # Only the game knows what kind of state it is.
    state: Any
    happened: Trail[tuple[Event, ...]]
    told: Trail[tuple[Event, ...]]
    last: Last | None = field(default=None, compare=False, repr=False)
    """The move that led here; None at a start, after one taken back, and in what is taken up."""

    @classmethod
    def begin(cls, game: AnyGame, seats: int, options: Options, chance: Chance) -> Course:
        """Start a game. Raises BadOptions and BadChance."""
        step = game.start(seats, options, chance)
        told = as_seen_by(None, step.events)
        return cls(game, step.state, Trail([step.events]), Trail([told]))

    @classmethod
    def taken_up(cls, game: AnyGame, state: object) -> Course:
        """Take a game up from a state, without what happened before."""
        return cls(game, state, Trail(), Trail())

    def then(self, seat: Seat, code: str) -> Course:
        """Make a move by its spelling. Raises IllegalMove and BadChance."""
        step = self.game.apply(self.state, seat, self.game.parse(code))
        # Without its beginning a trail would count its moves wrongly.
        if not self.happened:
            return Course(self.game, step.state, self.happened, self.told)
        told = self.told.then(as_seen_by(None, step.events))
        last = Last(seat, replace(self, last=None))
        return Course(self.game, step.state, self.happened.then(step.events), told, last)

    def follow(self, seat: Seat, code: str) -> Course:
        """Follow a line of a log: a move, or BACK. Raises IllegalMove and BadChance.

        What is taken back stays a line of the log, but nothing of it is heard any more.
        """
        if code != BACK:
            return self.then(seat, code)
        if self.last is None or not self.may_take_back(seat):
            raise IllegalMove(SharedRefusal.NOT_TO_TAKE_BACK)
        before = self.last.before
        heard = (TakenBack(seat),)
        happened, told = (trail.then(()).then(heard) for trail in (before.happened, before.told))
        return replace(before, happened=happened, told=told)

    def may_take_back(self, seat: Seat) -> bool:
        """Return whether a seat has moved last, and nothing has come of it but what it chose.

        So nobody has moved since, nothing was dealt, drawn or thrown, and the game goes on.
        """
        if self.last is None or self.last.seat != seat or not self.to_act():
            return False
        has_chosen = len(self.last.before.legal(seat)) > 1
        return has_chosen and not any(event.by_chance for event in self.told[-1])

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that may move, in order; () when the game is over."""
        return tuple(sorted(self.game.to_act(self.state)))

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """Spell the legal moves of a seat."""
        return tuple(self.game.code(move) for move in self.game.legal(self.state, seat))

    def view(self, seat: Seat | None) -> View:
        """Show what a seat (None = a spectator) sees now."""
        return self.game.view(self.state, seat)

    def heard(self, seat: Seat | None) -> tuple[Heard, ...]:
        """Return everything a seat (None = a spectator) has heard since the start.

        Raises ValueError for a game that was taken up from a state.
        """
        if not self.happened:
            raise ValueError("what happened before this state is not known")
        everything = enumerate(zip(self.happened, self.told, strict=True))
        return tuple(
            Heard(move, event)
            for move, (events, told) in everything
            for event in (told if told is events else as_seen_by(seat, events))
        )


class Last(NamedTuple):
    """A move: who made it, and the game before."""

    seat: Seat
    before: Course

"""The contract that every game fulfils, and the types it is written in.

A game is pure: a move turns one immutable state into the next and says what happened. It knows
seats, never people; chance is a value (`engine.chance`), time does not exist.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.seats import Seat

if TYPE_CHECKING:
    from random import Random

    from engine.chance import Chance
    from engine.events import Event, Heard

OptionValue: TypeAlias = int | str | bool | None
Options: TypeAlias = Mapping[str, OptionValue]
"""Every option of the game by key; a key left out has its default."""

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

S = TypeVar("S")
M = TypeVar("M")
V_co = TypeVar("V_co", covariant=True)
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Option(ABC):
    """One setting of a game: a Number, a Flag or a Choice of `engine.options`.

    `choices` are the spellings of all values, () where any number of a range will do, or one of
    `also`. With `seats`, only tables of these sizes may have anything but the default. Where the
    option named by `unless` is set, this one is ignored.
    """

    key: str
    default: OptionValue
    choices: tuple[str, ...] = field(default=(), kw_only=True)
    also: tuple[int, ...] = field(default=(), kw_only=True)
    seats: tuple[int, ...] = field(default=(), kw_only=True)
    unless: str = field(default="", kw_only=True)

    @property
    def limits(self) -> dict[str, int]:
        """Return the values that a sentence about the option's range may name."""
        return {}

    @abstractmethod
    def read(self, word: str) -> OptionValue:
        """Read a value from its spelling in a record. Raises BadOptions as `check` does."""

    @abstractmethod
    def check(self, value: OptionValue) -> None:
        """Raise BadOptions if the option does not take this value."""

    def fits(self, value: OptionValue, seats: int) -> bool:
        """Return whether a table of this many seats may have the option at this value."""
        return not self.seats or seats in self.seats or value == self.default


@dataclass(frozen=True, slots=True)
class Info:
    """The facts of a game: its key in docs/rules.md, its title, seats, options, version.

    `seats` are all numbers of seats the game can be played with. `seats_if` pairs some of them with
    the key of a flag: only with that flag on may a table begin with so few; otherwise house players
    fill it up.
    """

    key: str
    title: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    seats_if: tuple[tuple[int, str], ...] = ()

    def seats_with(self, options: Options) -> tuple[int, ...]:
        """Return the numbers of seats that a table with these options may begin with."""
        unwanted = {seats for seats, flag in self.seats_if if not options.get(flag)}
        return tuple(seats for seats in self.seats if seats not in unwanted)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended: final score per seat and the winning seats (ties share)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def by_place(scores: Sequence[int], winners: Collection[int]) -> tuple[tuple[int, Seat], ...]:
    """Return place, from 1, and seat of everybody at the end of a game; equals share a place.

    A winner stands before a loser with the same score, which means that a tie was broken.

    >>> by_place((50, 70, 50), winners=(2,))
    ((1, 2), (2, 1), (2, 3))
    """
    ranks = [(seat in winners, score) for seat, score in enumerate(scores, start=1)]
    placed = [
        (1 + sum(other > rank for other in ranks), Seat(seat))
        for seat, rank in enumerate(ranks, start=1)
    ]
    return tuple(sorted(placed))


class Step(NamedTuple):
    """The outcome of a start or a move: the next state, and what happened, in order."""

    state: object
    events: tuple[Event, ...]


class IllegalMove(ValueError):
    """A move that the rules refuse; `reason` is a short key such as `not_in_hand`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SharedRefusal(StrEnum):
    """The reasons of IllegalMove that every game has; each adds its own."""

    GAME_OVER = "game_over"
    """Nobody moves any more."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another seat is to move."""
    UNREADABLE = "unreadable"
    """The spelling is no move of this game."""
    NOT_TO_TAKE_BACK = "not_to_take_back"
    """There is no last move of this seat, or something has come of it."""


class BadOptions(ValueError):
    """A number of seats or an option the game does not have; `reason` as in IllegalMove."""

    def __init__(self, reason: str, key: str = "") -> None:
        super().__init__(f"{reason}: {key}" if key else reason)
        self.reason = reason
        self.key = key


class View(Protocol):
    """Fields that the views of all games have, for programs that know nothing of the game.

    A view is a frozen dataclass of plain values: numbers, strings, tuples, enums, nested views. It
    lists its fields one by one and never holds a seed, a state or a card its seat may not know.

    `seat` is whose view it is, None for a spectator's. `to_act` are the seats that may move, `deal`
    is the number of the deal from 1, `scores` are the totals, and `deal_scores` has one tuple for
    each finished deal.
    """

    @property
    def seat(self) -> Seat | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def to_act(self) -> tuple[Seat, ...]: ...
    @property
    def deal(self) -> int: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def deal_scores(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won; () before the game is over."""


class Game(Protocol[S, M, V_co]):
    """A game: the only thing robots, tables, records and tests know of the rules.

    >>> from engine.chance import Chance
    >>> from engine.games import GAMES
    >>> game = GAMES["nimbly"]
    >>> state, events = game.start(3, {}, Chance(bytes(32)))
    >>> sorted(game.to_act(state))
    [1]
    >>> [game.code(move) for move in game.legal(state, Seat(1))][:4]
    ['draw A', 'draw B', 'draw C', 'draw AA']
    >>> state, events = game.apply(state, Seat(1), game.parse("draw AA"))
    >>> events[0].held, game.view(state, Seat(2)).hand_counts
    (2, (2, 0, 0))
    """

    @property
    def info(self) -> Info: ...

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        """Deal the first deal. Raises BadOptions and BadChance."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that may move now; none when the game is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        """Return the moves of a seat, without repetition; () for a seat not to act."""

    def apply(self, state: S, seat: Seat, move: M) -> Step:
        """Make a move. Raises IllegalMove if the rules refuse it, and BadChance."""

    def view(self, state: S, seat: Seat | None) -> V_co:
        """Show what a seat may see; None is a spectator."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended; None while it goes on."""

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], S]:
        """Prepare a function that makes up whole states, each with a chance of its own.

        Neither the view nor anything heard contradicts them: a seat that sees `view` would see it
        in every one of them. Raises TypeError if the view is of another game.
        """

    def code(self, move: M) -> str:
        """Spell a move as docs/rules.md does."""

    def parse(self, code: str) -> M:
        """Read a spelling back; the inverse of `code`. Raises IllegalMove("unreadable")."""

    def dump(self, state: S) -> Json:
        """Write a state as JSON values, for the store."""

    def load(self, data: Json) -> S:
        """Read back what `dump` wrote; `load(dump(s)) == s`."""


AnyGame: TypeAlias = Game[Any, Any, View]
"""A game known by this contract alone; its states and moves may be of any type."""

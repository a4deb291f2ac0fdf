"""What a pattern is, positions to find it in, and endings solved by trying everything."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import count
from random import Random
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.events import Heard
from engine.game import AnyGame, Options, View
from engine.games import GAMES
from engine.games.balloon.cards import IDENTITIES
from engine.games.balloon.state import DEALT
from engine.games.balloon.view import WILD
from engine.games.clumond.view import PASS
from engine.players.levels import HOUSE_PLAYERS
from engine.seats import Seat

# What a pattern is: moves that are stupid at a decision, and what would be better.


@dataclass(frozen=True)
class Question:
    """A decision as the seat to move sees it; `legal` has its moves as in docs/rules.md."""

    course: Course
    view: View
    legal: tuple[str, ...]

    @classmethod
    def at(cls, course: Course) -> Question:
        """Return the question that a game asks the seat to move."""
        seat = course.to_act()[0]
        return cls(course, course.view(seat), course.legal(seat))

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        return self.view.to_act[0]

    @cached_property
    def heard(self) -> tuple[Heard, ...]:
        """What the seat has heard; put together only when somebody asks."""
        return self.course.heard(self.seat)


class Proof(StrEnum):
    """Against what play the better move is at least as good, in every world of the seat.

    SURE: whatever anybody does; the worst after the better move is no worse than the best after the
    stupid one. ALIKE: if the others do card for card the same after both. BEST: if everybody plays
    best for themselves with all cards known, which they are here or nearly.
    """

    SURE = "sure"
    ALIKE = "alike"
    BEST = "best"


Faults: TypeAlias = Mapping[str, str]
"""The stupid moves of a decision, each with a better one; {} where the pattern cannot fire."""

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Pattern(Generic[R]):
    """A stupidity: its name, the number of the rule it comes from, its proof, and its faults.

    `R` is how a game's patterns read a decision.
    """

    name: str
    rule: str
    proof: Proof
    faults: Callable[[R], Faults]


def pattern(rule: str, proof: Proof = Proof.SURE) -> Callable[[Callable[[R], Faults]], Pattern[R]]:
    """Make a function a pattern; its name becomes the pattern's."""
    return lambda faults: Pattern(faults.__name__, rule, proof, faults)


# Positions as they come up when players of all kinds meet: thousands, from a seed.
#
# Nobody plays alike for a whole game: a seat plays by rule of thumb, greedily or at random, as its
# temper and the dice have it, so positions come up that good players never reach.


@dataclass(frozen=True, slots=True)
class Table:
    """A kind of table: its seats and options.

    `thoughtful` and `first` (0…1) are how often on the average its players think, and how often
    they make the first move of the list: the highest card, or to stay aboard and pay. Else they
    make any. `lucky` is for tables of Cloud 9 at which trips go far.
    """

    seats: int
    options: Options
    thoughtful: float = 0.6
    first: float = 0.0
    lucky: bool = False


TABLES: Mapping[str, tuple[Table, ...]] = {
    "balloon": (
        *(Table(seats, {"target": 20}, 0.4, 0.2) for seats in (3, 4, 5, 6)),
        *(Table(seats, {"target": 30}, 0.3, 0.6) for seats in (2, 3, 4)),
        *(Table(seats, {"target": 60, "redeal": False}, 0.1, 0.8) for seats in (3, 4, 6)),
        *(Table(seats, {"target": 50}, 0.2, 0.7, lucky=True) for seats in (2, 3, 4, 5)),
        Table(3, {"target": 50}),
    ),
    "cloud_nine": (Table(3, {"deals": 1}), Table(3, {"deals": 1}, 0.3)),
    "clumond": (
        Table(3, {"deals": 3}, 0.1, 0.2),
        Table(3, {"deals": 3, "ante": 10}, 0.05, 0.1),
        Table(3, {"deals": 3, "scoring": "points"}, 0.1, 0.2),
        Table(3, {"deals": 3, "scoring": "points"}, 0.05, 0.1),
    ),
    "nimbly": (
        Table(3, {"deals": 1}),
        Table(3, {"deals": 1}, 0.3),
        Table(3, {"deals": 1, "par": True}),
        Table(4, {"deals": 1}),
        Table(5, {"deals": 1}),
    ),
}
"""For each game the tables that are played."""

_LEVELS = ("quick", "easy")

_PASSES = 0.75
"""How often a call of Clumond is a pass, or every hand would have a declarer."""

_LUCKY_DIE = "RGPY--------"
_LUCKY_THROWS = 60


def decisions(game: str, seed: int = 0) -> Iterator[Course]:
    """Play games without end; give every decision in which there is a choice."""
    for number in count():
        tables = TABLES[game]
        yield from _played(game, tables[number % len(tables)], Random(f"{seed}/{game}/{number}"))


def _played(game: str, table: Table, random: Random) -> Iterator[Course]:
    chance = _high_flight(table.seats, random) if table.lucky else _any(random)
    course = Course.begin(GAMES[game], table.seats, table.options, chance)
    tempers = [_Temper(game, table, random) for _ in range(table.seats)]
    while acting := course.to_act():
        seat = acting[0]
        legal = course.legal(seat)
        code = legal[0]
        if len(legal) > 1:
            yield course
            code = tempers[seat - 1].choose(course, legal, random)
        course = course.then(seat, code)


def _any(random: Random) -> Chance:
    return Chance(random.randbytes(SEED_BYTES))


def _high_flight(seats: int, random: Random) -> Chance:
    """Deal Cloud 9 with wild cards about and most dice blank, so that the balloon flies high."""
    wilds = [card for card in IDENTITIES if card.startswith(WILD)]
    plain = [card for card in IDENTITIES if card not in wilds]
    random.shuffle(plain)
    dealt = [*wilds, *plain[: DEALT * seats - len(wilds)]]
    random.shuffle(dealt)
    order = (*dealt, *plain[DEALT * seats - len(wilds) :])
    rolls = [tuple(random.choice(_LUCKY_DIE) for _ in range(4)) for _ in range(_LUCKY_THROWS)]
    return replace(_any(random), shuffles=((1, order),), rolls=tuple(enumerate(rolls, start=1)))


class _Temper:
    """How a seat plays: how often it thinks, and how often it makes the first move of the list."""

    def __init__(self, game: str, table: Table, random: Random) -> None:
        self._player = HOUSE_PLAYERS[game][random.choice(_LEVELS)]
        self._thinks = 2 * table.thoughtful * random.random()
        self._first = 2 * table.first * random.random()

    def choose(self, course: Course, legal: Sequence[str], random: Random) -> str:
        """Choose a move of the seat to act."""
        seat = course.to_act()[0]
        if random.random() < self._thinks:
            return self._player.choose(course.view(seat), course.heard(seat), legal, random)
        is_call = PASS in legal and random.random() < _PASSES
        return legal[0] if is_call or random.random() < self._first else random.choice(legal)


# Endings solved by trying everything, through the public engine alone.
#
# Nothing here knows a game; so it is slow, and only for the last few moves of a game. Patterns and
# house players are held to it.

POINT = 1e-4
"""What a point counts beside the share of the win: of moves that win as often, players prefer what
scores more."""

SAME = 1e-9
"""Smaller differences are rounding errors."""

Shares: TypeAlias = tuple[float, ...]


class Worth(NamedTuple):
    """What a position gives each seat: the share of the win (0…1), and with it the score."""

    shares: Shares
    values: Shares


class Bounds(NamedTuple):
    """For one seat, the share of the win that is sure whatever the others do, and the most."""

    sure: float
    most: float


class Solver:
    """Solves positions of one game that cannot be mixed up: of one deal, the last of its game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._worth: dict[Hashable, Worth] = {}
        self._bounds: dict[Hashable, Bounds] = {}

    def worth(self, state: Any) -> Worth:
        """Return what a position gives if everybody plays best for themselves.

        All know all cards. Equally good moves are equally likely.
        """
        known = self._worth.get(_key(state))
        if known is None:
            known = self._worth[_key(state)] = self._ended(state) or self._chosen(state)
        return known

    def bounds(self, state: Any, seat: Seat) -> Bounds:
        """Return what a seat can make sure of in a position, and the most that may come to it."""
        key = (seat, _key(state))
        known = self._bounds.get(key)
        if known is None:
            ended = self._ended(state)
            if ended:
                known = Bounds(ended.shares[seat - 1], ended.shares[seat - 1])
            else:
                (mover,) = self._game.to_act(state)
                found = [self.bounds(after, seat) for after in self._after(state)]
                pick = max if mover == seat else min
                known = Bounds(pick(b.sure for b in found), max(b.most for b in found))
            self._bounds[key] = known
        return known

    def regret(self, state: Any, code: str) -> float:
        """Return what a move of the seat to act loses of the win, if all play best (0…1)."""
        (seat,) = self._game.to_act(state)
        best = max(self.worth(after).shares[seat - 1] for after in self._after(state))
        chosen = self._game.apply(state, seat, self._game.parse(code)).state
        return best - self.worth(chosen).shares[seat - 1]

    def _ended(self, state: Any) -> Worth | None:
        outcome = self._game.outcome(state)
        if outcome is None:
            return None
        won = 1 / len(outcome.winners)
        seats = range(1, len(outcome.scores) + 1)
        shares = tuple(won if seat in outcome.winners else 0.0 for seat in seats)
        scored = zip(shares, outcome.scores, strict=True)
        return Worth(shares, tuple(share + POINT * score for share, score in scored))

    def _chosen(self, state: Any) -> Worth:
        (seat,) = self._game.to_act(state)
        found = [self.worth(after) for after in self._after(state)]
        most = max(worth.values[seat - 1] for worth in found)
        chosen = [worth for worth in found if worth.values[seat - 1] > most - SAME]
        return Worth(_mean([w.shares for w in chosen]), _mean([w.values for w in chosen]))

    def _after(self, state: Any) -> list[Any]:
        (seat,) = self._game.to_act(state)
        moves = self._game.legal(state, seat)
        return [self._game.apply(state, seat, move).state for move in moves]


def _key(state: Any) -> Hashable:
    """Return what tells positions of a deal apart: all of a state but the deal, which is first."""
    return tuple(state[1:])


def _mean(each: list[Shares]) -> Shares:
    return tuple(sum(column) / len(each) for column in zip(*each, strict=True))

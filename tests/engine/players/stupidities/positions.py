"""Positions as they come up when players of all kinds meet: thousands, from a seed.

Nobody plays alike for a whole game: a seat plays by rule of thumb, greedily or at random, as its
temper and the dice have it, so positions come up that good players never reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random

from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES
from engine.games.balloon.cards import IDENTITIES
from engine.games.balloon.state import DEALT
from engine.games.balloon.view import WILD
from engine.games.clumond.view import PASS
from engine.players.levels import HOUSE_PLAYERS


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

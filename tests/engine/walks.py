"""Random games, for tests that hold for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.game import AnyGame, Option, Options, OptionValue
from engine.games import GAMES
from engine.options import Number
from engine.players.robot import HousePlayer, RankedMove
from engine.seats import Seat


class Beginning(NamedTuple):
    """A game to be walked through: which, with how many seats and which options, from what seed."""

    key: str
    seats: int
    options: Options
    seed: int

    @property
    def game(self) -> AnyGame:
        return GAMES[self.key]

    def course(self) -> Course:
        chance = Chance(Random(self.seed).randbytes(SEED_BYTES))
        return Course.begin(self.game, self.seats, self.options, chance)


class Situation(NamedTuple):
    """A point of a game: the course so far, and the move that will be made, if any."""

    course: Course
    seat: Seat | None
    code: str | None


def beginnings(per_game: int = 2) -> list[Beginning]:
    """Return some games of every kind, number of seats and option."""
    return [
        Beginning(key, seats, options, seed)
        for key, game in GAMES.items()
        for seats in game.info.seats
        for seed, options in enumerate(
            fitting(game, seats, drawn) for drawn in some_options(game, per_game)
        )
    ]


def usual_seats(key: str) -> int:
    """Return three seats, or the most that the game has if it cannot be played by three."""
    seats = GAMES[key].info.seats
    return 3 if 3 in seats else max(seats)


def fitting(game: AnyGame, seats: int, drawn: Options) -> dict[str, OptionValue]:
    """Leave out the options that this many seats cannot have."""
    return {
        option.key: drawn[option.key]
        for option in game.info.options
        if option.key in drawn and option.fits(drawn[option.key], seats)
    }


def some_options(game: AnyGame, count: int) -> list[dict[str, OptionValue]]:
    """Return the defaults first, then options drawn from their ranges, numbers kept low."""
    random = Random(game.info.key)
    drawn = [
        {
            option.key: draw_option(random, option)
            for option in game.info.options
            if random.random() < 0.5
        }
        for _ in range(count - 1)
    ]
    return [{}, *drawn]


def draw_option(random: Random, option: Option) -> OptionValue:
    if isinstance(option, Number):
        low, high, step = option.low, option.high, option.step
        return random.randint(low // step, (low + (high - low) // 4) // step) * step
    return option.read(random.choice(option.choices))


def walk(beginning: Beginning) -> Iterator[Situation]:
    """Play random legal moves to the end; the last situation has no move."""
    random = Random(beginning.seed)
    course = beginning.course()
    while acting := course.to_act():
        seat = random.choice(acting)
        code = random.choice(course.legal(seat))
        yield Situation(course, seat, code)
        course = course.then(seat, code)
    yield Situation(course, None, None)


def open_situations(beginning: Beginning) -> list[Situation]:
    """Return the situations of a random game in which somebody has more than one legal move."""
    return [one for one in walk(beginning) if one.seat and len(one.course.legal(one.seat)) > 1]


def everyone(seats: int) -> list[Seat | None]:
    """Return the spectator and every seat."""
    return [None, *(Seat(seat) for seat in range(1, seats + 1))]


def wander(
    course: Course,
    random: Random,
    until: Callable[[Course], object] = lambda _: False,
    moves: int = 10_000,
) -> Course:
    """Play this many random legal moves, or until something is so, or the game is over."""
    for _ in range(moves):
        if until(course) or not course.to_act():
            break
        seat = course.to_act()[0]
        course = course.then(seat, random.choice(course.legal(seat)))
    return course


def ranking(player: HousePlayer, course: Course, random: Random) -> tuple[RankedMove, ...]:
    """Have a house player rank the moves of the seat to act."""
    seat = course.to_act()[0]
    return player.rank(course.view(seat), course.heard(seat), course.legal(seat), random)


def answer(player: HousePlayer, course: Course, random: Random) -> str:
    """Have a house player choose for the seat to act."""
    seat = course.to_act()[0]
    return player.choose(course.view(seat), course.heard(seat), course.legal(seat), random)

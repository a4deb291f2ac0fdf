"""Random games, for tests that hold for every game, and records to take apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.game import AnyGame, Option, Options, OptionValue
from engine.games import GAMES
from engine.games.balloon.cards import IDENTITIES
from engine.options import Number
from engine.players.robot import HousePlayer, RankedMove
from engine.seats import Seat

# Random games, for tests that hold for every game.


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


# Records to take apart, of Cloud Nine, and one of Cloud 9 as long as one likes.

HEADER = """\
game: cloud_nine
seats: 3
options: deals=1
seed: 0000000000000000000000000000000000000000000000000000000000000009
players: Annie | Benny | house:random
"""


def record(*moves: str, **headers: str) -> str:
    """Return a record; a header given replaces that of HEADER, an empty one takes it away."""
    lines = dict(line.split(": ", 1) for line in HEADER.splitlines())
    lines |= {key.replace("_", " "): value for key, value in headers.items()}
    written = [f"{key}: {value}" for key, value in lines.items() if value]
    return "\n".join([*written, "", *moves]) + "\n"


SEATS = 3
MISSING = "GPR"
"""The colour that each seat never gets a card of, so that no pilot can pay for two of it."""


def endless_record(trips: int) -> str:
    """Write the record of this many trips, each of two passengers who stay and a fall."""
    rolls = [
        f"roll {trip}: {' '.join(2 * MISSING[_pilot(trip) - 1])}" for trip in range(1, trips + 2)
    ]
    headers = ["game: balloon", f"seats: {SEATS}", f"shuffle 1: {' '.join(_order())}", *rolls]
    return "\n".join([*headers, "", *(_trip(_pilot(trip)) for trip in range(1, trips + 1))]) + "\n"


def _pilot(trip: int) -> int:
    return (trip - 1) % SEATS + 1


def _trip(pilot: int) -> str:
    others = [(pilot + step - 1) % SEATS + 1 for step in range(1, SEATS)]
    return "\n".join([*(f"{seat} stay" for seat in others), f"{pilot} fall"])


def _order() -> list[str]:
    """Return each seat a colour of its own as long as there is one, then yellow and wild cards.

    Six are dealt to each from seat 1 round, then one each from the next pilot round after a fall.
    """
    own = {seat: [card for card in IDENTITIES if card[0] == "RGP"[seat - 1]] for seat in (1, 2, 3)}
    spare = [card for card in IDENTITIES if card[0] in "YW"]
    order: list[str] = []
    while len(order) < len(IDENTITIES):
        place = len(order)
        trip = max(0, place // SEATS - 5)
        seat = (place + trip) % SEATS + 1
        order.append((own[seat] or spare).pop(0))
    return order

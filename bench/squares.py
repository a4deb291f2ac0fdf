"""Squares: whether the row of a daily tells who chose well from who chose at random.

Deals of the present dailies are played by random moves, by always the middle legal one, and by a
house player, each among hard ones, and graded as the bot grades a try. Told are the share of good
squares of each, in how many deals the house player has the better row than either, how many squares
its rows have, and how many deals have a row without any.

Run: python -m bench.squares [GAME …] [--deals N] [--level LEVEL] [--workers N]
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import fmean

from bot.daily.calendar import LEVEL, SEATS, TURNS
from engine.analysis.grades import Grade, graded
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES
from engine.options import settle
from engine.players.levels import HOUSE_PLAYERS
from engine.record import MoveLine, Record
from engine.seats import Seat

DAILIES = dict(TURNS[-1].games)
RANDOM, MIDDLE = "random", "middle"


def played(game: str, number: int, how: str) -> Record:
    """Return the record of a daily whose first seat plays at random, the middle, or a level."""
    options: Options = settle(GAMES[game].info, SEATS, DAILIES[game])
    seed, random = Random(f"{game}/{number}").randbytes(SEED_BYTES), Random(f"{number}/{how}")
    course, moves = Course.begin(GAMES[game], SEATS, options, Chance(seed)), list[MoveLine]()
    while acting := course.to_act():
        seat = acting[0]
        code = chosen(game, how if seat == 1 else LEVEL, course, random)
        moves.append(MoveLine(seat, code))
        course = course.then(seat, code)
    return Record(game, SEATS, options, seed, moves=tuple(moves))


def chosen(game: str, how: str, course: Course, random: Random) -> str:
    """Return what a player of a kind does whose turn it is."""
    seat = course.to_act()[0]
    legal = course.legal(seat)
    if how == MIDDLE:
        return legal[len(legal) // 2]
    return HOUSE_PLAYERS[game][how].choose(course.view(seat), course.heard(seat), legal, random)


def rows_of(game: str, hows: tuple[str, ...], number: int) -> list[tuple[Grade, ...]]:
    """Return the rows of all players for one deal."""
    return [graded(played(game, number, how), Seat(1), Random) for how in hows]


def good(rows: list[tuple[Grade, ...]]) -> float:
    """Return the share of squares that are good."""
    return sum(row.count(Grade.GOOD) for row in rows) / max(1, sum(map(len, rows)))


def told(hows: tuple[str, ...], deals: list[list[tuple[Grade, ...]]]) -> str:
    """Sum up the rows of some deals in the cells of a table."""
    whole = [rows for rows in deals if all(rows)]
    better = [[fmean(rows[-1]) > fmean(rows[at]) for rows in whole] for at in range(len(hows) - 1)]
    shares = [f"{good([rows[at] for rows in deals]):.2f}" for at in range(len(hows))]
    apart = [f"{fmean(each):.2f}" for each in better]
    squares = f"{fmean(len(rows[-1]) for rows in deals):.1f}"
    return " | ".join([str(len(deals)), *shares, *apart, squares, str(len(deals) - len(whole))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(DAILIES), metavar="GAME")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    hows = (RANDOM, MIDDLE, given.level)
    print(f"| game | deals | {' | '.join(f'{how} good' for how in hows)}", end="")
    print(f" | over {RANDOM} | over {MIDDLE} | squares | without |")
    # Spawned like the bot's own workers, so nothing is inherited that a bot would not have.
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for game in given.games:
            deals = [*pool.map(partial(rows_of, game, hows), range(given.deals))]
            print(f"| {game} | {told(hows, deals)} |", flush=True)


if __name__ == "__main__":
    main()

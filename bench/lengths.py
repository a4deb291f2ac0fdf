"""How long games are: moves, one player's own choices, and the minutes that come of both.

Three house players of level `quick` play whole games, with the usual options and with those of a
person's first game. A choice of one's own is taken to need SECONDS, and any other move takes PAUSE,
as house players do.

Run: python -m bench.lengths [--games N]
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median

from bot.presenters import PRESENTERS
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.seats import Seat

SEATS = 3
SECONDS, PAUSE = 15.0, 2.0


def played(key: str, options: Options, number: int) -> tuple[int, int]:
    """Play a game; return how many moves it has, and how many choices the first seat has."""
    generator, moves, own = Random(f"{key}/{number}"), 0, 0
    chance = Chance(generator.randbytes(SEED_BYTES))
    course = Course.begin(GAMES[key], SEATS, options, chance)
    while acting := course.to_act():
        seat, moves = acting[0], moves + 1
        view, legal = course.view(seat), course.legal(seat)
        own += seat == Seat(1) and len(legal) > 1
        code = HOUSE_PLAYERS[key]["quick"].choose(view, course.heard(seat), legal, generator)
        course = course.then(seat, code)
    return moves, own


def main() -> None:
    """Print a line for each game, as it usually is and as a first game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    games = parser.parse_args().games
    print(f"{'game':<11} {'options':<16} {'moves':>6} {'own':>5} {'minutes':>8}")
    for key in GAMES:
        first = PRESENTERS[key].first_game
        for options in ({}, *([] if first is None else [{first[0]: first[1]}])):
            counts = [played(key, options, number) for number in range(games)]
            moves, own = (median(count) for count in zip(*counts, strict=True))
            minutes = (SECONDS * own + PAUSE * (moves - own)) / 60
            told = " ".join(f"{name}={value}" for name, value in options.items()) or "as usual"
            print(f"{key:<11} {told:<16} {moves:>6.0f} {own:>5.0f} {minutes:>8.1f}")


if __name__ == "__main__":
    main()

"""Calibration: whether what house players expect is what comes of it, for every game.

At each decision of `hard` its estimate of the share of the win, as a hint would show it, is put
beside the share it won in the end; of Clumond also the chance it gave each of its declarations,
beside whether they were made. Estimates of the same tenth are put together, over all kinds of
opponents: two beginners, two normal and two hard players. The decisions of a deal are not
independent, in whatever seat and against whomever: the 95 % intervals are over deals.

Run: python -m bench.calibration [GAME …] [--deals N] [--workers N]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import chain
from math import sqrt
from multiprocessing import get_context
from statistics import fmean
from typing import NamedTuple

from bench.ladder import BEGINNER, NORMAL_95, Pairing, company
from engine.course import Course
from engine.games import GAMES
from engine.games.clumond.view import ClumondView
from engine.players.levels import HOUSE_PLAYERS
from engine.players.manner import in_company
from engine.players.robot import RankedMove
from engine.seats import Seat

LEVEL = "hard"
AGAINST = (BEGINNER, "normal", "hard")

BINS = 10
FEWEST = 12
"""Estimates in a bin that is told."""

WIN, DECLARED = "win", "declarations"
"""The estimates: of the share of the win, and that a declaration is made."""


class Guess(NamedTuple):
    """An estimate (0…1) and what came of it (0…1), in a deal of that number."""

    kind: str
    deal: int
    estimate: float
    outcome: float


class Bin(NamedTuple):
    """Alike estimates: how many, their mean, and what came of them with its error."""

    number: int
    estimate: float
    outcome: float
    error: float


def play_deal(pairing: Pairing, number: int) -> list[Guess]:
    """Play a deal once for every rotation of the seats, and note what its first level guessed."""
    return [
        guess for turn in range(len(pairing.levels)) for guess in play_game(pairing, number, turn)
    ]


def play_game(pairing: Pairing, number: int, turn: int) -> Iterator[Guess]:
    """Play one game and yield the guesses of the seat that `turn` puts the first level on."""
    measured, players = Seat(turn + 1), pairing.table(turn)
    course, generators = pairing.begun(number, turn)
    player = HOUSE_PLAYERS[pairing.game][pairing.levels[0]]
    level = in_company(player, company(pairing.seated(turn), turn))
    shares, hopes, made = list[float](), list[float](), list[bool]()
    while acting := course.to_act():
        seat = acting[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        if seat == measured and len(legal) > 1:
            first = level.rank(view, heard, legal, generators[turn])[0]
            shares.append(first.share)
            hopes += _hope(first)
            code = first.code
        else:
            code = legal[0]
            if len(legal) > 1:
                code = players[seat - 1].choose(view, heard, legal, generators[seat - 1])
        before, course = course, course.then(seat, code)
        made += _made(measured, before, course)
    outcome = course.game.outcome(course.state)
    won = 0.0 if outcome is None else (measured in outcome.winners) / len(outcome.winners)
    yield from (Guess(WIN, number, share, won) for share in shares)
    yield from (
        Guess(DECLARED, number, hope, float(done)) for hope, done in zip(hopes, made, strict=True)
    )


def _hope(move: RankedMove) -> list[float]:
    """Return the chance that a declaration of Clumond was given, if the move is one."""
    return [dict(move.facts)["success"]] if move.code.startswith("declare ") else []


def _made(seat: Seat, before: Course, after: Course) -> list[bool]:
    """Return whether the seat's declaration was made, if it has just been settled."""
    seen, shown = before.view(None), after.view(None)
    if len(shown.deal_scores) == len(seen.deal_scores) or not isinstance(shown, ClumondView):
        return []
    result = shown.last_deal
    if result is None or result.declarer != seat:
        return []
    return [result.off[seat - 1] == 0]


def binned(guesses: Sequence[Guess]) -> list[Bin]:
    """Put alike estimates together; bins of few are left out."""
    sorted_in: dict[int, list[Guess]] = {}
    for guess in guesses:
        sorted_in.setdefault(min(BINS - 1, int(guess.estimate * BINS)), []).append(guess)
    return [_bin(sorted_in[n]) for n in sorted(sorted_in) if len(sorted_in[n]) >= FEWEST]


def _bin(guesses: Sequence[Guess]) -> Bin:
    mean = fmean(guess.outcome for guess in guesses)
    off: dict[int, float] = {}
    for guess in guesses:
        off[guess.deal] = off.get(guess.deal, 0.0) + guess.outcome - mean
    spread = sqrt(sum(total * total for total in off.values())) / len(guesses)
    # A few deals say less of their own spread than many.
    spread *= sqrt(len(off) / max(1, len(off) - 1))
    estimate = fmean(guess.estimate for guess in guesses)
    return Bin(len(guesses), estimate, mean, NORMAL_95 * spread)


def miss(bins: Sequence[Bin]) -> float:
    """Return how far estimates are from outcomes on the average, weighted by their number.

    >>> round(miss([Bin(10, 0.5, 0.4, 0.1), Bin(30, 0.2, 0.2, 0.1)]), 3)
    0.025
    """
    total = sum(one.number for one in bins)
    return sum(one.number * abs(one.estimate - one.outcome) for one in bins) / max(1, total)


def gap(bins: Sequence[Bin]) -> float:
    """Return how far the estimates of the worst tenth are from what came of them.

    >>> round(gap([Bin(10, 0.5, 0.4, 0.1), Bin(30, 0.2, 0.2, 0.1)]), 3)
    0.1
    """
    return max((abs(one.estimate - one.outcome) for one in bins), default=0.0)


def _told(name: str, guesses: Sequence[Guess]) -> None:
    whole, bins = _bin(guesses), binned(guesses)
    print(
        f"{name}: {whole.number} estimates, mean {whole.estimate:.3f}, came out at"
        f" {whole.outcome:.3f} ±{whole.error:.3f}; off by {miss(bins):.3f} on the average,"
        f" {gap(bins):.3f} at most"
    )
    for one in bins:
        print(f"  {one.number:>6}  {one.estimate:.3f}  {one.outcome:.3f} ±{one.error:.3f}")
    sys.stdout.flush()


def measured(game: str, deals: int, seed: int, pool: Executor) -> list[Guess]:
    """Play a game against each kind of opponents; tell and return the guesses."""
    found: list[Guess] = []
    for rival in AGAINST:
        play = partial(play_deal, Pairing(game, (LEVEL, rival, rival), seed))
        found += chain.from_iterable(pool.map(play, range(deals)))
    for kind in (WIN, DECLARED):
        if some := [guess for guess in found if guess.kind == kind]:
            _told(f"{game}, {kind}", some)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES), metavar="GAME")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    # Spawned like the bot's own workers, so nothing is inherited that a bot would not have.
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for game in given.games:
            measured(game, given.deals, given.seed, pool)


if __name__ == "__main__":
    main()

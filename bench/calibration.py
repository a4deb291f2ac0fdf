"""Calibration: whether the chances that are told are what comes of them, for every game.

`hard` plays in weak, middling and strong company: two `easy`, two `normal`, and two who think half
as long again as `hard`, sit there as people and are known by its rating. At each of its decisions
the share of the win that a hint would tell, and at some what trials tell as in a review, is put
beside the share it won in the end; of Clumond also the chance it gave each of its declarations,
beside whether they were made. Estimates of the same tenth are put together. The decisions of a deal
are not independent, in whatever seat: the 95 % intervals are over deals.

Beside what is told stands what estimates say that take all players for alike, and by how many log
odds of a whole game they are off in the deals with even numbers and in those with odd ones:
`engine.players.company.FITS` is made of these.

Run: python -m bench.calibration [GAME …] [--deals N] [--workers N]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import chain
from math import exp, sqrt
from multiprocessing import get_context
from random import Random
from statistics import fmean
from typing import NamedTuple

from bench.beginners import BEGINNERS, Player
from bench.ladder import BEGINNER, NORMAL_95, Pairing, company
from engine.analysis.paired import Comparison
from engine.course import Course
from engine.events import Heard
from engine.game import View
from engine.games import GAMES
from engine.games.clumond.view import ClumondView
from engine.players.cases import telling_at, trying_of
from engine.players.company import AS_ESTIMATED, FITS, PERSON, STRENGTHS, Telling, Who, in_company
from engine.players.levels import HOUSE_PLAYERS
from engine.players.robot import HousePlayer, RankedMove
from engine.seats import Seat

LEVEL, STRONG = "hard", "strong"
COMPANIES: Mapping[str, str] = {"weak": "easy", "middling": "normal", "strong": STRONG}
"""Who the others are."""

LONGER = 1.5
"""How many times the budget of `hard` the strong have."""

BINS = 10
FEWEST = 12
"""Estimates in a bin that is told."""

TRIED, TRIALS = 0.2, 64
"""How many of the decisions (0…1) are tried, and how often."""

WIN, BY_TRIALS, DECLARED = "win", "win by trials", "declarations"
"""The estimates: of the share of the win, and that a declaration is made."""


class Guess(NamedTuple):
    """An estimate (0…1) and what came of it (0…1), in a deal of that number.

    `raw` is the estimate that takes all players for alike, `to_come` as in `telling`.
    """

    kind: str
    deal: int
    estimate: float
    outcome: float
    raw: float = 0.0
    to_come: float = 0.0


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


class _Guesser:
    """Says what hints and reviews would tell the seat that is measured."""

    def __init__(self, pairing: Pairing, turn: int) -> None:
        self._game, names = pairing.game, pairing.seated(turn)
        rating = STRENGTHS[self._game][LEVEL]
        known: dict[str, Who] = {STRONG: rating, BEGINNER: PERSON}
        self._table: list[Who] = [known.get(name, name) for name in names]
        others = (*self._table[:turn], *self._table[turn + 1 :])
        self._level = in_company(HOUSE_PLAYERS[self._game][pairing.levels[0]], others)

    def ranked(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> RankedMove:
        """Return the best move with what it estimates of it."""
        return self._level.rank(view, heard, legal, random)[0]

    def guesses(
        self, view: View, heard: Sequence[Heard], best: RankedMove, random: Random
    ) -> Iterator[Guess]:
        """Yield what is told of the win with this move; what comes of it is not known yet."""
        trying, telling = (
            trying_of(self._game),
            telling_at(self._game, view, self._table, is_heeded=True),
        )
        share, to_come = best.share, trying.to_come(view)
        yield Guess(WIN, 0, telling.share(share), 0.0, share, to_come)
        if random.random() < TRIED:
            trials = trying.trials(view, heard, random)
            share = Comparison(trials, (best.code,), random, TRIALS).expected(best.code).share
            told = telling_at(self._game, view, self._table).share(share)
            yield Guess(BY_TRIALS, 0, told, 0.0, share, to_come)


def _players(pairing: Pairing, turn: int) -> list[Player]:
    """Return the player of each seat; nobody knows how strong people are."""
    names, house = pairing.seated(turn), HOUSE_PLAYERS[pairing.game]
    hard = house[LEVEL]
    those = {**house, STRONG: HousePlayer(hard.robot, int(hard.budget * LONGER))}
    return [
        BEGINNERS[pairing.game] if name == BEGINNER else in_company(those[name], company(names, at))
        for at, name in enumerate(names)
    ]


def play_game(pairing: Pairing, number: int, turn: int) -> Iterator[Guess]:
    """Play one game and yield the guesses of the seat that `turn` puts the first level on."""
    measured, players, guesser = Seat(turn + 1), _players(pairing, turn), _Guesser(pairing, turn)
    course, generators = pairing.begun(number, turn)
    chance = Random(f"{pairing.seed}/{number}/{turn}/trials")
    said, hopes, made = list[Guess](), list[float](), list[bool]()
    while acting := course.to_act():
        seat = acting[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        code = legal[0]
        if len(legal) > 1 and seat == measured:
            best = guesser.ranked(view, heard, legal, generators[turn])
            said += guesser.guesses(view, heard, best, chance)
            hopes += _hope(best)
            code = best.code
        elif len(legal) > 1:
            code = players[seat - 1].choose(view, heard, legal, generators[seat - 1])
        before, course = course, course.then(seat, code)
        made += _made(measured, before, course)
    outcome = course.game.outcome(course.state)
    won = 0.0 if outcome is None else (measured in outcome.winners) / len(outcome.winners)
    yield from (guess._replace(deal=number, outcome=won) for guess in said)
    yield from (
        Guess(DECLARED, number, hope, float(done), hope)
        for hope, done in zip(hopes, made, strict=True)
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


def as_alike(guesses: Sequence[Guess]) -> list[Guess]:
    """Return guesses as they would be if all players were taken for alike."""
    return [guess._replace(estimate=guess.raw) for guess in guesses]


NEARLY = 1e-6
"""What is so near 0 or 1 says nothing of log odds."""

MOST = 12.0


def found_off(guesses: Sequence[Guess], alike: Telling = AS_ESTIMATED) -> float:
    """Return the log odds of a whole game by which estimates that take all for alike are off.

    `alike` has their scale, and the odds of a fair share.

    >>> guesses = [Guess(WIN, 0, 0.5, float(won), 0.5, 1.0) for won in (1, 1, 1, 0)]
    >>> round(found_off(guesses), 3) == 1.099
    True
    """
    open_ones = [guess for guess in guesses if NEARLY < guess.raw < 1 - NEARLY]
    low, high = -MOST, MOST
    while high - low > NEARLY:
        middle = (low + high) / 2
        too_low = sum(
            each.to_come
            * (each.outcome - alike._replace(odds=exp(middle * each.to_come)).share(each.raw))
            for each in open_ones
        )
        low, high = (middle, high) if too_low > 0 else (low, middle)
    return (low + high) / 2


def _told(name: str, guesses: Sequence[Guess], alike: Telling) -> None:
    whole, bins = _bin(guesses), binned(guesses)
    before = binned(as_alike(guesses))
    print(
        f"{name}: {whole.number} estimates, mean {whole.estimate:.3f}, came out at"
        f" {whole.outcome:.3f} ±{whole.error:.3f}; off by {miss(bins):.3f} on the average,"
        f" {gap(bins):.3f} at most; all taken for alike by {miss(before):.3f} and {gap(before):.3f}"
    )
    for one in bins:
        print(f"  {one.number:>6}  {one.estimate:.3f}  {one.outcome:.3f} ±{one.error:.3f}")
    if guesses[0].kind != DECLARED:
        even, odd = ([one for one in guesses if one.deal % 2 == half] for half in (0, 1))
        halves = found_off(even, alike), found_off(odd, alike)
        print("  log odds off: {:.2f} in even deals, {:.2f} in odd".format(*halves))
    sys.stdout.flush()


def pairing_in(game: str, kind: str, seats: int = 3, seed: int = 31) -> Pairing:
    """Return who plays in a company of this kind."""
    return Pairing(game, (LEVEL, *[COMPANIES[kind]] * (seats - 1)), seed)


def measured(game: str, deals: int, seats: int, seed: int, pool: Executor) -> None:
    """Play a game in each company, and tell of the guesses."""
    for name in COMPANIES:
        play = partial(play_deal, pairing_in(game, name, seats, seed))
        found = [*chain.from_iterable(pool.map(play, range(deals)))]
        for kind in (WIN, BY_TRIALS, DECLARED):
            if some := [guess for guess in found if guess.kind == kind]:
                alike = Telling(scale=FITS[game].scale, fair=1 / (seats - 1))
                _told(f"{game}, {seats} seats, {name} company, {kind}", some, alike)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES), metavar="GAME")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    # Spawned like the bot's own workers, so nothing is inherited that a bot would not have.
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for game in given.games:
            measured(game, given.deals, given.seats, given.seed, pool)


if __name__ == "__main__":
    main()

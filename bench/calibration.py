"""Calibration: whether what house players expect is what comes of it, for every game.

At each decision of a level its estimate of the share of the win, as a hint would show it, is put
beside the share it won in the end; of Clumond also the chance it gave each of its declarations,
beside whether they were made. Estimates of the same tenth are put together, for each kind of
opponents and for all kinds. The decisions of a deal are not independent, in whatever seat and
against whomever: the 95 % intervals are over deals.

Run: python -m bench.calibration [GAME …] [--level LEVEL] [--against LEVEL …] [--seats N]
[--options KEY=VALUE …] [--deals N] [--workers N] [--picture FILE], for example
`python -m bench.calibration cloud_nine --level hard --against beginner normal hard`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import chain
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from bench.ladder import SHORT
from bench.plots import Bin, Plot, paint_plots
from bench.seating import check, estimating, table
from bench.tournament import NORMAL_95, Pairing, begun, options_of
from engine.course import Course
from engine.games import GAMES
from engine.games.clumond.view import ClumondView
from engine.players.robot import RankedMove
from engine.seats import Seat

BINS = 10
FEWEST = 12
"""Estimates in a bin that is told."""

WIN, DECLARED = "win", "declared"
"""The estimates: of the share of the win, and that a declaration is made."""

TITLES = {
    "cloud_nine": "Cloud Nine",
    "nimbly": "Nimbly",
    "balloon": "Cloud 9",
    "clumond": "Clumond",
}


class Guess(NamedTuple):
    """An estimate (0…1) and what came of it (0…1), in a deal of that number."""

    kind: str
    deal: int
    estimate: float
    outcome: float


def play_deal(pairing: Pairing, number: int) -> list[Guess]:
    """Play a deal once for every rotation of the seats, and note what its first level guessed."""
    return [
        guess for turn in range(len(pairing.levels)) for guess in play_game(pairing, number, turn)
    ]


def play_game(pairing: Pairing, number: int, turn: int) -> Iterator[Guess]:
    """Play one game and yield the guesses of the seat that `turn` puts the first level on."""
    measured = Seat(turn + 1)
    course, generators = begun(pairing, number, turn)
    players = table(pairing.game, pairing.seated(turn))
    level = estimating(players[turn])
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


def binned(guesses: Sequence[Guess], most: float = 1.0) -> list[Bin]:
    """Put alike estimates together; bins of few are left out."""
    sorted_in: dict[int, list[Guess]] = {}
    for guess in guesses:
        number = min(BINS - 1, int(guess.estimate / most * BINS))
        sorted_in.setdefault(number, []).append(guess)
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


def measured(given: argparse.Namespace, game: str, pool: Executor) -> dict[str, list[Guess]]:
    """Play a game against each kind of opponents; return and tell the guesses of each question."""
    found: dict[str, list[Guess]] = {WIN: [], DECLARED: []}
    titles = {WIN: TITLES[game], DECLARED: f"{TITLES[game]}, declarations"}
    options = options_of(game, given.options) or SHORT.get(game, {})
    for rival in given.against:
        levels = (given.level, *(rival,) * (given.seats - 1))
        check(game, levels)
        play = partial(play_deal, Pairing(game, levels, options, given.seed))
        guesses = [*chain.from_iterable(pool.map(play, range(given.deals)))]
        for kind, title in titles.items():
            if some := [guess for guess in guesses if guess.kind == kind]:
                found[kind] += some
                _told(f"{title}, against {rival}", some)
    if len(given.against) > 1:
        for kind, all_told in found.items():
            if all_told:
                _told(f"{titles[kind]}, against all", all_told)
    return {titles[kind]: guesses for kind, guesses in found.items() if guesses}


def legend(level: str, deals: int) -> list[str]:
    """Say how the picture is read."""
    return [
        "Across: what was expected.", "Upwards: what came of it.", "",
        "On the line both are the same.", "A dot: alike estimates,",
        "the larger the more of them.", "Its bar: the 95 % interval.",
        f"House players: {level}.", f"{deals} deals, every seat in turn.",
    ]  # fmt: skip


def alt_of(plots: Mapping[str, Sequence[Bin]]) -> str:
    """Say in words what the picture shows."""
    parts = [f"{name}: off by {miss(bins):.2f} on the average" for name, bins in plots.items()]
    return "Estimates of house players against what came of them. " + "; ".join(parts) + "."


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(TITLES), metavar="GAME")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--against", nargs="+", default=["normal"], metavar="LEVEL")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--options", metavar="KEY=VALUE", nargs="*", default=[])
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--picture", type=Path)
    return parser


def main() -> None:
    given = _parser().parse_args()
    if unknown := set(given.games) - set(GAMES):
        raise SystemExit(f"no such game: {', '.join(sorted(unknown))}")
    plots: dict[str, list[Bin]] = {}
    # Spawned like the bot's own workers, so nothing is inherited that a bot would not have.
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for game in given.games:
            for title, guesses in measured(given, game, pool).items():
                plots[title] = binned(guesses)
    if given.picture:
        painted = paint_plots(
            "What was expected, and what came of it",
            [Plot(title, bins) for title, bins in plots.items()],
            legend(given.level, given.deals),
            alt_of(plots),
        )
        given.picture.write_bytes(painted.data)
        print(painted.alt)


if __name__ == "__main__":
    main()

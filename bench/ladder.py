"""The ladder of levels: each against two of the one below, the lowest against two beginners.

Equal steps are meant: 0.45 ± 0.05 of the wins (fair 0.333), and `easy` about level with a beginner.
Deals are duplicate, as in `bench.tournament`. A row stops early when its time is up.

Run: python -m bench.ladder [GAME …] [--deals N] [--seconds N] [--workers N], for example
`python -m bench.ladder nimbly --deals 200`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from time import monotonic

from bench.seating import BEGINNER
from bench.tournament import HEADER, Pairing, Standing, play_deal, standing
from engine.game import Options
from engine.games import GAMES
from engine.players.levels import levels_of

SHORT: Mapping[str, Options] = {
    "cloud_nine": {"deals": 1}, "nimbly": {"deals": 1}, "balloon": {"target": 50},
    "clumond": {"deals": 3},
}  # fmt: skip
"""Options with which games are short, so that many of them can be played."""

ROUND = 4
"""Deals between two looks at the clock: at least this many are played."""


def steps(game: str, seed: int) -> list[Pairing]:
    """Return the pairs of levels that follow each other, from the lowest."""
    return [
        Pairing(game, (above, below, below), SHORT.get(game, {}), seed)
        for below, above in pairwise((BEGINNER, *levels_of(game)[1:]))
    ]


def climbed(pairing: Pairing, deals: int, seconds: float, pool: ProcessPoolExecutor) -> Standing:
    """Play this many deals, or as many as there is time for."""
    begun, dealt = monotonic(), list(pool.map(partial(play_deal, pairing), range(ROUND)))
    while len(dealt) < deals and monotonic() - begun < seconds:
        numbers = range(len(dealt), min(deals, len(dealt) + ROUND))
        dealt += pool.map(partial(play_deal, pairing), numbers)
    return standing(pairing, dealt)


def ladder(
    games: Iterator[str], deals: int, seconds: float, workers: int, seed: int
) -> Iterator[Standing]:
    """Play the ladder of some games."""
    # Spawned like the bot's own workers, so nothing is inherited that a bot would not have.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for game in games:
            for pairing in steps(game, seed):
                yield climbed(pairing, deals, seconds, pool)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES), metavar="GAME")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600.0, help="at most, for a row")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=13)
    given = parser.parse_args()
    print(HEADER)
    for row in ladder(given.games, given.deals, given.seconds, given.workers, given.seed):
        print(row, flush=True)


if __name__ == "__main__":
    main()

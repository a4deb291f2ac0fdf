"""Count the stupidities of house players, by game, pattern and level.

Run: python -m bench.stupidities [GAME …] [--positions N] [--levels easy,normal,hard] [--most N]
[--show N]

So many positions are looked at in each game, and of each pattern the first `--most` chances.
`--show` prints so many slips of each pattern and level: what the seat saw, what it did, and what
would be better. Aims: hard and expert never, normal at one chance in a hundred.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from time import process_time

from bench.stupidities import jokers
from bench.stupidities.census import Slip, Tally, census, chances
from bench.stupidities.suites import SUITES
from engine.players.levels import HOUSE_PLAYERS, LEVELS
from engine.printing import lines_of

AIMS = {"normal": 0.01, "hard": 0.0, "expert": 0.0}
"""The largest share of the chances that a level may take."""

TRIALS = 128
"""Trials of each lead where a joker was led."""


def report(game: str, given: argparse.Namespace) -> None:
    """Print the table of a game, and slips where they are asked for."""
    levels = [level for level in given.levels.split(",") if level in HOUSE_PLAYERS[game]]
    began = process_time()
    found = list(chances(game, given.positions, given.seed, given.most))
    tallies = census(game, levels, found)
    print(f"\n{game}: {given.positions} positions, {process_time() - began:.0f} s")
    head = f"{'pattern':<42} {'rule':<4} {'chances':>7} "
    print(head + " ".join(f"{level:>7}" for level in levels))
    counts = Counter(name for chance in found for name in chance.found)
    for one in SUITES[game].patterns:
        slipped = " ".join(f"{tallies[level].slipped(one.name):>7}" for level in levels)
        print(f"{one.name:<42} {one.rule:<4} {counts[one.name]:>7} {slipped}")
    rates = " ".join(f"{tallies[level].rate:>7.2%}" for level in levels)
    print(f"{'all':<47} {counts.total():>7} {rates}")
    _show(tallies, given.show)
    if game == jokers.GAME:
        _jokers(levels, given)


def _jokers(levels: Sequence[str], given: argparse.Namespace) -> None:
    """Print how often a joker is led, and how often trials say that it costs a good deal."""
    questions = list(islice(jokers.chances(given.positions, given.seed), given.most))
    for level in levels:
        led = [q for q in questions if jokers.chosen(q, level) == jokers.JOKER]
        costly = sum(jokers.cost(question, TRIALS) >= jokers.COSTLY for question in led)
        print(
            f"{level} leads a joker {len(led)} times of {len(questions)}; it costs {costly} times"
        )


def _show(tallies: Mapping[str, Tally], most: int) -> None:
    shown = Counter[tuple[str, str]]()
    for tally in tallies.values():
        for slip in tally.slips:
            shown[slip.pattern, slip.level] += 1
            if shown[slip.pattern, slip.level] <= most:
                print(_told(slip))


def _told(slip: Slip) -> str:
    did = f"-- {slip.pattern}: {slip.level} chose {slip.move}, better {slip.better}"
    return "\n".join(("", did, *lines_of(slip.chance.question.view)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*SUITES, []], metavar="GAME")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--levels", default=",".join(LEVELS[1:]))
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=0)
    return parser


def main(words: Sequence[str] | None = None) -> None:
    given = _parser().parse_args(words)
    for game in given.games or SUITES:
        report(game, given)


if __name__ == "__main__":
    main()

"""Ratings of house players, and what a table with them is worth for a person's rating.

First: house players of all levels play each other, with the options that a lobby begins with, and
for each level the mu is fitted under which those results are the likeliest (`normal` is 25, where
people begin); the error is from the same fit to tables drawn anew, with replacement. Who shares a
place counts as in `bot.skill`: by the mean of the orders they can have come in.

Second: made-up people, each of whom plays like `normal` as often as they are good and at random
else, play some games among themselves, and some with house players. From these they are rated, and
the ratings tell other games that they play among themselves: by the mean log loss of who places
where (lower is better; 1.792 knows nothing of three). How much a table with house players counts is
tried in steps.

Run: python -m bench.anchors [GAME …] [--tables N] [--weights N] [--workers N]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import exp, log, sqrt
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev

from bench.ladder import company
from bot.ratings.anchors import SIGMA
from bot.skill import Rating, orders, places, rated
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES
from engine.players.company import in_company
from engine.players.levels import HOUSE_PLAYERS, LEVELS, levels_of

TABLES = (
    ("hard", "normal", "normal"),
    ("normal", "easy", "easy"),
    ("hard", "normal", "easy"),
    ("normal", "easy", "random"),
    ("hard", "hard", "normal"),
    ("expert", "hard", "normal"),
    ("expert", "hard", "hard"),
    ("easy", "random", "random"),
)
"""The tables, in turns, of the levels that a game has; each table also in all its rotations."""

BETA = 25.0 / 6.0
"""How much a person's play varies from game to game, in mu: openskill's own."""

PRIOR = 15.0
"""How far from 25 the mu of a level may well be: it matters only where nobody ever upsets."""

PEOPLE = 24
OWN_TABLES, HOUSE_TABLES, TOLD = 40, 120, 400
"""How many games people have among themselves, with house players, and of those to be told."""

WEIGHTS = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Played:
    """The seats, as levels or numbers of people, and their places."""

    seats: tuple[str, ...]
    places: tuple[int, ...]


def play(game: str, seats: Sequence[str], seed: str) -> Played:
    """Play a game. A seat is a level, or how often its person plays well, as "0.8 7"."""
    rules, generator = GAMES[game], Random(seed)
    course = Course.begin(rules, len(seats), {}, Chance(generator.randbytes(SEED_BYTES)))
    while acting := course.to_act():
        seat = acting[0]
        legal, level = course.legal(seat), _level(seats[seat - 1], generator)
        code = legal[0]
        if len(legal) > 1:
            player = in_company(HOUSE_PLAYERS[game][level], company(seats, seat - 1))
            code = player.choose(course.view(seat), course.heard(seat), legal, generator)
        course = course.then(seat, code)
    outcome = rules.outcome(course.state)
    if outcome is None:
        raise ValueError("the game stopped before its end")
    won = [number in outcome.winners for number in range(1, len(seats) + 1)]
    return Played(tuple(seats), tuple(places(outcome.scores, won)))


def _level(who: str, generator: Random) -> str:
    if who in LEVELS:
        return who
    return "normal" if generator.random() < float(who.split(maxsplit=1)[0]) else "random"


def _play_one(job: tuple[str, tuple[str, ...], str]) -> Played:
    return play(*job)


def fitted(tables: Sequence[Played], steps: int = 300) -> dict[str, float]:
    """Return the mu of each level under which results are the likeliest; `normal` is 25."""
    mu = dict.fromkeys(LEVELS, 25.0)
    for _ in range(steps):
        slope = {level: (25.0 - mu[level]) / PRIOR**2 for level in LEVELS}
        bend = dict.fromkeys(LEVELS, 1 / PRIOR**2)
        for table in tables:
            for level, up, down in _pulls(table, mu):
                slope[level] += up
                bend[level] += down
        for level in LEVELS:
            mu[level] += 0.5 * slope[level] / bend[level]
        mu = {level: value + 25.0 - mu["normal"] for level, value in mu.items()}
    return mu


def _pulls(table: Played, mu: Mapping[str, float]) -> Iterator[tuple[str, float, float]]:
    """Return for each seat the slope of the log likelihood by its mu, and how it bends."""
    c = sqrt(len(table.seats) * (BETA**2 + SIGMA**2))
    values = [exp(mu[level] / c) for level in table.seats]
    every = [*orders(table.places)]
    for rank, order in product(range(len(values)), every):
        below = order[rank:]
        total = sum(values[at] for at in below)
        for at in below:
            part = values[at] / total / len(every)
            slope = (at == order[rank]) / len(every) - part
            yield table.seats[at], slope / c, part * (1 - values[at] / total) / c**2


def loss(table: Played, ratings: Mapping[str, Rating]) -> float:
    """Return minus the log of how likely the places were, by these ratings."""
    seats = [ratings[who] for who in table.seats]
    c = sqrt(sum(one.sigma**2 + BETA**2 for one in seats))
    values = [exp(one.mu / c) for one in seats]
    told = 0.0
    for first, place in enumerate(table.places):
        below = [at for at, other in enumerate(table.places) if other >= place]
        told -= log(values[first] / sum(values[at] for at in below))
    return told


def rate(
    tables: Sequence[Played], anchors: Mapping[str, Rating], weight: float
) -> dict[str, Rating]:
    """Rate people by their games; one with house players counts so much."""
    ratings: dict[str, Rating] = {}
    for table in tables:
        with_house = any(who in anchors for who in table.seats)
        counts = weight if with_house else 1.0
        if not counts:
            continue
        before = [anchors.get(who) or ratings.get(who, Rating()) for who in table.seats]
        after = rated(before, table.places, [counts] * len(before))
        ratings |= {w: r for w, r in zip(table.seats, after, strict=True) if w not in anchors}
    return ratings


def anchors_of(game: str, tables: int, pool: ProcessPoolExecutor) -> dict[str, Rating]:
    """Measure and print the ratings of the levels of a game."""
    levels = levels_of(game)
    mixed = [seats for seats in TABLES if {*seats} <= {*levels}]
    jobs = [(game, _turned(mixed, n), f"anchors/{game}/{n}") for n in range(tables)]
    played = list(pool.map(_play_one, jobs, chunksize=2))
    mu = fitted(played)
    generator = Random(9)
    drawn = [fitted(generator.choices(played, k=len(played)), 60) for _ in range(30)]
    errors = {level: stdev(one[level] for one in drawn) for level in levels}
    print(f"{game:<11} {tables:>5}  " + "  ".join(
        f"{level} {mu[level]:5.1f} ±{errors[level]:.1f}" for level in levels
    ), flush=True)  # fmt: skip
    return {level: Rating(mu[level], SIGMA) for level in levels}


def _turned(tables: Sequence[tuple[str, ...]], number: int) -> tuple[str, ...]:
    seats = tables[number % len(tables)]
    turn = number // len(tables) % len(seats)
    return seats[turn:] + seats[:turn]


def weights_of(
    game: str, rounds: int, anchors: Mapping[str, Rating], pool: ProcessPoolExecutor
) -> None:
    """Measure and print how well ratings tell games, by what tables with house players count."""
    told: dict[tuple[str, float], list[float]] = {}
    for made in range(rounds):
        generator = Random(f"people/{game}/{made}")
        people = [f"{generator.uniform(0.2, 1.0):.3f} {n}" for n in range(PEOPLE)]
        run = partial(_tables, game, people, generator, pool, made)
        own, alone = run("own", 3, OWN_TABLES), run("alone", 1, HOUSE_TABLES)
        two, later = run("two", 2, HOUSE_TABLES // 2), run("told", 3, TOLD)
        for name, tables in (("one person", [*alone, *own]), ("two people", [*two, *own])):
            for weight in WEIGHTS:
                ratings = dict.fromkeys(people, Rating()) | rate(tables, anchors, weight)
                told.setdefault((name, weight), []).append(fmean(loss(t, ratings) for t in later))
    for name in ("one person", "two people"):
        print(f"{game:<11} {name:<11} " + "  ".join(
            f"{weight:g}: {fmean(told[name, weight]):.3f}" for weight in WEIGHTS
        ), flush=True)  # fmt: skip


def _tables(  # noqa: PLR0913, PLR0917 - what `weights_of` binds, and what it asks for
    game: str,
    people: Sequence[str],
    generator: Random,
    pool: ProcessPoolExecutor,
    made: int,
    kind: str,
    persons: int,
    count: int,
) -> list[Played]:
    jobs = []
    for n in range(count):
        seats = [*generator.sample(people, persons), *["normal"] * (3 - persons)]
        generator.shuffle(seats)
        jobs.append((game, tuple(seats), f"{kind}/{made}/{n}"))
    return list(pool.map(_play_one, jobs, chunksize=8))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES), metavar="GAME")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--weights", type=int, default=0, metavar="ROUNDS")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    # Spawned like the bot's own workers, so nothing is inherited that a bot would not have.
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for game in given.games:
            anchors = anchors_of(game, given.tables, pool)
            if given.weights:
                weights_of(game, given.weights, anchors, pool)


if __name__ == "__main__":
    main()

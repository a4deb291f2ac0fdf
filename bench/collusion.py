"""What collusion can gain by the model and the brakes of ratings, and what that costs the honest.

First: somebody who is new wins every game that they play against people who lose on purpose.
Printed is the rating that people see, after one day, a week and 30 days, and how many games the
first day counts for; "?" is a rating that is still provisional.

Second: twelve honest people, all new, play three games a day with each other. How good each is was
drawn, and who comes where follows from that as openskill has it. Printed is, after so many games of
each, how many pairs of them stand in the right order, how far off their ratings are in points, and
after how many games of their own a rating is sure.

Run: python -m bench.collusion
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from math import exp, sqrt
from random import Random
from statistics import fmean

from bench.anchors import BETA
from bot.ratings.judging import PERSON, RatingJudge
from bot.ratings.recomputing import Memory
from bot.ratings.rows import DAY, Ended, EndedSeat, Season
from bot.skill import SHOWN, Rating
from bot.store.rows import MatchId

CHEAT = 1
SEATS = 3
SEASON = Season(2026, 4)
NOON = SEASON.begins + DAY / 2
DAYS = (1, 7, 30)

ACCOMPLICES: dict[str, Callable[[int], tuple[int, ...]]] = {
    "the same two": lambda _: (2, 3),
    "the same one, two seats": lambda _: (2,),
    "four in turns": lambda n: [*combinations((2, 3, 4, 5), 2)][n % 6],
    "one who deletes their data after each game": lambda n: (100 + n,),
    "two new accounts each game": lambda n: (100 + 2 * n, 101 + 2 * n),
}
"""The seats that lose game n on purpose."""

CIRCLE, CIRCLES, GAMES_A_DAY = 12, 20, 3
AFTER = (10, 20, 30, 60)
"""How many honest people there are, how often that is tried, and when they are looked at."""


def game(number: int, day: int, came: Sequence[int]) -> Ended:
    """Return a game of some people, from the first to the last, that ended on a day from 0."""
    seats = tuple(
        EndedSeat(seat, user, None, SEATS - seat, won=seat == 1)
        for seat, user in enumerate(came, start=1)
    )
    return Ended(number, MatchId(number), "cloud_nine", 5, NOON + day * DAY, seats)


def pumped(
    losers: Callable[[int], tuple[int, ...]], *, deletes: bool
) -> tuple[list[Rating], float]:
    """Return the ratings after `DAYS` of such games, and for how many games the first counts."""
    memory, judge, weight, ratings = Memory(), RatingJudge(), 0.0, list[Rating]()
    for number in range(1, PERSON.most * DAYS[-1] + 1):
        day = (number - 1) // PERSON.most
        ended = game(number, day, (CHEAT, *losers(number)))
        judged = judge(ended, memory.before(ended))
        weight += judged.changes[0].weight if judged.changes and not day else 0.0
        if deletes and judged.changes:
            seats = (ended.seats[0], *(replace(one, user_id=-one.seat) for one in ended.seats[1:]))
            ended, judged = replace(ended, seats=seats), replace(judged, changes=judged.changes[:1])
        memory.keep(ended, judged)
        if number in [days * PERSON.most for days in DAYS]:
            ratings.append(_rating(memory, CHEAT))
    return ratings, weight


def _rating(memory: Memory, user: int) -> Rating:
    return memory.kept[user, "cloud_nine", SEASON.number].rating


def honest(seed: int) -> tuple[list[tuple[float, float]], float]:
    """Return part in order and error after `AFTER` games of each, and games until one is sure."""
    random, memory, judge = Random(seed), Memory(), RatingJudge()
    skill = {user: random.gauss(25, 25 / 4) for user in range(1, CIRCLE + 1)}
    told, sure, number = list[tuple[float, float]](), dict[int, int](), 0
    for games in range(1, AFTER[-1] + 1):
        people = random.sample([*skill], CIRCLE)
        for at in range(0, CIRCLE, SEATS):
            number += 1
            came = _came(people[at : at + SEATS], skill, random)
            ended = game(number, games // GAMES_A_DAY, came)
            memory.keep(ended, judge(ended, memory.before(ended)))
        ratings = {user: _rating(memory, user) for user in skill}
        sure = {u: games for u, one in ratings.items() if not one.is_provisional} | sure
        if games in AFTER:
            told.append(_told(skill, ratings))
    return told, fmean(sure.get(user, games) for user in skill)


def _came(people: Sequence[int], skill: dict[int, float], random: Random) -> list[int]:
    """Return people in an order in which they may well come, from the first."""
    spread = sqrt(len(people)) * BETA
    weight = {user: exp(skill[user] / spread) for user in people}
    return sorted(people, key=lambda user: random.expovariate(weight[user]))


def _told(skill: dict[int, float], ratings: dict[int, Rating]) -> tuple[float, float]:
    """Return how many pairs stand in the right order, and how far ratings are off, in points."""
    right = [
        (skill[one] > skill[two]) == (ratings[one].mu > ratings[two].mu)
        for one, two in combinations(skill, 2)
    ]
    above = fmean(one.mu for one in ratings.values()) - fmean(skill.values())
    return fmean(right), SHOWN * fmean(
        abs(ratings[user].mu - above - skill[user]) for user in skill
    )


def main() -> None:
    print(f"{'accomplices':<44} " + " ".join(f"day {day:>3}" for day in DAYS) + "  games")
    for name, losers in ACCOMPLICES.items():
        ratings, weight = pumped(losers, deletes="deletes" in name)
        shown = " ".join(f"{one.shown:>6}{'?' * one.is_provisional:1}" for one in ratings)
        print(f"{name:<44} {shown} {weight:>6.2f}")
    circles = [honest(seed) for seed in range(CIRCLES)]
    print(f"\nhonest: sure after {fmean(sure for _, sure in circles):.1f} games")
    for at, games in enumerate(AFTER):
        right, error = (fmean(told[at][part] for told, _ in circles) for part in (0, 1))
        print(f"after {games:>2}: {right:.1%} of pairs in order, {error:.0f} points off")


if __name__ == "__main__":
    main()

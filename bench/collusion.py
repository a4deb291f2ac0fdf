"""The most that one evening of collusion can gain, by the model and the brakes of ratings.

Somebody who is new, or as good as the leaderboard asks, wins every game of one UTC day against
people who lose on purpose. Printed is the rating that people see, before and after.

Run: python -m bench.collusion
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.ratings.judging import PERSON, RatingJudge
from bot.ratings.recomputing import Memory
from bot.ratings.rows import Ended, EndedSeat, Season
from bot.store.rows import MatchId

CHEAT = 1
SEATS = 3
NOON = Season(2026, 4).begins + 43200.0

ACCOMPLICES: dict[str, Callable[[int], tuple[int, ...]]] = {
    "the same two": lambda _: (2, 3),
    "the same one, two seats": lambda _: (2,),
    "one who deletes their data after each game": lambda n: (100 + n,),
    "two new accounts each game": lambda n: (100 + 2 * n, 101 + 2 * n),
}
"""The seats that lose game n on purpose."""


def game(number: int, losers: tuple[int, ...]) -> Ended:
    """Return a game that the cheat has won against some people, the last one worst."""
    seats = [EndedSeat(1, CHEAT, None, SEATS, won=True)]
    for seat, loser in enumerate(losers, start=2):
        seats.append(EndedSeat(seat, loser, None, SEATS - seat, won=False))
    return Ended(number, MatchId(number), "cloud_nine", 5, NOON, tuple(seats))


def evening(losers: Callable[[int], tuple[int, ...]], *, deletes: bool) -> tuple[int, float]:
    """Return the rating after a day of such games, and how many games it counted for."""
    memory, judge, weight = Memory(), RatingJudge(), 0.0
    for number in range(1, 2 * PERSON.most):
        ended = game(number, losers(number))
        judged = judge(ended, memory.before(ended))
        weight += judged.changes[0].weight if judged.changes else 0.0
        if deletes and judged.changes:
            seats = (ended.seats[0], *(replace(one, user_id=-one.seat) for one in ended.seats[1:]))
            ended, judged = replace(ended, seats=seats), replace(judged, changes=judged.changes[:1])
        memory.keep(ended, judged)
    season = Season.of(NOON).number
    return memory.kept[CHEAT, "cloud_nine", season].rating.shown, weight


def main() -> None:
    print(f"{'accomplices':<44} {'after':>5} {'games':>6}")
    for name, losers in ACCOMPLICES.items():
        after, weight = evening(losers, deletes="deletes" in name)
        print(f"{name:<44} {after:>5} {weight:>6.2f}")


if __name__ == "__main__":
    main()

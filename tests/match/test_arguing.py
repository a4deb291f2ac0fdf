"""Hints argue for their order: no line looks better than one above it without saying why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from bot.match.house.hint_layout import argued, hint_layout
from bot.match.house.hints import HINTED_MOVES, Hint
from bot.match.table import Table
from bot.store.rows import Status
from engine.course import Course
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.players.robot import UNSURE, RankedMove
from engine.seats import Seat
from tests.engine.walks import Beginning, usual_seats, walk
from tests.match.rows import SAY, lobby_row, said
from tests.soak.amounts import later

NAMES = ("Ada", "Ben", "Cleo")
HINTS = 24, 200
"""How many are asked for of each game, and how many with `make soak`."""

SIMULATIONS = 40
"""Fewer than a hint has: there is more chance in its numbers, so they are harder to argue for."""

NUMBERS = {
    "wins": r"(\d+)% chance to win the game",
    "right": r"(\d+)% chance to be right",
    "stops": r"(\d+)% chance that the declarer fails",
    "makes": r"makes suit .*? = (\d+)",
    "points": r"(?:about|scores) (\u2212?[\d.]+)(?: points| chips| at once|;|$)(?! tricks)",
    "wilds": r"then you hold (\d+)",
}
WHY = {
    "looked at less closely", "too rarely", "wins less often", "hardly worse", "cannot catch",
}  # fmt: skip


def hints(key: str, count: int) -> Iterator[Hint]:
    """Ask for hints all over random games, with less time than at a table."""
    robot, asked = HOUSE_PLAYERS[key]["hard"].robot, 0
    for seed in range(1, 99):
        courses = [
            (s.course, s.seat) for s in walk(Beginning(key, usual_seats(key), {}, seed)) if s.seat
        ]
        for course, seat in Random(seed).sample(courses, min(12, len(courses))):
            if len(course.legal(seat)) > 1:
                yield hint(key, course, seat, robot_moves(robot, course, seat))
                asked += 1
        if asked >= count:
            return


def robot_moves(robot: object, course: Course, seat: Seat) -> tuple[RankedMove, ...]:
    view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    return robot.rank(view, heard, legal, Random(1), SIMULATIONS)  # type: ignore[attr-defined, no-any-return] # a robot


def hint(key: str, course: Course, seat: Seat, moves: tuple[RankedMove, ...]) -> Hint:
    row = replace(lobby_row(*NAMES), game=key, status=Status.PLAYING)
    return Hint(Table(row, course), seat, moves[:HINTED_MOVES])


def numbers(line: str) -> dict[str, float]:
    found = {name: re.search(pattern, line) for name, pattern in NUMBERS.items()}
    return {name: float(match[1].replace("\u2212", "-")) for name, match in found.items() if match}


@pytest.mark.parametrize("count", [HINTS[0], later(HINTS[1])])
@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_line_shows_a_larger_number_than_one_above_it_without_saying_why(
    key: str, count: int
) -> None:
    seen: Counter[str] = Counter()
    for asked in hints(key, count):
        lines = [argued(asked, at, SAY) for at in range(len(asked.best))]
        for above, below in combinations(lines, 2):
            one, other = numbers(above), numbers(below)
            assert "wins" in one or not any(move.share for move in asked.best)
            larger = {name for name in one.keys() & other.keys() if other[name] > one[name]}
            reasons = {why for why in WHY if why in below}
            seen.update(reasons)
            assert not larger or reasons, (above, below)
            if "wins" in larger:
                assert reasons & {"looked at less closely", "too rarely"}, (above, below)
            if "wins less often" in reasons:
                assert other["wins"] < max(numbers(line)["wins"] for line in lines)
    assert seen


def made_up(key: str, *moves: tuple[float, float, tuple[tuple[str, float], ...]]) -> list[str]:
    """Return the lines of a hint with made-up numbers: points, share and facts of each move."""
    course = Beginning(key, 3, {}, 1).course()
    (seat, *_) = course.to_act()
    codes = course.legal(seat)
    ranked = tuple(RankedMove(codes[0], *move) for move in moves)
    asked = hint(key, course, seat, ranked)
    return [argued(asked, at, SAY) for at in range(len(ranked))]


@pytest.mark.parametrize(
    ("below", "why"),
    [
        ((45.0, 0.39, ()), "looks better, but wins less often"),
        ((45.0, 0.409, ()), "hardly worse than the one above"),
        (
            (45.0, 0.45, ((UNSURE, 1.0),)),
            "looked at less closely than the ones above, so less sure",
        ),
    ],
)
def test_what_looks_better_below_says_why_it_stands_there(
    below: tuple[float, float, tuple[tuple[str, float], ...]], why: str
) -> None:
    _, line = made_up("cloud_nine", (40.0, 0.412, ()), below)
    assert line.endswith(f"; {why}")


def test_who_gains_most_by_a_lower_move_is_named() -> None:
    before = (("seat 2", 0.3), ("seat 3", 0.29))
    after = (("seat 2", 0.31), ("seat 3", 0.34))
    above, below = made_up("cloud_nine", (40.0, 0.41, before), (39.0, 0.35, after))
    assert below.endswith("; **Cleo** gains most by it")
    assert "gains" not in above
    _, little = made_up("cloud_nine", (40.0, 0.41, before), (39.0, 0.405, after))
    assert "gains" not in little


def test_a_move_that_never_wins_says_so_and_what_shows_no_larger_number_needs_no_excuse() -> None:
    above, below = made_up("cloud_nine", (40.0, 0.004, ()), (39.0, 0.0, ()))
    assert above.startswith("1% chance to win the game")
    assert below.startswith("0% chance to win the game")
    lines = made_up("cloud_nine", (40.0, 0.41, ()), (40.4, 0.39, ()))
    assert not any(why in line for line in lines for why in WHY)


def test_the_order_is_said_to_follow_the_chance_to_win() -> None:
    course = Beginning("cloud_nine", 3, {}, 1).course()
    seat = course.to_act()[0]
    ranked = tuple(RankedMove(code, 9.0, 0.5) for code in course.legal(seat))
    shown = said(hint_layout(hint("cloud_nine", course, seat, ranked), SAY))
    assert "The chance to win the game decides the order." in shown

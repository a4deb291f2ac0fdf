"""Analyses with less effort, and short games to review."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine.analysis.judgement import EFFORTS, Effort
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.record import MoveLine, Record
from tests.engine.balloon import positions as balloon
from tests.engine.walks import answer

# Analyses with less effort, where what they find is as clear.

LESS = 4
"""How many times as much is done in earnest."""


@pytest.fixture
def less_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews, grades and the coach try and ask less."""
    for game, effort in EFFORTS.items():
        less = effort._replace(
            asked=effort.asked // LESS, screened=effort.screened // LESS,
            checked=effort.checked // LESS, told=effort.told // LESS, lucky=effort.lucky // LESS,
            again=HOUSE_PLAYERS[game]["hard"].budget // LESS,
        )  # fmt: skip
        monkeypatch.setitem(EFFORTS, game, less)


# Short games to review, played by house players or by anybody.

SMALL = Effort(asked=100, again=24, screened=100, checked=16, told=16, lucky=40)
"""So little effort that a test may review a game."""

SHORT = {
    "balloon": {"target": 20},
    "cloud_nine": {"deals": 1},
    "clumond": {"deals": 3},
    "nimbly": {"deals": 1},
}
"""Options of the shortest games."""


@cache
def played(key: str, levels: tuple[str, ...], seed: int) -> Record:
    """Return the record of a short game between house players; "any" makes any move."""
    random, moves = Random(seed), list[MoveLine]()
    chance = Chance(random.randbytes(SEED_BYTES))
    course = Course.begin(GAMES[key], len(levels), SHORT[key], chance)
    while acting := course.to_act():
        seat = acting[0]
        level, legal = levels[seat - 1], course.legal(seat)
        if level == "any":
            code = random.choice(legal)
        else:
            code = answer(HOUSE_PLAYERS[key][level], course, random)
        moves.append(MoveLine(seat, code))
        course = course.then(seat, code)
    return Record(key, len(levels), SHORT[key], chance.seed, moves=tuple(moves))


def at_the_top(pilots_hand: str) -> Course:
    """Return a trip on cloud 8 with a throw of four colours: seat 3 has jumped, seat 1 decides."""
    course = balloon.table(
        "RRGGPP", pilots_hand, "YYYYYY", rolls=(*balloon.BLANKS[:7], "RGPY"), target=20
    )
    for _ in range(7):
        course = balloon.fly(course)
    return balloon.played(course, "3 jump")

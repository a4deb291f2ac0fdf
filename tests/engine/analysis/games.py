"""Short games to review, played by house players or by anybody."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.analysis.judging import Effort
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.record import MoveLine, Record
from tests.engine.balloon import positions as balloon
from tests.engine.walks import answer

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

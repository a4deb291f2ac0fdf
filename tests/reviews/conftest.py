"""A store with people who play, and made-up reviews of random games."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.replays.service import Replay
from engine.analysis.decision import Decision, Gap
from engine.analysis.luck import Amount, Luck
from engine.analysis.review import Point, Review
from engine.players.levels import HOUSE_PLAYERS
from engine.seats import Seat
from tests.match.conftest import forks, hall
from tests.match.rows import replay_of

# A store with people who play.

__all__ = ["forks", "hall"]


# Made-up reviews of random games, for layouts and for what is kept.

CLEAR, UNCLEAR = Gap(0.08, 0.01, 6.4, 1.2, 400), Gap(0.01, 0.01, -0.3, 1.0, 400)
FIRST = Seat(1)

LUCKY = Luck(Amount(5.2, 1.1, 0.08, 0.01, 3), Amount(-1.1, 0.4, -0.02, 0.005, 9), Amount())


def random_replay(key: str, *names: str, seed: int = 1) -> Replay:
    """Play a random game of three deals."""
    return replay_of(*names, seed=seed, deals=3, key=key)


def decisions(replay: Replay, seat: Seat, most: int) -> tuple[Decision, ...]:
    """Return decisions of a seat, spread over the game, as an analysis might have judged them."""
    free = [
        move
        for move, course in enumerate(replay.courses)
        if seat in course.to_act() and len(course.legal(seat)) > 1
    ]
    chosen = free[:: max(1, len(free) // most)][:most]
    return tuple(_decision(replay, seat, move) for move in chosen)


def _decision(replay: Replay, seat: Seat, move: int) -> Decision:
    course = replay.courses[move]
    easy = HOUSE_PLAYERS[replay.row.game]["normal"]
    ranking = easy.rank(
        course.view(seat), course.heard(seat), course.legal(seat), random.Random(move)
    )
    best, rival = ranking[0], ranking[-1]
    return Decision(
        move, 1, rival.code, best.code, rival.code, CLEAR, UNCLEAR, 0.42, 0.34, best.points,
        best.points - 6.4,
    )  # fmt: skip


def made_up(replay: Replay, seat: Seat = FIRST) -> Review:
    """Return a review with as many mistakes and praised moves as there can be."""
    found = decisions(replay, seat, 5)
    mistakes, praised = found[:3], tuple(replace(each, code=each.best) for each in found[3:5])
    curve = tuple(Point(each.move, each.share) for each in (*mistakes, *praised))
    return Review(replay.row.game, seat, 19, 83.4, mistakes, praised, LUCKY, curve)

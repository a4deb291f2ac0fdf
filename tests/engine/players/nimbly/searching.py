"""Positions for search."""

from __future__ import annotations

from random import Random

from engine.course import Course
from engine.games.nimbly.state import State
from engine.players.nimbly.position import Layout, Position
from tests.engine.nimbly.positions import seen
from tests.engine.walks import Beginning, wander


def late(seats: int, cards: int, seed: int, **options: int | bool) -> Course:
    """Play at random until at most this many cards are left in the rows."""
    course = Beginning("nimbly", seats, options or {"deals": 1}, seed).course()
    return wander(course, Random(seed), lambda now: sum(map(len, seen(now).rows)) <= cards)


def same(layout: Layout, position: Position, state: State) -> bool:
    """Return whether a position for search is that of the rules."""
    live = 0
    for row in state.rows:
        for card in row:
            live |= 1 << card
    return (
        layout.live(position.left) == live
        and position.hands == state.hands
        and position.turn == state.turn - 1
    )

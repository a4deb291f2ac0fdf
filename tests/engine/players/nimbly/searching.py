"""Positions for search, and what the rules make of their takes by the slowest way."""

from __future__ import annotations

from random import Random

from engine.course import Course
from engine.games.nimbly.rules import Nimbly
from engine.games.nimbly.state import State
from engine.players.nimbly.position import Layout, Position
from tests.engine.nimbly.positions import seen
from tests.engine.walks import Beginning

GAME = Nimbly()
EXACTLY = 1e-9


def late(seats: int, cards: int, seed: int, **options: int | bool) -> Course:
    """Play at random until at most so many cards are left in the rows."""
    course = Beginning("nimbly", seats, options or {"deals": 1}, seed).course()
    random = Random(seed)
    while sum(map(len, seen(course).rows)) > cards:
        (seat,) = course.to_act()
        course = course.then(seat, random.choice(course.legal(seat)))
    return course


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


def naive(state: State) -> tuple[float, ...]:
    """Return the share of the win of each seat by the public rules, plus 1/10,000 a point.

    Each takes what is best for itself; who is indifferent takes any of the best alike.
    """
    (seat,) = GAME.to_act(state)
    values = []
    for move in GAME.legal(state, seat):
        after = GAME.apply(state, seat, move).state
        assert isinstance(after, State)
        values.append(naive(after) if GAME.to_act(after) else _final(after))
    best = max(value[seat - 1] for value in values)
    chosen = [value for value in values if best - value[seat - 1] < EXACTLY]
    return tuple(sum(column) / len(chosen) for column in zip(*chosen, strict=True))


def _final(state: State) -> tuple[float, ...]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    share = 1 / len(outcome.winners)
    return tuple(
        share * (seat in outcome.winners) + points / 10_000
        for seat, points in enumerate(state.deal.points[-1], start=1)
    )

"""A whole game of Cloud 9 to paint: real moves, made by bold players."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.chance import Chance
from engine.games import GAMES
from engine.games.balloon.view import BalloonView
from engine.seats import Seat
from render.api import Person

GAME = "balloon"
PEOPLE = tuple(Person(name) for name in ("Annie", "Benny", "Carol", "Dora", "Emil", "Frida"))

_WAVERS = 0.2
"""How often a player does not stay, pay or roll where they might do something else."""


def balloon_evening(seed: int, seats: int) -> Iterator[dict[Seat | None, BalloonView]]:
    """Play a game; give what each seat and a spectator (None) see at the start and every move."""
    game, random = GAMES[GAME], Random(seed)
    state = game.start(seats, {}, Chance(random.randbytes(32))).state
    everyone = (None, *map(Seat, range(1, seats + 1)))
    while True:
        yield {seat: _view(state, seat) for seat in everyone}
        acting = game.to_act(state)
        if not acting:
            return
        seat = min(acting)
        bold, *others = game.legal(state, seat)
        move = random.choice(others) if others and random.random() < _WAVERS else bold
        state = game.apply(state, seat, move).state


def _view(state: object, seat: Seat | None) -> BalloonView:
    view = GAMES[GAME].view(state, seat)
    if not isinstance(view, BalloonView):
        raise TypeError(type(view).__name__)
    return view

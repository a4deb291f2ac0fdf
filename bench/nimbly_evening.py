"""A whole game of Nimbly to paint: real moves, made by players who take what is worth most."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.chance import Chance
from engine.games import GAMES
from engine.games.nimbly.view import NimblyView, Prospect
from engine.seats import Seat

GAME = "nimbly"


def nimbly_evening(
    seed: int, seats: int, deals: int | None = None
) -> Iterator[dict[Seat | None, NimblyView]]:
    """Play a game; give what each seat and a spectator (None) see at the start and every move."""
    game, random = GAMES[GAME], Random(seed)
    state = game.start(seats, {"deals": deals}, Chance(random.randbytes(32))).state
    while True:
        views = {seat: _view(state, seat) for seat in (None, *map(Seat, range(1, seats + 1)))}
        yield views
        if not views[None].to_act:
            return
        (seat,) = views[None].to_act
        best = max(views[seat].prospects, key=_value)
        state = game.apply(state, seat, game.parse(best.code)).state


def _view(state: object, seat: Seat | None) -> NimblyView:
    view = GAMES[GAME].view(state, seat)
    if not isinstance(view, NimblyView):
        raise TypeError(type(view).__name__)
    return view


def _value(prospect: Prospect) -> int:
    return prospect.makes.meld.score if prospect.makes else 0

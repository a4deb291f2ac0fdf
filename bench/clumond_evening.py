"""A whole game of Clumond to paint: real moves, hands declared and undeclared."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.chance import Chance
from engine.game import OptionValue
from engine.games import GAMES
from engine.games.clumond.view import ClumondView, Phase
from engine.seats import Seat

GAME = "clumond"
EVERYONE = (None, Seat(1), Seat(2), Seat(3))
PASS, DECLARE = "pass", "declare H"
CALLS = ((PASS, PASS, PASS), (PASS, DECLARE), (PASS, PASS, "declare NT"))
"""What is called in the first hands; these calls come round again."""


def clumond_evening(
    seed: int, deals: int = 3, scoring: str = "chips"
) -> Iterator[dict[Seat | None, ClumondView]]:
    """Play a game; give what each seat and a spectator (None) see at the start and every move."""
    game, random = GAMES[GAME], Random(seed)
    options: dict[str, OptionValue] = {"deals": deals, "scoring": scoring}
    state = game.start(3, options, Chance(random.randbytes(32))).state
    while True:
        views = {seat: _view(state, seat) for seat in EVERYONE}
        yield views
        acting = game.to_act(state)
        if not acting:
            return
        seat = min(acting)
        state = game.apply(state, seat, game.parse(_choose(views[seat], random))).state


def _view(state: object, seat: Seat | None) -> ClumondView:
    view = GAMES[GAME].view(state, seat)
    if not isinstance(view, ClumondView):
        raise TypeError(type(view).__name__)
    return view


def _choose(view: ClumondView, random: Random) -> str:
    """Call as CALLS say; play any card."""
    if view.phase is Phase.CALL:
        return CALLS[(view.deal - 1) % len(CALLS)][len(view.passed)]
    return random.choice(view.legal)

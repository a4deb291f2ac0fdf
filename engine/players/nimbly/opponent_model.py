"""How carefully each player of Nimbly chooses, estimated from their draws so far.

A draw loses the expected points of the best draw less its own. A player's losses are compared to
what random draws would have lost there. Of a player not watched yet a usual share is assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import fmean

from engine.cards import CARD_OF_FACE
from engine.events import Heard
from engine.games.nimbly.view import CardsDrawn, DealStarted
from engine.players.nimbly.evaluation import Evaluation
from engine.players.nimbly.position import Layout, Position

LEAST = 0.03
"""The temperature (see `lookahead`) of a player who never lost anything."""

GROWTH = 2.4
"""The temperature of a player who draws at random is `exp(GROWTH)` times as high."""

USUAL = 0.3
"""The usual loss, as a share of that of random draws."""

WATCHED = 10.0
"""The weight of the usual share, in points that random draws lose."""


def temperatures_of(heard: Sequence[Heard], seats: int, evaluate: Evaluation) -> tuple[float, ...]:
    """Return for each player their temperature (see `lookahead`), a share of the win.

    The present deal and the one before count.
    """
    begun = [at for at, (_, event) in enumerate(heard) if isinstance(event, DealStarted)]
    watcher = _Watcher(seats, evaluate)
    for _, event in heard[begun[-2:][0] if begun else len(heard) :]:
        if isinstance(event, DealStarted):
            watcher.begin(event)
        elif isinstance(event, CardsDrawn):
            watcher.watch(event)
    return watcher.temperatures()


class _Watcher:
    """Points that each player lost, and that random draws would have lost."""

    def __init__(self, seats: int, evaluate: Evaluation) -> None:
        self._evaluate = evaluate
        self._lost = [USUAL * WATCHED] * seats
        self._random = [WATCHED] * seats
        self._layout = Layout(((), (), ()))
        self._position = Position(0, (0,) * seats, 0)

    def begin(self, event: DealStarted) -> None:
        self._layout = Layout([[CARD_OF_FACE[face] for face in row] for row in event.rows])
        hands = (0,) * len(self._lost)
        self._position = Position(self._layout.whole, hands, event.leader - 1)

    def watch(self, event: CardsDrawn) -> None:
        position, evaluate, live = self._position, self._evaluate, self._layout.live
        player, held = position.turn, position.hands[position.turn]
        takes = self._layout.takes(position.left, held.bit_count())
        values = {take.rows: evaluate(held | take.cards, live(take.left)) for take in takes}
        best = max(values.values())
        self._lost[player] += best - values[event.rows]
        self._random[player] += best - fmean(values.values())
        (taken,) = [take for take in takes if take.rows == event.rows]
        self._position = position.after(taken)

    def temperatures(self) -> tuple[float, ...]:
        pairs = zip(self._lost, self._random, strict=True)
        return tuple(LEAST * exp(GROWTH * lost / random) for lost, random in pairs)

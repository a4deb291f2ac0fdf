"""How carefully the seats of a game of Nimbly choose, judged by what they drew so far.

A draw is judged by what the hand may be expected to make after it: what was given away against the
best draw, beside what a draw at random would have given away. People are not searchers, so a seat
that nobody has watched yet is thought to err now and then.
"""

from __future__ import annotations

from math import exp
from statistics import fmean
from typing import TYPE_CHECKING

from engine.cards import CARD_OF_FACE
from engine.games.nimbly.view import CardsDrawn, DealStarted
from engine.players.nimbly.position import Layout, Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Heard
    from engine.players.nimbly.evaluation import Evaluation

LEAST = 0.03
"""The temperature of a seat that never gave anything away: see `lookahead`."""

GROWTH = 2.4
"""A seat that draws at random has a temperature `exp(GROWTH)` times as large."""

USUAL = 0.3
"""The share of what a draw at random gives away that players usually give away."""

WATCHED = 10.0
"""How many points given away at random the usual share counts for."""


def temperatures_of(heard: Sequence[Heard], seats: int, evaluate: Evaluation) -> tuple[float, ...]:
    """Return for each place the share of a win it gives away so easily (`lookahead.TEMPERATURE`).

    The present deal and the one before count.
    """
    begun = [place for place, (_, event) in enumerate(heard) if isinstance(event, DealStarted)]
    watcher = _Watcher(seats, evaluate)
    for _, event in heard[begun[-2:][0] if begun else len(heard) :]:
        if isinstance(event, DealStarted):
            watcher.begin(event)
        elif isinstance(event, CardsDrawn):
            watcher.watch(event)
    return watcher.temperatures()


class _Watcher:
    """What each place gave away, and what it would have given away at random, in points."""

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
        place, held = position.turn, position.hands[position.turn]
        takes = self._layout.takes(position.left, held.bit_count())
        values = {take.rows: evaluate(held | take.cards, live(take.left)) for take in takes}
        best = max(values.values())
        self._lost[place] += best - values[event.rows]
        self._random[place] += best - fmean(values.values())
        (taken,) = [take for take in takes if take.rows == event.rows]
        self._position = position.after(taken)

    def temperatures(self) -> tuple[float, ...]:
        pairs = zip(self._lost, self._random, strict=True)
        return tuple(LEAST * exp(GROWTH * lost / random) for lost, random in pairs)

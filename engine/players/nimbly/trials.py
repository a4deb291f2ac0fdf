"""Trials and chance events of Nimbly: deals played out by players who may err.

Everybody sees all cards (J4), so trials differ only in what the players do: each takes what their
hand likes best, or something nearly as good. Where so few cards are left that the deal can be
solved (`endings`), nobody errs and one trial tells all.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil, exp
from typing import TYPE_CHECKING, cast

from engine.cards import CARD_OF_FACE, PACK_SIZE, mask_of
from engine.chance import Chance
from engine.games.nimbly.imagine import imaginer
from engine.games.nimbly.state import State, pack
from engine.games.nimbly.turns import laid_out
from engine.games.nimbly.view import DealStarted, NimblyView
from engine.melds import NINE
from engine.players.kernels import are_compiled
from engine.players.nimbly.lookahead import USUAL, DealUtility
from engine.players.nimbly.position import DONE, position_of
from engine.players.robot import own_view
from engine.players.trials import CARDS, ChanceEvent, MeanTrials, Value, each_alike

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from engine.course import Course
    from engine.events import Heard
    from engine.game import View
    from engine.players.nimbly.lookahead import ValuedTake
    from engine.players.nimbly.position import Layout, Position
    from engine.seats import Seat

LATER = 2 / 3
"""How much of the present deal a deal to come counts where strength shows."""

ERROR = 2.0
"""How many points of the hand to be expected make a take e times as likely."""

SOLVES = 15
"""Endings of so many cards are solved, if that takes no more than KEPT positions."""

KEPT = 300_000 if are_compiled() else 5_000

_BITS = 64
_NONE = Chance(b"")


class NimblyTrials(MeanTrials):
    """Trials whose players have the same luck in choosing after every move."""

    is_open = True

    def __init__(
        self, view: View, heard: Sequence[Heard], random: Random, truth: object = None
    ) -> None:
        shown = own_view(view, NimblyView)
        state = cast("State", truth) or imaginer(shown, heard)(random)
        self._layout, self._position = position_of(state)
        self._utility = DealUtility(state, self._position.turn)
        held = self._position.hands[self._position.turn].bit_count()
        self._after = {
            f"draw {take.rows}": self._position.after(take)
            for take in self._layout.takes(self._position.left, held)
        }
        self._exact = _solved(_bare(state))
        self.is_certain = bool(self._exact)

    def tried(self, codes: Sequence[str], random: Random) -> Sequence[Value]:
        if self._exact:
            return [self._exact[code] for code in codes]
        return [
            played_out(self._layout, self._utility, self._after[code], random)
            for code in each_alike(codes, random)
        ]


def _bare(state: State) -> State:
    """Return a state without what has no part in what its moves are worth."""
    return state._replace(deal=replace(state.deal, chance=_NONE), drawn=None)


@lru_cache(64)
def _solved(state: State) -> Mapping[str, Value]:
    """Return the exact value of every move; {} where that is too much."""
    layout, position = position_of(state)
    utility = DealUtility(state, position.turn)
    found = solution(layout, utility, position)
    return {f"draw {take.rows}": Value(value[-1], utility.share(value)) for take, value in found}


def solution(layout: Layout, utility: DealUtility, position: Position) -> Sequence[ValuedTake]:
    """Return every take with its exact value, the best first; none where that is too much."""
    if layout.live(position.left).bit_count() > SOLVES:
        return ()
    # Kernels are loaded where they are first needed, for the compiler takes time and memory.
    from engine.players.nimbly.endings import solved  # noqa: PLC0415

    return solved(layout, utility, position, KEPT)


def played_out(layout: Layout, utility: DealUtility, position: Position, random: Random) -> Value:
    """Play a deal to its end and return what it gives the player who thinks."""
    value = utility.final(played_on(layout, utility, position, random).hands)
    return Value(value[-1], utility.share(value))


def played_on(
    layout: Layout, utility: DealUtility, position: Position, random: Random, most: int = PACK_SIZE
) -> Position:
    """Play a deal on, for this many takes at most."""
    evaluate, draw = utility.evaluate, random.random
    while position.turn != DONE and most:
        most -= 1
        held = position.hands[position.turn]
        takes = layout.takes(position.left, held.bit_count())
        values = [evaluate(held | take.cards, take.live) for take in takes]
        best = max(values)
        odds = [exp((value - best) / ERROR) for value in values]
        left = draw() * sum(odds)
        for take, chance in zip(takes, odds, strict=True):  # noqa: B007 - the last one is meant
            left -= chance
            if left < 0:
                break
        position = position.after(take)
    return position


def to_come(view: View) -> float:
    """Return how much of a deal is left for strength to show: each one to come counts for less."""
    shown = cast("NimblyView", view)
    if shown.target is None:
        deals = (shown.deals or shown.deal) - shown.deal
    else:
        deals = max(0, ceil((shown.target - max(shown.scores)) / USUAL) - 1)
    cards = sum(NINE - held for held in shown.hand_counts)
    return cards / (NINE * shown.seats) + LATER * deals


def chances(_before: Course | None, _code: str, after: Course, seat: Seat) -> list[ChanceEvent]:
    """Return the chance events of a seat with a move: the rows laid out (J1)."""
    begun = [event for event in after.happened[-1] if isinstance(event, DealStarted)]
    return [ChanceEvent(CARDS, _LaidOut(after.state, seat).pair) for _ in begun]


class _LaidOut:
    """The rows, and what is set aside, might have been any others."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._player = seat - 1
        self._pack = [CARD_OF_FACE[face] for face in pack(len(state.hands))]
        self._layout, self._position = position_of(state)
        self._utility = DealUtility(state, self._player)

    def pair(self, random: Random) -> tuple[Value, Value]:
        number = random.getrandbits(_BITS)
        random.seed(number)
        here = played_out(self._layout, self._utility, self._position, random)
        random.seed(number + 1)
        state = self._relaid(random)
        layout, position = position_of(state)
        there = played_out(layout, DealUtility(state, self._player), position, random)
        return here, there

    def _relaid(self, random: Random) -> State:
        draw = random.random
        order = tuple(sorted(self._pack, key=lambda _: draw()))
        rows, aside = laid_out(order, len(self._state.hands), len(self._state.rows))
        return self._state._replace(rows=rows, aside=mask_of(aside))

"""Trials and chance events of Nimbly: deals played out by players who may err.

Everybody sees all cards (J4), so trials differ only in what the players do: each takes what their
hand likes best, or something nearly as good. Where so few cards are left that every line can be
followed to its end, the search is exact and one trial tells all.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, cast

from engine.cards import CARD_OF_FACE, PACK_SIZE, mask_of
from engine.games.nimbly.imagine import imaginer
from engine.games.nimbly.state import State, pack
from engine.games.nimbly.view import DealStarted, NimblyView
from engine.players.nimbly.lookahead import BRANCHING, Lookahead, Spent
from engine.players.nimbly.position import DONE, position_of
from engine.players.nimbly.utility import DealUtility
from engine.players.robot import own_view
from engine.players.trials import CARDS, ChanceEvent, MeanTrials, Value, each_alike

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.course import Course
    from engine.events import Heard
    from engine.game import View
    from engine.players.nimbly.position import Layout, Position
    from engine.seats import Seat

ERROR = 2.0
"""How many points of the hand to be expected make a take e times as likely."""

EXACT = 6000
"""Positions that an exact search may look at."""

_BITS = 64


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
        self._exact = self._searched()
        self.is_certain = bool(self._exact)

    def tried(self, codes: Sequence[str], random: Random) -> Sequence[Value]:
        if self._exact:
            return [self._exact[code] for code in codes]
        return [
            played_out(self._layout, self._utility, self._after[code], random)
            for code in each_alike(codes, random)
        ]

    def _searched(self) -> dict[str, Value]:
        """Return the exact value of every move; {} where that is too much."""
        live = self._layout.live(self._position.left).bit_count()
        if BRANCHING**live > EXACT:
            return {}
        utility, certain = self._utility, [0.0] * len(self._position.hands)
        search = Lookahead(self._layout, utility, EXACT, certain)
        try:
            values = {code: search.exact(after) for code, after in self._after.items()}
        except Spent:
            return {}
        return {code: Value(value[-1], utility.share(value)) for code, value in values.items()}


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
        length = len(self._state.rows[0])
        rows = (order[:length], order[length : 2 * length], order[2 * length : 3 * length])
        return self._state._replace(rows=rows, aside=mask_of(order[3 * length :]))

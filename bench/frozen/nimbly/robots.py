"""Frozen: the house players of Nimbly: by the score of the hand after a draw, and by looking ahead.

Facts of every move: `value`, `flush`, `run` and `sets`, the score and factors of the hand after the
draw, and `likely`, the points to be expected of that hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bench.frozen.nimbly.lookahead import Lookahead
from bench.frozen.nimbly.opponent_model import temperatures_of
from bench.frozen.nimbly.position import position_of
from bench.frozen.nimbly.utility import DealUtility
from bench.frozen.robot import HousePlayer, RankedMove, in_order, own_view
from engine.games.nimbly.imagine import imaginer
from engine.games.nimbly.state import LARGE_TABLE
from engine.games.nimbly.view import NimblyView
from engine.melds import meld

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from bench.frozen.nimbly.position import Take
    from engine.events import Heard
    from engine.game import View
    from engine.games.nimbly.state import State

PRICE = {3: 1, 4: 2, 5: 3}
"""The cost of a position in simulations, by the number of seats.

At larger tables more takes are sorted for each one that is tried (`lookahead.WIDTHS`).
"""


class AtOnce:
    """Takes what scores best now; `noise` is the standard deviation of its errors, in points."""

    def __init__(self, *, noise: float = 0.0) -> None:
        self._noise = noise

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],
        legal: Sequence[str],
        random: Random,
        budget: int,  # noqa: ARG002 - it does not search
    ) -> tuple[RankedMove, ...]:
        search = _Search(imaginer(own_view(view, NimblyView), heard)(random))
        moves = [search.ranked(take) for take in search.takes()]
        liked = {
            move.code: dict(move.facts)["value"] + random.gauss(0, self._noise) for move in moves
        }
        return _only(legal, sorted(moves, key=lambda move: -liked[move.code]))


class Ahead:
    """Looks ahead; whoever heard the whole deal knows all hands (J4), the rest is imagined."""

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],
        legal: Sequence[str],
        random: Random,
        budget: int,
    ) -> tuple[RankedMove, ...]:
        search = _Search(imaginer(own_view(view, NimblyView), heard)(random))
        temperatures = temperatures_of(heard, len(search.position.hands), search.utility.evaluate)
        positions = budget // PRICE[len(search.position.hands)]
        lookahead = Lookahead(search.layout, search.utility, positions, temperatures)
        moves = [
            search.ranked(take)._replace(points=value[-1], share=search.utility.share(value))
            for take, value in lookahead.ranked(search.position)
        ]
        return in_order(_only(legal, moves))


class _Search:
    """An imagined state, ready for search."""

    def __init__(self, state: State) -> None:
        self.layout, self.position = position_of(state)
        self.utility = DealUtility(state, self.position.turn)
        self._held = state.hands[self.position.turn]
        self._ace_low = len(state.hands) == LARGE_TABLE

    def takes(self) -> Sequence[Take]:
        return self.layout.takes(self.position.left, self._held.bit_count())

    def ranked(self, take: Take) -> RankedMove:
        """Return a take with the score and the expected points of the hand after it."""
        hand = self._held | take.cards
        made = meld(hand, ace_low=self._ace_low)
        likely = self.utility.evaluate(hand, take.live)
        facts = (
            ("value", made.score),
            ("flush", made.flush),
            ("run", made.run),
            ("sets", made.sets),
            ("likely", likely),
        )
        return RankedMove(f"draw {take.rows}", likely, facts=facts)


def _only(legal: Sequence[str], moves: Sequence[RankedMove]) -> tuple[RankedMove, ...]:
    return tuple(move for move in moves if move.code in legal)


HOUSE_PLAYERS: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(AtOnce(), 0),
    "easy": HousePlayer(AtOnce(noise=8.0), 0),
    "normal": HousePlayer(Ahead(), 400),
    "hard": HousePlayer(Ahead(), 6000),
}
"""The house players, by level."""

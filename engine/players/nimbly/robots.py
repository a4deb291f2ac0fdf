"""The house players of Nimbly: by the score of the hand after a draw, and by looking ahead.

Facts of every move: `value`, `flush`, `run` and `sets`, the score and factors of the hand after the
draw, and `likely`, the points to be expected of that hand. Looking ahead adds those of all other
seats (`seat_facts`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from engine.games.nimbly.imagine import imaginer
from engine.games.nimbly.state import LARGE_TABLE
from engine.games.nimbly.view import NimblyView
from engine.melds import meld
from engine.players.estimate import shrunk
from engine.players.kernels import are_compiled
from engine.players.nimbly.lookahead import DealUtility, Lookahead, temperatures_of
from engine.players.nimbly.position import position_of
from engine.players.robot import HousePlayer, RankedMove, in_order, own_view, seat_facts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View
    from engine.games.nimbly.state import State
    from engine.players.nimbly.lookahead import Value, ValuedTake
    from engine.players.nimbly.position import Take

PRICE = {3: 1, 4: 2, 5: 3}
"""The cost of a simulation, by the number of seats.

At larger tables deals are longer, and more takes are sorted for each one that is tried
(`lookahead.WIDTHS`).
"""


FLUSHES = 2.0
"""How fond `easy` is of long suits, in points for each card: beginners like to collect a suit."""


class AtOnce:
    """Takes what scores best now, and sees neither what may come nor what others want.

    `fondness` is what each card of the longest suit counts beside the score, in points.
    """

    def __init__(self, *, fondness: float = 0.0) -> None:
        self._fondness = fondness

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
        return _only(legal, sorted(moves, key=self._disliked))

    def _disliked(self, move: RankedMove) -> float:
        facts = dict(move.facts)
        return -facts["value"] - self._fondness * facts["flush"]


class Ahead:
    """Looks ahead; whoever heard the whole deal knows all hands (J4), the rest is imagined.

    With at most `solves` cards left in the rows it follows every line to the end of the deal, if
    that takes no more than `kept` positions for each simulation of the budget. Before that `looks`
    ranks the takes.
    """

    def __init__(self, looks: Looks, *, solves: int = 0, kept: int = 0) -> None:
        self._looks = looks
        self._solves = solves
        self._kept = kept

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random, budget: int
    ) -> tuple[RankedMove, ...]:
        search = _Search(imaginer(own_view(view, NimblyView), heard)(random))
        simulations = budget // PRICE[len(search.position.hands)]
        valued = self._solved(search, budget) or self._looks(search, heard, simulations)
        moves = [search.valued(take, value) for take, value in valued]
        return in_order(_only(legal, moves))

    def _solved(self, search: _Search, budget: int) -> Sequence[ValuedTake]:
        """Return the takes by their exact value, best first; none where that is too much."""
        if search.layout.live(search.position.left).bit_count() > self._solves:
            return ()
        # Kernels are loaded where they are first needed, for the compiler takes time and memory.
        from engine.players.nimbly.endings import solved  # noqa: PLC0415

        return solved(search.layout, search.utility, search.position, budget * self._kept)


def by_lookahead(search: _Search, heard: Sequence[Heard], simulations: int) -> Sequence[ValuedTake]:
    """Rank the takes by `lookahead`, with players who err as they did so far."""
    temperatures = temperatures_of(heard, len(search.position.hands), search.utility.evaluate)
    lookahead = Lookahead(search.layout, search.utility, simulations, temperatures)
    return lookahead.ranked(search.position)


def by_tree(search: _Search, heard: Sequence[Heard], simulations: int) -> Sequence[ValuedTake]:
    """Rank the takes by `tree_search`, or where it has no kernels by looking ahead.

    Two players at least still draw.
    """
    if not search.layout.has_kernels:
        return by_lookahead(search, heard, simulations)
    from engine.players.nimbly.tree_search import searched  # noqa: PLC0415 - as above

    return searched(search.layout, search.utility, search.position, simulations)


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

    def valued(self, take: Take, value: Value) -> RankedMove:
        """Return a take with what looking ahead found of it."""
        move, turn, (*shares, points) = self.ranked(take), self.position.turn, value
        own = self.utility.share(value)
        others = [min(1.0, share) for share in shrunk(shares, turn, own)]
        return RankedMove(move.code, points, own, (*move.facts, *seat_facts(others, turn)))


def _only(legal: Sequence[str], moves: Sequence[RankedMove]) -> tuple[RankedMove, ...]:
    return tuple(move for move in moves if move.code in legal)


Looks: TypeAlias = Callable[[_Search, "Sequence[Heard]", int], "Sequence[ValuedTake]"]
"""Ranks the takes of a position, best first, with this many simulations."""


def _by_kernels(compiled: int, plain: int) -> int:
    """Return a budget: a smaller one where kernels are not compiled, and take long."""
    return compiled if are_compiled() else plain


HOUSE_PLAYERS: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(AtOnce(), 0),
    "easy": HousePlayer(AtOnce(fondness=FLUSHES), 0),
    "normal": HousePlayer(Ahead(by_lookahead, solves=8, kept=10), 400),
    "hard": HousePlayer(Ahead(by_tree, solves=14, kept=12), _by_kernels(8000, 600)),
    "expert": HousePlayer(Ahead(by_tree, solves=16, kept=4), _by_kernels(80_000, 1500)),
}
"""The house players, by level."""

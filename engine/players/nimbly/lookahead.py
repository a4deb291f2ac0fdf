"""Looking ahead in Nimbly: each place takes what is best for itself (max^n), the best most often.

Nobody is sure to see what is best for them, so a position is worth the mean of what its takes lead
to, each counted by `exp(gain / temperature)`: a temperature is the share of a win that a place gives away so
easily that it does so e times less often. Where so few cards are left that every line can be
followed to the end, everybody plays exactly for the best, and who is indifferent takes any of the
best alike. What is counted are positions, never time, so the same budget gives the same move.
"""

from __future__ import annotations

from math import exp
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from engine.players.nimbly.position import DONE, Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.players.nimbly.position import Layout, Take
    from engine.players.nimbly.utility import DealUtility, Value

SURE = 1e-9
"""The temperature of who makes no mistakes; smaller differences are errors of rounding."""

WIDTHS = {3: (6, 6, 8, 4), 4: (3, 3, 6, 3), 5: (2, 2, 2, 2, 6, 2)}
"""How many takes are looked at one, two, … moves ahead, by the number of places.

The last number holds for all moves after. A search that comes to the next turn of the place that
thinks is worth more than all that a wider one sees of the others.
"""

FEWEST = 6
"""Takes of the place to act that are looked at however deep the search is."""

BRANCHING = 2.4
"""With n cards left the rest of a deal has about `BRANCHING ** n` positions, seldom twice as many."""


class Spent(Exception):
    """The budget is used up."""


class Seen(NamedTuple):
    """A take, and what the deepest look at it gave."""

    take: Take
    value: Value


class Lookahead:
    """A search in one deal.

    `budget` is in positions weighed, and `counted` are those so far; `temperatures` has one a place.
    """

    def __init__(
        self, layout: Layout, utility: DealUtility, budget: int, temperatures: Sequence[float]
    ) -> None:
        self.counted = 0
        self._layout = layout
        self._utility = utility
        self._temperatures = temperatures
        self._budget = budget
        self._limit = budget
        self._is_open = False
        self._ended: dict[Position, Value] = {}
        self._known: dict[tuple[Position, int], Value] = {}

    def ranked(self, position: Position) -> list[Seen]:
        """Rank the takes of the place to act, the best first, looking as far as the budget goes."""
        takes = self._layout.takes(position.left, position.hands[position.turn].bit_count())
        self._limit = self._budget // 2
        if BRANCHING ** self._layout.live(position.left).bit_count() <= self._budget:
            try:
                return _best_first(
                    [Seen(take, self.exact(position.after(take))) for take in takes], position.turn
                )
            except Spent:
                pass
        self._limit = max(self._budget, self.counted + len(takes))
        return self._deepened(position, takes)

    def exact(self, position: Position) -> Value:
        """Return what a position is worth when nobody makes mistakes. Raises Spent."""
        known = self._ended.get(position)
        if known is None:
            self._count()
            hands, turn = position.hands, position.turn
            if turn == DONE:
                known = self._utility.final(hands)
            else:
                takes = self._layout.takes(position.left, hands[turn].bit_count())
                known = _mean([self.exact(position.after(take)) for take in takes], turn, SURE)
            self._ended[position] = known
        return known

    def _deepened(self, position: Position, takes: Sequence[Take]) -> list[Seen]:
        """Look one move further each round, at the better half only, while the budget lasts."""
        settled = list[Seen]()
        alive = [Seen(take, self._look(position.after(take), 0, 0)) for take in takes]
        alive, depth, cost, growth = _best_first(alive, position.turn), 1, float(len(takes)), 8.0
        while cost * growth <= self._budget - self.counted:
            half = max(FEWEST, (len(alive) + 1) // 2) if depth > 1 else len(alive)
            settled[:0] = alive[half:]
            del alive[half:]
            before, self._is_open = self.counted, False
            self._known.clear()
            try:
                seen = [Seen(t, self._look(position.after(t), depth, 0)) for t, _ in alive]
            except Spent:
                break
            alive, depth = _best_first(seen, position.turn), depth + 1
            if not self._is_open:
                break
            growth = max(1.5, (self.counted - before) / cost)
            cost = float(self.counted - before)
        return alive + settled

    def _look(self, position: Position, depth: int, ply: int) -> Value:
        """Return what a position seems to be worth, `depth` moves ahead of it seen. Raises Spent."""
        hands, turn, left = position.hands, position.turn, position.left
        if turn == DONE or not depth:
            self._count()
            if turn == DONE:
                return self._utility.final(hands)
            self._is_open = True
            return self._utility.hoped(hands, self._layout.live(left))
        known = self._known.get((position, depth))
        if known is None:
            widths = WIDTHS[len(hands)]
            takes = self._likely(left, hands[turn], widths[min(ply, len(widths) - 1)])
            values = [self._look(position.after(take), depth - 1, ply + 1) for take in takes]
            known = self._known[position, depth] = _mean(values, turn, self._temperatures[turn])
        return known

    def _likely(self, left: int, held: int, width: int) -> Sequence[Take]:
        """Return the takes that are best for a hand at first sight."""
        takes = self._layout.takes(left, held.bit_count())
        if len(takes) <= width:
            return takes
        evaluate = self._utility.evaluate
        return sorted(takes, key=lambda take: -evaluate(held | take.cards, take.live))[:width]

    def _count(self) -> None:
        if self.counted >= self._limit:
            raise Spent
        self.counted += 1


def _best_first(seen: Sequence[Seen], place: int) -> list[Seen]:
    """Sort by what is best for a place; equals stay in their order."""
    return sorted(seen, key=lambda each: -each.value[place])


def _mean(values: Sequence[Value], place: int, temperature: float) -> Value:
    """Return the mean of what a place may choose, each by how much it likes it."""
    if len(values) == 1:
        return values[0]
    best = max([value[place] for value in values])
    odds = [exp((value[place] - best) / temperature) for value in values]
    whole = sum(odds)
    return tuple([sum(map(mul, odds, column)) / whole for column in zip(*values, strict=True)])

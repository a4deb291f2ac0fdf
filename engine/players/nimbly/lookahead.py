"""Looking ahead in Nimbly: max^n search in which players may err.

Each player prefers what is best for themselves, but may not see it. So the value of a position is
the mean over its takes, weighted by `exp(gain / temperature)`: a take that loses a share of the
win as large as the player's temperature is e times less likely than the best. When so few cards
are left that every line can be followed to the end, everybody plays exactly, and equally good takes
are equally likely. The budget is in positions, never in time, so the same question gives the same
move.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import NamedTuple

from engine.players.estimate import compared
from engine.players.nimbly.position import DONE, Layout, Position, Take
from engine.players.nimbly.utility import DealUtility, Value

SURE = 1e-9
"""The temperature of a player who never errs; smaller differences are rounding errors."""

WIDTHS = {3: (6, 6, 8, 4), 4: (3, 3, 6, 3), 5: (2, 2, 2, 2, 6, 2)}
"""The number of takes tried one, two, … moves ahead, by the number of players.

The last number holds for all later moves. Reaching one's own next turn gains more than trying more
takes of the others.
"""

FEWEST = 6
"""Takes of the player to act that are tried at every depth."""

BRANCHING = 2.4
"""With n cards left a deal has about `BRANCHING ** n` positions, seldom twice as many."""


class Spent(Exception):
    """The budget is used up."""


class ValuedTake(NamedTuple):
    """A take, and its value at the greatest depth searched."""

    take: Take
    value: Value


class Lookahead:
    """A search in one deal.

    `budget` is in positions evaluated, `counted` are those so far. `temperatures` are by player, as
    shares of the win (0…1).
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

    def ranked(self, position: Position) -> list[ValuedTake]:
        """Rank the takes of the player to act, best first, as deep as the budget goes."""
        takes = self._layout.takes(position.left, position.hands[position.turn].bit_count())
        self._limit = self._budget // 2
        if BRANCHING ** self._layout.live(position.left).bit_count() <= self._budget:
            try:
                return best_first(
                    [ValuedTake(take, self.exact(position.after(take))) for take in takes],
                    position.turn,
                )
            except Spent:
                pass
        self._limit = max(self._budget, self.counted + len(takes))
        return self._deepened(position, takes)

    def exact(self, position: Position) -> Value:
        """Return the value of a position when nobody errs. Raises Spent."""
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

    def _deepened(self, position: Position, takes: Sequence[Take]) -> list[ValuedTake]:
        """Search one move deeper each round, for the better half only, while the budget lasts."""
        settled = list[ValuedTake]()
        alive = [ValuedTake(take, self._look(position.after(take), 0, 0)) for take in takes]
        alive, depth, cost, growth = best_first(alive, position.turn), 1, float(len(takes)), 8.0
        while cost * growth <= self._budget - self.counted:
            half = max(FEWEST, (len(alive) + 1) // 2) if depth > 1 else len(alive)
            settled[:0] = alive[half:]
            del alive[half:]
            before, self._is_open = self.counted, False
            self._known.clear()
            try:
                seen = [ValuedTake(t, self._look(position.after(t), depth, 0)) for t, _ in alive]
            except Spent:
                break
            alive, depth = best_first(seen, position.turn), depth + 1
            if not self._is_open:
                break
            growth = max(1.5, (self.counted - before) / cost)
            cost = float(self.counted - before)
        return alive + settled

    def _look(self, position: Position, depth: int, ply: int) -> Value:
        """Return the value of a position, searched `depth` moves deep. Raises Spent."""
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
        """Return the takes after which a hand evaluates best."""
        takes = self._layout.takes(left, held.bit_count())
        if len(takes) <= width:
            return takes
        evaluate = self._utility.evaluate
        return sorted(takes, key=lambda take: -evaluate(held | take.cards, take.live))[:width]

    def _count(self) -> None:
        if self.counted >= self._limit:
            raise Spent
        self.counted += 1


def best_first(seen: Sequence[ValuedTake], player: int) -> list[ValuedTake]:
    """Sort by the value to a player, best first; equals by what the others get, least first."""

    def place(each: ValuedTake) -> tuple[float, float]:
        own = each.value[player]
        return -compared(own), compared(sum(each.value[:-1]) - own)

    return sorted(seen, key=place)


def _mean(values: Sequence[Value], player: int, temperature: float) -> Value:
    """Return the mean of the values a player may choose, weighted by their preference."""
    if len(values) == 1:
        return values[0]
    best = max([value[player] for value in values])
    odds = [exp((value[player] - best) / temperature) for value in values]
    whole = sum(odds)
    return tuple([sum(map(mul, odds, column)) / whole for column in zip(*values, strict=True)])

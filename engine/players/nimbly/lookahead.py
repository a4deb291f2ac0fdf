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
from functools import lru_cache
from math import ceil, exp, sqrt
from operator import mul
from statistics import fmean
from typing import NamedTuple, TypeAlias

from engine.cards import CARD_OF_FACE
from engine.events import Heard
from engine.games.nimbly.state import LARGE_TABLE, State
from engine.games.nimbly.view import CardsDrawn, DealStarted
from engine.melds import score
from engine.players.estimate import compared
from engine.players.nimbly.evaluation import Evaluation, evaluation_for
from engine.players.nimbly.position import DONE, Layout, Position, Take

# The utility of a deal of Nimbly to each player: the share of the win, and a little for points.
#
# Shares are 0…1 and add up to one. After the last deal they are the win itself, ties split; before
# it they estimate how often such a lead wins, given how much may still change.

Value: TypeAlias = tuple[float, ...]
"""The utility of a position to each player; last, the points of the player who thinks."""

POINT = 1e-4
"""The weight of a point of the deal beside the share of the win; it only breaks ties."""

CARD_SPREAD = 2.0
"""The amount that each card still to be taken adds to the scale of leads, in points."""

HAND_SPREAD = 16.0
"""The scale of leads when no card is to be taken any more, in points."""

PAR_SPREAD = 0.25
"""The share of that scale that makes it e times as likely to reach par (J6)."""

DEAL_SPREAD = 14.0
"""The scale of leads when one more deal is to come, in points."""

USUAL = 45
"""Points that the best player usually makes in a deal."""


_DIGITS = 6
"""Digits of a share: kernels round a little with every mean."""

_PARTS = 1 << 30
"""The weight of the best in `weights_of_leads`: large enough, and its products are below 2**63."""


class DealUtility:
    """Evaluates the positions of one deal for every player; `player` is the one who thinks.

    `before` are the totals before the deal, `deals_left` the deals to come unless `target` decides,
    and `par` the score of the undealt cards where a deal is played for them (J6), else 0.
    """

    def __init__(self, state: State, player: int) -> None:
        deal, seats = state.deal, len(state.hands)
        self.player = player
        self.before = deal.totals
        self.target = deal.target
        self.deals_left = 0 if deal.deals is None else deal.deals - deal.number
        self._ace_low = seats == LARGE_TABLE
        self.par = score(state.aside, ace_low=self._ace_low) if deal.par else 0
        self.evaluate = evaluation_for(seats)

    @property
    def deals_to_come(self) -> int:
        """The deals after this one; with a target, if the best player makes points as usual."""
        return self._deals_after([max(self.before) + USUAL])

    def final(self, hands: Sequence[int]) -> Value:
        """Return the utility of a finished deal (J6, J7)."""
        ace_low, par = self._ace_low, self.par
        made = [score(hand, ace_low=ace_low) for hand in hands]
        points = [own if own >= par else 0 for own in made]
        totals = [before + own for before, own in zip(self.before, points, strict=True)]
        left = self._deals_after(totals)
        shares = _odds(totals, DEAL_SPREAD * sqrt(left)) if left else _won(totals)
        return self._value(shares, points)

    def hoped(self, hands: Sequence[int], live: int) -> Value:
        """Return the utility of an unfinished deal, by the expected scores of the hands."""
        evaluate = self.evaluate
        scale = HAND_SPREAD + CARD_SPREAD * live.bit_count()
        points = [evaluate(hand, live) for hand in hands]
        if self.par:
            wide = PAR_SPREAD * scale
            points = [own / (1 + exp((self.par - own) / wide)) for own in points]
        totals = [before + own for before, own in zip(self.before, points, strict=True)]
        left = self._deals_after(totals)
        if left:
            scale = sqrt(scale * scale + left * DEAL_SPREAD * DEAL_SPREAD)
        return self._value(_odds(totals, scale), points)

    def share(self, value: Value) -> float:
        """Return the share of the win (0…1) of the player who thinks."""
        return min(1.0, max(0.0, round(value[self.player] - POINT * value[-1], _DIGITS)))

    def _value(self, shares: Sequence[float], points: Sequence[float]) -> Value:
        own = [share + POINT * made for share, made in zip(shares, points, strict=True)]
        return (*own, points[self.player])

    def _deals_after(self, totals: Sequence[float]) -> int:
        """Return the number of deals to come; with a target, an estimate (J7)."""
        if self.target is None:
            return self.deals_left
        return max(0, ceil((self.target - max(totals)) / USUAL))


@lru_cache(16)
def weights_of_leads(deals: int, length: int) -> tuple[int, ...]:
    """Return how likely a win is at each distance behind the best, in whole numbers.

    This many deals are to come; with none, only the best have won.
    """
    if not deals:
        return (1,) + (0,) * (length - 1)
    scale = DEAL_SPREAD * sqrt(deals)
    return tuple([round(exp(-lead / scale) * _PARTS) for lead in range(length)])


def _won(totals: Sequence[float]) -> list[float]:
    best = max(totals)
    share = 1 / totals.count(best)
    return [share if total == best else 0.0 for total in totals]


def _odds(totals: Sequence[float], scale: float) -> list[float]:
    """Return the share of each player; a lead of `scale` makes a win e times as likely."""
    best = max(totals)
    odds = [exp((total - best) / scale) for total in totals]
    whole = sum(odds)
    return [each / whole for each in odds]


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


# How carefully each player chooses, estimated from their draws so far.
#
# A draw loses the expected points of the best draw less its own. A player's losses are compared to
# what random draws would have lost there. Of a player not watched yet a usual share is assumed.

LEAST = 0.03
"""The temperature of a player who never lost anything."""

_GROWTH = 2.4
"""The temperature of a player who draws at random is `exp(_GROWTH)` times as high."""

_USUAL_LOSS = 0.3
"""The usual loss, as a share of that of random draws."""

_WATCHED = 10.0
"""The weight of the usual share, in points that random draws lose."""


def temperatures_of(heard: Sequence[Heard], seats: int, evaluate: Evaluation) -> tuple[float, ...]:
    """Return for each player their temperature, a share of the win.

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
        self._lost = [_USUAL_LOSS * _WATCHED] * seats
        self._random = [_WATCHED] * seats
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
        return tuple(LEAST * exp(_GROWTH * lost / random) for lost, random in pairs)

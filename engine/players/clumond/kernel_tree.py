"""Information-set Monte Carlo tree search for the cards of Clumond, compiled.

One tree holds what the searching player can tell apart: the cards played. Each simulation makes up
the hidden hands, walks down by upper confidence bounds among the cards that may be played with
these hands, adds one node, and plays on at random to the end of the hand. Each player wants most
for themselves. (Cowling, Powley and Whitehouse, 2012: SO-ISMCTS.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, product
from math import exp, log, sqrt
from operator import add, sub
from typing import NamedTuple

from engine.games.clumond.settlement import settled
from engine.games.clumond.view import ClumondView, Scoring
from engine.players.clumond.kernel import (
    CARDS,
    FAR,
    LEFT,
    LENGTH,
    PLAYERS,
    RANKS,
    STATS,
    TURN,
    WORTH,
    distinct,
    note,
    outcome,
    play,
    play_out,
    set_hand,
)
from engine.players.clumond.kernel_hidden import ONE, OTHER, deal, hand_of
from engine.players.clumond.kernel_last import play_last
from engine.players.clumond.position import NOWHERE
from engine.players.clumond.tally import scale_of
from engine.players.compiled import Numbers, array_of, drawn, kernel
from engine.players.estimate import compared

# The worth of each end of a hand of Clumond to each player, in tables for a compiled search.
#
# The numbers are those of `tally.HandUtility`, for all players at once; tests hold both to the
# same.

ONE_WIN = 1 << 14
"""The worth of going from an end that is bad to one that is good."""

MOST = 4
"""No end is worth more than this many times ONE_WIN from one that is bad."""

_BAD, _FAIR = 2, 1
"""Tricks that a player is off in an end that is bad for them, and the others are in a good one."""
_ENDS = tuple(product(range(FAR), repeat=PLAYERS))
"""The tricks that each player is off, in the order of `kernel.outcome`."""
_FURTHEST = 300.0
"""Powers of e stay above minus this, so that none is too small for a number."""

_LEAST = 1e-6
"""Where a hand can change a player's share of the win by less, it counts as if more were to come.

So a player who has lost or won the game still plays for something.
"""


class Stake(NamedTuple):
    """The stakes of a hand: all that the worth of its end depends on.

    `before` are the balances, antes paid; `scale` is that of `tally`.
    """

    scoring: Scoring
    pot: int
    ante: int
    before: tuple[int, ...]
    scale: float
    is_last: bool

    @classmethod
    def of(cls, view: ClumondView) -> Stake:
        """Read what the present hand is played for."""
        is_last = view.deal == view.deals
        return cls(view.scoring, view.pot, view.ante, view.scores, scale_of(view), is_last)

    def ended(self, declarer: int, off: tuple[int, ...], player: int) -> tuple[list[float], int]:
        """Return each player's share of the win (0…1) at an end, and the points of one."""
        paid, took, stays = settled(self.scoring, self.pot, declarer + 1, off)
        # Maps of operators: this is done for a thousand ends at once.
        changes = tuple(map(sub, took, paid))
        totals = tuple(map(add, self.before, changes))
        best = max(totals)
        powers = [_power(total - best, self.scale) for total in totals]
        whole = sum(powers)
        split = stays // PLAYERS if self.is_last else 0
        return [power / whole for power in powers], changes[player] + split - self.ante


@lru_cache(maxsize=1 << 12)
def _power(behind: int, scale: float) -> float:
    return exp(max(-_FURTHEST, behind / scale))


class Worth(NamedTuple):
    """A table for a search, and how to read its numbers as shares of the win (0…1).

    For each end it has what that is worth to each player, then the points of the one who thinks.
    `lows` and `spans` are by player.
    """

    table: Numbers
    lows: tuple[float, ...]
    spans: tuple[float, ...]

    def share(self, worth: float, player: int) -> float:
        """Return the share of the win that a mean of a player's numbers of the table stands for."""
        return self.lows[player] + self.spans[player] * worth / ONE_WIN


@lru_cache(maxsize=32)
def worth_of(stake: Stake, declarer: int, player: int) -> Worth:
    """Tell what the ends of a hand are worth; `player` thinks, `declarer` may be NOWHERE."""
    ends = _ENDS
    scales = [_good_and_bad(one) for one in range(PLAYERS)]
    if declarer != NOWHERE:
        ends = _made_or_missed(declarer)
        scales = [(0, 1) if one == declarer else (1, 0) for one in range(PLAYERS)]
    ended = [stake.ended(declarer, off, player) for off in ends]
    numbers, lows, spans = [], [], []
    for one, (good, bad) in enumerate(scales):
        shares = [shares[one] for shares, _ in ended]
        lows.append(shares[bad])
        spans.append(_span(shares, good, bad))
        milder = stake
        while _span(shares, good, bad) < _LEAST:
            milder = milder._replace(scale=2 * milder.scale)
            shares = [milder.ended(declarer, off, player)[0][one] for off in ends]
        lowest, width = shares[bad], _span(shares, good, bad)
        numbers.append([round(compared((share - lowest) / width) * ONE_WIN) for share in shares])
    numbers.append([points for _, points in ended])
    table = array_of(chain(*zip(*numbers, strict=True)))
    return Worth(table, tuple(lows), tuple(spans))


def _span(shares: Sequence[float], good: int, bad: int) -> float:
    """Return how much more a good end is worth than a bad one, or a part of what any end may be."""
    return max(shares[good] - shares[bad], (max(shares) - min(shares)) / MOST)


@cache
def _good_and_bad(player: int) -> tuple[int, int]:
    """Return the numbers of an end that is good for a player, and one that is bad."""
    good = [0 if one == player else _FAIR for one in range(PLAYERS)]
    bad = [_BAD if one == player else 0 for one in range(PLAYERS)]
    return _ENDS.index(tuple(good)), _ENDS.index(tuple(bad))


def _made_or_missed(declarer: int) -> tuple[tuple[int, ...], ...]:
    """Return the two ends of a hand that is declared, in the order of `kernel.outcome`."""
    return (0,) * PLAYERS, tuple(int(one == declarer) for one in range(PLAYERS))


FIRST, NEXT, CARD, MOVER, VISITS, SEEN, TOTAL = range(7)
"""The fields of a node: its first child, its next sibling, the card, its player, how often
it was visited and could have been, and what these visits were worth together. Node 0 is the root,
so that 0 stands for none; its NEXT is where the next node goes."""
NODE = 8
TABLE = 1 << 14
_ROOTS = array_of([0, 0, *(round(sqrt(log(times)) * 256) for times in range(2, TABLE))])
_INVERSE = array_of([0, *(round(65536 / sqrt(times)) for times in range(1, TABLE))])
"""For each number the root of its logarithm, of 256, and one over its root, of 65,536."""

PLAYER, SIMULATIONS, EXPLORE, UNTIL, ALIVE = range(5)
"""The settings of a search: its player, simulations, how much it explores (of 1024), how many
cards hands have when random play ends, what is left of the last trick being solved, and the cards
of the root that are tried, all equally often; 0 for all of them, tried as any others."""
LONGEST = 64
"""Room for the nodes of a path: a hand has 39 plays."""


@kernel
def bound(tree: Numbers, at: int, explore: int) -> int:
    """Return the upper confidence bound of a node."""
    visits, seen = tree[at + VISITS], tree[at + SEEN]
    wide = _ROOTS[min(seen, TABLE - 1)] * _INVERSE[min(visits, TABLE - 1)]
    return tree[at + TOTAL] // visits + (wide * explore >> 20)


@kernel
def best_child(tree: Numbers, at: int, cards: int, explore: int) -> tuple[int, int]:
    """Return the child to go to, or 0, and the cards that have no child yet."""
    best, most = 0, 0
    child = tree[at + FIRST]
    while child:
        bit = 1 << tree[child + CARD]
        if cards & bit:
            cards ^= bit
            tree[child + SEEN] += 1
            reach = bound(tree, child, explore)
            if not best or reach > most:
                best, most = child, reach
        child = tree[child + NEXT]
    return best, cards


@kernel
def least_tried(tree: Numbers, cards: int) -> int:
    """Return the card of a set that was tried least at the root, as a set."""
    found, least, child = 0, 0, tree[FIRST]
    while child:
        bit = 1 << tree[child + CARD]
        if cards & bit:
            cards ^= bit
            if not found or tree[child + VISITS] < least:
                found, least = bit, tree[child + VISITS]
        child = tree[child + NEXT]
    return cards & -cards if cards else found


@kernel
def nth(cards: int, number: int) -> int:
    """Return the number of the card that has this many lower ones in a set."""
    for _ in range(number):
        cards &= cards - 1
    card = 0
    while not cards >> card & 1:
        card += 1
    return card


@kernel
def how_many(cards: int) -> int:
    """Count a set of cards."""
    many = 0
    while cards:
        cards &= cards - 1
        many += 1
    return many


@kernel
def add_child(tree: Numbers, at: int, card: int, mover: int) -> int:
    """Add a child to a node."""
    child = tree[NEXT]
    tree[NEXT] = child + NODE
    for field in range(NODE):
        tree[child + field] = 0
    tree[child + NEXT] = tree[at + FIRST]
    tree[child + CARD] = card
    tree[child + MOVER] = mover
    tree[child + SEEN] = 1
    tree[at + FIRST] = child
    return child


@kernel
def descend(p: Numbers, tree: Numbers, path: Numbers, rng: Numbers, orders: Numbers) -> int:
    """Play cards down the tree and add a node; return how many nodes the path has."""
    at, steps = 0, 0
    while p[CARDS] > LEFT + 1 or not steps:
        cards = distinct(p)
        if orders[ALIVE] and not steps:
            cards = least_tried(tree, orders[ALIVE])
        child, fresh = best_child(tree, at, cards, orders[EXPLORE])
        if fresh:
            card = nth(fresh, drawn(rng, how_many(fresh)))
            child = add_child(tree, at, card, p[TURN])
        card = tree[child + CARD]
        play(p, card // RANKS, 1 << card % RANKS)
        path[steps] = child
        steps += 1
        at = child
        if fresh:
            break
    return steps


@kernel
def search(
    start: Numbers,
    hidden: Numbers,
    worth: Numbers,
    orders: Numbers,
    work: tuple[Numbers, Numbers, Numbers, Numbers, Numbers],
    rng: Numbers,
) -> None:
    """Search from a position in which only the hand of one player is there; add to `tree`, `stats`.

    `worth` has for each number of `outcome` what it is worth to each player, and the points of the
    one who searches. `work` are a position, a path, the tree and the stats.
    """
    p, path, codes, tree, stats = work
    player = orders[PLAYER]
    one, other = (player + 1) % PLAYERS, (player + 2) % PLAYERS
    tree[NEXT] = max(tree[NEXT], NODE)
    for _ in range(orders[SIMULATIONS]):
        for field in range(LENGTH):
            p[field] = start[field]
        deal(hidden, rng)
        set_hand(p, one, hand_of(hidden, ONE))
        set_hand(p, other, hand_of(hidden, OTHER))
        steps = descend(p, tree, path, rng, orders)
        play_out(p, rng, orders[UNTIL])
        play_last(p, worth, codes)
        end = outcome(p) * WORTH
        for step in range(steps):
            tree[path[step] + VISITS] += 1
            tree[path[step] + TOTAL] += worth[end + tree[path[step] + MOVER]]
        note(p, worth, stats, (tree[path[0] + CARD] * STATS, player, 1))

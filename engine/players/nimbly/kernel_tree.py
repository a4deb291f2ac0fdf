"""The kernel that searches deals of Nimbly before their ending: a tree of draws, and playouts.

Each simulation walks down by upper confidence bounds, adds the draws below a node when it comes
there again, and plays on to the end of the deal. In the tree everybody wants most for themselves
(max^n); in a playout everybody takes what makes most of their hand by `kernel`, give or take
NOISE. (Kocsis and Szepesvari 2006, Sturtevant 2008: UCT for several players.)

Rows and rooms are numbers as in `kernel`, hands are bits. A node is NODE numbers, and its children
stand one after the other; node 0 is the root.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from engine.players.compiled import Numbers, Reals, array_of, drawn, kernel, reals, zeros
from engine.players.nimbly.kernel import (
    BEFORE,
    DRAWN,
    FINE,
    NEEDED,
    PAR,
    PLAYER,
    ROOM,
    ROOM_BITS,
    ROW,
    ROW_BITS,
    SEATS,
    Ending,
    fitted,
    following,
    hoped,
    may_draw,
    score,
    share_out,
)

FIRST, COUNT, DRAW, VISITS, TOTAL = range(5)
"""The fields of a node.

Its first child and how many it has, the draw that leads to it, how often it was visited, and what
these visits were worth to whoever made the draw.
"""
NODE = 5

LEFT, ROOMS, TURN, ACE_LOW, FREE = range(5)
"""Where `Tree.now` has which number: rows, rooms and player, whether aces are low too, the number
of the next node.
"""
BEGUN = FREE
"""How many of these are the same at the start of each simulation."""

LENGTH = 16
"""Numbers that each row has in `Tree.below`."""

EXPLORE = 5000
"""How much a draw seldom tried counts, of 65,536 and in parts of the win of ten thousandths."""

SEED = (2_463_534_242, 362_437)
"""The start of the generator: all cards are known (J4), so there is nothing to be lucky with."""

NOISE = 4.0
"""By how many points at most a draw is overrated in a playout."""

_STEPS = 1024
_SPREAD = NOISE / _STEPS
_TABLE = 1 << 15
_ROOTS = array_of([0, 0, *(round(sqrt(log(times)) * 256) for times in range(2, _TABLE))])
_INVERSE = array_of([0, *(round(65536 / sqrt(times)) for times in range(1, _TABLE))])
"""For each number the root of its logarithm, of 256, and one over its root, of 65,536."""


class Tree(NamedTuple):
    """All that a search needs beside the facts of an `Ending`.

    `begun` and `now` are the rows, rooms and player of the root and of the simulation, `held` and
    `hands` the hands. `below` has for each row the cards that are left when 0, 1, … of them are, as
    bits. `fit` are the weights of the evaluation. `path` has the nodes of the simulation, each with
    the player who came there, `totals` for each draw from the root what its simulations were worth
    to everybody together, and the points. `rng` is the generator; `order` and `liked` are for
    sorting.
    """

    begun: Numbers
    now: Numbers
    held: Numbers
    hands: Numbers
    below: Numbers
    fit: Reals
    nodes: Numbers
    path: Numbers
    totals: Numbers
    rng: Numbers
    order: Numbers
    liked: Reals


@kernel
def live_of(below: Numbers, left: int) -> int:
    """Return the cards in the rows."""
    one, two = below[left & ROW], below[LENGTH + (left >> ROW_BITS & ROW)]
    return one | two | below[2 * LENGTH + (left >> 2 * ROW_BITS)]


@kernel
def is_open(rooms: int, player: int) -> bool:
    """Return whether anybody but a player still takes cards."""
    return rooms != rooms & ROOM << (ROOM_BITS * player)


@kernel
def begin(tree: Tree) -> None:
    """Go back to the root."""
    for at in range(BEGUN):
        tree.now[at] = tree.begun[at]
    for player in range(len(tree.held)):
        tree.hands[player] = tree.held[player]


@kernel
def take(tree: Tree, draw: int) -> None:
    """Make a draw of the player to act (J2, J3)."""
    now = tree.now
    left, player = now[LEFT], now[TURN]
    now[LEFT] = left - NEEDED[draw]
    tree.hands[player] |= live_of(tree.below, left) ^ live_of(tree.below, now[LEFT])
    now[ROOMS] -= DRAWN[draw] << (ROOM_BITS * player)
    now[TURN] = following(now[ROOMS], player, len(tree.hands))


@kernel
def liking(tree: Tree, melds: Numbers, live: int, draw: int) -> float:
    """Return the points to be expected of the hand of the player to act after a draw."""
    now = tree.now
    player = now[TURN]
    rest = live_of(tree.below, now[LEFT] - NEEDED[draw])
    coming = (now[ROOMS] >> (ROOM_BITS * player) & ROOM) - DRAWN[draw]
    hand = tree.hands[player] | live ^ rest
    return hoped(tree.fit, melds, hand, rest, coming, now[ACE_LOW])


@kernel
def play_out(tree: Tree, melds: Numbers) -> None:
    """Play until one player alone takes cards: each draws what they like best, nearly."""
    now = tree.now
    while is_open(now[ROOMS], now[TURN]):
        room = now[ROOMS] >> (ROOM_BITS * now[TURN]) & ROOM
        live = live_of(tree.below, now[LEFT])
        best, most = -1, 0.0
        for draw in range(len(DRAWN)):
            if may_draw(now[LEFT], room, draw):
                value = liking(tree, melds, live, draw) + _SPREAD * drawn(tree.rng, _STEPS)
                if best < 0 or value > most:
                    best, most = draw, value
        take(tree, best)


@kernel
def settle(ending: Ending, tree: Tree) -> None:
    """Give the cards left to the player to act, and write what the deal is worth to the stack."""
    facts, stack, now = ending.facts, ending.stack, tree.now
    tree.hands[now[TURN]] |= live_of(tree.below, now[LEFT])
    best = 0
    for player in range(facts[SEATS]):
        made = score(ending.melds, tree.hands[player], now[ACE_LOW])
        stack[player] = made if made >= facts[PAR] else 0
        best = max(best, facts[BEFORE + player] + stack[player])
    stack[facts[SEATS]] = stack[facts[PLAYER]] * FINE
    share_out(ending, 0, best)


@kernel
def expand(tree: Tree, melds: Numbers, node: int) -> None:
    """Add the legal draws below a node, what is liked best first."""
    nodes, now, order, liked = tree.nodes, tree.now, tree.order, tree.liked
    room = now[ROOMS] >> (ROOM_BITS * now[TURN]) & ROOM
    live, count = live_of(tree.below, now[LEFT]), 0
    for draw in range(len(DRAWN)):
        if may_draw(now[LEFT], room, draw):
            value, at = liking(tree, melds, live, draw), count
            while at > 0 and liked[at - 1] < value:
                order[at], liked[at] = order[at - 1], liked[at - 1]
                at -= 1
            order[at], liked[at] = draw, value
            count += 1
    first = now[FREE] * NODE
    for at in range(count):
        child = first + at * NODE
        nodes[child + DRAW] = order[at]
    nodes[node + FIRST], nodes[node + COUNT] = first, count
    now[FREE] += count


@kernel
def pick(nodes: Numbers, node: int) -> int:
    """Return the child to go to: one never visited, or that of the highest confidence bound."""
    first, root = nodes[node + FIRST], _ROOTS[min(nodes[node + VISITS], _TABLE - 1)]
    best, most = -1, 0
    for at in range(nodes[node + COUNT]):
        child = first + at * NODE
        times = nodes[child + VISITS]
        if not times:
            return child
        wide = root * _INVERSE[min(times, _TABLE - 1)] >> 8
        reach = nodes[child + TOTAL] // times + wide * EXPLORE
        if best < 0 or reach > most:
            best, most = child, reach
    return best


@kernel
def descend(tree: Tree, melds: Numbers) -> int:
    """Walk down the tree until it ends, and return how many draws that took."""
    nodes, now, path = tree.nodes, tree.now, tree.path
    node = depth = 0
    while is_open(now[ROOMS], now[TURN]):
        if not nodes[node + COUNT]:
            is_full = (now[FREE] + len(DRAWN)) * NODE > len(nodes)
            if node and (is_full or not nodes[node + VISITS]):
                break
            expand(tree, melds, node)
        node = pick(nodes, node)
        path[2 * depth], path[2 * depth + 1] = node, now[TURN]
        depth += 1
        take(tree, nodes[node + DRAW])
    return depth


@kernel
def simulate(ending: Ending, tree: Tree, times: int) -> None:
    """Make this many simulations. At the root two players at least still take cards."""
    nodes, path, totals, stack = tree.nodes, tree.path, tree.totals, ending.stack
    width = ending.facts[SEATS] + 1
    for _ in range(times):
        begin(tree)
        depth = descend(tree, ending.melds)
        play_out(tree, ending.melds)
        settle(ending, tree)
        nodes[VISITS] += 1
        for at in range(depth):
            node = path[2 * at]
            nodes[node + VISITS] += 1
            nodes[node + TOTAL] += stack[path[2 * at + 1]]
        first = nodes[path[0] + DRAW] * width
        for at in range(width):
            totals[first + at] += stack[at]


def empty(begun: list[int], held: Sequence[int], below: list[int], nodes: int) -> Tree:
    """Return a tree that has its root alone, with room for this many nodes and one draw's more.

    `begun`, `held` and `below` are as in `Tree`.
    """
    seats, most = len(held), len(DRAWN)
    return Tree(
        begun=array_of(begun),
        now=array_of([*begun, 1]),
        held=array_of(held),
        hands=zeros(seats),
        below=array_of(below),
        fit=fitted(seats),
        nodes=zeros((nodes + most + 1) * NODE),
        path=zeros(2 * len(below)),
        totals=zeros(most * (seats + 1)),
        rng=array_of(SEED),
        order=zeros(most),
        liked=reals(most),
    )

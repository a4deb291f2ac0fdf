"""Deals of Nimbly searched before their ending, by the kernel's tree of draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from engine.chance import SEED_BYTES, Chance
from engine.games.nimbly.rules import Nimbly
from engine.games.nimbly.state import LARGE_TABLE, State
from engine.games.nimbly.turns import DRAWS
from engine.players.nimbly import endings, kernel, kernel_tree
from engine.players.nimbly.endings import memory_for, packed, rooms_of, value_of
from engine.players.nimbly.lookahead import DealUtility, ValuedTake, best_first
from engine.players.nimbly.position import Layout, Position, position_of

GROWTH = 4
"""Room for this many nodes for each simulation; where that is not enough the tree grows no more."""

MOST_NODES = 1 << 20


def searched(
    layout: Layout, utility: DealUtility, position: Position, simulations: int
) -> Sequence[ValuedTake]:
    """Return every take with the mean value of its simulations, best first.

    Two players at least still take cards. There are as many simulations as takes at least, so that
    each has one.
    """
    hands, turn = position.hands, position.turn
    seats = len(hands)
    takes = layout.takes(position.left, hands[turn].bit_count())
    times = max(simulations, len(takes))
    ending = memory_for(utility, hands, [], (0, 0, 0), 1)
    tree = tree_of(layout, position, times)
    kernel_tree.simulate(ending, tree, times)
    means = dict(_means(tree, seats))
    found = best_first([ValuedTake(take, means[take.rows]) for take in takes], turn)
    return sorted(found, key=lambda each: -utility.share(each.value))


def tree_of(layout: Layout, position: Position, simulations: int) -> kernel_tree.Tree:
    """Return an empty tree with room for this many simulations."""
    cards, lengths = layout.remaining(position.left)
    hands = position.hands
    begun = [0] * kernel_tree.BEGUN
    begun[kernel_tree.LEFT] = packed(lengths, kernel.ROW_BITS)
    begun[kernel_tree.ROOMS] = packed(rooms_of(hands), kernel.ROOM_BITS)
    begun[kernel_tree.TURN] = position.turn
    begun[kernel_tree.ACE_LOW] = int(len(hands) == LARGE_TABLE)
    nodes = min(MOST_NODES, GROWTH * simulations)
    return kernel_tree.empty(begun, hands, [*_below(cards, lengths)], nodes)


def _below(cards: Sequence[int], lengths: Sequence[int]) -> Iterator[int]:
    """Return for each row the cards left when 0, 1, … are, up to `LENGTH`."""
    row_by_row = iter(cards)
    for length in lengths:
        left = 0
        yield left
        for _ in range(length):
            left |= next(row_by_row)
            yield left
        yield from [0] * (kernel_tree.LENGTH - length - 1)


def _means(tree: kernel_tree.Tree, seats: int) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Return the rows and the mean value of each draw from the root."""
    nodes, width = tree.nodes, seats + 1
    for at in range(nodes[kernel_tree.COUNT]):
        child = nodes[kernel_tree.FIRST] + at * kernel_tree.NODE
        draw, times = nodes[child + kernel_tree.DRAW], int(nodes[child + kernel_tree.VISITS])
        sums = [int(tree.totals[draw * width + place]) for place in range(width)]
        yield DRAWS[draw].rows, value_of([each / times for each in sums], 0, seats)


def get_ready() -> None:
    """Call every kernel once: for the last cards of a deal, and for its first draw."""
    endings.get_ready()
    state = cast("State", Nimbly().start(3, {"deals": 1}, Chance(bytes(SEED_BYTES))).state)
    layout, position = position_of(state)
    searched(layout, DealUtility(state, position.turn), position, 0)

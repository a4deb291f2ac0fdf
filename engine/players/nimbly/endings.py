"""The endings of deals of Nimbly solved exactly, by the kernel.

Everybody plays for the utility (see `lookahead`), and whoever is indifferent takes any of the best
alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from engine.melds import NINE
from engine.players.nimbly import kernel, kernel_ending
from engine.players.nimbly.lookahead import (
    USUAL,
    DealUtility,
    Value,
    ValuedTake,
    best_first,
    weights_of_leads,
)
from engine.players.nimbly.position import Layout, Position

AT_LEAST_TWO = 2

BEST = 9 * 9 * 9
"""No hand makes more (M1)."""


class Setting(NamedTuple):
    """An ending for the kernel: its memory, and the key, rows and rooms of the position."""

    ending: kernel.Ending
    key: int
    left: int
    rooms: int


def setting_of(
    layout: Layout, utility: DealUtility, position: Position, cap: int, *, against: bool = False
) -> Setting:
    """Prepare an ending for the kernel, which keeps up to this many positions.

    `against`: everybody else plays against the player who thinks. Seats times cards left must be
    at most `kernel.MOST_BITS`.
    """
    cards, lengths = layout.remaining(position.left)
    count, hands = len(cards), position.hands
    return Setting(
        memory_for(utility, hands, cards, lengths, cap, against=against),
        position.turn + 1 << count * len(hands),
        packed(lengths, kernel.ROW_BITS),
        packed(rooms_of(hands), kernel.ROOM_BITS),
    )


def memory_for(
    utility: DealUtility,
    hands: Sequence[int],
    cards: list[int],
    lengths: Sequence[int],
    cap: int,
    *,
    against: bool = False,
) -> kernel.Ending:
    """Return an empty memory for these cards in rows of such lengths."""
    first, second, _ = lengths
    fewest, odds = _odds(utility)
    facts = [len(cards), len(hands), first, first + second, cap, 0, utility.player, utility.par]
    facts += [utility.deals_left, utility.target or 0, USUAL, fewest, int(against)]
    facts += utility.before
    return kernel.memory(facts, cards, hands, odds)


def rooms_of(hands: Sequence[int]) -> list[int]:
    """Return how many cards each player still takes."""
    return [NINE - hand.bit_count() for hand in hands]


def packed(numbers: Sequence[int], bits: int) -> int:
    """Return numbers as one, this many bits each."""
    return sum(number << bits * at for at, number in enumerate(numbers))


def solved(
    layout: Layout, utility: DealUtility, position: Position, cap: int
) -> Sequence[ValuedTake]:
    """Return every take with its exact value, best first; none if that is too much.

    `cap` is in positions that are kept; more is too much, as are rows that no kernel knows. Of
    takes that win if everybody plays best for themselves, those are first that win whatever the
    others do.
    """
    hands, turn = position.hands, position.turn
    seats = len(hands)
    cards = layout.live(position.left).bit_count()
    if cards * seats > kernel.MOST_BITS or not layout.has_kernels:
        return []
    values = kernel_ending.solved(*setting_of(layout, utility, position, cap))
    if not values:
        return []
    takes = layout.takes(position.left, hands[turn].bit_count())
    found = [ValuedTake(take, value_of(values, at, seats)) for at, take in enumerate(takes)]
    ranked = best_first(found, turn)
    if sum(utility.share(each.value) == 1 for each in found) < AT_LEAST_TWO:
        return ranked
    sure = _sure(layout, utility, position, cap)
    return sorted(ranked, key=lambda each: each.take.rows not in sure)


def _sure(layout: Layout, utility: DealUtility, position: Position, cap: int) -> set[str]:
    """Return the rows of the takes that win alone whatever the others do; none if too much."""
    values = kernel_ending.solved(*setting_of(layout, utility, position, cap, against=True))
    takes = layout.takes(position.left, position.hands[position.turn].bit_count())
    own = values[position.turn :: len(position.hands) + 1]
    return {take.rows for take, value in zip(takes, own, strict=False) if value >= kernel.ONE}


def _odds(utility: DealUtility) -> tuple[int, list[int]]:
    """Return the fewest deals that may come after this one, and the weights for each number."""
    fewest = most = utility.deals_left
    if utility.target:
        missing = utility.target - max(utility.before)
        fewest, most = (max(0, ceil((missing - made) / USUAL)) for made in (BEST, 0))
    rows = [weights_of_leads(deals, kernel.SPAN) for deals in range(fewest, most + 1)]
    return fewest, [weight for row in rows for weight in row]


def value_of(values: Sequence[float], at: int, seats: int) -> Value:
    """Return the value at a place, in the parts that kernels count in, as `DealUtility` does."""
    found = values[at * (seats + 1) :][: seats + 1]
    return (*[value / kernel.ONE for value in found[:-1]], found[-1] / kernel.FINE)


def get_ready() -> None:
    """Call every kernel once, for a deal whose last four cards are left."""
    facts = [4, 3, 2, 3, 8, 0, 0, 0, 0, 0, USUAL, 0, 0, 0, 0, 0]
    hands, odds = [0x7F, 0xFF << 13, 0xFF << 26], [*weights_of_leads(0, kernel.SPAN)]
    ending = kernel.memory(facts, [1 << 39 + rank for rank in range(4)], hands, odds)
    left = 2 | 1 << kernel.ROW_BITS | 1 << 2 * kernel.ROW_BITS
    kernel_ending.solved(ending, 1 << 12, left, 0x112)

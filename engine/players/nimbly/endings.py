"""The endings of deals of Nimbly solved exactly, by the kernel.

Everybody plays for the utility (see `utility`), and whoever is indifferent takes any of the best
alike.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from engine.melds import NINE
from engine.players.estimate import compared
from engine.players.nimbly import kernel
from engine.players.nimbly.lookahead import ValuedTake, best_first
from engine.players.nimbly.utility import USUAL, weights_of_leads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.players.nimbly.position import Layout, Position
    from engine.players.nimbly.utility import DealUtility, Value

BEST = 9 * 9 * 9
"""No hand makes more (M1)."""


class Setting(NamedTuple):
    """An ending for the kernel: its memory, and the key, rows and rooms of the position."""

    ending: kernel.Ending
    key: int
    left: int
    rooms: int


def setting_of(layout: Layout, utility: DealUtility, position: Position, cap: int) -> Setting:
    """Prepare an ending for the kernel, which keeps up to so many positions.

    Seats times cards left must be at most `kernel.MOST_BITS`.
    """
    cards, lengths = layout.remaining(position.left)
    count, hands = len(cards), position.hands
    seats = len(hands)
    fewest, odds = _odds(utility)
    facts = [count, seats, lengths[0], lengths[0] + lengths[1], cap, 0, utility.player, utility.par]
    facts += [utility.deals_left, utility.target or 0, USUAL, fewest, *utility.before]
    rooms = [NINE - hand.bit_count() for hand in hands]
    return Setting(
        kernel.memory(facts, cards, hands, odds),
        position.turn + 1 << count * seats,
        sum(length << kernel.ROW_BITS * row for row, length in enumerate(lengths)),
        sum(room << kernel.ROOM_BITS * player for player, room in enumerate(rooms)),
    )


def solved(
    layout: Layout, utility: DealUtility, position: Position, cap: int
) -> Sequence[ValuedTake]:
    """Return every take with its exact value, best first; none if that takes more than `cap`.

    `cap` is in positions that are kept.
    """
    hands, turn = position.hands, position.turn
    seats = len(hands)
    if layout.live(position.left).bit_count() * seats > kernel.MOST_BITS:
        return []
    values = kernel.solved(*setting_of(layout, utility, position, cap))
    if not values:
        return []
    takes = layout.takes(position.left, hands[turn].bit_count())
    return best_first(
        [ValuedTake(t, _value(values, at, seats)) for at, t in enumerate(takes)], turn
    )


def _best_other(value: Value, turn: int) -> float:
    """Return what the best of the others has: equals are told apart by who gives less away."""
    return compared(max(own for player, own in enumerate(value[:-1]) if player != turn))


def _odds(utility: DealUtility) -> tuple[int, list[int]]:
    """Return the fewest deals that may come after this one, and the weights for each number."""
    fewest = most = utility.deals_left
    if utility.target:
        missing = utility.target - max(utility.before)
        fewest, most = (max(0, ceil((missing - made) / USUAL)) for made in (BEST, 0))
    rows = [weights_of_leads(deals, kernel.SPAN) for deals in range(fewest, most + 1)]
    return fewest, [weight for row in rows for weight in row]


def _value(values: list[int], at: int, seats: int) -> Value:
    """Return the value at a place as `DealUtility` gives it."""
    found = values[at * (seats + 1) :][: seats + 1]
    return (*[value / kernel.ONE for value in found[:-1]], found[-1] / kernel.FINE)


def get_ready() -> None:
    """Call every kernel once, for a deal whose last four cards are left."""
    facts = [4, 3, 2, 3, 8, 0, 0, 0, 0, 0, USUAL, 0, 0, 0, 0]
    hands, odds = [0x7F, 0xFF << 13, 0xFF << 26], [*weights_of_leads(0, kernel.SPAN)]
    ending = kernel.memory(facts, [1 << 39 + rank for rank in range(4)], hands, odds)
    left = 2 | 1 << kernel.ROW_BITS | 1 << 2 * kernel.ROW_BITS
    kernel.solved(ending, 1 << 12, left, 0x112)

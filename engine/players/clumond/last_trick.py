"""The cards of the last trick of a hand of Clumond: all its worlds are known.

Where the others reply as is best for them, a card may come to the same as another that is better
against other replies; so ties are broken by what all replies come to on the average. And a card
that is nowhere better than another and somewhere worse (*dominated*) comes after it, whatever the
others are thought to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import le
from typing import TypeAlias

from engine.games.clumond.settlement import settled
from engine.players.clumond.kernel import FAR, PLAYERS, WORTH
from engine.players.clumond.kernel_last import FIRST, KEY, MANY
from engine.players.clumond.kernel_search import Tried
from engine.players.clumond.kernel_tree import Stake, Worth
from engine.players.clumond.position import AFTER

Row: TypeAlias = "Sequence[int]"
Results: TypeAlias = "Sequence[tuple[int, ...]]"
"""The results of a player and the two after them, by the replies of the others."""


def on_average(tried: Tried, worth: Worth, player: int) -> float:
    """Return the worth of a card to a player, all replies being equally likely."""
    whole = 0.0
    for row, weight in zip(tried.rows, tried.weights, strict=True):
        ends = row[FIRST : FIRST + row[MANY]]
        whole += weight * sum(int(worth.table[end * WORTH + player]) for end in ends) / len(ends)
    return whole / sum(tried.weights)


def dominated(tried: Mapping[int, Tried], stake: Stake, declarer: int, player: int) -> set[int]:
    """Return the cards that are nowhere better than another and somewhere worse."""
    results = {
        card: [
            (
                row[KEY],
                [_result(stake, declarer, end, player) for end in row[FIRST : FIRST + row[MANY]]],
            )
            for row in each.rows
        ]
        for card, each in tried.items()
    }
    return {
        bad
        for bad, after in results.items()
        if any(_beats(instead, after) for better, instead in results.items() if better != bad)
    }


def _beats(instead: Sequence[tuple[int, Results]], after: Sequence[tuple[int, Results]]) -> bool:
    pairs = [*zip(instead, after, strict=True)]
    return all(_is_as_good(*pair) for pair in pairs) and any(_differ(*pair) for pair in pairs)


def _is_as_good(after: tuple[int, Results], than: tuple[int, Results]) -> bool:
    """Return whether one card is as good as another in a world.

    Where the others may reply to both alike it is held against the same reply, else against any.
    """
    (key, results), (other_key, others) = after, than
    if key == other_key:
        return all(map(_is_no_worse, results, others))
    return all(_is_no_worse(result, other) for result in results for other in others)


def _differ(after: tuple[int, Results], than: tuple[int, Results]) -> bool:
    (key, results), (other_key, others) = after, than
    return results != others if key == other_key else {*results} != {*others}


def _is_no_worse(result: tuple[int, ...], than: tuple[int, ...]) -> bool:
    """Return whether the player gets as much, and none of the others more."""
    return result[0] >= than[0] and all(map(le, result[1:], than[1:]))


@lru_cache(maxsize=1 << 12)
def _result(stake: Stake, declarer: int, end: int, player: int) -> tuple[int, ...]:
    """Return all players' results at an end (`kernel.outcome`), a player first (C5-C7)."""
    off = [end // FAR // FAR, end // FAR % FAR, end % FAR]
    if declarer >= 0:
        off = [end * (one == declarer) for one in range(PLAYERS)]
    paid, took, _ = settled(stake.scoring, stake.pot, declarer + 1, tuple(off))
    return tuple([took[one] - paid[one] for one in (player, *AFTER[player])])

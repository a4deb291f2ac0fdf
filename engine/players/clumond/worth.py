"""The worth of Clumond's cards: searched, and in the last trick known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from operator import le
from typing import NamedTuple, TypeAlias

from engine.games.clumond.settlement import settled
from engine.games.clumond.view import TRICKS, ClumondView
from engine.players.clumond.kernel import FAR, PLAYERS, WORTH
from engine.players.clumond.kernel_last import FIRST, KEY, MANY
from engine.players.clumond.kernel_search import Found, Searching, Tried
from engine.players.clumond.kernel_tree import ONE_WIN, Stake, Worth
from engine.players.clumond.policy import hopeless
from engine.players.clumond.position import AFTER, NOWHERE
from engine.players.estimate import compared


class Weighed(NamedTuple):
    """The results of searching a card.

    `spread` is what it is worth to the one who plays it if all replies are equally likely, where
    that is known. `is_bad` says that it is stupid for sure.
    """

    found: Found
    spread: float = 0.0
    is_bad: bool = False

    def order(self, player: int) -> tuple[float, ...]:
        """Return by what cards are ordered; the least is the best."""
        worth, *others = self.found.order(player)
        return self.is_bad, -self.found.stayed, worth, -compared(self.spread), *others


def weigh(
    view: ClumondView, cards: Collection[int], searching: Searching, budget: int
) -> dict[int, Weighed]:
    """Weigh the cards that may be played; of cards that come to the same only the lowest."""
    if view.trick.number == TRICKS and searching.reckons:
        return _known(searching, view.declarer - 1 if view.declarer else NOWHERE)
    bad = hopeless(view, cards)
    found = searching.cards(max(budget, 2 * len(cards)))
    return {card: Weighed(each, is_bad=card in bad) for card, each in found.items()}


def _known(searching: Searching, declarer: int) -> dict[int, Weighed]:
    """Weigh the cards of the last trick by all that may come of them."""
    tried, player = searching.last_cards(), searching.player
    worth = searching.worth(declarer)
    bad = dominated(tried, searching.stake, declarer, player)
    found = dict[int, Weighed]()
    for card, each in tried.items():
        spread = on_average(each, worth, player)
        told = _by_any_reply(each.found, spread, player) if card in bad else each.found
        found[card] = Weighed(told, spread, card in bad)
    return found


def _by_any_reply(found: Found, spread: float, player: int) -> Found:
    """Return what a card comes to if all replies are equally likely, not the best ones alone.

    Where best replies forgive a stupid card, these tell what it may lose.
    """
    worths = [*found.worths]
    worths[player] = round(spread * found.times)
    hit = round(spread * found.times / ONE_WIN)
    return found._replace(
        worths=tuple(worths), made=min(found.made, hit), stopped=min(found.stopped, hit)
    )


# The last trick of a hand: all its worlds are known.
#
# Where the others reply as is best for them, a card may come to the same as another that is better
# against other replies; so ties are broken by what all replies come to on the average. And a card
# that is nowhere better than another and somewhere worse (*dominated*) comes after it, whatever the
# others are thought to do.

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

"""The worth of Clumond's cards: searched, and in the last trick known."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from typing import NamedTuple

from engine.games.clumond.state import SEATS
from engine.games.clumond.view import TRICKS, ClumondView
from engine.players.clumond.hopeless import hopeless
from engine.players.clumond.kernel_search import Found, Searching
from engine.players.clumond.last_trick import dominated, on_average
from engine.players.clumond.position import NOWHERE
from engine.players.estimate import compared

FEW = 0.01
"""A move counts as if it had been tried so often (of all simulations) with no more than the mean,
so that one that was hardly tried is not thought the best by luck."""


class Weighed(NamedTuple):
    """The results of searching a card, and its worth to each player.

    `spread` is what it is worth to the one who plays it if all replies are equally likely, where
    that is known. `is_bad` says that it is stupid for sure.
    """

    found: Found
    worths: Sequence[float]
    spread: float = 0.0
    is_bad: bool = False

    def order(self, player: int) -> tuple[float, ...]:
        """Return by what cards are ordered; the least is the best."""
        times, found = self.found.times, self.found
        made = (found.stopped or found.made) / times
        worth, spread = compared(self.worths[player]), compared(self.spread)
        return self.is_bad, -worth, -spread, -made, -found.points / times


def weigh(
    view: ClumondView, cards: Collection[int], searching: Searching, budget: int
) -> dict[int, Weighed]:
    """Weigh the cards that may be played; of cards that come to the same only the lowest."""
    if view.trick.number == TRICKS and searching.reckons:
        return _known(searching, view.declarer - 1 if view.declarer else NOWHERE)
    return _searched(searching, max(budget, 2 * len(cards)), hopeless(view, cards))


def _searched(searching: Searching, budget: int, bad: Container[int]) -> dict[int, Weighed]:
    """Search for cards; one that was hardly tried counts as little more than the mean of all."""
    found = searching.cards(budget)
    times = sum(each.times for each in found.values())
    few = FEW * times
    means = [sum(each.worths[one] for each in found.values()) / times for one in range(SEATS)]
    return {
        card: Weighed(
            each,
            [
                (worth + few * mean) / (each.times + few)
                for worth, mean in zip(each.worths, means, strict=True)
            ],
            is_bad=card in bad,
        )
        for card, each in found.items()
    }


def _known(searching: Searching, declarer: int) -> dict[int, Weighed]:
    """Weigh the cards of the last trick by all that may come of them."""
    tried, player = searching.last_cards(), searching.player
    worth = searching.worth(declarer)
    bad = dominated(tried, searching.stake, declarer, player)
    return {
        card: Weighed(
            each.found,
            [whole / each.found.times for whole in each.found.worths],
            on_average(each, worth, player),
            card in bad,
        )
        for card, each in tried.items()
    }

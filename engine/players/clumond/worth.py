"""The worth of Clumond's cards: searched, and in the last trick known."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from engine.games.clumond.view import TRICKS, ClumondView
from engine.players.clumond.kernel_search import Found, Searching
from engine.players.clumond.kernel_tree import ONE_WIN
from engine.players.clumond.last_trick import dominated, on_average
from engine.players.clumond.policy import hopeless
from engine.players.clumond.position import NOWHERE
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

"""Moves that another outdoes whatever is dealt: they score less, or only give others more.

Takes are weighed in the last three tricks, for every cloud a card may come to and with all cards
that may still join it; plays in the last trick, where two cards do the same in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from operator import ge
from typing import TYPE_CHECKING, TypeAlias

from engine.cards import BIT, FACES, JOKER, SUIT_SIZE
from engine.games.cloud_nine.imagine import known_state
from engine.games.cloud_nine.turns import ranked
from engine.melds import NINE, score
from engine.players.cloud_nine.policy import cards_in
from engine.players.cloud_nine.position import PLAY, TAKE, Position

if TYPE_CHECKING:
    from engine.games.cloud_nine.view import CloudNineView
    from engine.players.robot import RankedMove

TRICKS = 2
"""Tricks to come of which all cards that may join a cloud are tried."""

Scores: TypeAlias = tuple[int, ...]
"""What cards score, for each way in which they may be completed."""

Pair: TypeAlias = tuple[Scores, Scores]


def outdone_last(ranking: Sequence[RankedMove], view: CloudNineView) -> tuple[RankedMove, ...]:
    """Put moves that another outdoes last, however lucky they were in playouts."""
    if view.deals is None or NINE - view.trick.number > TRICKS:
        # Where a target ends the game, more points may end it too early.
        return tuple(ranking)
    faults = _Ends(Position.of(known_state(view))).faults()
    kept = [move for move in ranking if move.code not in faults]
    least = kept[-1].share
    last = [move for move in ranking if move.code in faults]
    return (*kept, *(move._replace(share=min(least, move.share)) for move in last))


class _Ends:
    """A decision, and what clouds may score in the end."""

    def __init__(self, position: Position) -> None:
        self._at = position
        self._me = position.turn
        self._others = [player for player in range(3) if player != self._me]
        open_cards = position.untaken | sum(position.clouds)
        free = [bit for bit in BIT if not open_cards & bit]
        self._unseen = [bit for bit in free if not position.hands[self._me] & bit]
        self._coming = [sum(more) for more in combinations(free, NINE - position.number)]
        self._known: dict[tuple[int, int], Scores] = {}

    def faults(self) -> set[str]:
        """Return the moves that another outdoes."""
        at = self._at
        if at.doing == TAKE:
            pairs = permutations(cards_in(at.untaken), 2)
            return {f"take {FACES[bad]}" for bad, good in pairs if self._is_worse_take(bad, good)}
        if at.doing == PLAY and at.number == NINE:
            pairs = permutations(cards_in(at.hands[self._me]), 2)
            return {f"play {FACES[bad]}" for bad, good in pairs if self._is_worse_play(bad, good)}
        return set()

    def _of(self, player: int, card: int) -> Scores:
        """Return what a player's cloud may come to score with a card of this trick."""
        if (player, card) not in self._known:
            cloud = self._at.clouds[player] | BIT[card]
            self._known[player, card] = tuple([score(cloud | more) for more in self._coming])
        return self._known[player, card]

    def _is_worse_take(self, bad: int, good: int) -> bool:
        at = self._at
        if at.taken:
            theirs = [self._exchanged(at.ranking[2], good, bad)]
        elif self._coming[1:]:
            theirs = [self._exchanged(other, good, bad) for other in self._others]
        else:
            theirs = [
                (one[other], instead[other])
                for one in self._shared_out(bad)
                for instead in self._shared_out(good)
                for other in self._others
            ]
        return _is_less(self._exchanged(self._me, bad, good), theirs)

    def _exchanged(self, player: int, one: int, other: int) -> Pair:
        return self._of(player, one), self._of(player, other)

    def _shared_out(self, taken: int) -> list[dict[int, Scores]]:
        """Return what the others may have of the last trick when its winner has taken a card.

        The second chooses what is left, but never what is worse beyond doubt; either may be second
        where that is to be named (N4).
        """
        a, b = cards_in(self._at.untaken ^ BIT[taken])
        one, other = self._others
        ways = [{one: self._of(one, x), other: self._of(other, y)} for x, y in ((a, b), (b, a))]
        if len(self._at.ranking) == 1:
            return ways
        _, second, loser = self._at.ranking
        return [
            way
            for way, instead in (ways, ways[::-1])
            if not (instead[second] > way[second] and instead[loser] <= way[loser])
        ]

    def _is_worse_play(self, bad: int, good: int) -> bool:
        mine, instead = self._exchanged(self._me, bad, good)
        if mine != instead or not self._does_alike(bad, good):
            return False
        theirs = [self._exchanged(other, bad, good) for other in self._others]
        kept = self._kept(bad), self._kept(good)
        if kept[0] != kept[1] and any(one != other for one, other in theirs):
            return False
        return _is_less(kept, theirs)

    def _kept(self, card: int) -> Scores:
        """Return what the hand may score without a card, by the card that is dealt to it (N6)."""
        hand = self._at.hands[self._me] ^ BIT[card]
        return tuple([score(hand | bit) for bit in self._unseen])

    def _does_alike(self, one: int, other: int) -> bool:
        """Return whether two cards do the same in the trick, whatever the others play."""
        cards = self._at.cards
        if not cards:
            low, high = sorted((one, other))
            between = BIT[high] - 2 * BIT[low]
            is_suit = high < JOKER and low // SUIT_SIZE == high // SUIT_SIZE
            return is_suit and not any(bit & between for bit in self._unseen)
        more = [()] if len(cards) == 2 else [(bit.bit_length() - 1,) for bit in self._unseen]
        return all(ranked((*cards, one, *rest)) == ranked((*cards, other, *rest)) for rest in more)


def _is_less(mine: Pair, theirs: Sequence[Pair]) -> bool:
    """Return whether the first of each pair is never better for oneself, and somewhere worse.

    `mine` is what a move may make and what another may; `theirs` is that of the others.
    """
    if not all(map(ge, mine[1], mine[0])):
        return False
    if not all(all(map(ge, one, other)) for one, other in theirs):
        return False
    return mine[0] != mine[1] or any(one != other for one, other in theirs)

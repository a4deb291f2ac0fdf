"""How house players of Cloud Nine play by rule of thumb; in playouts every seat does.

Values are in expected points: what one's own cloud and hand will score, less a share of what the
others get. A rule looks only at its own hand, the clouds and the trick, so it may be used in
imagined positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from engine.cards import BIT, JOKER, PACK_SIZE, lister
from engine.games.cloud_nine.imagine import imaginer
from engine.games.cloud_nine.turns import ranked
from engine.melds import NINE, score
from engine.players.cloud_nine.evaluation import (
    CLOUD_EVALUATION,
    HAND_EVALUATION,
    HELD_EVALUATION,
    KEPT,
    Evaluation,
)
from engine.players.cloud_nine.position import LEFT_OF, PLAY, SECOND, TAKE, Position

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from engine.games.cloud_nine.view import CloudNineView


_PLAYERS = (0, 1, 2)
_NOT_FIRST = ((1, 2), (0, 2), (0, 1))

cards_in = lister(tuple(range(PACK_SIZE)))
"""The cards of a set, the highest first."""


TIES = 0.01
"""So little counts only where moves are alike in all else."""

HAIR = 1e-6
"""And so little only where they are alike in that, too."""

Weighed: TypeAlias = tuple[float, int]
"""A move by rule of thumb: its value in points, and the card, or the player named second."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of thumb.

    `clouds[r]` and `hands[r]` evaluate clouds and hands that will get r more cards. `spite` is how
    much a point of an opponent counts against one's own. While others have yet to play, `likes` is
    the share counted of the best card on the table, `harm` the share subtracted of what one's card
    would add to the others' clouds, and `second` the points that a joker's sure second place gives.
    `keep` is how much a point of the hand counts against one of the cloud when a card is played,
    `joker` are the points that a joker in hand is worth beyond what it scores.
    """

    clouds: Sequence[Evaluation]
    hands: Sequence[Evaluation]
    spite: float
    likes: float
    harm: float
    second: float
    keep: float = 1.0
    joker: float = 0.0

    def weigh(self, position: Position) -> list[Weighed]:
        """Weigh every move of the player to act."""
        if position.doing == PLAY:
            return self._plays(position) if len(position.cards) < 2 else self._last_plays(position)
        gain = self._gains(position, cards_in(position.untaken))
        if position.doing == SECOND:
            return self._seconds(position, gain)
        return self._takes(position, gain)

    def go_on(self, position: Position) -> None:
        """Make the best move of the player to act."""
        _, what = max(self.weigh(position))
        if position.doing == PLAY:
            position.play(what)
        elif position.doing == TAKE:
            position.take(what)
        else:
            position.name_second(what)

    def _plays(self, position: Position) -> list[Weighed]:
        """Weigh plays to an incomplete trick: keep what the hand needs, offer others little."""
        turn, number = position.turn, position.number
        hand, cloud = position.hands[turn], position.clouds[turn]
        others = (position.clouds[turn - 1], position.clouds[turn - 2])
        kept, evaluate = self.hands[NINE + 1 - number], self.clouds[NINE - number]
        likes, harm, keep = self.likes, self.harm, self.keep
        on_table = max([evaluate(cloud | BIT[card]) for card in position.cards], default=0.0)
        theirs = [evaluate(other) for other in others]
        found = []
        for card in cards_in(hand):
            bit = BIT[card]
            # A joker is never its player's to take first: the winner takes it (N2, N5).
            wanted = evaluate(cloud | bit if card < JOKER else cloud)
            value = keep * kept(hand ^ bit) + likes * max(wanted, on_table)
            if harm:
                for other, before in zip(others, theirs, strict=True):
                    value -= harm * (evaluate(other | bit) - before)
            if card >= JOKER:
                value += self.second - self.joker
            found.append((value, card))
        return found

    def _last_plays(self, position: Position) -> list[Weighed]:
        """Weigh plays that complete the trick, foreseeing who will take what."""
        turn, leader = position.turn, position.leader
        hand, kept = position.hands[turn], self.hands[NINE + 1 - position.number]
        first, second = position.cards
        gain = self._gains(position, position.cards)
        mine = cards_in(hand)
        adds = self._gains(position, mine)
        found = []
        for i, card in enumerate(mine):
            whole = [[*gain[player], adds[player][i]] for player in _PLAYERS]
            order = _order([(leader + player) % 3 for player in ranked((first, second, card))])
            value = self.keep * kept(hand ^ BIT[card]) + self._foreseen(whole, order, turn)
            if card >= JOKER:
                value -= self.joker
            found.append((value, card))
        return found

    def _takes(self, position: Position, gain: list[list[float]]) -> list[Weighed]:
        left = cards_in(position.untaken)
        if len(left) < len(_PLAYERS):
            _, second, loser = position.ranking
            mine, theirs, spite = gain[second], gain[loser], self.spite
            return [(mine[0] - spite * theirs[1], left[0]), (mine[1] - spite * theirs[0], left[1])]
        order = _order(position.ranking)
        found = []
        for i, card in enumerate(left):
            others = sum(self._rest(gain, order, *_NOT_FIRST[i]))
            value = gain[order[0]][i] - self.spite * others
            found.append((value - HAIR * _risked(gain, order, *_NOT_FIRST[i]), card))
        return found

    def _seconds(self, position: Position, gain: list[list[float]]) -> list[Weighed]:
        """Weigh whom to name second: whose choice helps the others least (N4)."""
        winner = position.turn
        left = LEFT_OF[winner]
        right = LEFT_OF[left]
        return [
            (-sum(self._rest(gain, (winner, second, loser), 0, 1)), second)
            for second, loser in ((left, right), (right, left))
        ]

    def _gains(self, position: Position, cards: Sequence[int]) -> list[list[float]]:
        """Return for each player the value of their cloud with each of the cards added."""
        evaluate = self.clouds[NINE - position.number]
        return [[evaluate(cloud | BIT[card]) for card in cards] for cloud in position.clouds]

    def _rest(
        self, gain: list[list[float]], order: tuple[int, ...], a: int, b: int
    ) -> tuple[float, float]:
        """Return the values of the second's and the loser's cloud when cards a and b are left."""
        _, second, loser = order
        mine, theirs, spite = gain[second], gain[loser], self.spite
        if mine[a] - spite * theirs[b] >= mine[b] - spite * theirs[a]:
            return mine[a], theirs[b]
        return mine[b], theirs[a]

    def _foreseen(self, gain: list[list[float]], order: tuple[int, ...], mover: int) -> float:
        """Return the value of a complete trick to `mover` if each takes what is best for them."""
        spite, first = self.spite, gain[order[0]]
        best, shares = -1e9, (0.0, 0.0, 0.0)
        for i, (a, b) in enumerate(_NOT_FIRST):
            second, loser = self._rest(gain, order, a, b)
            value = first[i] - spite * (second + loser)
            if value > best:
                best, shares = value, (first[i], second, loser)
        own = shares[order.index(mover)]
        # Not `sum`, which adds more exactly in newer versions of Python.
        return own - spite * (shares[0] + shares[1] + shares[2] - own)


def _risked(gain: list[list[float]], order: tuple[int, ...], a: int, b: int) -> float:
    """Return the worth that cards a and b may have for the others, however the second chooses.

    That is the mean of both choices, unless one gives the second more and the loser no more.
    """
    _, second, loser = order
    one, other = (gain[second][a], gain[loser][b]), (gain[second][b], gain[loser][a])
    if one[0] > other[0] and one[1] <= other[1]:
        return one[0] + one[1]
    if other[0] > one[0] and other[1] <= one[1]:
        return other[0] + other[1]
    return (one[0] + one[1] + other[0] + other[1]) / 2


def _order(ranking: Sequence[int]) -> tuple[int, ...]:
    """Return winner, second and loser; on equal claims (N4) the winner's left is second."""
    if len(ranking) > 1:
        return tuple(ranking)
    left = LEFT_OF[ranking[0]]
    return (ranking[0], left, LEFT_OF[left])


KEEN = Rule(CLOUD_EVALUATION, HAND_EVALUATION, spite=0.4, likes=0.5, harm=0.25, second=3.0)
"""Evaluates what may still come, and counts what others get against it."""

_NOW = (score,) * (NINE + 1)

HOPEFUL = Rule(
    CLOUD_EVALUATION,
    (score, HAND_EVALUATION[1], *_NOW[2:]),
    spite=TIES, likes=0.5, harm=TIES, second=0, joker=20,
)  # fmt: skip
"""Evaluates what may still come to its own cloud; its hand counts as it is, until the last card."""

GREEDY = Rule(_NOW, _NOW, spite=TIES, likes=0.5, harm=0, second=0, keep=0.1, joker=8)
"""Plays for its own cloud as that scores at present, and hardly for its hand."""


# The likely hands of the others in Cloud Nine: the best of each hand was kept, trick after trick.
#
# By what was seen all hands are equally likely (`imagine`), but nobody holds any hand: whoever
# plays one card of nine to each trick (N1) keeps what fits together. So imagined hands are
# bettered by exchanging unseen cards, as often as makes them worth what the hands of players are.


def kept_imaginer(
    view: CloudNineView, player: int, tries: Sequence[int] = KEPT
) -> Callable[[Random], Position]:
    """Prepare a function that makes up positions in which all but one player kept good cards.

    `tries` are the exchanges that are tried for each hand, by the number of the trick.
    """
    imagine = imaginer(view)
    others = [other for other in range(len(view.clouds)) if other != player]

    def imagined(random: Random) -> Position:
        position = Position.of(imagine(random))
        better(position, others, tries[position.number], random)
        return position

    return imagined


def better(position: Position, players: Sequence[int], tries: int, random: Random) -> None:
    """Try this many exchanges for each of these hands; keep those that better the hands together.

    A card goes to the stock for one of it, or to another of these hands: in the last tricks the
    stock is too small to choose from.
    """
    draw, left = random.random, NINE + 1 - position.number
    masks = [*(position.hands[player] for player in players), 0]
    sizes = [*(hand.bit_count() for hand in masks[:-1]), len(position.stock)]
    tables = [(HELD_EVALUATION if size == NINE else HAND_EVALUATION)[left] for size in sizes[:-1]]
    evaluate: list[Evaluation] = [*tables, _nothing]
    worth = [evaluated(mask) for evaluated, mask in zip(evaluate, masks, strict=True)]
    cards = [*(card for hand in masks[:-1] for card in cards_in(hand)), *position.stock]
    holder = [place for place, size in enumerate(sizes) for _ in range(size)]
    ends = [*accumulate(sizes)]
    held = ends[-2]
    for _ in range(tries * len(players)):
        mine = int(draw() * held)
        one = holder[mine]
        # Any card but those of the same hand.
        dealt = (ends[one] + int(draw() * (len(cards) - sizes[one]))) % len(cards)
        other = holder[dealt]
        exchange = BIT[cards[mine]] ^ BIT[cards[dealt]]
        new, others = evaluate[one](masks[one] ^ exchange), evaluate[other](masks[other] ^ exchange)
        if new + others > worth[one] + worth[other]:
            masks[one], masks[other] = masks[one] ^ exchange, masks[other] ^ exchange
            worth[one], worth[other] = new, others
            cards[mine], cards[dealt] = cards[dealt], cards[mine]
    for player, mask in zip(players, masks, strict=False):
        position.hands[player] = mask
    position.stock = cards[held:]


def _nothing(_: int) -> float:
    """Evaluate the stock."""
    return 0.0

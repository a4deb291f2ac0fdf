"""The likely hands of the others in Cloud Nine: the best of each hand was kept, trick after trick.

By what was seen all hands are equally likely (`imagine`), but nobody holds any hand: whoever plays
one card of nine to each trick (N1) keeps what fits together. So imagined hands are bettered by
exchanging unseen cards, as often as makes them worth what the hands of players are.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from engine.cards import BIT
from engine.games.cloud_nine.imagine import imaginer
from engine.melds import NINE
from engine.players.cloud_nine.evaluation import HAND_EVALUATION, HELD_EVALUATION, Evaluation
from engine.players.cloud_nine.policy import cards_in
from engine.players.cloud_nine.position import Position
from engine.players.cloud_nine.weights import KEPT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.games.cloud_nine.view import CloudNineView


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

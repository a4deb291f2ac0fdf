"""The likely hands of the others in Cloud Nine: the best of each hand was kept, trick after trick.

By what was seen all hands are equally likely (`imagine`), but nobody holds any hand: whoever plays
one card of nine to each trick (N1) keeps what fits together. So an imagined hand is bettered by
exchanging cards with the stock, as often as fits the points that hands make in the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BIT
from engine.games.cloud_nine.imagine import imaginer
from engine.melds import NINE
from engine.players.cloud_nine.evaluation import HAND_EVALUATION, HELD_EVALUATION
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

    def imagined(random: Random) -> Position:
        position = Position.of(imagine(random))
        for other in range(len(position.hands)):
            if other != player:
                better(position, other, tries[position.number], random)
        return position

    return imagined


def better(position: Position, player: int, tries: int, random: Random) -> None:
    """Try this many exchanges of a card in hand for one of the stock; keep those that better it."""
    draw, stock, hand = random.random, position.stock, position.hands[player]
    cards = [*cards_in(hand)]
    left = NINE + 1 - position.number
    evaluate = (HELD_EVALUATION if len(cards) == NINE else HAND_EVALUATION)[left]
    worth = evaluate(hand)
    for _ in range(tries):
        mine, dealt = int(draw() * len(cards)), int(draw() * len(stock))
        exchanged = hand ^ BIT[cards[mine]] ^ BIT[stock[dealt]]
        if (bettered := evaluate(exchanged)) > worth:
            hand, worth = exchanged, bettered
            cards[mine], stock[dealt] = stock[dealt], cards[mine]
    position.hands[player] = hand

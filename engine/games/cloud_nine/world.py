"""A position of Cloud Nine that moves are made in, for search: bits and short lists, no events.

The rules are those of `turns`; tests play both in lockstep. Seats are places 0…2 here.
"""

from __future__ import annotations

from enum import IntEnum

from engine.cards import BIT, LIKE
from engine.games.cloud_nine.state import NINE
from engine.games.cloud_nine.tricks import ranked

_LEFT = (1, 2, 0)


class Doing(IntEnum):
    """What the place to act has to do; DONE when the deal is over."""

    PLAY = 0
    TAKE = 1
    SECOND = 2
    DONE = 3


# Looking an enum's member up costs as much as making a move.
_PLAY, _TAKE, _SECOND, _DONE = Doing


class World:
    """A deal under way.

    `stock` is dealt from its end. `ranking` holds places: winner, second, loser, or the winner alone while
    the second is to be named; `taken` counts the cards taken of the trick.
    """

    __slots__ = (
        "cards", "clouds", "doing", "hands", "leader", "number", "ranking", "stock", "taken",
        "turn", "untaken",
    )  # fmt: skip

    def __init__(
        self, hands: list[int], clouds: list[int], stock: list[int], leader: int, number: int = 1
    ) -> None:
        self.hands = hands
        self.clouds = clouds
        self.stock = stock
        self.leader = leader
        self.number = number
        self.turn = leader
        self.doing: int = _PLAY
        self.cards: tuple[int, ...] = ()
        self.untaken = 0
        self.taken = 0
        self.ranking: tuple[int, ...] = ()

    def copy(self) -> World:
        """Give an equal world that moves can be made in apart."""
        twin = World.__new__(World)
        twin.hands = self.hands[:]
        twin.clouds = self.clouds[:]
        twin.stock = self.stock[:]
        twin.leader = self.leader
        twin.number = self.number
        twin.turn = self.turn
        twin.doing = self.doing
        twin.cards = self.cards
        twin.untaken = self.untaken
        twin.taken = self.taken
        twin.ranking = self.ranking
        return twin

    def play(self, card: int) -> None:
        """Play a card that is in the hand; the third settles the ranking (N1-N4)."""
        turn = self.turn
        bit = self.hands[turn] & LIKE[card]
        bit &= -bit
        self.hands[turn] ^= bit
        self.untaken |= bit
        cards = self.cards = (*self.cards, bit.bit_length() - 1)
        if len(cards) < 3:
            self.turn = _LEFT[turn]
            return
        leader = self.leader
        self.ranking = tuple([(leader + place) % 3 for place in ranked(cards)])
        self.turn = self.ranking[0]
        self.doing = _TAKE

    def take(self, card: int) -> None:
        """Take a card that is left of the trick; with the second's the trick ends (N5, N6)."""
        turn = self.turn
        bit = self.untaken & LIKE[card]
        bit &= -bit
        self.clouds[turn] ^= bit
        self.untaken ^= bit
        self.taken += 1
        if self.taken == 2:
            self._end_trick()
        elif len(self.ranking) == 1:
            self.doing = _SECOND
        else:
            self.turn = self.ranking[1]

    def name_second(self, place: int) -> None:
        """Name the runner-up (N4)."""
        winner = self.ranking[0]
        self.ranking = (winner, place, 3 - winner - place)
        self.turn = place
        self.doing = _TAKE

    def _end_trick(self) -> None:
        loser = self.ranking[2]
        self.clouds[loser] ^= self.untaken
        hands, stock = self.hands, self.stock
        left = _LEFT[loser]
        hands[left] ^= BIT[stock.pop()]
        hands[_LEFT[left]] ^= BIT[stock.pop()]
        hands[loser] ^= BIT[stock.pop()]
        self.turn = self.leader = loser
        self.cards = self.ranking = ()
        self.untaken = self.taken = 0
        self.doing = _DONE if self.number == NINE else _PLAY
        self.number += 1

"""A position of Cloud Nine that moves are made in, for search: bits and short lists, no events.

The rules are those of `rules` and `turns`; tests play both in lockstep. Players are numbered 0…2.
"""

from __future__ import annotations

from engine.cards import BIT, LIKE
from engine.games.cloud_nine.state import State
from engine.games.cloud_nine.turns import ranked
from engine.games.cloud_nine.view import Phase
from engine.melds import NINE

LEFT_OF = (1, 2, 0)
"""For each player the one to their left."""

# Plain numbers: looking an enum's member up costs as much as making a move.
PLAY, TAKE, SECOND, DONE = range(4)
"""The task of the player to act; DONE when the deal is over."""

_DOING = {Phase.PLAY: PLAY, Phase.TAKE: TAKE, Phase.SECOND: SECOND, Phase.OVER: DONE}


class Position:
    """A deal under way.

    `stock` is dealt from its end. `ranking` holds winner, second and loser, or the winner alone
    while the second is to be named. `taken` counts the cards taken of the trick.
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
        self.doing = PLAY
        self.cards: tuple[int, ...] = ()
        self.untaken = 0
        self.taken = 0
        self.ranking: tuple[int, ...] = ()

    @classmethod
    def of(cls, state: State) -> Position:
        """Return a state of the rules as a position to search in.

        >>> from engine.chance import Chance
        >>> from engine.games import GAMES
        >>> state = GAMES["cloud_nine"].start(3, {}, Chance(b"any 32 bytes")).state
        >>> position = Position.of(state)
        >>> position.number, position.turn, position.doing == PLAY
        (1, 0, True)
        """
        trick = state.trick
        stock = [*reversed(state.stock)]
        position = cls([*state.hands], [*state.clouds], stock, trick.leader - 1, trick.number)
        position.turn = state.turn - 1
        position.doing = _DOING[state.phase]
        position.cards = trick.cards
        position.untaken = trick.untaken
        position.taken = len(trick.taken)
        position.ranking = tuple([seat - 1 for seat in trick.ranking])
        return position

    def copy(self) -> Position:
        """Return an independent copy."""
        twin = Position.__new__(Position)
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
            self.turn = LEFT_OF[turn]
            return
        leader = self.leader
        self.ranking = tuple([(leader + player) % 3 for player in ranked(cards)])
        self.turn = self.ranking[0]
        self.doing = TAKE

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
            self.doing = SECOND
        else:
            self.turn = self.ranking[1]

    def name_second(self, player: int) -> None:
        """Name the runner-up (N4)."""
        winner = self.ranking[0]
        self.ranking = (winner, player, 3 - winner - player)
        self.turn = player
        self.doing = TAKE

    def _end_trick(self) -> None:
        loser = self.ranking[2]
        self.clouds[loser] ^= self.untaken
        hands, stock = self.hands, self.stock
        left = LEFT_OF[loser]
        hands[left] ^= BIT[stock.pop()]
        hands[LEFT_OF[left]] ^= BIT[stock.pop()]
        hands[loser] ^= BIT[stock.pop()]
        self.turn = self.leader = loser
        self.cards = self.ranking = ()
        self.untaken = self.taken = 0
        self.doing = DONE if self.number == NINE else PLAY
        self.number += 1

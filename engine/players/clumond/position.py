"""A position of Clumond that cards are played in, for search: suits as bits, no events.

The rules are those of `rules` and `settlement`; tests play both in lockstep. Players are numbered
0…2. A hand is four sets of ranks, one a suit, in the order clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.cards import ALL_RANKS, COUNT, NO_TRUMPS, SUIT_SIZE
from engine.games.clumond.settlement import DISTANCE, VALUE_OF_SUIT
from engine.games.clumond.state import HELD
from engine.games.clumond.view import LEFT_OVER

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from engine.games.clumond.state import State

Hand: TypeAlias = list[int]
"""A hand: a set of ranks (13 bits) for each suit."""

LEFT_OF = (1, 2, 0)
"""For each player the one to their left."""
AFTER = ((1, 2), (2, 0), (0, 1))
"""For each player the two who follow, in order."""
NOWHERE = -1
"""The declarer where there is none."""
LAST = 2
"""The cards in a trick when its last player is to act."""


def _single(ranks: int) -> tuple[int, ...]:
    return tuple([1 << rank for rank in range(SUIT_SIZE) if ranks >> rank & 1])


BITS = tuple(_single(ranks) for ranks in range(ALL_RANKS + 1))
"""The cards of each set of ranks one by one, the lowest first, each as a bit."""

_CLUB, _DIAMOND, _HEART, _SPADE = VALUE_OF_SUIT


def hand_from(mask: int) -> Hand:
    """Return a set of cards as the ranks of each suit."""
    return [mask >> low & ALL_RANKS for low in range(0, 4 * SUIT_SIZE, SUIT_SIZE)]


class Position:
    """A hand of Clumond being played.

    `suit` is the suit led, meaningless before a lead, and `played` the number of cards in the
    trick. `winner` has played the best card so far; `best` is its rank as a bit, shifted past all
    other ranks if it is a trump and another suit was led. `cards` is the size of a hand when the
    trick began. `policy` keeps its plans here: `kept` are the cards each player plans to keep, as
    sets of cards, and `gap` is the declarer's gap when hands had `gap_at` cards.
    """

    __slots__ = (
        "best", "cards", "declarer", "gap", "gap_at", "hands", "kept", "played", "suit", "trumps",
        "turn", "winner", "won",
    )  # fmt: skip

    def __init__(
        self, hands: list[Hand], turn: int, trumps: int = NO_TRUMPS, declarer: int = NOWHERE
    ) -> None:
        self.hands = hands
        self.turn = turn
        self.trumps = trumps
        self.declarer = declarer
        self.won = [0, 0, 0]
        self.kept = [0, 0, 0]
        self.gap = 0.0
        self.gap_at = 0
        self.cards = HELD
        self.played = 0
        self.suit = 0
        self.best = 0
        self.winner = turn

    @classmethod
    def of(cls, state: State) -> Position:
        """Return a state of the rules as a position to search in.

        >>> from engine.chance import Chance
        >>> from engine.games import GAMES
        >>> state = GAMES["clumond"].start(3, {}, Chance(b"any 32 bytes")).state
        >>> position = Position.of(state)
        >>> position.cards, position.declarer == NOWHERE
        (16, True)
        """
        position = cls([[0, 0, 0, 0] for _ in AFTER], state.leader - 1, state.trumps)
        position.declarer = state.declarer - 1
        position.won = [*state.tricks]
        position.cards = HELD - sum(state.tricks)
        for card in state.cards:
            suit, rank = divmod(card, SUIT_SIZE)
            position.play(suit, 1 << rank)
        position.hands = [hand_from(hand) for hand in state.hands]
        return position

    def copy(self) -> Position:
        """Return an independent copy."""
        twin = Position.__new__(Position)
        first, second, third = self.hands
        twin.hands = [first[:], second[:], third[:]]
        twin.turn = self.turn
        twin.trumps = self.trumps
        twin.declarer = self.declarer
        twin.won = self.won[:]
        twin.kept = self.kept[:]
        twin.gap = self.gap
        twin.gap_at = self.gap_at
        twin.cards = self.cards
        twin.played = self.played
        twin.suit = self.suit
        twin.best = self.best
        twin.winner = self.winner
        return twin

    def with_hands(self, hands: Iterable[int]) -> Position:
        """Return a copy in which the players hold these sets of cards."""
        twin = self.copy()
        twin.hands = [hand_from(hand) for hand in hands]
        return twin

    def play(self, suit: int, bit: int) -> None:
        """Play a legal card; the third decides who wins the trick and leads (C3)."""
        turn = self.turn
        self.hands[turn][suit] ^= bit
        played = self.played
        if not played:
            self.suit = suit
            self.best = bit
            self.winner = turn
        else:
            if suit != self.suit:
                bit = bit << SUIT_SIZE if suit == self.trumps else 0
            if bit > self.best:
                self.best = bit
                self.winner = turn
            if played == LAST:
                winner = self.winner
                self.won[winner] += 1
                self.turn = winner
                self.cards -= 1
                self.played = 0
                return
        self.played = played + 1
        self.turn = LEFT_OF[turn]

    def off(self) -> list[int]:
        """Return how many tricks each player is off after all thirteen (C4)."""
        return [
            DISTANCE[code_of_hand(hand)][won]
            for hand, won in zip(self.hands, self.won, strict=True)
        ]


def code_of_hand(hand: Hand) -> int:
    """Return the code of a hand of three cards (C4)."""
    clubs, diamonds, hearts, spades = hand
    return (
        _CLUB * COUNT[clubs]
        + _DIAMOND * COUNT[diamonds]
        + _HEART * COUNT[hearts]
        + _SPADE * COUNT[spades]
    )


# One loop, because a function call would cost as much as playing a card.
def play_out(position: Position, random: Random, until: int = LEFT_OVER) -> None:  # noqa: C901, PLR0912, PLR0915 - see above
    """Play on until hands have this many cards; all legal cards are equally likely."""
    draw = random.random
    while position.played and position.cards > until:
        _play_any(position, draw())
    hands, won, trumps, leader = position.hands, position.won, position.trumps, position.turn
    for cards in range(position.cards, until, -1):
        # Of the leader's cards one by number, in the order of suits.
        hand = hands[leader]
        number = int(draw() * cards)
        suit = 0
        ranks = hand[0]
        while number >= (count := COUNT[ranks]):
            number -= count
            suit += 1
            ranks = hand[suit]
        best = BITS[ranks][number]
        hand[suit] = ranks ^ best
        led = suit
        winner = leader
        for player in AFTER[leader]:
            hand = hands[player]
            ranks = hand[led]
            if ranks:
                bits = BITS[ranks]
                bit = bits[int(draw() * len(bits))]
                hand[led] = ranks ^ bit
                if bit > best:
                    best, winner = bit, player
            else:
                number = int(draw() * cards)
                suit = 0
                ranks = hand[0]
                while number >= (count := COUNT[ranks]):
                    number -= count
                    suit += 1
                    ranks = hand[suit]
                bit = BITS[ranks][number]
                hand[suit] = ranks ^ bit
                if suit == trumps and bit << SUIT_SIZE > best:
                    best, winner = bit << SUIT_SIZE, player
        won[winner] += 1
        leader = winner
    position.turn = leader
    position.cards = min(position.cards, until)


def _play_any(position: Position, drawn: float) -> None:
    hand, suit = position.hands[position.turn], position.suit
    if position.played and hand[suit]:
        bits = BITS[hand[suit]]
        position.play(suit, bits[int(drawn * len(bits))])
        return
    number = int(drawn * position.cards)
    for suit, ranks in enumerate(hand):
        if number < COUNT[ranks]:
            position.play(suit, BITS[ranks][number])
            return
        number -= COUNT[ranks]

"""A position of Cloud 9 in packed numbers, for players.

A hand, the heap or the cost of a throw is packed in one number: six bits a face in the order of
FACES. The highest bit of each stays free, so that all colours are compared at once. Lists are
indexed by seat, from 1; entry 0 is unused.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from engine.games.balloon.cards import DIE, OF_A_COLOUR, OF_FACE, WILDS
from engine.games.balloon.view import COLOURS, DICE, FACES, WILD, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.balloon.state import State

BITS = 6
FIELD = (1 << BITS) - 1
ONE: dict[str, int] = {face: 1 << BITS * index for index, face in enumerate(FACES)}
"""One card of each face."""

WILD_ONE = ONE["W"]
PLAIN = WILD_ONE - 1
"""The colours of a packed hand."""

GUARD = sum(1 << BITS * index + BITS - 1 for index in range(len(COLOURS)))
"""The bits that never hold a count: subtracting a cost takes one away where a colour is short."""

# Plain numbers, for kernels.
RIDE, PAY, LONE, DONE = range(4)
"""The task of the seat to act; DONE when the trip is over."""

DOING = {Phase.RIDE: RIDE, Phase.PAY: PAY, Phase.LONE: LONE, Phase.OVER: DONE}
_SHIFTS = tuple((cards, BITS * index) for index, cards in enumerate(OF_FACE))


def packed(faces: Iterable[str]) -> int:
    """Pack cards given by face.

    >>> counts = packed("RRG")
    >>> counts & FIELD, counts >> BITS & FIELD
    (2, 1)
    """
    return sum([ONE[face] for face in faces])


def faces_of(hand: int) -> str:
    """Spell packed cards.

    >>> faces_of(packed("GRW"))
    'RGW'
    """
    return "".join(face * (hand >> BITS * index & FIELD) for index, face in enumerate(FACES))


def packed_set(cards: int) -> int:
    """Pack a set of cards."""
    return sum([(cards & face).bit_count() << low for face, low in _SHIFTS])


def cost(dice: Iterable[str]) -> int:
    """Return the cards that pay for a throw, packed; 0 if it is all blank (B3)."""
    return sum([ONE[die] for die in dice if die in COLOURS])


THROWS: tuple[tuple[int, ...], ...] = tuple(
    tuple(cost(dice) for dice in product(DIE, repeat=number)) for number in range(max(DICE) + 1)
)
"""The costs of all equally likely throws, by the number of dice."""

PACK = packed(COLOURS * OF_A_COLOUR + WILD * WILDS)
"""All cards."""


class Position:
    """A trip under way.

    `hands` and `heap` are packed. `counts` are the numbers of cards held. `aboard` is a set of
    seats (`state.ABOARD`). `need` is the cost of the present throw.
    """

    __slots__ = (
        "aboard", "cloud", "counts", "doing", "hands", "heap", "need", "pilot", "scores", "seats",
        "target", "turn",
    )  # fmt: skip

    def __init__(
        self, target: int, hands: list[int], counts: list[int], heap: int, scores: list[int]
    ) -> None:
        self.seats = len(hands) - 1
        self.target = target
        self.hands = hands
        self.counts = counts
        self.heap = heap
        self.scores = scores
        self.aboard = (2 << self.seats) - 2
        self.cloud = 1
        self.pilot = self.turn = 1
        self.doing = RIDE
        self.need = 0

    @classmethod
    def of(cls, state: State) -> Position:
        """Return a state of the rules as a position.

        >>> from engine.chance import Chance
        >>> from engine.games import GAMES
        >>> state = GAMES["balloon"].start(3, {}, Chance(b"any 32 bytes")).state
        >>> position = Position.of(state)
        >>> position.cloud, position.counts, position.doing == RIDE
        (1, [0, 6, 6, 6], True)
        """
        hands = [0, *map(packed_set, state.hands)]
        counts = [0, *map(int.bit_count, state.hands)]
        heap = packed_set(state.discards)
        position = cls(state.setup.target, hands, counts, heap, [0, *state.scores])
        position.aboard = state.aboard
        position.cloud = state.cloud
        position.pilot = state.pilot
        position.turn = state.turn
        position.doing = DOING[state.phase]
        position.need = cost(state.dice)
        return position

    def holds(self) -> bool:
        """Return whether the pilot holds the colours thrown (B3)."""
        return ((self.hands[self.pilot] | GUARD) - self.need) & GUARD == GUARD

    def has_wild(self) -> bool:
        """Return whether the pilot may pay with a wild card (B3)."""
        return self.need > 0 and self.hands[self.pilot] >= WILD_ONE


PRICE: dict[int, int] = {
    need: sum(need >> BITS * index & FIELD for index in range(len(COLOURS)))
    for throws in THROWS
    for need in set(throws)
}
"""How many cards each throw costs."""

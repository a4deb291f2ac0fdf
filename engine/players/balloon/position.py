"""A trip of Cloud 9 that moves are made in, for search: packed numbers, no events.

A hand, the heap or the cost of a throw is packed in one number: six bits a face in the order of
FACES. The highest bit of each stays free, so that all colours are compared at once. The rules are
those of `rules`; tests play both in lockstep. Lists are indexed by seat, from 1; entry 0 is unused.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from engine.games.balloon.cards import DIE, OF_FACE
from engine.games.balloon.state import ABOARD, NEXT
from engine.games.balloon.view import COLOURS, DICE, FACES, TOP, VALUES, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

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

# Plain numbers: looking an enum's member up costs as much as making a move.
RIDE, PAY, LONE, DONE = range(4)
"""The task of the seat to act; DONE when the trip is over."""

_DOING = {Phase.RIDE: RIDE, Phase.PAY: PAY, Phase.LONE: LONE, Phase.OVER: DONE}
_SHIFTS = tuple((cards, BITS * index) for index, cards in enumerate(OF_FACE))


def packed(faces: Iterable[str]) -> int:
    """Pack cards given by face.

    >>> counts = packed("RRG")
    >>> counts & FIELD, counts >> BITS & FIELD
    (2, 1)
    """
    return sum([ONE[face] for face in faces])


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
_THROWS = tuple(THROWS[dice] for dice in DICE[:TOP])


class Position:
    """A trip under way.

    `hands` and `heap` are packed. `counts` are the numbers of cards held, `gone` the clouds jumped
    from on this trip, 0 for none. `aboard` is a set of seats (`state.ABOARD`). `need` is the cost
    of the present throw, `throws` are those of the throws to come, by cloud. After the trip `ended`
    is the pilot who ended it, and `top` says whether it reached the ninth cloud.
    """

    __slots__ = (
        "aboard", "cloud", "counts", "doing", "ended", "gone", "hands", "heap", "need", "pilot",
        "scores", "seats", "target", "throws", "top", "turn",
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
        self.gone = [0] * len(hands)
        self.aboard = (2 << self.seats) - 2
        self.cloud = 1
        self.pilot = self.turn = 1
        self.doing = RIDE
        self.need = 0
        self.throws: list[int] = []
        self.ended = 0
        self.top = False

    @classmethod
    def of(cls, state: State) -> Position:
        """Return a state of the rules as a position to search in; throws to come are left open.

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
        position.gone = [0, *state.jumps]
        position.aboard = state.aboard
        position.cloud = state.cloud
        position.pilot = state.pilot
        position.turn = state.turn
        position.doing = _DOING[state.phase]
        position.need = cost(state.dice)
        return position

    def throw(self, random: Random) -> Position:
        """Throw the dice of all clouds to come; return the position itself."""
        draw = random.random
        self.throws = [throws[int(draw() * len(throws))] for throws in _THROWS]
        return self

    def copy(self) -> Position:
        """Return a copy that shares only the throws to come."""
        twin = Position.__new__(Position)
        twin.seats = self.seats
        twin.target = self.target
        twin.hands = self.hands[:]
        twin.counts = self.counts[:]
        twin.heap = self.heap
        twin.scores = self.scores[:]
        twin.gone = self.gone[:]
        twin.aboard = self.aboard
        twin.cloud = self.cloud
        twin.pilot = self.pilot
        twin.turn = self.turn
        twin.doing = self.doing
        twin.need = self.need
        twin.throws = self.throws
        twin.ended = self.ended
        twin.top = self.top
        return twin

    def stay(self) -> None:
        """Keep the passenger to act in the basket (B2)."""
        turn = self.turn = NEXT[self.seats][self.turn][self.aboard]
        if turn == self.pilot:
            self.doing = PAY

    def jump(self) -> None:
        """Let the seat to act out, a passenger or a lone pilot (B2, B6)."""
        turn, cloud = self.turn, self.cloud
        self.scores[turn] += VALUES[cloud]
        self.gone[turn] = cloud
        if self.doing == LONE:
            self._end()
            return
        following = NEXT[self.seats][turn][self.aboard]
        self.aboard ^= ABOARD[turn]
        self.turn = following
        if following == self.pilot:
            self.doing = PAY

    def roll(self) -> None:
        """Throw the dice of a lone pilot (B6)."""
        self.need = self.throws[self.cloud]
        self.doing = PAY

    def holds(self) -> bool:
        """Return whether the pilot holds the colours thrown (B3)."""
        return ((self.hands[self.pilot] | GUARD) - self.need) & GUARD == GUARD

    def has_wild(self) -> bool:
        """Return whether the pilot may pay with a wild card (B3)."""
        return self.need > 0 and self.hands[self.pilot] >= WILD_ONE

    def pay(self) -> None:
        """Pay the colours thrown and rise (B3, B5)."""
        need, pilot = self.need, self.pilot
        self.hands[pilot] -= need
        self.heap += need
        self.counts[pilot] -= PRICE[need]
        self._rise()

    def pay_wild(self) -> None:
        """Pay with a wild card and rise (B3, B5)."""
        pilot = self.pilot
        self.hands[pilot] -= WILD_ONE
        self.heap += WILD_ONE
        self.counts[pilot] -= 1
        self._rise()

    def fall(self) -> None:
        """Let the balloon fall (B4, B9)."""
        self._end()

    def _rise(self) -> None:
        cloud = self.cloud = self.cloud + 1
        aboard = self.aboard
        if cloud == TOP:
            scores, points = self.scores, VALUES[TOP]
            for seat in range(1, self.seats + 1):
                if aboard & ABOARD[seat]:
                    scores[seat] += points
            self.top = True
            self._end()
            return
        follow = NEXT[self.seats]
        pilot = self.pilot = follow[self.pilot][aboard]
        if aboard == ABOARD[pilot]:
            self.turn = pilot
            self.doing = LONE
            return
        self.need = self.throws[cloud]
        self.turn = follow[pilot][aboard]
        self.doing = RIDE

    def _end(self) -> None:
        self.ended = self.pilot
        self.doing = DONE


PRICE: dict[int, int] = {
    need: sum(need >> BITS * index & FIELD for index in range(len(COLOURS)))
    for throws in THROWS
    for need in set(throws)
}
"""How many cards each throw costs."""

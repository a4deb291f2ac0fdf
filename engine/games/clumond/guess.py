"""The worlds a seat of Clumond may be in, made for search from what it sees and has heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BIT, PACK_SIZE, SUIT_SIZE, mask_of_faces
from engine.games.clumond.imagine import told, tricking
from engine.games.clumond.state import (
    FULL_PACK,
    HELD,
    NO_TRUMPS,
    TRUMPS_NUMBER,
)
from engine.games.clumond.world import AFTER, NOWHERE, World, hand_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from engine.events import Heard
    from engine.games.clumond.view import ClumondView

_CHUNK = 8
_LOW = (1 << _CHUNK) - 1


class Guess:
    """What a seat knows of a hand; `world` shares out the cards it cannot see.

    Who did not follow has no card of the suit led (C3); every sharing that fits this is as likely
    as any other. While the call goes on nobody has declared, and the seat to call is to lead.
    """

    def __init__(self, view: ClumondView, heard: Iterable[Heard]) -> None:
        if view.seat is None or view.hand is None:
            raise ValueError("a spectator has no move")
        self.place = view.seat - 1
        self._known = _known(view, self.place)
        known = told(heard)
        unseen = FULL_PACK & ~known.played & ~mask_of_faces(view.hand)
        near, far = AFTER[self.place]
        self._near = unseen & known.lacking[far]
        self._far = unseen & known.lacking[near]
        free = unseen & ~self._near & ~self._far
        self._free = free
        self._pick = _Subsets(free, view.hand_counts[near] - self._near.bit_count())

    def world(self, random: Random) -> World:
        """Give a world in which the seat would see just this."""
        world = self._known.copy()
        picked = self._pick(random)
        near, far = AFTER[self.place]
        world.hands[near] = hand_from(self._near | picked)
        world.hands[far] = hand_from(self._far | self._free ^ picked)
        return world


class _Subsets:
    """Draws subsets of a set of cards, all of one size and all alike.

    As many random bits as there are cards are drawn; then single ones are set or cleared until the
    number is right. Tables tell which cards a byte of them stands for.
    """

    def __init__(self, mask: int, size: int) -> None:
        cards = [card for card in range(PACK_SIZE) if mask & BIT[card]]
        self._cards = len(cards)
        self._size = size
        self._tables = tuple(
            _all_sets(cards[low : low + _CHUNK]) for low in range(0, 4 * _CHUNK, _CHUNK)
        )

    def __call__(self, random: Random) -> int:
        cards, size = self._cards, self._size
        draw = random.random
        bits = random.getrandbits(cards)
        over = bits.bit_count() - size
        while over > 0:
            bit = 1 << int(draw() * cards)
            if bits & bit:
                bits ^= bit
                over -= 1
        while over < 0:
            bit = 1 << int(draw() * cards)
            if not bits & bit:
                bits ^= bit
                over += 1
        a, b, c, d = self._tables
        return a[bits & _LOW] | b[bits >> 8 & _LOW] | c[bits >> 16 & _LOW] | d[bits >> 24]


def _all_sets(cards: Sequence[int]) -> list[int]:
    """List the sets of some of the cards, indexed by which of them as bits."""
    sets = [0]
    for card in cards:
        sets += [others | BIT[card] for others in sets]
    return sets


def _known(view: ClumondView, place: int) -> World:
    """Give the world as far as it is seen; what the others hold is left open."""
    trumps = NO_TRUMPS if view.trumps is None else TRUMPS_NUMBER[view.trumps]
    declarer = NOWHERE if view.declarer is None else view.declarer - 1
    hands = [[0, 0, 0, 0] for _ in view.tricks]
    world = World(hands, view.trick.leader - 1, trumps, declarer)
    world.won = [*view.tricks]
    world.cards = HELD - sum(view.tricks)
    for card in tricking(view.trick).cards:
        suit, rank = divmod(card, SUIT_SIZE)
        world.play(suit, 1 << rank)
    hands[place] = hand_from(mask_of_faces(view.hand or ()))
    return world

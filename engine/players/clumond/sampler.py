"""The positions a seat of Clumond may be in, made for search from what it sees and has heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BIT, CARD_OF_FACE, PACK_SIZE, SUIT_SIZE, mask_of_faces
from engine.games.clumond.imagine import told
from engine.games.clumond.state import (
    FULL_PACK,
    HELD,
    NO_TRUMPS,
    TRUMPS_NUMBER,
)
from engine.players.clumond.calls import calls
from engine.players.clumond.position import AFTER, NOWHERE, Position, hand_from

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.games.clumond.view import ClumondView

TRIES = 5
"""How many sharings are tried for a position that fits the calls better."""

_CHUNK = 8
_LOW = (1 << _CHUNK) - 1


class Sampler:
    """What a seat knows of a hand; `position` shares out the cards it cannot see.

    Who did not follow has no card of the suit led (C3). Every sharing that fits this is as likely
    as any other; to a seat that `listens` the likelier, the better it fits what the others called.
    While the call goes on nobody has declared, and the dealer's left is to lead.
    """

    def __init__(self, view: ClumondView, heard: Sequence[Heard], *, listens: bool = False) -> None:
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
        called = calls(heard) if listens else {}
        self._near_call, self._far_call = called.get(near), called.get(far)
        self._tries = TRIES if view.declarer else 1
        self._kept: tuple[int, int] | None = None
        self._likelihood = 0.0

    def position(self, random: Random) -> Position:
        """Return a position in which the seat would see just this."""
        position = self._known.copy()
        near, far = AFTER[self.place]
        hands = self._heeding(random) if self._near_call or self._far_call else self._any(random)
        position.hands[near], position.hands[far] = map(hand_from, hands)
        return position

    def _any(self, random: Random) -> tuple[int, int]:
        """Share out what is not seen, all ways alike."""
        picked = self._pick(random)
        return self._near | picked, self._far | self._free ^ picked

    def _heeding(self, random: Random) -> tuple[int, int]:
        """Share out as the calls make likely: a chain of sharings (Metropolis)."""
        kept = self._kept or self._any(random)
        for _ in range(self._tries):
            near, far = hands = self._any(random)
            likelihood = 1.0
            if self._near_call:
                likelihood *= self._near_call.likelihood(near)
            if self._far_call:
                likelihood *= self._far_call.likelihood(far)
            if random.random() * self._likelihood < likelihood:
                kept = hands
                self._likelihood = likelihood
        self._kept = kept
        return kept


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


def _known(view: ClumondView, place: int) -> Position:
    """Return the position as far as it is seen; what the others hold is left open."""
    trumps = NO_TRUMPS if view.trumps is None else TRUMPS_NUMBER[view.trumps]
    declarer = NOWHERE if view.declarer is None else view.declarer - 1
    hands = [[0, 0, 0, 0] for _ in view.tricks]
    position = Position(hands, view.trick.leader - 1, trumps, declarer)
    position.won = [*view.tricks]
    position.cards = HELD - sum(view.tricks)
    for card in [CARD_OF_FACE[played.card] for played in view.trick.cards]:
        suit, rank = divmod(card, SUIT_SIZE)
        position.play(suit, 1 << rank)
    hands[place] = hand_from(mask_of_faces(view.hand or ()))
    return position

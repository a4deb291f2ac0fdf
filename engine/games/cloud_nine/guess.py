"""The worlds a seat of Cloud Nine may be in, made for search from its view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BIT, CARD_OF_FACE, JOKER, JOKERS, PACK_SIZE, mask_of
from engine.game import Seat
from engine.games.cloud_nine.view import Phase
from engine.games.cloud_nine.world import PLAY, SECOND, TAKE, World

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from engine.games.cloud_nine.view import CloudNineView

_DOING = {Phase.PLAY: PLAY, Phase.TAKE: TAKE, Phase.SECOND: SECOND}


class Guess:
    """What a seat knows of a deal; `world` deals the rest of the pack at random.

    Any card may be played to any trick (N1), so play rules out nothing: all orders of the unseen
    cards are possible.
    """

    def __init__(self, view: CloudNineView) -> None:
        if view.seat is None or view.hand is None:
            raise ValueError("a spectator has no move")
        self.place = view.seat - 1
        self._counts = view.hand_counts
        number = _Numbers()
        trick = tuple(number.card(played.card) for played in view.trick.cards)
        # Which card went to whom; None has what is left.
        taken = {played.taken_by: 0 for played in view.trick.cards}
        for card, played in zip(trick, view.trick.cards, strict=True):
            taken[played.taken_by] |= BIT[card]
        hands = [0, 0, 0]
        hands[self.place] = number.cards(view.hand.cards)
        clouds = [
            number.cards(cloud.cards, taken.get(Seat(seat), 0))
            for seat, cloud in enumerate(view.clouds, start=1)
        ]
        world = World(hands, clouds, [], view.trick.leader - 1, view.trick.number)
        world.turn = self.place
        world.doing = _DOING[view.phase]
        world.cards = trick
        world.untaken = taken.get(None, 0)
        world.taken = len(trick) - world.untaken.bit_count()
        world.ranking = tuple(seat - 1 for seat in view.trick.ranking)
        self._known = world
        seen = world.untaken | hands[self.place] | clouds[0] | clouds[1] | clouds[2]
        self._unseen = [card for card in range(PACK_SIZE) if not seen & BIT[card]]

    def world(self, random: Random) -> World:
        """Give a world in which the seat would see just this."""
        world, unseen = self._known.copy(), self._unseen[:]
        random.shuffle(unseen)
        for place, count in enumerate(self._counts):
            if place != self.place:
                world.hands[place] = mask_of(unseen[:count])
                del unseen[:count]
        world.stock = unseen
        return world


class _Numbers:
    """Gives faces their cards; the two jokers look alike and get a number each."""

    def __init__(self) -> None:
        self._jokers = [JOKER + 1, JOKER]

    def card(self, face: str) -> int:
        card = CARD_OF_FACE[face]
        return self._jokers.pop() if card == JOKER else card

    def cards(self, faces: Iterable[str], taken: int = 0) -> int:
        """Give a set of cards; what was `taken` of the present trick has its number already."""
        mask, known = taken, taken & JOKERS
        for face in faces:
            if CARD_OF_FACE[face] == JOKER and known:
                known &= known - 1
            else:
                mask |= BIT[self.card(face)]
        return mask

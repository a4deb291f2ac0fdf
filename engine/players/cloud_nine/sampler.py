"""The positions a seat of Cloud Nine may be in, made for search from its view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BIT, CARD_OF_FACE, JOKER, JOKERS, PACK_SIZE, mask_of
from engine.games.cloud_nine.view import Phase
from engine.players.cloud_nine.position import PLAY, SECOND, TAKE, Position
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from engine.games.cloud_nine.view import CloudNineView

_DOING = {Phase.PLAY: PLAY, Phase.TAKE: TAKE, Phase.SECOND: SECOND}


class Sampler:
    """What a seat knows of a deal; `position` deals the rest of the pack at random.

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
        position = Position(hands, clouds, [], view.trick.leader - 1, view.trick.number)
        position.turn = self.place
        position.doing = _DOING[view.phase]
        position.cards = trick
        position.untaken = taken.get(None, 0)
        position.taken = len(trick) - position.untaken.bit_count()
        position.ranking = tuple(seat - 1 for seat in view.trick.ranking)
        self._known = position
        seen = position.untaken | hands[self.place] | clouds[0] | clouds[1] | clouds[2]
        self._unseen = [card for card in range(PACK_SIZE) if not seen & BIT[card]]

    def position(self, random: Random) -> Position:
        """Return a position in which the seat would see just this."""
        position, unseen = self._known.copy(), self._unseen[:]
        random.shuffle(unseen)
        for place, count in enumerate(self._counts):
            if place != self.place:
                position.hands[place] = mask_of(unseen[:count])
                del unseen[:count]
        position.stock = unseen
        return position


class _Numbers:
    """Gives faces their cards; the two jokers look alike and get a number each."""

    def __init__(self) -> None:
        self._jokers = [JOKER + 1, JOKER]

    def card(self, face: str) -> int:
        card = CARD_OF_FACE[face]
        return self._jokers.pop() if card == JOKER else card

    def cards(self, faces: Iterable[str], taken: int = 0) -> int:
        """Return a set of cards; what was `taken` of the present trick has its number already."""
        mask, known = taken, taken & JOKERS
        for face in faces:
            if CARD_OF_FACE[face] == JOKER and known:
                known &= known - 1
            else:
                mask |= BIT[self.card(face)]
        return mask

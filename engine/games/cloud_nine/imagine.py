"""Making up the cards a seat cannot see.

Everything said openly in Cloud Nine is still in the view: what was played lies in the clouds, and
as any card may be played to any trick (N1), no play tells what is in a hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import BIT, CARD_OF_FACE, FACES, JOKER, LIKE, PACK_SIZE, mask_of
from engine.chance import SEED_BYTES, Chance
from engine.games.cloud_nine.state import SEATS, Deal, State, TrickState
from engine.games.cloud_nine.view import CloudNineView, Phase, Trick
from engine.seats import NOBODY, Seat, round_from

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

_SEATS = round_from(1, SEATS)


def imaginer(view: CloudNineView) -> Callable[[Random], State]:
    """Prepare a function that makes up states in keeping with `view`.

    All orders of the cards that the seat cannot see are equally likely.
    """
    known = known_state(view)
    seen = known.trick.untaken | sum(known.hands) | sum(known.clouds)
    unseen = [card for card in range(PACK_SIZE) if not seen & BIT[card]]

    def imagined(random: Random) -> State:
        draw, hands = random.random, [*known.hands]
        # `random.shuffle` takes twice as long.
        stock = sorted(unseen, key=lambda _: draw())
        for player, count in enumerate(view.hand_counts):
            if not hands[player]:
                hands[player] = mask_of(stock[:count])
                del stock[:count]
        deal = replace(known.deal, chance=Chance(random.randbytes(SEED_BYTES)))
        return known._replace(deal=deal, hands=tuple(hands), stock=tuple(stock))

    return imagined


def known_state(view: CloudNineView) -> State:
    """Return the state as far as the seat knows it: no stock, and an unknown hand is empty."""
    jokers = _Jokers()
    last_trick = jokers.trick(view.last_trick) if view.last_trick else None
    trick = jokers.trick(view.trick)
    clouds = [
        jokers.cloud(nine.cards, _taken_by(seat, trick, last_trick))
        for seat, nine in zip(_SEATS, view.clouds, strict=True)
    ]
    hands = tuple([jokers.cloud(faces, ()) for faces in _known_hands(view)])
    return State(
        _deal(view),
        view.phase,
        view.to_act[0] if view.to_act else NOBODY,
        hands,
        tuple(clouds),
        (),
        trick,
        last_trick,
        sum(hands) & LIKE[CARD_OF_FACE[view.drawn]] if view.drawn else 0,
    )


def _deal(view: CloudNineView) -> Deal:
    return Deal(
        deals=view.deals,
        target=view.target,
        chance=Chance(b""),
        number=view.deal,
        dealer=view.dealer,
        points=view.deal_scores,
        totals=view.scores,
        last=view.last_deal,
    )


def _known_hands(view: CloudNineView) -> list[tuple[str, ...]]:
    """Return the hands the seat knows: its own, and all of them once the game is over (N7)."""
    if view.phase is Phase.OVER and view.last_deal:
        return [nine.cards for nine in view.last_deal.hands]
    return [view.hand.cards if view.hand and seat == view.seat else () for seat in _SEATS]


def _taken_by(seat: Seat, *tricks: TrickState | None) -> tuple[int, ...]:
    return tuple(
        card for trick in tricks if trick for card in trick.cards if trick.taker_of(card) == seat
    )


class _Jokers:
    """Tells the two jokers apart: a view does not, a state must."""

    def __init__(self) -> None:
        self._free = [JOKER + 1, JOKER]

    def trick(self, shown: Trick) -> TrickState:
        """Return a trick with its jokers numbered; of two, the one taken already is the lower."""
        cards = [0] * len(shown.cards)
        taken_first = sorted(enumerate(shown.cards), key=lambda each: each[1].taken_by is None)
        for index, played in taken_first:
            cards[index] = self._card(played.card)
        took = {played.taken_by: card for played, card in zip(shown.cards, cards, strict=True)}
        taken = tuple(took[seat] for seat in shown.ranking if seat in took)
        return TrickState(
            shown.number,
            shown.leader,
            tuple(cards),
            mask_of(card for card in cards if card not in taken),
            taken,
            shown.ranking,
        )

    def cloud(self, faces: Iterable[str], numbered: Iterable[int]) -> int:
        """Return the set of these cards, in which the cards `numbered` are known by number."""
        mask = mask_of(numbered)
        waiting = [FACES[card] for card in numbered]
        for face in faces:
            if face in waiting:
                waiting.remove(face)
            else:
                mask |= BIT[self._card(face)]
        return mask

    def _card(self, face: str) -> int:
        return self._free.pop() if CARD_OF_FACE[face] == JOKER else CARD_OF_FACE[face]

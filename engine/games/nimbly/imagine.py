"""Making up the cards a seat cannot see.

Every card drawn was seen by all (J4), so whoever heard the whole deal knows all hands and, as a
set, the cards aside. What was not heard is made up from the cards nobody has shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import BIT, CARD_OF_FACE, mask_of, mask_of_faces
from engine.chance import SEED_BYTES, Chance
from engine.games.nimbly.state import NOBODY, Deal, Drawn, Rows, State, pack
from engine.games.nimbly.view import CardsDrawn, DealStarted, NimblyView

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from engine.events import Heard


def imagined(view: NimblyView, heard: Sequence[Heard], random: Random) -> State:
    """Make up a state that looks like `view` to its seat and fits all it has heard."""
    rows = cast("Rows", tuple(_cards(row) for row in view.rows))
    hands = _known_hands(view, heard)
    seen = mask_of(card for row in rows for card in row)
    for hand in hands:
        seen |= hand
    unseen = [card for card in _cards(pack(view.seats)) if not seen & BIT[card]]
    random.shuffle(unseen)
    for place, count in enumerate(view.hand_counts):
        missing = count - hands[place].bit_count()
        hands[place] |= mask_of(unseen[:missing])
        del unseen[:missing]
    last = view.last_draw
    return State(
        _deal(view, random),
        view.to_act[0] if view.to_act else NOBODY,
        rows,
        tuple(hands),
        mask_of(unseen),
        Drawn(last.seat, last.rows, _cards(last.cards)) if last else None,
    )


def _deal(view: NimblyView, random: Random) -> Deal:
    return Deal(
        view.deals,
        view.target,
        view.par,
        Chance(random.randbytes(SEED_BYTES)),
        view.deal,
        view.dealer,
        view.deal_scores,
        view.scores,
        view.last_deal,
    )


def _known_hands(view: NimblyView, heard: Sequence[Heard]) -> list[int]:
    """Return what the seat knows of each hand: what it heard and what the table shows."""
    if not view.to_act and view.last_deal:
        return [mask_of_faces(nine.cards) for nine in view.last_deal.hands]
    hands = [0] * view.seats
    for _, event in heard:
        if isinstance(event, DealStarted):
            hands = [0] * view.seats
        elif isinstance(event, CardsDrawn):
            hands[event.seat - 1] |= mask_of_faces(event.cards)
    if view.last_draw:
        hands[view.last_draw.seat - 1] |= mask_of_faces(view.last_draw.cards)
    if view.hand and view.seat:
        hands[view.seat - 1] = mask_of_faces(view.hand.cards)
    return hands


def _cards(faces: Iterable[str]) -> tuple[int, ...]:
    return tuple([CARD_OF_FACE[face] for face in faces])

"""Making up the cards a seat cannot see.

Every card drawn was seen by all (J4), so whoever heard the whole deal knows all hands and, as a
set, the cards aside. Cards that were not heard of are made up from the cards nobody has shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import BIT, CARD_OF_FACE, mask_of, mask_of_faces
from engine.chance import SEED_BYTES, Chance
from engine.games.nimbly.state import Deal, Drawn, State, pack
from engine.games.nimbly.view import CardsDrawn, DealStarted, NimblyView
from engine.seats import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from engine.events import Heard


def imaginer(view: NimblyView, heard: Sequence[Heard]) -> Callable[[Random], State]:
    """Prepare a function that makes up states in keeping with `view` and all that was heard.

    Whoever heard the whole deal gets the true hands and cards aside each time.
    """
    known = _known(view, heard)
    seen = mask_of(card for row in known.rows for card in row) | sum(known.hands)
    unseen = [card for card in _cards(pack(view.seats)) if not seen & BIT[card]]

    def imagined(random: Random) -> State:
        aside = unseen[:]
        random.shuffle(aside)
        hands = list(known.hands)
        for player, count in enumerate(view.hand_counts):
            missing = count - hands[player].bit_count()
            hands[player] |= mask_of(aside[:missing])
            del aside[:missing]
        deal = replace(known.deal, chance=Chance(random.randbytes(SEED_BYTES)))
        return known._replace(deal=deal, hands=tuple(hands), aside=mask_of(aside))

    return imagined


def _known(view: NimblyView, heard: Sequence[Heard]) -> State:
    """Return the state as far as the seat knows it: hands as heard, and nothing aside."""
    last = view.last_draw
    return State(
        _deal(view),
        view.to_act[0] if view.to_act else NOBODY,
        tuple([_cards(row) for row in view.rows]),
        known_hands(view, heard),
        0,
        Drawn(last.seat, last.rows, _cards(last.cards)) if last else None,
    )


def _deal(view: NimblyView) -> Deal:
    return Deal(
        deals=view.deals,
        target=view.target,
        par=view.par,
        chance=Chance(b""),
        number=view.deal,
        dealer=view.dealer,
        points=view.deal_scores,
        totals=view.scores,
        last=view.last_deal,
    )


def known_hands(view: NimblyView, heard: Sequence[Heard]) -> tuple[int, ...]:
    """Return the cards of each hand that the seat knows, from what it heard and the table shows."""
    if not view.to_act and view.last_deal:
        return tuple([mask_of_faces(nine.cards) for nine in view.last_deal.hands])
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
    return tuple(hands)


def _cards(faces: Iterable[str]) -> tuple[int, ...]:
    return tuple([CARD_OF_FACE[face] for face in faces])

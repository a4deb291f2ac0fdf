"""Making up the cards a seat cannot see.

Earlier tricks have left the view (C9) but were heard: their cards are gone, and who did not follow
has no card of the suit led.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from engine.cards import BIT, CARD_OF_FACE, PACK_SIZE, mask_of_faces
from engine.chance import SEED_BYTES, Chance
from engine.games.clumond.sharing import share_out
from engine.games.clumond.state import (
    FULL_PACK,
    NO_TRUMPS,
    NOBODY,
    SAME_SUIT,
    SEATS,
    TRUMPS_NUMBER,
    Deal,
    State,
    Three,
    Tricking,
)
from engine.games.clumond.view import CardPlayed, ClumondView, DealStarted, Phase, Trick

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from engine.events import Heard


class Told(NamedTuple):
    """What this hand's play has told: the cards played, and what no seat can hold any more."""

    played: int
    lacking: tuple[int, ...]


def imagined(view: ClumondView, heard: Iterable[Heard], random: Random) -> State:
    """Make up a state that looks like `view` to its seat and fits all it has heard."""
    known = told(heard)
    hands = _known_hands(view)
    unknown = [place for place, hand in enumerate(hands) if hand is None]
    seen = known.played
    for hand in hands:
        seen |= hand or 0
    shares = share_out(
        [card for card in range(PACK_SIZE) if FULL_PACK & ~seen & BIT[card]],
        [view.hand_counts[place] for place in unknown],
        [known.lacking[place] for place in unknown],
        random,
    )
    for place, share in zip(unknown, shares, strict=True):
        hands[place] = share
    return State(
        _deal(view, random),
        view.phase,
        view.to_act[0] if view.to_act else NOBODY,
        cast("Three", tuple(hands)),
        cast("Three", view.tricks),
        view.declarer or NOBODY,
        NO_TRUMPS if view.trumps is None else TRUMPS_NUMBER[view.trumps],
        view.trick.number,
        view.trick.leader,
        tricking(view.trick).cards,
        tricking(view.last_trick) if view.last_trick else None,
    )


def tricking(trick: Trick) -> Tricking:
    """Read a trick that was shown."""
    cards = tuple(CARD_OF_FACE[played.card] for played in trick.cards)
    return Tricking(trick.number, trick.leader, cards, trick.winner or NOBODY)


def _deal(view: ClumondView, random: Random) -> Deal:
    return Deal(
        view.deals,
        view.ante,
        view.scoring,
        Chance(random.randbytes(SEED_BYTES)),
        view.deal,
        view.dealer,
        view.pot,
        view.deal_scores,
        view.scores,
        view.last_deal,
    )


def _known_hands(view: ClumondView) -> list[int | None]:
    """Return the hands the seat knows: its own, and all of them once the game is over (C9)."""
    if view.phase is Phase.OVER and view.last_deal:
        return [mask_of_faces(left) for left in view.last_deal.left]
    return [
        mask_of_faces(view.hand) if view.hand is not None and seat == view.seat else None
        for seat in SEATS
    ]


def told(heard: Iterable[Heard]) -> Told:
    """Read what was played since the last deal, and who could not follow (C3)."""
    played, lacking, led = 0, [0, 0, 0], 0
    for _, event in heard:
        if isinstance(event, CardPlayed):
            card = CARD_OF_FACE[event.card]
            played |= BIT[card]
            if event.leads:
                led = SAME_SUIT[card]
            elif not led & BIT[card]:
                lacking[event.seat - 1] |= led
        elif isinstance(event, DealStarted):
            played, lacking = 0, [0, 0, 0]
    return Told(played, tuple(lacking))

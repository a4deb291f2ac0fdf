"""What a puzzle of Cloud Nine is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import mask_of_faces
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.melds import Meld, meld, outgrown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Heard
    from engine.game import View

NAMES = ("run", "suit", "joker", "leave", "last_tricks", "ahead")

LAST = 7
"""The first of the last three tricks."""


def theme(view: View, heard: Sequence[Heard], best: str, other: str) -> str:  # noqa: ARG001 - all lies on the table
    """Return what decides between the best move and another: one of NAMES."""
    shown = cast("CloudNineView", view)
    card, worse = best.partition(" ")[2], other.partition(" ")[2]
    if "JK" in (card, worse):
        return "joker"
    if shown.phase is Phase.TAKE and _leaves(shown, card) < _leaves(shown, worse):
        return "leave"
    # Sets alone decide too seldom for a theme of their own.
    if shown.phase is not Phase.SECOND:
        name = outgrown(_made(shown, card), _made(shown, worse))
        if name in NAMES:
            return name
    return "last_tricks" if shown.trick.number >= LAST else "ahead"


def _made(view: CloudNineView, card: str) -> Meld:
    """Return what the hand makes without a card played, or the cloud with a card taken."""
    if view.phase is Phase.TAKE:
        return meld(mask_of_faces((*view.clouds[view.to_act[0] - 1].cards, card)))
    hand = [*(view.hand.cards if view.hand else ())]
    hand.remove(card)
    return meld(mask_of_faces(hand))


def _leaves(view: CloudNineView, card: str) -> int:
    """Return the most that the next who takes can make of what a taken card leaves."""
    left = [played.card for played in view.trick.cards if played.taken_by is None]
    following = view.trick.ranking[len(view.trick.cards) - len(left) + 1 :]
    left.remove(card)
    clouds = [view.clouds[seat - 1].cards for seat in following[:1]]
    return max(
        (meld(mask_of_faces((*cloud, one))).score for cloud in clouds for one in left), default=0
    )

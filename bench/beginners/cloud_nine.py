"""A beginner of Cloud Nine: wants the card of each trick that does most for the cloud.

To follow, each card of the hand is imagined on the trick as it lies: what the best card of it is
worth if mine wins, less what the hand loses with it. That to be second has its worth, too, is not
thought of. Whoever leads spares the hand, and leads the highest card that costs it nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from engine.cards import RANKS, mask_of_faces
from engine.events import Heard
from engine.game import View
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.melds import score
from engine.seats import Seat

JOKER = "JK"


class Beginner:
    """Takes the best card for the cloud, and plays for it with a card the hand can spare."""

    def choose(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - all lies on the table
        legal: Sequence[str],
        random: Random,  # noqa: ARG002 - it leaves nothing to chance
    ) -> str:
        shown = cast("CloudNineView", view)
        if shown.phase is Phase.PLAY:
            return max(legal, key=lambda code: _worth_playing(shown, _what(code)))
        own = shown.clouds[(shown.seat or 1) - 1].cards
        if shown.phase is Phase.TAKE:
            return max(legal, key=lambda code: _gain(own, _what(code)))
        # To be second goes to whoever has less.
        return min(legal, key=lambda code: shown.clouds[int(_what(code)) - 1].meld.score)


def _what(code: str) -> str:
    return code.partition(" ")[2]


def _worth_playing(view: CloudNineView, card: str) -> tuple[int, int, int]:
    """Return the gain of a card for the cloud, less its cost to the hand; then ties."""
    hand = list(view.hand.cards if view.hand else ())
    before = _score(hand)
    hand.remove(card)
    costs = before - _score(hand)
    if not view.trick.cards:
        return -costs, _rank(card), 0
    seat = view.seat or Seat(1)
    trick = [(played.seat, played.card) for played in view.trick.cards]
    points, fits = _hoped(view, [*trick, (seat, card)], seat)
    return points - costs, fits, -_rank(card)


def _hoped(view: CloudNineView, trick: list[tuple[Seat, str]], seat: Seat) -> tuple[int, int]:
    """Return a seat's gain from winning the trick as it lies; nothing if it does not win."""
    if _winner(trick) != seat:
        return 0, 0
    cloud = view.clouds[seat - 1].cards
    return max(_gain(cloud, card) for _, card in trick)


def _winner(trick: list[tuple[Seat, str]]) -> Seat | None:
    """Return the player of the highest card of the suit led; none while only jokers lie (N3)."""
    led = next((card[1] for _, card in trick if card != JOKER), "")
    following = [played for played in trick if played[1][1] == led and played[1] != JOKER]
    return max(following, key=lambda played: _rank(played[1]))[0] if following else None


def _gain(cloud: Sequence[str], card: str) -> tuple[int, int]:
    """Return the points a card adds to a cloud, and how many of its cards it goes with."""
    fits = sum(
        card[1] == other[1] or abs(_rank(card) - _rank(other)) <= 1
        for other in cloud
        if JOKER not in (card, other)
    )
    return _score([*cloud, card]) - _score(cloud), fits


def _score(cards: Sequence[str]) -> int:
    return score(mask_of_faces(cards))


def _rank(card: str) -> int:
    return -1 if card == JOKER else RANKS.index(card[0])

"""What the calls of a hand of Clumond tell of the cards behind them (C2).

Whoever declares holds what makes a declaration, and whoever passes mostly does not. How likely a
hand was to call as it did is a multinomial regression on `odds.lean`; passing counts as 0.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import BIT, CARD_OF_FACE
from engine.games.clumond.state import SEATS, TRUMPS_NUMBER
from engine.games.clumond.view import CardPlayed, DealStarted, Declared, Passed
from engine.players.clumond.declaring import leans
from engine.players.clumond.position import hand_from
from engine.players.clumond.weights import CALLED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.events import Heard

PASS = None
"""What who passes makes trumps."""


class Call(NamedTuple):
    """A call: what is declared trumps, PASS for none, and the cards its caller has played since."""

    trumps: int | None
    played: int

    def likelihood(self, hand: int) -> float:
        """Return the chance (0…1) that who holds these cards, and played those, called like this."""
        constant, leaning = CALLED
        liked = [exp(constant + leaning * lean) for lean in leans(hand_from(hand | self.played))]
        wanted = 1.0 if self.trumps is PASS else liked[self.trumps]
        return wanted / (1 + sum(liked))


def calls(heard: Iterable[Heard]) -> dict[int, Call]:
    """Return who called what in this hand, by place."""
    called: dict[int, int | None] = {}
    played = [0 for _ in SEATS]
    for _, event in heard:
        if isinstance(event, CardPlayed):
            played[event.seat - 1] |= BIT[CARD_OF_FACE[event.card]]
        elif isinstance(event, Passed):
            called[event.seat - 1] = PASS
        elif isinstance(event, Declared):
            called[event.seat - 1] = TRUMPS_NUMBER[event.trumps]
        elif isinstance(event, DealStarted):
            called, played = {}, [0 for _ in SEATS]
    return {place: Call(trumps, played[place]) for place, trumps in called.items()}

"""What the calls of a hand of Clumond tell of the cards behind them (C2).

Whoever declares holds what makes a declaration, and whoever passes mostly does not. How likely a
hand was to call as it did is a multinomial regression on `odds.lean`; passing counts as 0.
"""

from __future__ import annotations

from math import exp, prod
from typing import TYPE_CHECKING, NamedTuple, cast

from engine.cards import BIT, CARD_OF_FACE
from engine.events import CardPlayed
from engine.games.clumond.imagine import imaginer
from engine.games.clumond.state import SEATS, TRUMPS_NUMBER
from engine.games.clumond.view import ClumondView, DealStarted, Declared, Passed
from engine.players.clumond.declaring import leans
from engine.players.clumond.position import hand_from
from engine.players.clumond.weights import CALLED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from engine.events import Heard
    from engine.games.clumond.state import State

TRIES = 5
"""Steps of the chain from one state to the next, once somebody has declared."""

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


def heeding(view: ClumondView, heard: Sequence[Heard]) -> Callable[[Random], State]:
    """Prepare `imaginer` for a seat that heeds calls.

    States come the more often, the likelier the hands in them were to call as was heard: they are
    a Metropolis chain over those that are equally likely without the calls.
    """
    imagine, tries = imaginer(view, heard), TRIES if view.declarer else 1
    others = [(place, call) for place, call in calls(heard).items() if place + 1 != view.seat]
    if not others:
        return imagine
    kept: State | None = None
    likelihood = 0.0

    def imagined(random: Random) -> State:
        nonlocal kept, likelihood
        for _ in range(tries):
            state = imagine(random)
            likely = prod([call.likelihood(state.hands[place]) for place, call in others])
            if kept is None or random.random() * likelihood < likely:
                kept, likelihood = state, likely
        return cast("State", kept)

    return imagined


def calls(heard: Iterable[Heard]) -> dict[int, Call]:
    """Return who called what in this hand, by place."""
    called: dict[int, int | None] = {}
    played = [0] * SEATS
    for _, event in heard:
        if isinstance(event, CardPlayed):
            played[event.seat - 1] |= BIT[CARD_OF_FACE[event.card]]
        elif isinstance(event, Passed):
            called[event.seat - 1] = PASS
        elif isinstance(event, Declared):
            called[event.seat - 1] = TRUMPS_NUMBER[event.trumps]
        elif isinstance(event, DealStarted):
            called, played = {}, [0] * SEATS
    return {place: Call(trumps, played[place]) for place, trumps in called.items()}

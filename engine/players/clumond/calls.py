"""Clues that the calls of Clumond (C2) give about the hidden hands.

A player who declares holds strong cards; one who passes mostly does not. The chance that a hand
calls as it did is a multinomial regression on `declaring.lean`; a pass has log odds 0.
"""

from __future__ import annotations

from math import exp, prod
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import BIT, CARD_OF_FACE
from engine.events import CardPlayed
from engine.games.clumond.imagine import hands_imaginer
from engine.games.clumond.state import SEATS, TRUMPS_NUMBER
from engine.games.clumond.view import ClumondView, DealStarted, Declared, Passed
from engine.players.clumond.declaring import leans
from engine.players.clumond.position import hand_from
from engine.players.clumond.weights import CALLED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from engine.events import Heard

TRIES = 5
"""Proposals from one state to the next, once somebody has declared."""

PASS = None
"""The trumps of a pass."""


class Habits(NamedTuple):
    """How a player takes in what happens.

    `listens`: weights hidden hands by the calls heard, and heeds who else sits there. `remembers`:
    knows who could not follow. `reckons`: works the last trick out.
    """

    listens: bool = True
    remembers: bool = True
    reckons: bool = True


class Call(NamedTuple):
    """A call: the trumps declared or PASS, and the set of cards its caller has played since."""

    trumps: int | None
    played: int

    def likelihood(self, hand: int) -> float:
        """Return the chance (0…1) that a hand with these cards left has called like this."""
        constant, leaning = CALLED
        liked = [exp(constant + leaning * lean) for lean in leans(hand_from(hand | self.played))]
        wanted = 1.0 if self.trumps is PASS else liked[self.trumps]
        return wanted / (1 + sum(liked))


def weighted_imaginer(
    view: ClumondView, heard: Sequence[Heard]
) -> Callable[[Random], tuple[int, ...]]:
    """Prepare a function that makes up hands, weighted by the likelihood of the calls heard.

    The hands are a Metropolis chain whose proposals are those of `hands_imaginer`. Only the calls
    of others count.
    """
    propose, tries = hands_imaginer(view, heard), TRIES if view.declarer else 1
    others = [(player, call) for player, call in calls(heard).items() if player + 1 != view.seat]
    if not others:
        return propose
    kept, likelihood = tuple[int, ...](), 0.0

    def hands(random: Random) -> tuple[int, ...]:
        nonlocal kept, likelihood
        for _ in range(tries):
            proposed = propose(random)
            likely = prod([call.likelihood(proposed[player]) for player, call in others])
            if random.random() * likelihood < likely or not kept:
                kept, likelihood = proposed, likely
        return kept

    return hands


def calls(heard: Iterable[Heard]) -> dict[int, Call]:
    """Return the calls of this hand, by player."""
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
    return {player: Call(trumps, played[player]) for player, trumps in called.items()}

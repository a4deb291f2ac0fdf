"""The events of Cloud Nine that repeat, each made once."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from engine.cards import FACES
from engine.events import Secret
from engine.games.cloud_nine.state import NOBODY, SEATS
from engine.games.cloud_nine.view import (
    CardPlayed,
    CardsDealt,
    CardTaken,
    SecondNamed,
    TrickRanked,
)

if TYPE_CHECKING:
    from engine.events import Event
    from engine.seats import Seat

_FROM_NOBODY = (NOBODY, *SEATS)
"""Tables are indexed by seat; nobody's row is never used. What may be all that a move tells stands
as a tuple of one event."""

LED: tuple[tuple[tuple[Event, ...], ...], ...] = tuple(
    tuple((CardPlayed(seat, face, leads=True),) for face in FACES) for seat in _FROM_NOBODY
)
FOLLOWED: tuple[tuple[tuple[Event, ...], ...], ...] = tuple(
    tuple((CardPlayed(seat, face, leads=False),) for face in FACES) for seat in _FROM_NOBODY
)
TAKEN: tuple[tuple[tuple[Event, ...], ...], ...] = tuple(
    tuple((CardTaken(seat, face, rest=False),) for face in FACES) for seat in _FROM_NOBODY
)
LEFT_OVER = tuple(
    tuple(CardTaken(seat, face, rest=True) for face in FACES) for seat in _FROM_NOBODY
)


def dealt(seat: Seat, cards: tuple[int, ...]) -> Secret:
    """Return the event of cards dealt to a seat: which they are only to itself."""
    faces = tuple(FACES[card] for card in cards)
    count = len(faces)
    return Secret((seat,), CardsDealt(seat, count, faces), CardsDealt(seat, count, ()))


DRAWN = tuple(tuple(dealt(seat, (card,)) for card in range(len(FACES))) for seat in _FROM_NOBODY)
"""One card dealt to each seat (N6)."""

RANKED: dict[tuple[Seat, ...], tuple[Event, ...]] = {
    **{
        (first, second, third): (TrickRanked(first, second, third),)
        for first, second, third in permutations(SEATS)
    },
    **{(winner,): (TrickRanked(winner, None, None),) for winner in SEATS},
}
"""The winner alone is told where they have yet to name the second (N4)."""

NAMED = tuple(
    tuple(SecondNamed(winner, second) for second in _FROM_NOBODY) for winner in _FROM_NOBODY
)

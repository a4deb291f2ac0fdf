"""The events of Clumond that repeat, each made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACES
from engine.events import Secret
from engine.games.clumond.state import LEFT, NOBODY, SEATS, TRICKS, TRUMPS
from engine.games.clumond.view import (
    CardPlayed,
    CardsDealt,
    Declared,
    NobodyDeclared,
    Passed,
    TrickWon,
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
WON: tuple[tuple[tuple[Event, ...], ...], ...] = tuple(
    tuple((TrickWon(seat, count),) for count in range(TRICKS + 1)) for seat in _FROM_NOBODY
)
"""A trick won by each seat, its first to its thirteenth."""

PASSED: tuple[tuple[Event, ...], ...] = tuple((Passed(seat),) for seat in _FROM_NOBODY)
DECLARED: tuple[tuple[tuple[Event, ...], ...], ...] = tuple(
    tuple((Declared(seat, trumps, LEFT[seat]),) for trumps in TRUMPS) for seat in _FROM_NOBODY
)
UNDECLARED: tuple[tuple[Event, ...], ...] = tuple(
    (NobodyDeclared(leader),) for leader in _FROM_NOBODY
)


def dealt(seat: Seat, faces: tuple[str, ...]) -> Secret:
    """Return the event of cards dealt to a seat: which they are only to itself."""
    count = len(faces)
    return Secret((seat,), CardsDealt(seat, count, faces), CardsDealt(seat, count, ()))

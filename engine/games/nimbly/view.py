"""The view that a seat has of Nimbly, and the events it hears."""

from __future__ import annotations

from dataclasses import dataclass

from engine import events
from engine.events import Event
from engine.melds import Nine
from engine.seats import Seat

ROWS = "ABCDE"
"""The names of the rows: of the first three, or of all where five play so (J1)."""

USUAL_ROWS = 3
"""As many rows there are, unless five play with more."""

CARDS_A_MOVE = 3
"""Cards that one move can take (J2)."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A draw the seat to move may make: its spelling, and the cards it takes.

    `makes` is the hand it would make, which only that seat may know.
    """

    code: str
    cards: tuple[str, ...]
    makes: Nine | None


@dataclass(frozen=True, slots=True)
class LastDraw:
    """The last move of the deal: who drew which cards, and the row each came from (`AAC`)."""

    seat: Seat
    rows: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal: the nine of each seat, what each was given for it, and the totals after it.

    `par` is the nine left undealt where the game is played with it; whoever made strictly less was
    given nothing (J6).
    """

    deal: int
    hands: tuple[Nine, ...]
    par: Nine | None
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NimblyView:
    """The table as `seat` sees it; `seat` None is a spectator, whose `hand` is None.

    Per-seat tuples are in seat order (index seat - 1). A row of `rows` runs from its covered to its
    open end. Hands are private: of the cards drawn only those of `last_draw` show, whose seat and
    cards change with every move (J4). `prospects` are the moves of the seat to act. `aside` counts
    the cards that are in no row and no hand. `scores` are totals of finished deals and
    `deal_scores` one tuple for each. `deals` is the number of deals of the game, or None
    when `target` decides (J7). `winners` is () until the game is over, and `to_act` () from then
    on.
    """

    seat: Seat | None
    seats: int
    deals: int | None
    target: int | None
    par: bool
    deal: int
    to_act: tuple[Seat, ...]
    dealer: Seat
    rows: tuple[tuple[str, ...], ...]
    hand_counts: tuple[int, ...]
    aside: int
    last_draw: LastDraw | None
    hand: Nine | None
    prospects: tuple[Prospect, ...]
    scores: tuple[int, ...]
    deal_scores: tuple[tuple[int, ...], ...]
    last_deal: DealResult | None
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DealStarted(events.DealStarted):
    """A deal begins, with the rows for all to see (J1)."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A seat drew cards; `rows` names the row of each, `held` counts what it then holds (J4)."""

    seat: Seat
    rows: str
    cards: tuple[str, ...]
    held: int

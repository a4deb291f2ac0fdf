"""Below the game of an evening that goes on: when its points follow."""

from __future__ import annotations

from dataclasses import dataclass

from bot.evenings.round import EVENING
from bot.match.series import is_withheld
from bot.match.show.looks import Notes
from bot.store import Store
from bot.store.rows import MatchRow
from engine.seats import Seat
from render.api import Words


@dataclass(frozen=True)
class EveningNotes(Notes):
    """That other tables still play these cards."""

    withholds = True

    def own(self, _seat: Seat, say: Words) -> str:
        """Tell the person when the points follow."""
        return say("evening.follows")


async def evening_notes(store: Store, row: MatchRow) -> EveningNotes | None:
    """Return the note on a game whose evening goes on; None for any other match."""
    goes_on = EVENING.has(row.series) and await is_withheld(store, row)
    return EveningNotes() if goes_on else None

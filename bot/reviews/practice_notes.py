"""Below a game of practice that is over: how the real game had ended."""

from __future__ import annotations

from dataclasses import dataclass

from bot.match.kind import kind_of
from bot.match.show.finished_layout import MEDALS
from bot.match.show.looks import Notes
from bot.store import Store
from bot.store.rows import MatchId, MatchRow
from engine.game import by_place
from engine.seats import Seat
from render.api import Nth, Words


@dataclass(frozen=True)
class PracticeNotes(Notes):
    """The place of each seat in the real game, from 1."""

    places: dict[Seat, int]

    def own(self, seat: Seat, say: Words) -> str:
        """Tell the person their place in the real game."""
        place = self.places[seat]
        key = f"practice.real.{place}" if place <= MEDALS else "practice.real.other"
        return say(key, place=Nth(place))


async def practice_notes(store: Store, row: MatchRow) -> PracticeNotes | None:
    """Return the note on a game of practice; None for others, and after one that never ended."""
    if not kind_of(row).is_practice:
        return None
    _, match_id, _ = row.series.split()
    results = await store.results(MatchId(int(match_id)))
    if not results:
        return None
    scores = [result.score for result in results]
    winners = [result.seat for result in results if result.won]
    return PracticeNotes({seat: place for place, seat in by_place(scores, winners)})

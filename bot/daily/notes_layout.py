"""The place of a try, told as soon as its game is over."""

from __future__ import annotations

from dataclasses import dataclass

from bot.daily.calendar import Day
from bot.daily.layouts import result_text
from bot.daily.standing import Field
from bot.daily.store import DailyStore
from bot.daily.tries import ASIDE
from bot.match.show.looks import Notes
from bot.store import Store
from bot.store.rows import MatchRow
from engine.seats import Seat
from render.api import Words


@dataclass(frozen=True)
class DailyNotes(Notes):
    """The place that a try has among those of everybody; None for one that kept a streak."""

    field: Field | None
    is_over: bool

    def own(self, _seat: Seat, say: Words) -> str:
        """Tell the person their place, or that their streak goes on."""
        if self.field is None:
            return say("daily.kept")
        return result_text(self.field, say, is_over=self.is_over)


async def daily_notes(store: Store, row: MatchRow) -> DailyNotes | None:
    """Return the note on a try that was played out and counts; None for any other match."""
    day, user_id = Day.of(row.series), row.members[0].user_id
    if day is None or user_id is None:
        return None
    kept = DailyStore(store.database)
    result = await kept.result(day.number, user_id)
    if result is None or result.gave_up or result.later == ASIDE:
        return None
    if result.later is not None:
        return DailyNotes(None, is_over=True)
    series = await store.series.get(day.key)
    field = await kept.counts(day.number, result.lead, None)
    return DailyNotes(field, series is not None and series.closed is not None)

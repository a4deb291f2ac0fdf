"""Below a league's game that is over: when its scores and ratings follow."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord.parts import moment
from bot.leagues.week import week_of
from bot.match.show.looks import Notes
from bot.store import Store
from bot.store.rows import MatchRow
from engine.seats import Seat
from render.api import Words


@dataclass(frozen=True)
class LeagueNotes(Notes):
    """The moment at which the week of the game ends."""

    closes: float

    def own(self, _seat: Seat, say: Words) -> str:
        """Tell the person when the game counts."""
        return say("league.follows", when=moment(self.closes))


async def league_notes(store: Store, row: MatchRow) -> LeagueNotes | None:
    """Return the note on a game of a week that goes on; None for any other match."""
    series = await store.series.get(row.series) if week_of(row.series) else None
    return LeagueNotes(series.closes) if series is not None and series.closed is None else None

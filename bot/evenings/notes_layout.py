"""Below the game of an evening: that its points follow, and when its round is over what it made."""

from __future__ import annotations

from dataclasses import dataclass

from bot.evenings.naming import NOBODY, names_seen
from bot.evenings.own_layout import own_lines
from bot.evenings.reading import played_of
from bot.evenings.round import EVENING, evening_of
from bot.evenings.standing import Played
from bot.match.series import is_withheld
from bot.match.show.looks import Notes
from bot.store import Store
from bot.store.rows import MatchRow
from bot.texts import Texts
from engine.seats import Seat
from render.api import Words


@dataclass(frozen=True)
class _Follows(Notes):
    """That other tables still play these cards."""

    withholds = True

    def own(self, _seat: Seat, say: Words) -> str:
        """Tell the person when the points follow."""
        return say("evening.follows")


@dataclass(frozen=True)
class _Made(Notes):
    """What everybody made beside those who held the same cards."""

    row: MatchRow
    played: Played

    def own(self, seat: Seat, say: Words) -> str:
        """Tell the person of a seat what they made, deal by deal."""
        user_id = self.row.members[seat - 1].user_id
        return "\n".join(own_lines(self.played, self.row, user_id, say))


async def evening_notes(store: Store, row: MatchRow) -> Notes | None:
    """Return the notes on a game of an evening; None for any other match."""
    if not EVENING.has(row.series):
        return None
    if await is_withheld(store, row):
        return _Follows()
    names, of = NOBODY, evening_of(row.series)
    if of is not None and row.guild_id is not None:
        say = Texts.load().words(row.locale)
        names = await names_seen(store, of, row.guild_id, say)
    return _Made(row, await played_of(store, row.series, names))

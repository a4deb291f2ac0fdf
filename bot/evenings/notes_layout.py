"""Below the game of an evening: that its points follow, and when its round is over what it made."""

from __future__ import annotations

from dataclasses import dataclass

from bot.evenings.naming import NOBODY, names_seen
from bot.evenings.own_layout import Told, own_lines
from bot.evenings.reading import played_of
from bot.evenings.round import EVENING, evening_of
from bot.evenings.rows import EveningRow
from bot.evenings.scoring import totals_of
from bot.evenings.store import EveningStore
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

    def below(self, _row: MatchRow, say: Words) -> list[str]:
        """Say on the board when all may be seen."""
        return [say("veil.evening.follows")]


@dataclass(frozen=True)
class _Made(Notes):
    """What everybody made beside those who held the same cards."""

    row: MatchRow
    told: Told
    gone: frozenset[int] = frozenset()

    def own(self, seat: Seat, say: Words) -> str:
        """Tell the person of a seat what they made, that this counts, and if they are out."""
        user_id = self.row.members[seat - 1].user_id
        lines = own_lines(self.told, self.row, user_id, say)
        if any(line.sat.user_id == user_id for line in self.told.played.lines):
            lines = [say("evening.counts"), *lines]
        return "\n".join([say("evening.own.gone"), *lines] if user_id in self.gone else lines)


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
    evening = None if of is None else await EveningStore(store.database).get(of)
    played = await played_of(store, row.series, names)
    if evening is None:
        return _Made(row, Told(played, (), 1))
    rounds = [await played_of(store, evening.key_of(number), names) for number in evening.played]
    told = Told(played, totals_of([one.lines for one in rounds]), evening.rounds)
    return _Made(row, told, await _gone(store, evening, row.series))


async def _gone(store: Store, evening: EveningRow, key: str) -> frozenset[int]:
    """Return who had a seat in a round and has none in the next, which they can still join."""
    if evening.ended is not None or key != evening.key:
        return frozenset()
    people = await EveningStore(store.database).people(evening.id)
    return frozenset(one.user_id for one in people if one.gone == evening.round)

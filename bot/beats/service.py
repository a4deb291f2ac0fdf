"""Beats as they are begun, who has made what of the same cards, and where that is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.clock import Clock
from bot.errors import Refused
from bot.match.lobby.lobbies import require_entry
from bot.match.table.cache import Locks
from bot.match.table.kind import Kind
from bot.match.table.solo import Solo, solo_table
from bot.match.table.state import has_one_person, row_options, seated_at, tables_of
from bot.match.table.tables import Tables
from bot.store import Store
from bot.store.matches import BEAT_NAME
from bot.store.rows import MatchId, MatchRow, Member, ResultRow, Status, Terms
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

BEAT = Kind(
    BEAT_NAME, shares_deals=True, is_solo=True, is_rated=False, is_practice=True, borrows=True
)
"""The kind of such a game; its key names the match whose cards it has."""

TERMS = Terms(hints=False, fast=True)


@dataclass(frozen=True, slots=True)
class Tried:
    """A match, and what was made of its cards: by its own person, and by others, the best first."""

    row: MatchRow
    own: ResultRow
    others: Sequence[ResultRow] = ()


def may_be_beaten(row: MatchRow) -> bool:
    """Return whether a match is over that one person played to its end, by today's rules."""
    is_own = not row.series and row.status is Status.OVER and has_one_person(row)
    left = (one for one in row.members if one.away and not one.is_anonymous)
    is_whole = all(one.user_id is None for one in left)
    return is_own and is_whole and row.rules_version == GAMES[row.game].info.rules_version


class Beats:
    """Begins games with the cards of another, and knows what came of them."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._locks = Locks[int]()

    async def find(self, match_id: MatchId, channel_id: int | None) -> MatchRow:
        """Return a match that can be beaten, where it was played or is shown. Raises Refused."""
        row = await self._store.match(match_id)
        if row is None or not may_be_beaten(row):
            raise Refused("refused.no_match")
        if not (row.is_in(channel_id) or str(channel_id) in await self.posts(match_id)):
            raise Refused("refused.no_match")
        return row

    async def begin(self, source: MatchRow, person: Member, locale: str) -> MatchRow | None:
        """Begin a person's game with the cards of a match, or go on with it.

        None for who knows them: from that match, or a game with its cards that has ended. Raises
        Refused for whom the source's person has blocked.
        """
        user_id, key = int(person.key), BEAT.key(source.id)
        await require_entry(self._store, source, user_id)
        # Asked twice at once, the second finds the game of the first.
        async with self._locks[user_id], self._store.ownership.held(f"{key} {user_id}"):
            known = seated_at([source, *await tables_of(self._store, key)], user_id)
            if known is not None:
                return known if known.status is Status.PLAYING else None
            row = await self._store.new_match(self._new(source, person, locale))
        await self._tables.tell(row)
        return row

    def _new(self, source: MatchRow, person: Member, locale: str) -> MatchRow:
        """Return the table: the person in the seat of that one, and everybody else as there."""
        now = self._clock.now()
        members = [
            replace(person, acted=now) if member.user_id is not None
            else Member(member.key, member.name, level=member.level, manner=member.manner)
            for member in source.members
        ]  # fmt: skip
        chance = Chance(source.seed)
        course = Course.begin(GAMES[source.game], len(members), row_options(source), chance)
        key, seed, secret = BEAT.key(source.id), source.seed, source.secret
        solo = Solo(key, source.options, TERMS, locale, seed, secret)
        # What the seed came of, beside the secret, names who sat there: it stays there alone.
        return replace(solo_table(solo, course, members, now), entropy="")

    async def tried(self, source: MatchRow) -> Tried:
        """Return what was made of the cards of a match. Raises Refused."""
        own, key = await made_by(self._store, source.id), BEAT.key(source.id)
        made = (await self._store.series.results([key])).get(key, ())
        named = [one for one in made if (one.user_id or 0) > 0]
        if own is None:
            raise Refused("refused.no_match")
        return Tried(source, own, sorted(named, key=lambda one: -one.score))

    async def posts(self, match_id: MatchId) -> dict[str, str]:
        """Return the message that shows a match's cards to be beaten, by the channel."""
        return await self._store.settings(BEAT.key(match_id))

    async def note_post(self, match_id: MatchId, channel_id: int, message_id: int) -> None:
        """Note where such a message stands."""
        await self._store.set_setting(BEAT.key(match_id), str(channel_id), str(message_id))


async def made_by(store: Store, match_id: MatchId) -> ResultRow | None:
    """Return what the person of a game made who played it alone; None before its end."""
    results = await store.results(match_id)
    return next((one for one in results if one.user_id is not None), None)

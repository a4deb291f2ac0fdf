"""Calls people to tables that lack somebody, each once, and takes back what is over.

Every half minute the process that leads finds out from the store what is due: whom to call in turn,
and what to tell each apart from the others, as one may be slow to reach. A call is stored
before it is told and noted afterwards: what a kill in between tells twice is one message, by its
nonce. An edit that is done again changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Container, Sequence
from dataclasses import replace

from bot.clock import Clock
from bot.discord.io import DiscordIO
from bot.discord.parts import jump_link
from bot.errors import Busy, Shut, StageError
from bot.match.calls.notices import Notice, Notices
from bot.match.lobby.lobbies import unanswered
from bot.match.table.kind import TABLE, kind_of
from bot.match.table.seats import fitting_seats
from bot.match.table.state import seat_of
from bot.preferences.person import PersonSettings, language_for, person_settings
from bot.preferences.server import Feature, server_settings
from bot.seekers.layouts import call_notice, over_notice
from bot.seekers.store import THRICE, Seeker, SeekerStore
from bot.store import Store
from bot.store.rows import MatchId, MatchRow, Status
from bot.texts import Texts
from render.api import Words

log = logging.getLogger(__name__)

THIRD = 3
"""A table lacks somebody up to so many seats, or the next number that its game takes."""

FIRST_CALL = 60.0
"""Seconds from the opening of a lobby to its first call: who plays alone has begun by then."""

TURN = 180.0
"""Seconds for which a called person is waited for before the next one is called."""


AT_ONCE = 8
"""How many people are told something at once."""


def lacking(row: MatchRow) -> int:
    """Return how many people a lobby lacks that anybody may join; 0 for any other match."""
    is_open = row.status is Status.LOBBY and kind_of(row) is TABLE and not row.door.private
    if not is_open or row.by_token or row.guild_id is None or row.terms.rounds:
        return 0
    needed = next((seats for seats in fitting_seats(row) if seats >= THIRD), 0)
    return max(0, needed - len(row.members))


def to_call(row: MatchRow, called: Sequence[Seeker], now: float) -> int:
    """Return how many people a lobby is to call now, given who has an open call.

    After a call its turn is waited for, and in a rematch those who were there before.
    """
    if now - row.created < FIRST_CALL or unanswered(row, now):
        return 0
    waited = sum(one.match_id == row.id and now - one.called < TURN for one in called)
    return max(0, lacking(row) - waited)


def is_their_hour(settings: PersonSettings, now: float) -> bool:
    """Return whether a person of these settings may be called at a moment."""
    return settings.quiet_left_at(now) <= now and settings.vacation_days.until(now) is None


class SeekerNews:
    """Calls seekers; raises StoreError where the store cannot be asked."""

    def __init__(
        self, store: Store, seekers: SeekerStore, io: DiscordIO, notices: Notices, texts: Texts,
        clock: Clock,
    ) -> None:  # fmt: skip
        self._store, self._seekers = store, seekers
        self._io, self._notices = io, notices
        self._texts, self._clock = texts, clock
        # Who does not see where which lobby is: Discord is asked once.
        self._unseen: set[tuple[MatchId, int]] = set()
        self._places = asyncio.Semaphore(AT_ONCE)

    async def catch_up(self) -> None:
        """Follow the open calls, and make those that are due; in the one process that leads."""
        called, found = await self._seekers.to_do()
        matches = {row.id: row for row in found}
        self._unseen = {one for one in self._unseen if one[0] in matches}
        servers = defaultdict[int | None, list[MatchRow]](list)
        for row in found:
            servers[row.guild_id].append(row)
        follows = [
            self._follow(one, matches[one.match_id]) for one in called if one.match_id in matches
        ]
        await together(*follows, *(self._call_in(rows, called) for rows in servers.values()))

    async def _call_in(self, rows: Sequence[MatchRow], called: Sequence[Seeker]) -> None:
        """Call people to the lobbies of a server."""
        calls = list[Awaitable[None]]()
        for row in rows:
            most = to_call(row, called, self._clock.now())
            if most and (await server_settings(self._store, row.guild_id)).has(Feature.SEEKERS):
                chosen = await self._chosen(row, most, {one.user_id for one in called})
                calls += [self._tell(one, row) for one in chosen]
        await together(*calls)

    async def _follow(self, one: Seeker, row: MatchRow) -> None:
        """Tell a call that was not told; end one whose table needs nobody, or has its person."""
        is_in, ignored = seat_of(row, one.user_id) is not None, one.ignored
        is_late = self._clock.now() - one.called >= TURN
        if lacking(row) and not is_in and (one.message_id is not None or not is_late):
            if one.message_id is None:
                await self._tell(one, row)
            return
        if one.message_id is not None:
            ignored = 0 if is_in else ignored + is_late
            say, link = await self._words(one, row), await self._link(row)
            over = over_notice(row, say, ends=ignored >= THRICE)
            over = Notice(say("seek.joined", link=link), "") if is_in else over
            try:
                async with self._places:
                    channel_id = await self._io.direct_channel(one.user_id)
                    await self._notices.stage.edit_notice(channel_id, one.message_id, over)
            except Busy:
                return
            except StageError as error:
                log.info("a call to match %s stays as it is: %s", row.id, error)
        await self._seekers.settle(one.user_id, row.id, ignored)

    async def _chosen(self, row: MatchRow, most: int, called: Container[int]) -> list[Seeker]:
        """Note up to so many calls to a lobby, in turn; of nobody who is `called` somewhere."""
        now, chosen = self._clock.now(), list[Seeker]()
        for one in await self._seekers.free(row, now):
            may_call = one.user_id not in called and await self._may_call(one, row)
            if may_call and await self._seekers.call(one, row.id, now):
                chosen.append(replace(one, match_id=row.id))
                if len(chosen) == most:
                    break
        return chosen

    async def _may_call(self, one: Seeker, row: MatchRow) -> bool:
        """Return whether it is their hour, and they see where the lobby is."""
        settings, key = await person_settings(self._store, one.user_id), (row.id, one.user_id)
        if key in self._unseen or not is_their_hour(settings, self._clock.now()):
            return False
        try:
            if await self._io.may_enter(row.guild_id, row.channel_id, one.user_id):
                return True
            self._unseen.add(key)
        except StageError as error:
            log.info("somebody is not called to match %s now: %s", row.id, error)
        return False

    async def _tell(self, one: Seeker, row: MatchRow) -> None:
        """Send a call; what Discord is too busy for waits, and whom it cannot reach is let go."""
        say, link = await self._words(one, row), await self._link(row)
        sent, ignored = None, one.ignored
        try:
            notice = call_notice(row, one.user_id, lacking(row), link, say)
            async with self._places:
                sent = await self._notices.send(one.user_id, notice)
        except Busy:
            return
        except StageError as error:
            log.info("a call to match %s is not told: %s", row.id, error)
            ignored += isinstance(error, Shut)
        if sent is None:  # nor where it is over their budget
            await self._seekers.settle(one.user_id, row.id, ignored)
        else:
            await self._seekers.note_told(one.user_id, row.id, sent[1])

    async def _link(self, row: MatchRow) -> str:
        return jump_link(row, (await self._store.publication(row.id)).board_message)

    async def _words(self, one: Seeker, row: MatchRow) -> Words:
        return self._texts.words(await language_for(self._store, one.user_id, row.locale))


async def together(*deeds: Awaitable[None]) -> None:
    """Do several things at once, and all of them whatever fails; raises what failed first."""
    for error in await asyncio.gather(*deeds, return_exceptions=True):
        if error is not None:
            raise error

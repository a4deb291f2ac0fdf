"""Publishing: after a change is stored, everybody is shown the newest version.

Each message of a match has a lane of its own: the board, every hand by direct message, every
private one, the line that leads to its thread, and the call to whose turn it is. A match counts as
published when its board, its line and its hands have shown the version, or were given up in a way
that is stored; what Discord would not take is tried again. What is to be shown is read once and
made into one frame for all lanes that are to show it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.clock import Clock
from bot.discord.outbox import pause_after
from bot.errors import Refused, StageError, Unauthorized
from bot.match.calls.digests import Digests
from bot.match.calls.notices import Notices, Unreached
from bot.match.show.calls import Calls
from bot.match.show.lanes import BOARD, CALL, LINE, Buckets, Lane, Part, Slots, finished
from bot.match.show.messages import BoardMessage, HandMessages, LineMessage, Messages
from bot.match.show.stage import Frame, Stage, frame_of
from bot.match.table.tables import Tables
from bot.store import Store
from bot.store.errors import StoreClosed, StoreFailed
from bot.store.rows import MatchId, MatchRow, Status
from bot.turns import end_tasks

# Leaving the threads of games that have ended, a while after the end.

log = logging.getLogger(__name__)

FAREWELL = 600.0
"""Seconds for which a thread stays open after its game: people talk about it there."""


async def leave_threads(store: Store, stage: Stage, now: float) -> None:
    """Close and leave every thread whose game ended long enough ago and was shown.

    What Discord would not do now is tried again when this is called again.
    """
    ended = await store.ended_threads(now - FAREWELL)
    await asyncio.gather(*(_leave(store, stage, *one) for one in ended))


async def _leave(store: Store, stage: Stage, match_id: MatchId, thread_id: int) -> None:
    try:
        await stage.close_thread(thread_id)
    except StageError as error:
        log.info("the thread of match %s is not left yet: %s", match_id, error)
    else:
        await store.note(match_id, thread_open=False)


CACHED_MATCHES = 500
"""How many matches' message ids are cached."""

_COUNTED = ("board", "line", "hand")
"""The kinds of messages that a match must have shown to count as published."""


@dataclass(slots=True)
class _Match:
    """The work on a match: its lanes, and the parts asked for while it is loaded.

    `whole` says that all its messages were asked for: only then can it count as published. `seen`
    is when people were there recently, beside their moves.
    """

    id: MatchId
    messages: Messages
    lanes: dict[Part, Lane] = field(default_factory=dict)
    asked: set[Part | None] = field(default_factory=set)
    loading: asyncio.Task[None] | None = None
    alarm: asyncio.Task[None] | None = None
    whole: bool = False
    seen: dict[int, float] = field(default_factory=dict)
    newest: Frame | None = None

    def tasks(self, *parts: Part) -> list[asyncio.Task[None]]:
        """Return the tasks at work, on some parts or on all; an alarm only waits."""
        lanes = (lane.task for part, lane in self.lanes.items() if not parts or part in parts)
        return [task for task in (self.loading, *lanes) if task is not None]

    async def read_messages(self) -> None:
        """Read where the match is shown; while any lane is at work, what it noted last holds."""
        if not any(lane.task for lane in self.lanes.values()):
            await self.messages.read()


class Publisher:
    """Brings stored matches before the players' eyes."""

    def __init__(
        self, store: Store, tables: Tables, stage: Stage, clock: Clock, notices: Notices
    ) -> None:
        self._store = store
        self._tables = tables
        self._stage = stage
        self._clock = clock
        self._board = BoardMessage(tables, stage, clock, self._moved)
        self.hands = HandMessages(tables, stage, clock, notices)
        self._line = LineMessage(stage)
        self.buckets = Buckets(clock)
        self._slots = Slots(self.buckets, self.hands, stage)
        self.digests = Digests(store, tables, notices, clock)
        self._calls = Calls(store, stage, clock, self.digests, self._slots.call)
        self._matches: dict[MatchId, _Match] = {}
        # Where matches are shown, in hand until the next version.
        self._messages: dict[MatchId, Messages] = {}
        self.unreached = Unreached(store.peers, clock)
        self.hurried: list[Callable[[int], object]] = []  # told of each server that has changed
        self._closing = False

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`."""
        self._tables.aside.release(row.id)
        if self._store.ownership.has(row.id):
            self._ask(row.id)
        else:
            self.refresh(row.id)  # whoever looks after the match hears of the change itself

    def request(self, match_id: MatchId, *parts: Part) -> None:
        """Have a match published soon: all its messages, or some; by whoever looks after it."""
        if self._store.ownership.has_or_tells(match_id, "show", *parts):
            self._ask(match_id, *parts)
        else:
            self.refresh(match_id)

    def refresh(self, match_id: MatchId | None = None) -> None:
        """Have the private hands shown that were opened in this process, of a match or of all."""
        for match, user_id in self._stage.private.opened(match_id):
            self._ask(match, ("private", user_id))

    def let_go(self, match_id: MatchId | None = None) -> None:
        """Show nothing of a match any more, or of any: another process looks after it.

        But private hands that were opened in this process are shown by it alone, and are renewed:
        what they were about to show may just have been let go.
        """
        for gone in list(self._matches) if match_id is None else [match_id]:
            self._messages.pop(gone, None)
            match = self._matches.pop(gone, None)
            for task in (*match.tasks(), match.alarm) if match else ():
                if task is not None:
                    task.cancel()
        if match_id is None:
            self._messages.clear()
        # Before the refresh: what is remembered as shown would not be shown again.
        self.hands.forget(match_id)
        self.refresh(match_id)

    def _ask(self, match_id: MatchId, *parts: Part) -> None:
        if self._closing:
            return
        match = self._matches.get(match_id)
        if match is None:
            match = self._matches[match_id] = self._match(match_id)
        match.asked |= set(parts) or {None}
        if match.loading is None:
            match.loading = asyncio.create_task(self._load(match), name=f"publish {match_id}")

    async def catch_up(self) -> None:
        """Publish what was stored but not shown, and nobody is at work at showing."""
        for match_id in await self._store.unpublished():
            match = self._matches.get(match_id)
            if match_id not in self._tables.aside and not (match and match.tasks()):
                self.request(match_id)

    async def leave_threads(self) -> None:
        """Close the threads of games that ended a while ago."""
        await leave_threads(self._store, self._stage, self._clock.now())

    async def look_around(self) -> None:
        """Call the people to act who were not called yet, once the bot has started."""
        for match_id in await self._store.live():
            self.request(match_id, CALL)

    async def recall(self, user_id: int) -> None:
        """Call a person and show them their hands as they wish by now: they have set something."""
        for row in await self._store.matches_of(user_id, (Status.PLAYING,)):
            self.request(row.id, CALL, ("hand", user_id), ("private", user_id))
        self.digests.request(user_id)

    def hurry(self, guild_id: int) -> None:
        """Try again at once what the bot was not allowed to do in a server, in every process."""
        self._store.peers.tell_soon("hurry", guild_id)
        self.hurry_here(guild_id)

    def hurry_here(self, guild_id: int) -> None:
        """Retry at once, in this process, what was not allowed in a server."""
        for match_id, match in self._matches.items():
            if match.newest is not None and match.newest.board.row.guild_id == guild_id:
                self.retry(match_id)
        for hear in self.hurried:
            hear(guild_id)

    async def show_waiting(self, match_id: MatchId) -> bool:
        """Show what had to wait for a press, as there was one where a match is shown by these.

        Only this process can, so it looks after the match from now on; tells whether that is new.
        Raises StoreError.
        """
        if await self._store.ownership.acquire(match_id):
            self._ask(match_id)
            return True
        if self._board.unmute(match_id):
            self.request(match_id)
        self.retry(match_id)
        return False

    def retry(self, match_id: MatchId) -> None:
        """Try again at once what could not be shown of a match."""
        match = self._matches.get(match_id)
        for lane in match.lanes.values() if match else ():
            if lane.is_barred or lane.is_trying:
                lane.hurry()

    def renew(self, match_id: MatchId, user_id: int) -> None:
        """Show a person their hand again, with another menu, even if it should be up to date."""
        # Before it is asked for: what counts as shown already is not shown again.
        self.hands.renew(match_id, user_id)
        if self._store.ownership.has_or_tells(match_id, "renew", user_id):
            self._ask(match_id, ("hand", user_id), ("private", user_id))
        else:
            self.refresh(match_id)

    def renew_private(self, match_id: MatchId, user_id: int) -> None:
        """Show again the hand that was opened in a private answer: it was painted too early."""
        self.hands.forget_private(match_id, user_id)
        self._ask(match_id, ("private", user_id))

    def pressed(self, user_id: int) -> None:
        """Try direct messages again to a person who is there now, wherever they had not arrived."""
        self._try_again(user_id, self.unreached.pressed(user_id))

    def seen(self, match_id: MatchId, user_id: int) -> None:
        """Note that a person is at a table: they are not to be called there yet."""
        if match_id in self._matches:
            self._matches[match_id].seen[user_id] = self._clock.now()

    def pressed_elsewhere(self, user_id: int) -> None:
        """Try direct messages again to a person who has pressed something in another process."""
        self._try_again(user_id, self.unreached.again(user_id))

    def forget(self, user_id: int) -> None:
        """Forget a person whose data was deleted."""
        self._store.peers.tell_soon("forget", user_id)
        self.unreached.forget(user_id)

    def _try_again(self, user_id: int, match_ids: Iterable[MatchId]) -> None:
        for match_id in match_ids:
            self.hands.retry(match_id, user_id)
            self.request(match_id, ("hand", user_id))

    async def note_shown(self, row: MatchRow, message_id: int) -> None:
        """Note that a match was shown by other means: in the answer to a command."""
        match = self._matches.get(row.id) or self._match(row.id)
        await match.read_messages()
        noted: dict[str, Any] = {}
        if match.messages.publication.board_message is None:
            noted = {
                "board_channel": row.channel_id, "board_message": message_id,
                "board_at": self._clock.now(),
            }  # fmt: skip
        await match.messages.note(published=row.version, **noted)

    async def publish_within(self, match_id: MatchId, within: float, *parts: Part) -> None:
        """Wait until what was asked for of a match is shown, or some parts of that.

        `within` so many seconds at most.
        """
        match = self._matches.get(match_id)
        limit = asyncio.create_task(self._clock.sleep(within))
        try:
            while match and not limit.done() and (tasks := match.tasks(*parts)):
                await asyncio.wait((limit, *tasks), return_when=asyncio.FIRST_COMPLETED)
        finally:
            limit.cancel()

    async def idle(self) -> None:
        """Wait until everything asked for has been shown."""
        while tasks := self._tasks():
            await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def under_way(self) -> int:
        """How many messages are being shown now, or wait to be."""
        return len(self._tasks())

    async def close(self) -> None:
        """Stop; what is being sent is noted, what was not shown will be at the next start."""
        self._closing = True
        await self.digests.close()
        # Before the tasks are cancelled: what is on its way is waited for, and noted.
        await finished([lane for match in self._matches.values() for lane in match.lanes.values()])
        await end_tasks([*self._tasks(), *(match.alarm for match in self._matches.values())])

    def _tasks(self) -> list[asyncio.Task[None]]:
        """Return the tasks at work."""
        tasks = [task for match in self._matches.values() for task in match.tasks()]
        return tasks + self.digests.tasks()

    def _match(self, match_id: MatchId) -> _Match:
        messages = self._messages.get(match_id)
        if messages is None:
            while len(self._messages) >= CACHED_MATCHES:
                self._messages.pop(next(iter(self._messages)))
            messages = Messages(self._store, match_id)
            if self._store.ownership.has(match_id):  # elsewhere others note what is shown
                self._messages[match_id] = messages
        return _Match(match_id, messages)

    async def _load(self, match: _Match) -> None:
        """Read a match, again if more is asked for meanwhile, and set its lanes to work."""
        failures = 0
        try:
            while match.asked:
                # Taken before the read: what is asked for during it is read once more.
                asked, match.asked = match.asked, set()
                try:
                    self._set_to_work(match, await self._frame(match, asked), asked)
                except StoreFailed as error:
                    match.asked |= asked
                    log.warning("match %s cannot be read (%s)", match.id, type(error).__name__)
                    failures += 1
                    await self._clock.sleep(pause_after(failures))
        except (Refused, StoreClosed):
            match.asked.clear()
        except Exception as error:  # noqa: BLE001 - one match must not end the publishing of others
            match.asked.clear()
            self._tables.aside.put(match.id, error)
        finally:
            # No await since `asked` was looked at last, so nothing that is asked for is lost.
            match.loading = None
            self._ended(match, None)

    async def _frame(self, match: _Match, asked: set[Part | None]) -> Frame:
        """Read what is to be shown: the board, and the hands asked for."""
        # What happened is told on the board and in hands. At the start all are called, and no more.
        is_told = not asked <= {CALL, LINE}
        table = await (self._tables.replayed if is_told else self._tables.load)(match.id)
        await match.read_messages()
        users = None if None in asked else [user for _, user in filter(None, asked) if user]
        server = None
        if table.course is not None and users != []:
            server = await self._stage.server_name(table.row.guild_id)
        found = await frame_of(self._store, table, match.messages.publication, server, users)
        return self.hands.numbered(found)

    def _set_to_work(self, match: _Match, newest: Frame, asked: set[Part | None]) -> None:
        match.newest = newest
        self.unreached.note(newest.board.row)
        here = {0, *(member.user_id for member in newest.board.row.members)}
        for part in [part for part in match.lanes if part[1] not in here]:
            match.lanes.pop(part).stop()
        match.whole = match.whole or None in asked
        is_home = self._store.ownership.has(match.id)
        for part, show in self._parts(match, newest):
            if (None not in asked and part not in asked) or not (is_home or part[0] == "private"):
                continue
            if part not in match.lanes:
                match.lanes[part] = Lane(
                    f"match {match.id}: {part[0]}", show,
                    partial(self._slots.slot, part, match.messages),
                    partial(self._settle, match), partial(self._ended, match), self._clock,
                )  # fmt: skip
            match.lanes[part].want(newest)

    def _parts(
        self, match: _Match, newest: Frame
    ) -> Iterable[tuple[Part, Callable[[Frame], Awaitable[None]]]]:
        """Name the messages of a match, and what shows each."""
        yield BOARD, partial(self._board.show, messages=match.messages)
        if newest.board.view is None:
            return
        if newest.board.row.thread_id is not None or LINE in match.lanes:
            yield LINE, partial(self._line.show, messages=match.messages)
        yield CALL, partial(self._show_call, match)
        for seat, hand in newest.hands.items():
            show = partial(self.hands.show, seat=seat, messages=match.messages)
            yield ("hand", hand.user_id), show
            yield ("private", hand.user_id), partial(self.hands.show_private, seat=seat)

    def _moved(self, row: MatchRow) -> None:
        """Show the hands again: they hold a link to the board, and that one is gone."""
        users = [member.user_id for member in row.members if member.user_id]
        hands = ((kind, user) for user in users for kind in ("hand", "private"))
        self.request(row.id, LINE, CALL, *hands)

    async def _show_call(self, match: _Match, frame: Frame) -> None:
        if match.alarm is not None:
            match.alarm.cancel()
            match.alarm = None
        if match.messages.publication.board_channel != frame.board.row.home_id:
            return  # nobody is called to a thread that is not there yet: it is asked again then
        when = await self._calls.show(frame.board, match.messages, match.seen)
        if when is not None:
            match.alarm = asyncio.create_task(self._wait_to_call(match, when))

    async def _wait_to_call(self, match: _Match, when: float) -> None:
        await self._clock.until(when)
        match.alarm = None
        self.request(match.id, CALL)

    async def _settle(self, match: _Match) -> None:
        """Note what was shown, once every message that counts has shown it."""
        newest, is_home = match.newest, self._store.ownership.has(match.id)
        if newest is None or not match.whole or match.asked or not is_home:
            return
        counted = (lane for (kind, _), lane in match.lanes.items() if kind in _COUNTED)
        if all(lane.posted_version >= newest.version for lane in counted):
            await match.messages.note(published=newest.version)

    def _ended(self, match: _Match, error: Exception | None) -> None:
        """Note what ended some work about a match, and let go of it when all has ended."""
        if isinstance(error, Unauthorized):
            log.warning("match %s is not shown: Discord refuses the bot's token", match.id)
        elif error is not None and not isinstance(error, StoreClosed):
            self._tables.aside.put(match.id, error)
        if not match.tasks() and match.alarm is None and self._matches.get(match.id) is match:
            del self._matches[match.id]
            if match.newest and match.newest.board.row.status in (Status.OVER, Status.CLOSED):
                self._messages.pop(match.id, None)
                self._store.ownership.release(match.id)
                for shown in (self._board, self.hands, self._calls, self._stage):
                    shown.forget(match.id)

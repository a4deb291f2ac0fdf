"""News of evenings: one board that lives in each channel, what became of each round, the result.

What a message tells is stored after Discord took it. A kill in between posts it again under the
same nonce, which is the same message; what Discord would not take is tried again by `catch_up`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any, Protocol

from bot.clock import Clock
from bot.discord.io import ACTIVE, CANCELLED, COMPLETED, SCHEDULED, DiscordIO, NewEvent, named
from bot.discord.outbox import Outbox, Posting
from bot.discord.parts import Pictures, jump_link
from bot.errors import Busy, Gone, StageError
from bot.evenings.appointment_layouts import (
    paint_of_season,
    reminder_layout,
    reminder_text,
    season_over_layout,
)
from bot.evenings.appointment_service import Appointments
from bot.evenings.layouts import live_layout, over_layout, round_layout
from bot.evenings.result_layouts import painting
from bot.evenings.rows import AHEAD, SOON, Appointment, EveningRow
from bot.evenings.rules import BREAK, evening_of, seconds_of_round
from bot.evenings.service import Evenings
from bot.evenings.standings import Played, Standing, names_seen
from bot.evenings.store import TOLD, BoardRow, EveningStore
from bot.match.calls.notices import Notice, Notices
from bot.match.lobby.lobbies import way_to
from bot.match.show.board_layouts import thread_name
from bot.match.show.stage import theme_for
from bot.match.table.season import SeasonLine
from bot.painter import Painter
from bot.preferences.person import language_for
from bot.preferences.server import Feature, server_settings
from bot.store import Store
from bot.store.errors import StoreError, UnreadableMatch, others_go_on
from bot.store.rows import InvitationCall, MatchId, MatchRow, Status
from bot.texts import Texts
from bot.turns import end_tasks
from render.api import Words

log = logging.getLogger(__name__)

ENDING = f"|{TOLD}"
"""The end of the `shown` of a board whose channel has been told the result; it itself does not."""

TOO_LATE = 30 * 86400.0
"""Seconds after the end of an evening; later nobody looks for its result any more."""


class EveningStage(Posting, Protocol):
    """Where standings are shown: as `DiscordIO` does. Every method may raise StageErrors."""

    async def edit(self, channel_id: int, message_id: int, view: Any, files: Any) -> None:
        """Show something else in a message."""

    async def open_thread(
        self, channel_id: int, message_id: int, name: str, people: Iterable[int]
    ) -> None:
        """Begin a thread from a message, unless it has one."""


class EveningNews:
    """Does what is due for evenings, and shows how each stands wherever it is played."""

    def __init__(
        self, store: Store, evenings: Evenings, io: EveningStage, painter: Painter,
        texts: Texts, clock: Clock,
    ) -> None:  # fmt: skip
        self._store = store
        self._evening_store = EveningStore(store.database)
        self._evenings = evenings
        self._io = io
        self._painter = painter
        self._texts = texts
        self._clock = clock
        self._seen: dict[MatchId, str] = {}
        """What the standing tells of each table, so that not every move is looked at."""
        self._wanted: set[int] = set()
        self._ahead: dict[tuple[int, int], tuple[int, int, float | None]] = {}
        """What says in each server when the next round begins: its message, round and moment."""
        self.outbox = Outbox[tuple[int, int]]("evening", clock)
        """By evening and where it is told."""
        self._task: asyncio.Task[None] | None = None
        self._timers: dict[int, asyncio.Task[None]] = {}
        self.moving: list[Callable[[MatchId], Awaitable[None]]] = []
        """Waited for, with a table that was the lobby, before its message becomes the board."""
        self.listeners: list[Callable[[MatchId, int], Awaitable[None]]] = []
        """Told of the tables of a round that has ended, and of their versions: all of it may be
        shown from now on, and counts."""

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`."""
        evening_id = evening_of(row.series)
        if evening_id is None:
            return
        told = self._evenings.signature_of(row)
        if self._seen.get(row.id) == told:
            return
        self._seen[row.id] = told
        if self._store.ownership.leads_or_tells("evening", evening_id):
            self.request(evening_id)

    def request(self, evening_id: int) -> None:
        """Look soon after an evening, in the one process that leads."""
        self._wanted.add(evening_id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="evenings")

    async def on_signal(self, evening_id: int) -> None:
        """Look soon after an evening that has changed in another process."""
        self.request(evening_id)

    def hurry(self, guild_id: int) -> None:
        """Tell what Discord did not let be told in a server: it may by now."""
        for evening_id, _ in self.outbox.lift(guild_id):
            if self._store.ownership.leads_or_tells("evening", evening_id):
                self.request(evening_id)

    async def let_in(self, row: MatchRow, user_id: int) -> None:
        """Add who joins to the thread of a server's tables: these add their own in round 1 only."""
        if row.is_in_thread:
            name = thread_name(row, self._texts.words(row.locale))
            try:
                await self._io.open_thread(row.channel_id, row.home_id, name, (user_id,))
            except StageError as error:
                log.info("somebody is not added to the thread of match %s: %s", row.id, error)

    async def catch_up(self) -> None:
        """Do what is due for all evenings: whatever a kill or Discord has left undone."""
        for evening_id in await self._evening_store.to_do(self._clock.now() - TOO_LATE):
            self.request(evening_id)
        await self.idle()

    async def idle(self) -> None:
        """Wait until everything asked for is done."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def close(self) -> None:
        """Stop; what is not done will be at the next start."""
        await end_tasks((self._task, *self._timers.values()))

    async def _work(self) -> None:
        while self._wanted:
            evening_id = self._wanted.pop()
            try:
                evening = await self._evenings.step(evening_id)
                if evening is not None:
                    await self._set_timer(evening)
                    await self._show_everywhere(evening)
            except StoreError as error:
                log.warning("evening %s waits for the store: %s", evening_id, error)
            except Exception:
                # The other evenings must go on; the next look tries this one again.
                log.exception("evening %s failed", evening_id)

    async def _set_timer(self, evening: EveningRow) -> None:
        """Look at an evening again when there is something to do for it."""
        if (timer := self._timers.pop(evening.id, None)) is not None:
            timer.cancel()
        when = await self._evenings.due(evening)
        if when is not None and when > self._clock.now():
            self._timers[evening.id] = asyncio.create_task(self._later(evening.id, when))

    async def _later(self, evening_id: int, when: float) -> None:
        await self._clock.until(when)
        if self._store.ownership.leads_or_tells("evening", evening_id):
            self.request(evening_id)

    async def _show_everywhere(self, evening: EveningRow) -> None:
        boards = [
            board for board in await self._evening_store.boards(evening.id) if board.shown != TOLD
        ]
        if not boards:
            return
        standing = await self._evenings.standing(evening)
        await self._announce_ends([*boards], standing)
        for board in boards:
            say, lobby = self._texts.words(board.locale), MatchId(board.match_id)
            names = await names_seen(self._store, evening.id, board.guild_id, say)
            own = await self._evenings.standing(evening, names) if names else standing
            home = await self._store.match(lobby)
            if home is not None:
                await self._try_to_show(own.of_board(home), board)

    async def _announce_ends(self, boards: Iterable[BoardRow], standing: Standing) -> None:
        """Tell the listeners of the rounds whose end is not told everywhere yet."""
        told = min(rounds_told(board) for board in boards)
        for played in standing.played[told:]:
            for row in played.rows:
                # First: a table that is told of unseen would have its evening looked at forever.
                self._seen[row.id] = self._evenings.signature_of(row)
                for listener in self.listeners:
                    await listener(row.id, row.version)

    async def _try_to_show(self, standing: Standing, board: BoardRow) -> None:
        """Show how an evening stands, if that is new."""
        has_ended = standing.evening.ended is not None
        state = TOLD if has_ended else f"{len(standing.played)}|{standing.key}"
        place = board.evening_id, standing.first.home_id
        if state == board.shown or self.outbox.holds(place, state):
            return
        show = partial(self._show, standing, board, state)
        await self.outbox.send(place, board.guild_id, show, state)

    async def _show(self, standing: Standing, board: BoardRow, state: str) -> None:
        """Show how an evening stands, and tell of each round that is over in a message."""
        first = standing.first
        say = self._texts.words(board.locale)
        if first.is_in_thread and not board.shown:
            # Its tables begin the thread too; whoever comes first does.
            await self._io.open_thread(first.channel_id, first.home_id, thread_name(first, say), ())
            # What showed the lobby may still be at it, and would come after the board.
            await asyncio.gather(*(moved(MatchId(board.match_id)) for moved in self.moving))
        untold = standing.played[rounds_told(board) :]
        if state == TOLD and not board.shown.endswith(ENDING):
            # One that ends in a break has told of its last round: that it is over is told, too.
            untold = untold or standing.played[-1:]
        for played in untold:
            await self._tell_round(standing, played, board, say)
        if untold:
            # If the board is refused, none of it is told again by a nonce that is known no more.
            so_far = f"{len(standing.played)}{ENDING if state == TOLD else '|'}"
            await self._evening_store.note_shown(board, board.channel_id, board.message_id, so_far)
        await self._correct(standing, board, say)
        message_id = await self._live(standing, board, say)
        await self._evening_store.note_shown(board, first.channel_id, message_id, state)
        if state == TOLD:
            for row in (row for played in standing.played for row in played.rows):
                self._seen.pop(row.id, None)

    async def _tell_round(
        self, standing: Standing, played: Played, board: BoardRow, say: Words
    ) -> None:
        """Say where it was played what became of a round, or of the whole evening."""
        evening = standing.evening
        is_last = evening.ended is not None and played is standing.last
        pictures = await self._pictures(standing, played, board, say)
        if is_last:
            view = over_layout(standing, await self._evenings.moments(standing), pictures, say)
        else:
            view = round_layout(standing, played, pictures, say)
        nonce = _nonce(board, "end" if is_last else played.number)
        message_id = await self._io.post(
            standing.first.home_id, view, files=named(pictures), nonce=nonce
        )
        if not is_last:
            self._ahead[board.evening_id, board.guild_id] = (
                message_id, played.number, evening.next_at,
            )  # fmt: skip

    async def _correct(self, standing: Standing, board: BoardRow, say: Words) -> None:
        """Have the message of a round say that the next one has begun, or begins at another time.

        After a kill in a break it does not.
        """
        place, when = (board.evening_id, board.guild_id), standing.evening.next_at
        message_id, number, told = self._ahead.pop(place, (0, 0, when))
        played = next((one for one in standing.played if one.number == number), None)
        if played is None:
            return
        if told != when:
            pictures = await self._pictures(standing, played, board, say)
            view = round_layout(standing, played, pictures, say)
            try:
                await self._io.edit(standing.first.home_id, message_id, view, named(pictures))
            except Busy:
                self._ahead[place] = message_id, number, told
                raise
            except StageError as error:
                log.info("round %s of evening %s stays: %s", number, board.evening_id, error)
                return
        if when is not None:
            self._ahead[place] = message_id, number, when

    async def _pictures(
        self, standing: Standing, played: Played, board: BoardRow, say: Words
    ) -> Pictures:
        paint = painting(standing, played)
        if paint is None:
            return []
        theme = await theme_for(self._store, board.guild_id)
        picture = await self._painter.paint(partial(paint, say, theme))
        return [(f"evening-{board.evening_id}-{played.number}.png", picture)]

    async def _live(self, standing: Standing, board: BoardRow, say: Words) -> int:
        """Show the board that lives in the channel; return the id of its message.

        It is the message of the lobby, where a thread begins from that.
        """
        first, view = standing.first, live_layout(standing, say)
        message_id = board.message_id or (first.home_id if first.is_in_thread else None)
        if message_id is not None:
            try:
                await self._io.edit(first.channel_id, message_id, view, [])
            except Gone:
                log.info("the board of evening %s was deleted", board.evening_id)
            else:
                return message_id
        # In place of one that was deleted it is another message.
        nonce = _nonce(board, message_id or "live")
        return await self._io.post(first.channel_id, view, nonce=nonce)


def _nonce(board: BoardRow, what: int | str) -> str:
    return f"ev{board.evening_id}-{board.guild_id % 10**9}-{what}"[-25:]


def rounds_told(board: BoardRow) -> int:
    """Return of how many rounds a board's channel was told.

    >>> rounds_told(BoardRow(7, 5, 7, "en", shown="2|3 5"))
    2
    """
    return int(board.shown.partition("|")[0] or 0) if board.shown != TOLD else 0


# Evenings that begin at a time, as events of their server, where it lets the bot make some.
#
# What is announced stands among the settings, in the scope of the evening: nothing yet, then the
# id of the event, with a mark once it has begun. A kill in between has it looked at again: an
# event that was made is found again. Where Discord refuses, all goes on without.

EVENT = "event"
"""The key, in the scope of an evening, of what is announced."""

_SCOPE, _BEGUN = "evening ", " begun"


class Announcing(Protocol):
    """Where events are made: as `Calendar` does. May raise StageErrors."""

    def may_announce(self, guild_id: int) -> bool:
        """Return whether the bot may make events in a server."""

    async def announce(self, event: NewEvent) -> int:
        """Make an event, unless there is one; return its id."""

    async def move(self, guild_id: int, event_id: int, status: int) -> None:
        """Have an event begin, end, or be cancelled."""


class EventNews:
    """Announces evenings that begin at a time, and keeps what is announced true."""

    def __init__(self, store: Store, calendar: Announcing, texts: Texts, clock: Clock) -> None:
        self._store = store
        self._evening_store = EveningStore(store.database)
        self._calendar = calendar
        self._texts = texts
        self._clock = clock

    async def opened(self, row: MatchRow) -> None:
        """Announce an evening whose lobby was opened, if it has a time and the server lets it."""
        if row.terms.begins is None or not self._calendar.may_announce(row.guild_id or 0):
            return
        await self._note(row.id, "")
        await self._look(row.id, "")

    async def moved(self, row: MatchRow) -> None:
        """Announce an evening again that begins at another time."""
        if value := (await self._store.settings(f"{_SCOPE}{row.id}")).get(EVENT):
            try:
                await self._move(row, value, CANCELLED)
            except StageError as error:
                log.info("the event of evening %s stays: %s", row.id, error)
        await self.opened(row)

    async def catch_up(self) -> None:
        """Bring all that is announced up to date."""
        for scope, value in (await self._store.settings_named(EVENT)).items():
            await self._look(MatchId(int(scope.removeprefix(_SCOPE))), value)

    async def _look(self, evening_id: MatchId, value: str) -> None:
        """Do what is due for what is announced of an evening, of which `value` is known."""
        try:
            row = await self._store.match(evening_id)
            if row is None or row.guild_id is None:
                await self._note(evening_id, None)
            elif value:
                await self._move(row, value, await self._status(row))
            elif row.status is Status.LOBBY and self._clock.now() < (row.terms.begins or 0.0):
                event_id = await self._calendar.announce(await self._event(row))
                await self._note(evening_id, str(event_id))
            else:
                await self._note(evening_id, None)
        except (Busy, UnreadableMatch) as error:
            log.info("the event of evening %s waits: %s", evening_id, error)
        except StageError as error:
            log.info("evening %s is no event: %s", evening_id, error)
            await self._note(evening_id, None)

    async def _status(self, row: MatchRow) -> int:
        # Of two servers that play one, both announce it.
        evening = await self._evening_store.get(evening_of(row.series) or row.id)
        if evening is None:
            return SCHEDULED if row.status is Status.LOBBY else CANCELLED
        return ACTIVE if evening.ended is None else COMPLETED

    async def _move(self, row: MatchRow, value: str, status: int) -> None:
        """Move an event on to where its evening stands; one that is over is forgotten."""
        number, has_begun = int(value.removesuffix(_BEGUN)), value.endswith(_BEGUN)
        guild_id = row.guild_id or 0
        if status in (ACTIVE, COMPLETED) and not has_begun:
            try:
                await self._calendar.move(guild_id, number, ACTIVE)
            except Busy:
                raise
            except StageError as error:
                log.info("the event of evening %s may have begun: %s", row.id, error)
            await self._note(row.id, f"{number}{_BEGUN}")
        if status in (CANCELLED, COMPLETED):
            await self._calendar.move(guild_id, number, status)
            await self._note(row.id, None)

    async def _event(self, row: MatchRow) -> NewEvent:
        say, rounds = self._texts.words(row.locale), row.terms.rounds
        link = jump_link(row, (await self._store.publication(row.id)).board_message)
        begins = row.terms.begins or 0.0
        return NewEvent(
            row.guild_id or 0,
            row.channel_id,
            say("evening.event", game=say(f"game.{row.game}")),
            say("evening.event.about", n=rounds, link=link),
            begins,
            begins + rounds * (seconds_of_round(row) + BREAK),
        )

    async def _note(self, evening_id: MatchId, value: str | None) -> None:
        await self._store.set_setting(f"{_SCOPE}{evening_id}", EVENT, value)


# Does what is due for weekly evenings: opens the next lobby, reminds, and ends seasons.
#
# What is due is found out from what is stored, by the process that leads; done again, each step
# changes nothing. A lobby with a time begins by itself, or closes where too few have signed up.


class AppointmentNews:
    """Does what is due for appointments, and tells of it."""

    def __init__(
        self, appointments: Appointments, events: EventNews, io: DiscordIO, notices: Notices,
        painter: Painter, texts: Texts,
    ) -> None:  # fmt: skip
        self._appointments = appointments
        self._store = appointments.store
        self._clock = appointments.clock
        self._events = events
        self._io = io
        self._notices = notices
        self._painter = painter
        self._texts = texts
        self.outbox = Outbox[int]("appointment", appointments.clock)
        """By appointment."""
        self._unreached: dict[MatchId, list[int]] = {}
        """Whom no direct message reached that reminds of an evening, until they are called."""
        self._one_at_a_time = asyncio.Lock()

    async def catch_up(self) -> None:
        """Do what is due for all appointments, in the one process that leads."""
        if not self._store.ownership.leads_or_tells("appointment"):
            return
        async with self._one_at_a_time:
            for one in await self._appointments.evening_store.appointments():
                with others_go_on("appointment", one.id):
                    if (await server_settings(self._store, one.guild_id)).has(Feature.EVENINGS):
                        await self._step(one)

    async def _step(self, one: Appointment) -> None:
        now = self._clock.now()
        row = await self._appointments.lobby(one)
        if row is not None:
            if now >= one.next_at - SOON and one.reminder is None:
                await self._remind(one, row)
        elif one.lobby_id is not None or one.next_at <= now:
            # It has begun, or did not take place; or the bot was away at its time.
            await self._take_back_reminder(one)
            await self._appointments.go_on(one)
        elif now >= one.next_at - AHEAD:
            await self._open(one)

    async def _open(self, one: Appointment) -> None:
        """Have people sign up, where they see it; where a season is over, that is told first."""
        if not self._io.can_show(one.guild_id, one.channel_id):
            return
        if one.is_season_over and not await self._end_season(one):
            return
        if (opened := await self._appointments.open(one)) is not None:
            await self._events.opened(opened)

    async def _take_back_reminder(self, one: Appointment) -> None:
        if one.reminder:
            try:
                await self._io.delete(one.channel_id, one.reminder)
            except StageError as error:
                log.info("the reminder of appointment %s stays: %s", one.id, error)

    async def _remind(self, one: Appointment, row: MatchRow) -> None:
        """Call who signed up, each as they wish, in one message; none where nobody has."""
        signed_up = [each.user_id for each in row.members if each.user_id is not None]
        gone = await self._io.missing(one.guild_id, signed_up)
        people = [user for user in signed_up if user not in gone]
        now = self._clock.now()
        ways = {user: await way_to(self._store, one.guild_id, user, now) for user in people}
        link = jump_link(row, (await self._store.publication(row.id)).board_message)
        if row.id not in self._unreached:
            direct = [user for user, way in ways.items() if way is InvitationCall.DIRECT]
            self._unreached[row.id] = [
                user for user in direct if not await self._write(user, row, link)
            ]
        called = [user for user, way in ways.items() if way is InvitationCall.TABLE]
        called += self._unreached[row.id]
        reminder = 0

        async def post() -> None:
            nonlocal reminder
            view = reminder_layout(row, called, link, self._texts.words(row.locale))
            nonce = f"ap{row.id}-soon"[-25:]
            reminder = await self._io.post(one.channel_id, view, nonce=nonce, mentions=called)

        if called and (
            self.outbox.holds(one.id) or await self.outbox.send(one.id, one.guild_id, post)
        ):
            return
        del self._unreached[row.id]
        values = {"reminder": reminder}
        await self._appointments.evening_store.change_appointment(one.id, values)

    async def _write(self, user: int, row: MatchRow, link: str) -> bool:
        """Remind a person by direct message; return whether it came."""
        say = self._texts.words(await language_for(self._store, user, row.locale))
        notice = Notice(reminder_text(row, link, say), f"ap{row.id}-{user}"[-25:])
        return await self._notices.tell(user, notice)

    async def _end_season(self, one: Appointment) -> bool:
        """Tell how a season ended, and begin the next one; return whether that is done."""
        if lines := await self._appointments.season(one):
            if self.outbox.holds(one.id):
                return False
            post = partial(self._post_season, one, lines)
            if isinstance(await self.outbox.send(one.id, one.guild_id, post), Busy):
                return False
        values = {"season": one.season + 1, "since": self._clock.now()}
        await self._appointments.evening_store.change_appointment(one.id, values)
        return True

    async def _post_season(self, one: Appointment, lines: Sequence[SeasonLine]) -> None:
        say = self._texts.words(one.locale)
        theme = await theme_for(self._store, one.guild_id)
        picture = await self._painter.paint(partial(paint_of_season, one, lines, say, theme))
        pictures = [(f"season-{one.id}-{one.season}.png", picture)]
        view, nonce = season_over_layout(one, lines, pictures, say), f"ap{one.id}-s{one.season}"
        await self._io.post(one.channel_id, view, files=named(pictures), nonce=nonce)

"""Digests: the one direct message that names every table which waits for a person.

It is for whoever wants to be called by direct message. Its words are found out from the stored
tables each time, so a restart loses nothing. It is edited in place, which pings nobody, and posted
anew where somebody has to be called; it is gone when no table waits. The message is stored with the
person.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import orjson

from bot.clock import Clock
from bot.discord.outbox import pause_after
from bot.discord.parts import jump_link, moment
from bot.errors import Barred, Busy, Gone, Refused, Shut, Unauthorized
from bot.match.calls.notices import Notice, Notices, call_at, called_seats, place_of
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.match.table.times import is_slow
from bot.preferences.person import USUAL, PersonSettings, Place, person_settings
from bot.store import Store
from bot.store.errors import StoreClosed, StoreFailed, UnreadableMatch
from bot.store.rows import HandMessage, MatchId, MatchRow, Status
from bot.store.settings import person_scope
from bot.texts import Texts, by_ear, paused
from bot.turns import end_tasks
from render.api import Words

# The words of a digest: a line for each table that waits, the most pressing first.

NAMED_TABLES = 10
"""How many tables a digest names; if there are more, it tells how many."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits for a person.

    `turn` tells turns apart and says whether it is a last call. `due` is when their time ends, if
    it does. `board` is the board's message and `hand` the one of their hand, if there is one.
    """

    row: MatchRow
    turn: tuple[float, bool]
    due: float | None
    board: int | None
    hand: HandMessage | None

    @property
    def is_last(self) -> bool:
        """Whether the person's time is running out."""
        return self.turn[1]


def digest_text(waiting: Sequence[Waiting], settings: PersonSettings = USUAL) -> str:
    """Say which tables wait for a person; in the most pressing one's language or in theirs."""
    listed = sorted(waiting, key=lambda one: (one.due is None, one.due or 0.0, one.row.id))
    say = Texts.load().words(settings.locale(listed[0].row.locale))
    lines = [
        say("digest.title", n=len(listed)),
        *(_line(one, say) for one in listed[:NAMED_TABLES]),
    ]
    if len(listed) > NAMED_TABLES:
        lines.append(say("digest.more", n=len(listed) - NAMED_TABLES))
    return paused("\n".join(lines)) if by_ear(say) else "\n".join(lines)


def _line(one: Waiting, say: Words) -> str:
    row, hand = one.row, one.hand
    links = [say("digest.table", link=jump_link(row, one.board))]
    if hand is not None:
        # A message of one's own: nobody else can follow it.
        link = f"https://discord.com/channels/@me/{hand.channel_id}/{hand.message_id}"
        links.append(say("digest.hand", link=link))
    values = {
        "game": say(f"game.{row.game}"), "number": row.number, "links": " · ".join(links),
    }  # fmt: skip
    if one.due is None:
        return say("digest.line", **values)
    key = "digest.line_last" if one.is_last else "digest.line_until"
    return say(key, **values, when=moment(one.due))


log = logging.getLogger(__name__)

DIGEST = "digest"
"""The key, in the scope of a person, of the digest that stands."""

NEXT = "digest_next"
"""The key of what the next digest is known by, noted before it is posted."""

APART = 60.0
APART_SLOW = 3600.0
"""Seconds between two pings while a digest stands.

APART_SLOW applies if every new table is slow. Last calls ignore both.
"""

RETRY_AFTER = 60.0
"""Seconds until what Discord refused is tried again."""

Turn = tuple[float, bool]
"""Which turn of a table was told: when its person had last acted, and if it was a last call."""


@dataclass(frozen=True, slots=True)
class StandingDigest:
    """The digest that a person has: where, since when, and the turns that were pinged."""

    channel_id: int
    message_id: int
    posted: float
    turns: Mapping[MatchId, Turn]

    def __str__(self) -> str:
        """Spell it as it is stored."""
        told = {str(key): turn for key, turn in self.turns.items()}
        return orjson.dumps([self.channel_id, self.message_id, self.posted, told]).decode()

    @classmethod
    def read(cls, text: str) -> StandingDigest:
        """Read what is stored. Raises ValueError, TypeError or AttributeError if it is damaged."""
        channel_id, message_id, posted, told = orjson.loads(text)
        turns = {MatchId(int(key)): (float(at), bool(last)) for key, (at, last) in told.items()}
        return cls(int(channel_id), int(message_id), float(posted), turns)


@dataclass(slots=True)
class _Work:
    """The state of a person's digest; `text` is what that stands, if known."""

    task: asyncio.Task[None] | None = None
    alarm: asyncio.Task[None] | None = None
    again: bool = False
    text: str | None = None


@dataclass(slots=True)
class _Found:
    """The tables that wait for a person now, and the time when there may be more."""

    waiting: list[Waiting] = field(default_factory=list)
    later: list[float] = field(default_factory=list)


class Digests:
    """Keeps everybody's digest up to date."""

    def __init__(self, store: Store, tables: Tables, notices: Notices, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._notices = notices
        self._clock = clock
        self._standing: dict[int, StandingDigest] = {}
        self._next: dict[int, str] = {}
        self._work: dict[int, _Work] = {}

    async def begin(self) -> None:
        """Take up, at the start, what stands; nothing may change or be requested before.

        Of several processes only the one that leads has digests.
        """
        for known in (self._standing, self._next, self._work):
            known.clear()
        for scope, text in (await self._store.settings_named(DIGEST)).items():
            try:
                self._standing[_user(scope)] = StandingDigest.read(text)
            except (ValueError, TypeError, AttributeError):
                await self._store.set_setting(scope, DIGEST, None)
        for scope, known_by in (await self._store.settings_named(NEXT)).items():
            self._next[_user(scope)] = known_by
        for user_id in {*self._standing, *self._next}:
            self.request(user_id)
        if not self._store.ownership.is_sole_writer:
            await self.look_after_all()

    async def look_after_all(self) -> None:
        """Look after everybody who sits at a table and is called so; nobody may have asked for it.

        Whoever did may have asked another process, or not have been heard.
        """
        for scope in await self._store.scopes_with("place", Place.DM.value, seated=True):
            self.request(_user(scope))

    def stands(self, user_id: int) -> bool:
        """Return whether a person has a digest now."""
        return user_id in self._standing

    async def is_noted(self, user_id: int) -> bool:
        """Return whether a person has a digest, wherever that is seen to."""
        if self._store.ownership.leads:
            return self.stands(user_id)
        return DIGEST in await self._store.settings(person_scope(user_id))

    def request(self, user_id: int) -> None:
        """Have a person's digest brought up to date soon, by the process that leads."""
        if not self._store.ownership.leads_or_tells("digest", user_id):
            return
        work = self._work.setdefault(user_id, _Work())
        work.again = True
        if work.task is None:
            work.task = asyncio.create_task(self._run(user_id, work), name="a digest")

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return the tasks at work; an alarm only waits."""
        return [work.task for work in self._work.values() if work.task is not None]

    async def close(self) -> None:
        """Stop; what was not told will be at the next start."""
        await end_tasks((*self.tasks(), *(work.alarm for work in self._work.values())))

    async def _run(self, user_id: int, work: _Work) -> None:
        failures = 0
        try:
            while work.again:
                # Before anything is read: whoever asks during it has all read once more.
                work.again = False
                try:
                    self._wait(user_id, work, await self._refresh(user_id, work))
                except (Busy, StoreFailed) as error:
                    work.again = True
                    failures += 1
                    pause = pause_after(failures)
                    log.warning("a digest waits %s s: %s", pause, type(error).__name__)
                    await self._clock.sleep(pause)
        except (StoreClosed, Unauthorized):
            log.info("a digest is left as it is: the bot is stopping")
        except Exception:
            log.exception("a digest could not be told")
        finally:
            work.task = None
            if work.alarm is None and user_id not in self._standing:
                self._work.pop(user_id, None)

    def _wait(self, user_id: int, work: _Work, when: float | None) -> None:
        if work.alarm is not None:
            work.alarm.cancel()
            work.alarm = None
        if when is not None:
            work.alarm = asyncio.create_task(self._alarm(user_id, work, when))

    async def _alarm(self, user_id: int, work: _Work, when: float) -> None:
        await self._clock.until(when)
        work.alarm = None
        self.request(user_id)

    async def _refresh(self, user_id: int, work: _Work) -> float | None:
        """Bring a digest up to date; tell when to look again. Raises Busy."""
        settings, standing = (
            await person_settings(self._store, user_id),
            self._standing.get(user_id),
        )
        found = await self._find(user_id, settings, standing)
        try:
            if not found.waiting:
                await self._take_back(user_id, work)
            else:
                found.later += await self._show(user_id, work, found.waiting)
        except Shut:
            await self._note(user_id, None)
            work.text = None
            await self._shut(user_id, found.waiting)
        except (Gone, Barred) as error:
            log.warning("a digest was not taken: %s", error)
            # What stood may be gone: the next one is posted again.
            await self._note(user_id, None)
            work.text = None
            found.later.append(self._clock.now() + RETRY_AFTER)
        return min(found.later, default=None)

    async def _find(
        self, user_id: int, settings: PersonSettings, standing: StandingDigest | None
    ) -> _Found:
        """Find the tables that wait for a person and call them by direct message."""
        found = _Found()
        if settings.place is Place.NOWHERE:
            return found
        told = standing.turns if standing is not None else {}
        rows = await self._store.matches_of(user_id, (Status.PLAYING,))
        turns = [(row, turn) for row in rows if (turn := self._turn(row, user_id, settings))]
        now = self._clock.now()
        for row, turn in turns:
            is_told = row.id in told and told[row.id][0] == turn[0]
            member = next(member for member in row.members if member.user_id == user_id)
            when = call_at(row, member, settings, now)
            if when is not None and when > now:
                found.later.append(when)
            # What was told stands while the turn lasts, in quiet hours too.
            if is_told or (when is not None and when <= now):
                found.waiting.append(await self._waiting(row, user_id, turn))
        return found

    def _turn(self, row: MatchRow, user_id: int, settings: PersonSettings) -> Turn | None:
        """Return the turn for which a person is to be called by direct message, if any."""
        try:
            table = Table.load(row)
            seats = called_seats(row, table.view(None))
        except (Refused, UnreadableMatch):
            return None
        seat = table.seat_of(user_id)
        if seat is None or seat not in seats:
            return None
        member = table.member(seat)
        is_here = place_of(member, settings) is Place.DM
        return (member.acted, member.clock.reminded) if is_here else None

    async def _waiting(self, row: MatchRow, user_id: int, turn: Turn) -> Waiting:
        publication, hands = await self._store.messages(row.id)
        hand = next((hand for hand in hands if hand.user_id == user_id), None)
        member = next(member for member in row.members if member.user_id == user_id)
        board = publication.board_message
        return Waiting(row, turn, member.clock.due, board, hand)

    async def _show(self, user_id: int, work: _Work, waiting: list[Waiting]) -> list[float]:
        """Show what waits; tell when more may be shown."""
        standing = self._standing.get(user_id)
        text = digest_text(waiting, await person_settings(self._store, user_id))
        when = self._ping_at(waiting, standing)
        if when is not None and when <= self._clock.now():
            if await self._post(user_id, work, waiting, text):
                return []
            when = await self._notices.budget.free_at(user_id)
        if standing is not None and self.stands(user_id) and work.text != text:
            notice = Notice(text, "")
            await self._notices.stage.edit_notice(standing.channel_id, standing.message_id, notice)
            work.text = text
        return [] if when is None else [when]

    def _ping_at(self, waiting: list[Waiting], standing: StandingDigest | None) -> float | None:
        """Return when what waits is to be told by a ping; None if it was."""
        now = self._clock.now()
        if standing is None:
            return now
        fresh = [one for one in waiting if standing.turns.get(one.row.id) != one.turn]
        if not fresh:
            return None
        if any(one.is_last for one in fresh):
            return now
        apart = APART_SLOW if all(is_slow(one.row) for one in fresh) else APART
        # A clock that was set back since keeps nobody waiting for longer.
        return min(standing.posted, now) + apart

    async def _post(self, user_id: int, work: _Work, waiting: list[Waiting], text: str) -> bool:
        """Post a digest in the old one's place; False if it is over the person's budget.

        The old one goes first: whatever happens in between, no two stand.
        """
        if not await self._notices.budget.has_room(user_id):
            return False
        old, told = self._standing.get(user_id), {one.row.id: one.turn for one in waiting}
        if old is not None:
            await self._notices.stage.remove(old.channel_id, old.message_id)
        sent = await self._notices.send(user_id, Notice(text, await self._nonce(user_id)))
        work.text = text if sent is not None else None
        new = None if sent is None else StandingDigest(*sent, self._clock.now(), told)
        await self._note(user_id, new)
        return sent is not None

    async def _nonce(self, user_id: int) -> str:
        """Return the nonce of a digest that is about to be posted.

        Whatever becomes of the post, the next try brings the same message up to date.
        """
        if user_id not in self._next:
            known_by = f"d{zlib.crc32(f'{user_id} {self._clock.now()}'.encode())}"
            await self._store.set_setting(person_scope(user_id), NEXT, known_by)
            self._next[user_id] = known_by
        return self._next[user_id]

    async def _take_back(self, user_id: int, work: _Work) -> None:
        standing = self._standing.get(user_id)
        if standing is not None:
            await self._notices.stage.remove(standing.channel_id, standing.message_id)
        if standing is not None or user_id in self._next:
            await self._note(user_id, None)
            work.text = None

    async def _shut(self, user_id: int, waiting: list[Waiting]) -> None:
        """Note that direct messages do not reach a person: they are called at their tables."""
        for one in waiting:
            log.info("somebody at match %s takes no direct messages", one.row.id)
            try:
                await self._tables.mark_dm(one.row.id, user_id, dm=False)
            except Refused:
                log.info("match %s moved on meanwhile", one.row.id)

    async def _note(self, user_id: int, standing: StandingDigest | None) -> None:
        """Store what stands."""
        text = None if standing is None else str(standing)
        await self._store.set_settings(person_scope(user_id), {DIGEST: text, NEXT: None})
        self._next.pop(user_id, None)
        if standing is None:
            self._standing.pop(user_id, None)
        else:
            self._standing[user_id] = standing


def _user(scope: str) -> int:
    """Return whose settings a scope has."""
    return int(scope.rpartition(" ")[2])

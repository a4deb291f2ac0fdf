"""When a person is called to their turn, and the one way to tell them by direct message."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import discord
import orjson
from discord import ui

from bot.clock import Clock
from bot.discord.io import DiscordIO
from bot.discord.parts import button, container, rows
from bot.errors import Busy, Shut, StageError
from bot.match.table.cache import Locks
from bot.match.table.state import is_house
from bot.match.table.times import is_slow
from bot.preferences.person import CallMoment, PersonSettings, Place, person_settings
from bot.presenters import PRESENTERS
from bot.store import Store
from bot.store.rows import MatchId, MatchRow, Member, Status
from bot.store.settings import person_scope
from bot.store.signals import Peers
from engine.game import View
from engine.seats import Seat

# How many direct messages one person is sent: a limited number of notices in a while.
#
# Every message counts, the first one of a hand too, but only notices are ever held back for it:
# the hands of running games come in any case. The count is stored with the person, so that a
# restart gives nobody a second helping.

NOTICES = 60
NOTICES_SPAN = 7200.0
"""At most this many notices for one person in this many seconds."""

SENT = "sent"
"""The key, in the scope of a person, of when they were sent something."""

_REMEMBERED = 1000
"""Size of the cache, in people."""


class MessageBudget:
    """Counts direct messages by person. Raises StoreError where that cannot be stored."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._sent: dict[int, list[float]] = {}

    async def has_room(self, user_id: int) -> bool:
        """Return whether a person may be sent a notice now."""
        return len(await self._of(user_id)) < NOTICES

    async def count(self, user_id: int) -> None:
        """Count a message that was sent: a notice, or one that comes in any case."""
        sent = await self._of(user_id)
        sent.append(self._clock.now())
        # More than the budget, which hands alone may come to, make no difference.
        del sent[:-NOTICES]
        text = orjson.dumps([int(when) for when in sent]).decode()
        await self._store.set_setting(person_scope(user_id), SENT, text)

    async def free_at(self, user_id: int) -> float:
        """Return when the next notice may be sent; now, if one may be."""
        sent = await self._of(user_id)
        return sent[-NOTICES] + NOTICES_SPAN if len(sent) >= NOTICES else self._clock.now()

    def forget(self, user_id: int) -> None:
        """Forget a person whose data was deleted."""
        self._sent.pop(user_id, None)

    async def tidy(self) -> None:
        """Forget what was sent long ago."""
        for scope, text in (await self._store.settings_named(SENT)).items():
            if not self._recent(_read(text)):
                await self._store.set_setting(scope, SENT, None)

    async def _of(self, user_id: int) -> list[float]:
        """Return when a person was sent something within the span, the oldest first."""
        if not self._store.ownership.is_sole_writer:
            self._sent.pop(user_id, None)  # another process may have sent something since
        if user_id not in self._sent:
            stored = _read(await self._store.setting(person_scope(user_id), SENT))
            if len(self._sent) >= _REMEMBERED:
                self._sent.clear()
            self._sent.setdefault(user_id, stored)
        sent = self._sent[user_id]
        sent[:] = self._recent(sent)
        return sent

    def _recent(self, sent: list[float]) -> list[float]:
        now = self._clock.now()
        # What lies ahead was counted by a clock that has been set back since.
        return [when for when in sent if now - NOTICES_SPAN < when <= now]


def _read(text: str | None) -> list[float]:
    """Read what is stored; nothing, if it is damaged."""
    try:
        stored = orjson.loads(text or "[]")
    except ValueError:
        return []
    numbers = stored if isinstance(stored, list) else []
    return sorted(float(when) for when in numbers if type(when) in (int, float))[-NOTICES:]


QUIET = 60.0
"""People who did something within this many seconds are not called, unless they want it."""

SHORT = 180
"""A turn of fewer seconds leaves no time for that: a quarter of it is waited for."""


def called_seats(row: MatchRow, view: View) -> tuple[Seat, ...]:
    """Return the seats whose persons are to be called, given what everybody sees of their game.

    Nobody is called for a move that makes itself, nor while the game is paused, nor where the bot
    cannot call, or they are alone with it.
    """
    is_here = row.by_token or row.guild_id is None
    if row.status is not Status.PLAYING or row.pauses or is_here:
        return ()
    if len(view.to_act) == 1 and PRESENTERS[row.game].forced(view) is not None:
        return ()
    return tuple(seat for seat in view.to_act if not is_house(row.members[seat - 1]))


def place_of(member: Member, settings: PersonSettings) -> Place:
    """Return where a person is called; at the table where direct messages do not reach them."""
    is_shut = settings.place is Place.DM and not member.dm
    return Place.TABLE if is_shut else settings.place


def may_call_at(
    row: MatchRow, user_id: int, settings: PersonSettings, now: float, seen: float
) -> float | None:
    """Return from when on one of a table's people may be called; None if never.

    `seen` is when they were at the table, if they did anything else there since they acted.
    """
    member = next(member for member in row.members if member.user_id == user_id)
    member = replace(member, acted=max(member.acted, seen))
    return call_at(row, member, settings, now)


def call_at(row: MatchRow, member: Member, settings: PersonSettings, now: float) -> float | None:
    """Return the earliest time a person who is to act may be called; None if never."""
    when = _wished(member, settings, now, _quiet(row))
    if when is not None and is_slow(row):
        when = max(when, member.clock.vacation)
    if when is None or settings.place is Place.NOWHERE:
        return None
    return settings.quiet_left_at(when)


def _quiet(row: MatchRow) -> float:
    return min(QUIET, row.terms.clock / 4) if 0 < row.terms.clock < SHORT else QUIET


def _wished(member: Member, settings: PersonSettings, now: float, quiet: float) -> float | None:
    """Return when a person wishes to be called, at whatever hour."""
    if member.clock.reminded:
        return now
    if settings.moment is CallMoment.LAST:
        return None
    # What happened after now was noted by a clock that has been set back since.
    is_here = settings.moment is CallMoment.QUIET and 0 <= now - member.acted < quiet
    return member.acted + quiet if is_here else now


# Notices: the one way to tell a person something by direct message that is no hand.
#
# A notice never pings whoever has quiet hours, or wants to be called nowhere: it comes silently
# then. What is over the person's budget is not sent, and whoever tells it decides what to do: a
# call waits until there is room and is told only if it still holds, anything else is dropped.

log = logging.getLogger(__name__)

PATIENCE = (1.0, 2.0, 5.0)
"""Seconds before the next try of a notice that Discord did not take, as long as somebody waits."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to a person: a text, with people's own words escaped.

    The same nonce within a few minutes is the same message. `press` is the custom id and the label
    of a button below it, `beside` of one that is less likely.
    """

    text: str
    nonce: str
    press: tuple[str, str] | None = None
    beside: tuple[str, str] | None = None


class NoticeStage(Protocol):
    """Shows notices. Every method may raise StageErrors."""

    async def post_notice(
        self, user_id: int, notice: Notice, *, silent: bool = False
    ) -> tuple[int, int]:
        """Send a notice and return the channel's and the message's id; a silent one pings not."""

    async def edit_notice(self, channel_id: int, message_id: int, notice: Notice) -> None:
        """Put another notice in a message's place, without a ping."""

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot; one already gone is fine."""


class Notices:
    """Tells people things, as they wish. Raises StoreError where the store cannot be asked."""

    def __init__(
        self, store: Store, clock: Clock, stage: NoticeStage, budget: MessageBudget
    ) -> None:
        self._store = store
        self._clock = clock
        self.stage = stage
        self.budget = budget
        self._locks = Locks[int]()

    async def tell(self, user_id: int, notice: Notice) -> bool:
        """Send a person a notice once; return whether it was sent."""
        try:
            return await self._try_for_a_while(user_id, notice) is not None
        except Shut:
            return False
        except StageError as error:
            log.warning("a notice was not taken: %s", error)
            return False

    async def send(self, user_id: int, notice: Notice) -> tuple[int, int] | None:
        """Send a person a notice and return the channel's and the message's id.

        None means that it is over their budget. Raises StageError.
        """
        # One at a time, so that two at once do not take the same room.
        async with self._locks[user_id]:
            if not await self.budget.has_room(user_id):
                log.info("a notice is over the budget of a person")
                return None
            silent = await self.is_hushed(user_id)
            sent = await self.stage.post_notice(user_id, notice, silent=silent)
            await self.budget.count(user_id)
            return sent

    async def is_hushed(self, user_id: int) -> bool:
        """Return whether nothing is to ping a person now."""
        return is_hushed(await person_settings(self._store, user_id), self._clock.now())

    async def _try_for_a_while(self, user_id: int, notice: Notice) -> tuple[int, int] | None:
        for pause in PATIENCE:
            try:
                return await self.send(user_id, notice)
            except Busy as error:
                log.info("a notice waits %s s: %s", pause, error)
                await self._clock.sleep(pause)
        return await self.send(user_id, notice)


def is_hushed(settings: PersonSettings, now: float) -> bool:
    """Return whether nothing is to ping a person of these settings now."""
    return settings.place is Place.NOWHERE or settings.quiet_left_at(now) > now


# Notices and invitations on Discord: direct messages, and messages in a lobby's channel.


class DiscordNotices:
    """Lays out and sends; decides nothing."""

    def __init__(self, io: DiscordIO) -> None:
        self._io = io

    async def post_notice(
        self, user_id: int, notice: Notice, *, silent: bool = False
    ) -> tuple[int, int]:
        channel_id = await self._io.direct_channel(user_id)
        view = notice_layout(notice)
        message_id = await self._io.post(
            channel_id, view, nonce=_nonce(user_id, notice), silent=silent
        )
        return channel_id, message_id

    async def post_invitation(
        self, channel_id: int, text: str, people: Sequence[int], roles: Sequence[int], *, nonce: str
    ) -> int:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(text))
        return await self._io.post(channel_id, view, nonce=nonce, mentions=people, roles=roles)

    async def edit_notice(self, channel_id: int, message_id: int, notice: Notice) -> None:
        await self._io.edit(channel_id, message_id, notice_layout(notice), [])

    async def remove(self, channel_id: int, message_id: int) -> None:
        await self._io.delete(channel_id, message_id)


def _nonce(user_id: int, notice: Notice) -> str:
    """Return the nonce of a notice to one person: Discord tells nonces apart by nothing else."""
    return f"{user_id}-{zlib.crc32(notice.nonce.encode()):08x}"[-25:]


def notice_layout(notice: Notice) -> ui.LayoutView:
    """Lay out a notice."""
    buttons = [] if notice.press is None else [button(*notice.press, discord.ButtonStyle.success)]
    buttons += [] if notice.beside is None else [button(*notice.beside)]
    return container(ui.TextDisplay(notice.text), *rows(buttons))


# People whom direct messages do not reach, and when to try again.

TRIES, SPAN = 3, 30.0
"""How many presses of a person, in how many seconds, have closed direct messages tried again."""


class Unreached:
    """Remembers the persons whom direct messages do not reach, and at which matches.

    A press may come to any process, so each tells the others whom it cannot reach.
    """

    def __init__(self, peers: Peers, clock: Clock) -> None:
        self._peers = peers
        self._clock = clock
        self._matches: dict[int, frozenset[MatchId]] = {}
        self._elsewhere: set[int] = set()
        # When presses of these had them tried again recently.
        self._tried: dict[int, tuple[float, ...]] = {}

    def note(self, row: MatchRow) -> None:
        """Note which persons of a match direct messages do not reach."""
        for member in row.members:
            if member.user_id is None:
                continue
            known = self._matches.pop(member.user_id, frozenset())
            is_shut = row.status is Status.PLAYING and not member.dm and not row.by_token
            left = known | {row.id} if is_shut else known - {row.id}
            if bool(left) is not bool(known):
                self._peers.tell_soon("unreached", member.user_id, bool(left))
            if left:
                self._matches[member.user_id] = left
            else:
                self._tried.pop(member.user_id, None)

    def note_elsewhere(self, user_id: int, *, is_unreached: bool) -> None:
        """Note whether another process cannot reach a person."""
        if is_unreached:
            self._elsewhere.add(user_id)
        else:
            self._elsewhere.discard(user_id)

    def pressed(self, user_id: int) -> frozenset[MatchId]:
        """Return where to try again as a person has pressed something: nowhere if that is often."""
        if user_id in self._elsewhere:
            self._peers.tell_soon("pressed", user_id)
        return self.again(user_id)

    def again(self, user_id: int) -> frozenset[MatchId]:
        """Return where to try again as a person has pressed something, in any process."""
        if user_id not in self._matches:
            return frozenset()
        now = self._clock.now()
        recent = [when for when in self._tried.get(user_id, ()) if 0 <= now - when < SPAN]
        if len(recent) >= TRIES:
            return frozenset()  # Discord bars a bot that it has to refuse too often
        self._tried[user_id] = (*recent, now)
        return self._matches[user_id]

    def forget(self, user_id: int) -> None:
        """Forget a person whose data was deleted."""
        self._matches.pop(user_id, None)
        self._tried.pop(user_id, None)
        self._elsewhere.discard(user_id)

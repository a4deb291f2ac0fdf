"""Notices: the one way to tell a person something by direct message that is no hand.

A notice never pings whoever has quiet hours, or wants to be called nowhere: it comes silently then.
What is over the person's budget is not sent, and whoever tells it decides what to do: a call waits
until there is room and is told only if it still holds, anything else is dropped.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import discord
from discord import ui

from bot.clock import Clock
from bot.discord.io import DiscordIO
from bot.discord.parts import button, container, rows
from bot.errors import Busy, Shut, StageError
from bot.match.calls.calling import MessageBudget
from bot.match.table.cache import Locks
from bot.preferences.person import PersonSettings, Place, person_settings
from bot.store import Store
from bot.store.rows import MatchId, MatchRow, Status
from bot.store.signals import Peers

log = logging.getLogger(__name__)

PATIENCE = (1.0, 2.0, 5.0)
"""Seconds before the next try of a notice that Discord did not take, as long as somebody waits."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to a person: a text, with people's own words escaped.

    The same nonce within a few minutes is the same message. `press` is the custom id and the label
    of a button below it.
    """

    text: str
    nonce: str
    press: tuple[str, str] | None = None


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
                log.info("a notice is over the budget of person %s", user_id)
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
        # When presses of these had them tried again of late.
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

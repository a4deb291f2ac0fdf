"""Telling people that they are invited: a message in the lobby's channel, or a direct one.

What was stored and not told is told at the next sweep, as long as the lobby is open. It is noted
after everybody was told: what a kill in between has told twice is one message, by its nonce.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from bot.clock import Clock
from bot.discord.parts import jump_link
from bot.errors import Refused, StageError
from bot.match.calls.notices import Notice, Notices
from bot.match.tables import Tables
from bot.preferences.person import language_for
from bot.store import Store
from bot.store.doors import Doors
from bot.store.errors import UnreadableMatch
from bot.store.rows import InvitationCall, InvitationRow, MatchId, MatchRow, Status
from bot.texts import Texts
from render.api import Words

log = logging.getLogger(__name__)

KEPT = 3600.0
"""Seconds after which an invitation is forgotten."""


class InvitingStage(Protocol):
    """Shows invitations. Every method may raise StageErrors."""

    async def post_invitation(
        self, channel_id: int, text: str, people: Sequence[int], roles: Sequence[int], *, nonce: str
    ) -> int:
        """Post a message that calls these people and the people of these roles, nobody else."""

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""


class Inviting:
    """Tells of invitations, each once."""

    def __init__(
        self, store: Store, tables: Tables, texts: Texts, stage: InvitingStage, notices: Notices,
        clock: Clock,
    ) -> None:  # fmt: skip
        self._store = store
        self._doors = Doors(store.database)
        self._tables = tables
        self._texts = texts
        self._stage = stage
        self._notices = notices
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()
        # The messages of invitations that stand in channels, as far as this process knows.
        self._standing: dict[MatchId, list[tuple[int, int]]] = {}

    async def take_back(self, match_id: MatchId) -> None:
        """Delete the invitations to a lobby that stand in its channel, as it is none any more."""
        for channel_id, message_id in self._standing.pop(match_id, ()):
            try:
                await self._stage.remove(channel_id, message_id)
            except StageError as error:
                log.info("an invitation to match %s stays: %s", match_id, error)

    async def catch_up(self) -> None:
        """Send every invitation to an open lobby that was not sent yet; forget old ones.

        Those to what is no lobby any more are taken back, however and in whatever process it ended.
        Of several processes the one that leads does, and is told to.
        """
        if not self._store.ownership.leads_or_tells("invited"):
            return
        async with self._one_at_a_time:
            forgotten = self._clock.now() - KEPT
            if await self._doors.has_old_invitations(forgotten):
                await self._doors.note_told((), forgotten)
            untold = await self._doors.untold()
            for (match_id, inviter_id), several in groupby(
                untold, key=lambda one: (one.match_id, one.inviter_id)
            ):
                await self._tell(match_id, inviter_id, list(several))
            for match_id in [*self._standing]:
                if await self._lobby(match_id) is None:
                    await self.take_back(match_id)

    async def _lobby(self, match_id: MatchId) -> MatchRow | None:
        """Return a lobby that is open; None if it is none any more."""
        try:
            row = (await self._tables.load(match_id)).row
        except (Refused, UnreadableMatch):
            return None
        return row if row.status is Status.LOBBY else None

    async def _tell(
        self, match_id: MatchId, inviter_id: int, several: Sequence[InvitationRow]
    ) -> None:
        row = await self._lobby(match_id)
        if row is None:
            return
        say: Words = self._texts.words(row.locale)
        publication = await self._store.publication(match_id)
        values = {
            "inviter": f"<@{inviter_id}>",
            "game": say(f"game.{row.game}"),
            "link": jump_link(row, publication.board_message),
        }
        text = say("invite.told", names=list(map(_mention, several)), **values)
        people = [one.target_id for one in several if one.call is InvitationCall.TABLE]
        roles = [one.target_id for one in several if one.call is InvitationCall.ROLE]
        try:
            message_id = await self._stage.post_invitation(
                row.channel_id, text, people, roles, nonce=_nonce(several)
            )
        except StageError as error:
            log.info("an invitation to match %s waits: %s", match_id, error)
            return
        self._standing.setdefault(match_id, []).append((row.channel_id, message_id))
        for one in several:
            if one.call is InvitationCall.DIRECT:
                own = self._texts.words(await language_for(self._store, one.target_id, row.locale))
                values["game"] = own(f"game.{row.game}")
                direct = Notice(own("invite.notice", **values), _nonce([one]))
                await self._notices.tell(one.target_id, direct)
        await self._doors.note_told(several, self._clock.now() - KEPT)


def _nonce(several: Sequence[InvitationRow]) -> str:
    """Return the nonce of a message about just these invitations."""
    named = [(one.inviter_id, one.target_id, one.at) for one in several]
    return f"i{several[0].match_id}-{zlib.crc32(str(named).encode()):08x}"[-25:]


def _mention(invitation: InvitationRow) -> str:
    sign = "@&" if invitation.call.is_of_a_role else "@"
    return f"<{sign}{invitation.target_id}>"

"""The door of a lobby: inviting people and roles, private tables, and removing somebody."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from bot.clock import Clock
from bot.discord.parts import jump_link
from bot.errors import Refused, StageError
from bot.match.calls.notices import Notice, Notices
from bot.match.lobby.lobbies import (
    call_for,
    require_here,
    require_manager,
    require_member,
    require_open,
)
from bot.match.table.change import touched_lobby
from bot.match.table.kind import most_seats
from bot.match.table.state import seat_of
from bot.match.table.tables import Tables
from bot.preferences.person import language_for
from bot.store import Store
from bot.store.doors import Doors
from bot.store.errors import UnreadableMatch
from bot.store.rows import (
    Commit,
    Door,
    InvitationCall,
    InvitationRow,
    Location,
    MatchId,
    MatchRow,
    Status,
)
from bot.texts import Texts
from render.api import Words

HOUR = 3600.0
"""Seconds in which a person may invite MOST_OFTEN times."""

MOST_OFTEN = 5

SOON = 600.0
"""Seconds before the same person or role can be invited to a lobby again, or by the same person."""

MOST_INVITED = 20
MOST_ROLES = 3
"""How many people, and roles, can be invited to one lobby."""


@dataclass(frozen=True, slots=True)
class Target:
    """The guests of an invitation: a person, or all with a role.

    `may_call` is whether the role can be pinged by who invites.
    """

    id: int
    is_role: bool = False
    may_call: bool = False


class Invitations:
    """Changes the doors of lobbies; every change goes through `Tables.store`."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self._store = store
        self._doors = Doors(store.database)
        self._tables = tables
        self._clock = clock

    async def invite(
        self, match_id: MatchId, inviter_id: int, target: Target, *, guild_id: int | None
    ) -> MatchRow:
        """Invite to a lobby one is in; they join by themselves, or do not. Raises Refused."""
        async with self._tables.locked(match_id) as row:
            require_open(row)
            if row.guild_id != guild_id:
                raise Refused("refused.elsewhere")
            if row.by_token:
                raise Refused("refused.invite_by_token")
            require_member(row, inviter_id)
            if seat_of(row, target.id) is not None:
                raise Refused("refused.invited_in")
            now = self._clock.now()
            await self._require_patience(row, inviter_id, target, now)
            call = await self._call(row, inviter_id, target, now)
            invitation = InvitationRow(row.id, target.id, inviter_id, now, call)
            after = touched_lobby(row, now, door=_with(row, target, call, inviter_id))
            return await self._tables.store(Commit(after, invitations=(invitation,)))

    async def set_private(
        self, match_id: MatchId, user_id: int, *, private: bool, moderator: bool, at: Location
    ) -> MatchRow:
        """Let in only who is invited, or anybody again. Raises Refused."""
        async with self._managed(match_id, user_id, at, moderator=moderator) as row:
            if row.terms.against is not None:
                raise Refused("refused.challenge_fixed")
            if private and len(row.members) > most_seats(row):
                raise Refused("refused.private_crowd")
            door = replace(row.door, private=private)
            return await self._tables.store(
                Commit(touched_lobby(row, self._clock.now(), door=door))
            )

    async def kick(
        self, match_id: MatchId, user_id: int, whom: int, *, moderator: bool, at: Location
    ) -> MatchRow:
        """Remove somebody from a lobby, for good; only moderators can remove its opener.

        The next person is the opener then. Raises Refused.
        """
        async with self._managed(match_id, user_id, at, moderator=moderator) as row:
            members = tuple(member for member in row.members if member.user_id != whom)
            if whom == row.opener_id and (not moderator or whom == user_id):
                raise Refused("refused.kick_opener")
            if members == row.members:
                raise Refused("refused.kick_nobody")
            door = replace(
                row.door, kicked=(*row.door.kicked, whom),
                invited=tuple(one for one in row.door.invited if one != whom),
            )  # fmt: skip
            people = [member.user_id for member in members if member.user_id is not None]
            opener = row.opener_id if whom != row.opener_id else next(iter(people), 0)
            after = touched_lobby(
                row, self._clock.now(), members=members, door=door, opener_id=opener
            )
            return await self._tables.store(Commit(after, members_changed=True))

    @asynccontextmanager
    async def _managed(
        self, match_id: MatchId, user_id: int, at: Location, *, moderator: bool
    ) -> AsyncIterator[MatchRow]:
        async with self._tables.locked(match_id) as row:
            require_here(row, at)
            require_open(row)
            require_manager(row, user_id, moderator=moderator)
            yield row

    async def _require_patience(
        self, row: MatchRow, inviter_id: int, target: Target, now: float
    ) -> None:
        """Raise Refused for who invites too often, or too many, or somebody just invited."""
        lately = await self._doors.invitations(row.id, inviter_id, now - HOUR)
        if any(one.target_id == target.id and one.at > now - SOON for one in lately):
            raise Refused("refused.invited_already")
        if sum(one.inviter_id == inviter_id for one in lately) >= MOST_OFTEN:
            raise Refused("refused.invited_often", most=MOST_OFTEN)
        known, most = (
            (row.door.roles, MOST_ROLES) if target.is_role else (row.door.invited, MOST_INVITED)
        )
        if target.id not in known and len(known) >= most:
            raise Refused("refused.invited_many", people=MOST_INVITED, roles=MOST_ROLES)

    async def _call(
        self, row: MatchRow, inviter_id: int, target: Target, now: float
    ) -> InvitationCall:
        if not target.is_role:
            return await call_for(self._store, row, target.id, inviter_id, now)
        # One role is called for each lobby, so that nobody fills a server with calls.
        may_call = target.may_call and not row.door.roles
        return InvitationCall.ROLE if may_call else InvitationCall.QUIET_ROLE


def _with(row: MatchRow, target: Target, call: InvitationCall, inviter_id: int) -> Door:
    """Return the door with somebody invited; only the opener lets in again who was removed."""
    door = row.door
    if target.is_role:
        return replace(door, roles=_added(door.roles, target.id))
    kicked = door.kicked
    if inviter_id == row.opener_id:
        kicked = tuple(user_id for user_id in kicked if user_id != target.id)
    quiet = tuple(user_id for user_id in door.quiet if user_id != target.id)
    if call is not InvitationCall.TABLE:
        quiet = (*quiet, target.id)
    invited = _added(door.invited, target.id)
    return replace(door, invited=invited, quiet=quiet, kicked=kicked)


def _added(ids: Sequence[int], one: int) -> tuple[int, ...]:
    return tuple(ids) if one in ids else (*ids, one)


# Telling people that they are invited: a message in the lobby's channel, or a direct one.
#
# What was stored and not told is told at the next sweep, as long as the lobby is open. It is noted
# after everybody was told: what a kill in between has told twice is one message, by its nonce.

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
        # Noted only once they are sent: two at once would send the same ones.
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
        # When all are sent: after a kill they are sent again, and by their nonces none comes twice.
        await self._doors.note_told(several, self._clock.now() - KEPT)


def _nonce(several: Sequence[InvitationRow]) -> str:
    """Return the nonce of a message about just these invitations."""
    named = [(one.inviter_id, one.target_id, one.at) for one in several]
    return f"i{several[0].match_id}-{zlib.crc32(str(named).encode()):08x}"[-25:]


def _mention(invitation: InvitationRow) -> str:
    sign = "@&" if invitation.call.is_of_a_role else "@"
    return f"<{sign}{invitation.target_id}>"

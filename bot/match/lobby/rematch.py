"""Another match after one has ended: with the same people, or a new table for whoever comes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.clock import Clock
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.lobby.actions import greet
from bot.match.lobby.doors import call_for
from bot.match.lobby.lobbies import Lobbies
from bot.match.lobby.play_actions import member_at, opening, say_where, show_in_place
from bot.match.show.actions import hand
from bot.match.table.kind import kind_of
from bot.match.table.my_games import games_of, in_order
from bot.match.table.state import seat_of
from bot.match.table.tables import Tables
from bot.store import Store
from bot.store.doors import Doors
from bot.store.rows import (
    Door,
    InvitationCall,
    Location,
    MatchId,
    MatchRow,
    Member,
    Presence,
    Status,
    Terms,
)

RECENT = 86400.0
"""Seconds after the end of a match in which a rematch calls its people; later it names them."""

QUIET_FOR = 600.0
"""Seconds after a rematch in which another one of the same match pings nobody again."""


TWICE = 10.0
"""Seconds in which a person who presses twice means one new table."""

MayOpen = Callable[[Location], Awaitable[tuple[Location, Terms]]]
"""Returns where a table is opened instead of in a location, mostly there, and on which terms.

Raises Refused if none may be.
"""


class Asked(NamedTuple):
    """The answer to asking for another match: its lobby.

    `is_new` says that it was opened just now, `before` who this person was in it already.
    """

    row: MatchRow
    is_new: bool
    before: Member | None = None


class Rematches:
    """Opens the lobby of another match, or lets people into the one there is."""

    def __init__(self, store: Store, tables: Tables, lobbies: Lobbies, clock: Clock) -> None:
        self._store = store
        self._doors = Doors(store.database)
        self._tables = tables
        self._lobbies = lobbies
        self._clock = clock

    async def again(
        self, match_id: MatchId, person: Member, at: Location, may_open: MayOpen, *,
        roles: Collection[int] = (), by_token: bool,
    ) -> Asked:  # fmt: skip
        """Open a rematch with this person in it, or let them into its lobby. Raises Refused.

        The others are asked, not seated: where somebody is, only they know, and the deal takes its
        chance from everybody's own press. `may_open` is asked only if there is none to join. The
        `roles` are the person's.
        """
        async with self._held(match_id) as table:
            crowds = self._lobbies.crowds if kind_of(table).together else None
            old = table if crowds is None else await crowds.whole(table)
            _is_after(old, at, int(person.key), by_token=by_token)
            seat = seat_of(old, int(person.key))
            if seat is None:
                raise Refused("refused.rematch_of_others")
            if old.members[seat - 1].presence is Presence.REMOVED:
                raise Refused("refused.kicked")
            latest = await self._latest(old.id)
            if latest is not None and latest.status is Status.PLAYING:
                raise Refused("refused.rematch_begun")
            if latest is not None and latest.status is Status.LOBBY:
                row, before = await self._lobbies.join(latest.id, person, roles=roles)
                return Asked(row, is_new=False, before=before)
            place, _ = await may_open(_channel_of(old))
            door = await self._door(old, latest, int(person.key))
            row = await self._lobbies.open_again(old, person, door, place, by_token=by_token)
            return Asked(row, is_new=True)

    async def _latest(self, match_id: MatchId) -> MatchRow | None:
        """Return the newest rematch: of a match, of its rematch, and so on; None if there is none.

        So people meet in one lobby, below whichever of their results they press.
        """
        latest = await self._store.following(match_id)
        while latest is not None:
            after = await self._store.following(latest.id)
            if after is None:
                break
            latest = after
        return latest

    async def afresh(
        self, match_id: MatchId, person: Member, at: Location, may_open: MayOpen, *,
        locale: str, by_token: bool,
    ) -> Asked:  # fmt: skip
        """Open a table of the same game, where that was; a second press at once opens no second.

        Raises Refused.
        """
        async with self._held(match_id) as old:
            _is_after(old, at, int(person.key), by_token=by_token)
            (place, terms), now = await may_open(_channel_of(old)), self._clock.now()
            for row in await self._store.matches_in(place.channel_id, (Status.LOBBY,)):
                is_same = (row.game, row.opener_id) == (old.game, int(person.key))
                if is_same and now - row.created < TWICE:
                    return Asked(row, is_new=False, before=person)
            opened = await self._lobbies.open(
                old.game, person, place, locale=locale, by_token=by_token, terms=terms
            )
            return Asked(opened, is_new=True)

    @asynccontextmanager
    async def _held(self, match_id: MatchId) -> AsyncIterator[MatchRow]:
        """Hold a match that has ended, in all processes, so that two presses make one lobby."""
        # The lock keeps out tasks of this process, which hold the same name. What is looked up
        # inside, as whether there is a rematch already, cannot change meanwhile.
        held = self._store.ownership.held(f"after {match_id}")
        async with self._tables.locked(match_id) as old, held:
            yield old

    async def _door(self, old: MatchRow, latest: MatchRow | None, asking: int) -> Door:
        """Return all other people of a match; those who switched invitations off get no ping.

        That is who left the game or wants no call, and everybody where the game ended long ago or
        was asked for just now. Whom a moderator took out, or the person asking has
        blocked, is not asked.
        """
        now = self._clock.now()
        is_late = now - old.touched > RECENT
        is_again = latest is not None and now - latest.created < QUIET_FOR
        asked_by = replace(old, opener_id=asking)
        invited, quiet = [], []
        for member in old.members:
            user_id = member.user_id
            if user_id is None or user_id == asking or member.is_anonymous:
                continue
            if member.presence is Presence.REMOVED or await self._doors.is_blocked(asking, user_id):
                continue
            invited.append(user_id)
            has_left = member.away and member.presence is not Presence.LATE
            call = await call_for(self._store, asked_by, user_id, asking, now)
            if is_late or is_again or has_left or call is not InvitationCall.TABLE:
                quiet.append(user_id)
        return Door(tuple(invited), tuple(quiet), private=old.door.private)


def _channel_of(old: MatchRow) -> Location:
    """Return where a match was opened, wherever it was played."""
    return Location(old.guild_id, old.channel_id)


def _is_after(old: MatchRow, at: Location, user_id: int, *, by_token: bool) -> None:
    """Raise Refused unless a game has ended that was shown where somebody presses.

    Who played in it reads its result elsewhere too: in direct messages, or in a private answer.
    """
    is_shown = at.guild_id == old.guild_id and old.is_in(at.channel_id)
    is_told = seat_of(old, user_id) is not None and not (by_token or old.by_token)
    if not (is_shown or is_told):
        raise Refused("refused.elsewhere")
    if old.status is Status.PLAYING:
        raise Refused("refused.not_over")
    if old.state is None:
        raise Refused("refused.never_began")


# After a game: a rematch of the same people, or the next game, wherever its result is read.


async def rematch(press: Press, match_id: MatchId) -> None:
    """Open a rematch, or join the lobby of the one that somebody else asked for."""
    member = await member_at(press, (await press.app.get(Tables).load(match_id)).row.guild_id)
    roles = press.roles if member is None else tuple(role.id for role in member.roles)
    asked = await press.app.get(Rematches).again(
        match_id, press.as_member(), press.location, partial(opening, press, member=member),
        roles=roles, by_token=press.is_by_token,
    )  # fmt: skip
    if asked.is_new:
        await show_in_place(press, asked.row)
    elif asked.before is not None and asked.before.dm:
        await press.private(press.say("lobby.already_in"))
    else:
        await say_where(press, asked.row)
        await greet(press, asked.row.id)


async def next_game(press: Press, match_id: MatchId) -> None:
    """Show the hand of another game that waits for this person, or open a table of the same."""
    games = in_order(await games_of(press.app.store, press.user_id))
    # Practice waits for nobody.
    waiting = next((one for one in games if not kind_of(one.row).is_practice), None)
    if waiting is not None and waiting.waits:
        await hand(press, waiting.row.id)
        return
    old = (await press.app.get(Tables).load(match_id)).row
    member = await member_at(press, old.guild_id)
    asked = await press.app.get(Rematches).afresh(
        match_id, press.as_member(), press.location, partial(opening, press, member=member),
        locale=old.locale, by_token=press.is_by_token,
    )  # fmt: skip
    if not asked.is_new:
        await press.private(press.say("lobby.already_in"))
        return
    await show_in_place(press, asked.row)
    if press.location == asked.row.location:
        await press.withdraw()

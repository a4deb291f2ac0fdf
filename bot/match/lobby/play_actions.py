"""Opening a table: by the command, and again when a match has ended."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import discord

from bot.clock import Clock
from bot.discord.io import LOST
from bot.discord.parts import channel_list
from bot.discord.press import Ack, Interaction, Press
from bot.errors import Refused
from bot.match.clock.clocks import Clocks
from bot.match.lobby.actions import greet, require_seen, tell_opener, where_text
from bot.match.lobby.lobbies import Lobbies, call_for
from bot.match.lobby.options_layouts import choice_layout
from bot.match.show.actions import hand, show_hand
from bot.match.show.contents import Contents
from bot.match.show.panels import Panels
from bot.match.show.publisher import Publisher
from bot.match.show.stage import board_theme
from bot.match.table.kind import kind_of
from bot.match.table.seats import as_before, shortened
from bot.match.table.state import games_of, in_order, seat_of
from bot.match.table.tables import Tables
from bot.preferences.server import USUAL, Group, ServerSettings
from bot.store import Store, rows
from bot.store.doors import Doors
from engine.games import GAMES

# Opening a lobby in the answer to the command.

NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True,
    read_message_history=True,
)  # fmt: skip
"""The permissions that the bot needs in a channel to show a table there."""


_WRITTEN = (discord.TextChannel, discord.VoiceChannel, discord.StageChannel)
"""The kinds of channels in which a message can stand by itself."""


SHOWN_FIRST = 3.0
"""Seconds for which a hand that is dealt at once waits at most for its table."""


class Opening(NamedTuple):
    """Where somebody may open a table, and on which terms."""

    at: rows.Location
    terms: rows.Terms


async def play(press: Press, game: str) -> None:
    """Open a lobby. Raises Refused, before anything is announced to all if memory knows why."""
    if game not in GAMES:
        raise Refused("refused.no_game")
    opened = await opening(press)
    await _announce(press, opened.at)
    await open_lobby(press, game, opened, await _as_usual(press, game, opened.at.guild_id))


async def _as_usual(
    press: Press, game: str, guild_id: int | None
) -> Callable[[rows.MatchRow], rows.MatchRow] | None:
    """Return what sets up a lobby as this person last had it there; a first game is short."""
    store, user_id = press.app.store, press.user_id
    if not await store.has_finished(user_id, game):
        return shortened
    opened = await store.last_opened(user_id, game, guild_id)
    # Where they were dealt in, or came to an evening, they chose nothing.
    own = (row for row in opened if not (row.terms.chairs or row.terms.rounds))
    if (last := next(own, None)) is None:
        return None
    chosen = await store.has_finished(user_id, game, last.id)
    return partial(as_before, last=last, chosen=chosen)


async def open_lobby(
    press: Press,
    game: str,
    opened: Opening,
    prepared: Callable[[rows.MatchRow], rows.MatchRow] | None = None,
) -> rows.MatchRow:
    """Open a lobby, as `prepared`, and show it in the answer, or where tables are; return it."""
    app, interaction, at = press.app, press.interaction, opened.at
    is_here = at == press.location
    await _announce(press, at)
    message_id = await answer_id(interaction) if is_here else None
    row = await app.get(Lobbies).open(
        game,
        press.as_member(),
        at,
        locale=await press.locale_of_all(),
        message_id=message_id,
        by_token=press.is_by_token,
        terms=opened.terms,
        prepared=prepared,
    )
    if not is_here:
        _show_there(press, row)
        await tell_opener(press, row, await where_text(press, row))
        return row
    app.get(Clocks).arm(row)
    if row.by_token:
        press.lend(row.id, answer_id=message_id)
    is_seen = await show(press, row)
    if row.by_token:
        await greet(press, row.id)
    await tell_opener(press, row, "" if is_seen else press.say("anywhere.only_you"))
    return row


async def _announce(press: Press, at: rows.Location) -> None:
    """Acknowledge what opens a lobby somewhere: all see the answer only where it is the lobby."""
    await press.acknowledge(Ack.PUBLIC if at == press.location else Ack.PRIVATE)


async def choose_game(press: Press) -> None:
    """Offer every game privately. Raises Refused where none can be opened."""
    await opening(press)
    shown = await press.answer(view=choice_layout(press.say))
    press.app.get(Panels).note(press.interaction, shown.id)


async def deal_in(press: Press) -> None:
    """Deal somebody in at once, at a table of beginners of the first game, and show their hand.

    Where house players still have chairs at such a table here, they take one. Raises Refused.
    """
    at, terms = await opening(press)
    row = await press.app.get(Lobbies).deal(
        next(iter(GAMES)), press.as_member(), at, terms, locale=await press.locale_of_all(),
        by_token=press.is_by_token,
    )  # fmt: skip
    if row.by_token:
        press.lend(row.id)
    # The hand is to stand below the table, and not be pushed up by it.
    await press.app.get(Publisher).publish_within(row.id, SHOWN_FIRST)
    await press.app.get(Tables).come_back(row.id, press.user_id)
    await show_hand(press, row.id, beside=True)


async def play_chosen(press: Press, game: str) -> None:
    """Open a lobby for the game chosen; the choice has done its work then."""
    await play(press, game)
    if press.interaction.message is not None:
        await press.app.get(Panels).put_away(press.interaction.message.id)


async def show(press: Press, row: rows.MatchRow) -> bool:
    """Show the lobby; tell whether others see it, as far as is known."""
    theme = await board_theme(press.app.store, row)
    view, files = await press.app.get(Contents).lobby(row, theme)
    try:
        shown = await press.answer(view=view, attachments=files)
    except LOST:
        # The answer is lost, the lobby is not: it is shown in a message of its own.
        press.app.get(Publisher).request(row.id)
    else:
        await press.app.get(Publisher).note_shown(row, shown.id)
        return not shown.flags.ephemeral
    return True


async def show_in_place(press: Press, row: rows.MatchRow) -> None:
    """Have a new lobby shown where its match belongs; say where, if that is not here."""
    _show_there(press, row)
    await say_where(press, row)


def _show_there(press: Press, row: rows.MatchRow) -> None:
    if row.by_token:
        press.lend(row.id)
    press.app.get(Clocks).arm(row)
    press.app.get(Publisher).request(row.id)


async def say_where(press: Press, row: rows.MatchRow) -> None:
    """Lead to a lobby that is not here."""
    if told := await where_text(press, row):
        await press.private(told)


async def opening(
    press: Press, at: rows.Location | None = None, *, member: discord.Member | None = None
) -> Opening:
    """Return where this person may open a table: here or `at` a place, as for `require_can_open`.

    Where none may be, that is the one channel of the server for tables, if they may write there.
    Raises Refused.
    """
    at = at or press.location
    channels = (await press.server_settings(at.guild_id)).channels
    if not press.is_by_token and len(channels) == 1 and _parent_of(press, at) not in channels:
        guild = press.interaction.client.get_guild(at.guild_id or 0)
        channel = guild and guild.get_channel(channels[0])
        who = member or press.interaction.user
        if isinstance(channel, _WRITTEN) and isinstance(who, discord.Member):
            has = channel.permissions_for(who)
            if has.view_channel and has.send_messages:
                at = rows.Location(at.guild_id, channels[0])
    return Opening(at, (await require_can_open(press, at, member=member)).terms)


async def require_can_open(
    press: Press, at: rows.Location | None = None, *, member: discord.Member | None = None
) -> ServerSettings:
    """Return the server's settings. Raises Refused if this person may open no table.

    Nor can it be opened where the bot could not show it: here, or `at` another place; where that is
    in another server, the person is a `member` of it. A server that does not have the bot has
    nothing set.
    """
    if press.is_by_token:
        return USUAL
    at = at or press.location
    settings = await press.server_settings(at.guild_id)
    group = settings.openers
    if not (press.belongs_to(group) if member is None else _belongs(member, group)):
        key = "refused.openers" if group.role is None else "refused.openers_role"
        raise Refused(key, role=f"<@&{group.role}>")
    if not settings.allows(at.channel_id, _parent_of(press, at)):
        mentions = await press.app.io.mentions(press.interaction.client.tree)
        channels = channel_list(settings.channels, press.say)
        raise Refused("refused.channels", channels=channels, play=mentions["play"])
    if lacking := _lacking(press, at):
        names = [press.say(f"permission.{name}") for name in lacking]
        raise Refused("refused.permissions", missing=names)
    await require_seen(press, at)
    return settings


async def member_at(press: Press, guild_id: int | None) -> discord.Member | None:
    """Return a person as a member of another server than they press in; None if it is no other.

    Raises Refused for who is not in it any more.
    """
    if guild_id in (None, press.location.guild_id):
        return None
    member = await press.app.io.member(guild_id, press.user_id)
    if member is None:
        raise Refused("refused.left_server")
    return member


def _belongs(member: discord.Member, group: Group) -> bool:
    """Return whether a member of a server is of a group of it, as `Press.belongs_to` does here."""
    if group.everyone or member.guild_permissions.manage_messages:
        return True
    return any(role.id == group.role for role in member.roles)


def _parent_of(press: Press, at: rows.Location) -> int | None:
    """Return the channel of a thread that is known; None for anything else."""
    channel: object = press.interaction.channel
    if at != press.location:
        guild = press.interaction.client.get_guild(at.guild_id or 0)
        channel = guild and guild.get_channel_or_thread(at.channel_id)
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def _lacking(press: Press, at: rows.Location) -> Sequence[str]:
    """Name the permissions that the bot lacks there; in a thread, the one for threads.

    In direct messages there are none to give, and where it only answers presses it needs none.
    """
    interaction = press.interaction
    if at.guild_id is None:
        return []
    if at != press.location:
        return press.app.io.lacking(at.guild_id, at.channel_id, at.channel_id) or ()
    needed = NEEDED
    if isinstance(interaction.channel, discord.Thread):
        needed = NEEDED ^ discord.Permissions(send_messages=True, send_messages_in_threads=True)
    return [name for name, on in needed & ~interaction.app_permissions if on]


async def answer_id(interaction: Interaction) -> int | None:
    """Return the id of the announced answer, so that it is the board from the first moment."""
    try:
        return (await interaction.original_response()).id
    except LOST:
        return None


# Another match after one has ended: with the same people, or a new table for whoever comes.

RECENT = 86400.0
"""Seconds after the end of a match in which a rematch calls its people; later it names them."""

QUIET_FOR = 600.0
"""Seconds after a rematch in which another one of the same match pings nobody again."""


TWICE = 10.0
"""Seconds in which a person who presses twice means one new table."""

MayOpen = Callable[[rows.Location], Awaitable[tuple[rows.Location, rows.Terms]]]
"""Returns where a table is opened instead of in a location, mostly there, and on which terms.

Raises Refused if none may be.
"""


class Asked(NamedTuple):
    """The answer to asking for another match: its lobby.

    `is_new` says that it was opened just now, `before` who this person was in it already.
    """

    row: rows.MatchRow
    is_new: bool
    before: rows.Member | None = None


class Rematches:
    """Opens the lobby of another match, or lets people into the one there is."""

    def __init__(self, store: Store, tables: Tables, lobbies: Lobbies, clock: Clock) -> None:
        self._store = store
        self._doors = Doors(store.database)
        self._tables = tables
        self._lobbies = lobbies
        self._clock = clock

    async def again(
        self, match_id: rows.MatchId, person: rows.Member, at: rows.Location, may_open: MayOpen, *,
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
            if old.members[seat - 1].presence is rows.Presence.REMOVED:
                raise Refused("refused.kicked")
            latest = await self._latest(old.id)
            if latest is not None and latest.status is rows.Status.PLAYING:
                raise Refused("refused.rematch_begun")
            if latest is not None and latest.status is rows.Status.LOBBY:
                row, before = await self._lobbies.join(latest.id, person, roles=roles)
                return Asked(row, is_new=False, before=before)
            place, _ = await may_open(_channel_of(old))
            door = await self._door(old, latest, int(person.key))
            row = await self._lobbies.open_again(old, person, door, place, by_token=by_token)
            return Asked(row, is_new=True)

    async def _latest(self, match_id: rows.MatchId) -> rows.MatchRow | None:
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
        self, match_id: rows.MatchId, person: rows.Member, at: rows.Location, may_open: MayOpen, *,
        locale: str, by_token: bool,
    ) -> Asked:  # fmt: skip
        """Open a table of the same game, where that was; a second press at once opens no second.

        Raises Refused.
        """
        async with self._held(match_id) as old:
            _is_after(old, at, int(person.key), by_token=by_token)
            (place, terms), now = await may_open(_channel_of(old)), self._clock.now()
            for row in await self._store.matches_in(place.channel_id, (rows.Status.LOBBY,)):
                is_same = (row.game, row.opener_id) == (old.game, int(person.key))
                if is_same and now - row.created < TWICE:
                    return Asked(row, is_new=False, before=person)
            opened = await self._lobbies.open(
                old.game, person, place, locale=locale, by_token=by_token, terms=terms
            )
            return Asked(opened, is_new=True)

    @asynccontextmanager
    async def _held(self, match_id: rows.MatchId) -> AsyncIterator[rows.MatchRow]:
        """Hold a match that has ended, in all processes, so that two presses make one lobby."""
        # The lock keeps out tasks of this process, which hold the same name. What is looked up
        # inside, as whether there is a rematch already, cannot change meanwhile.
        held = self._store.ownership.held(f"after {match_id}")
        async with self._tables.locked(match_id) as old, held:
            yield old

    async def _door(
        self, old: rows.MatchRow, latest: rows.MatchRow | None, asking: int
    ) -> rows.Door:
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
            if member.presence is rows.Presence.REMOVED or await self._doors.is_blocked(
                asking, user_id
            ):
                continue
            invited.append(user_id)
            has_left = member.away and member.presence is not rows.Presence.LATE
            call = await call_for(self._store, asked_by, user_id, asking, now)
            if is_late or is_again or has_left or call is not rows.InvitationCall.TABLE:
                quiet.append(user_id)
        return rows.Door(tuple(invited), tuple(quiet), private=old.door.private)


def _channel_of(old: rows.MatchRow) -> rows.Location:
    """Return where a match was opened, wherever it was played."""
    return rows.Location(old.guild_id, old.channel_id)


def _is_after(old: rows.MatchRow, at: rows.Location, user_id: int, *, by_token: bool) -> None:
    """Raise Refused unless a game has ended that was shown where somebody presses.

    Who played in it reads its result elsewhere too: in direct messages, or in a private answer.
    """
    is_shown = at.guild_id == old.guild_id and old.is_in(at.channel_id)
    is_told = seat_of(old, user_id) is not None and not (by_token or old.by_token)
    if not (is_shown or is_told):
        raise Refused("refused.elsewhere")
    if old.status is rows.Status.PLAYING:
        raise Refused("refused.not_over")
    if old.state is None:
        raise Refused("refused.never_began")


# After a game: a rematch of the same people, or the next game, wherever its result is read.


async def rematch(press: Press, match_id: rows.MatchId) -> None:
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


async def next_game(press: Press, match_id: rows.MatchId) -> None:
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

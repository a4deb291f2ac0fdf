"""Opening a lobby in the answer to the command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import discord

from bot.discord.io import LOST, translated
from bot.discord.parts import channel_list
from bot.discord.press import Ack, Interaction, Press
from bot.errors import Barred, Gone, Refused
from bot.match.clock.clocks import Clocks
from bot.match.lobby.actions import greet, require_seen, tell_opener, where_text
from bot.match.lobby.lobbies import Lobbies
from bot.match.lobby.options_layouts import choice_layout
from bot.match.show.contents import Contents
from bot.match.show.look import board_theme
from bot.match.show.panels import Panels
from bot.match.show.publisher import Publisher
from bot.match.table.crowd import shortened
from bot.preferences.server import USUAL, Group, ServerSettings
from bot.store.rows import Location, MatchRow, Terms
from engine.games import GAMES

NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True,
    read_message_history=True,
)  # fmt: skip
"""The permissions that the bot needs in a channel to show a table there."""


_WRITTEN = (discord.TextChannel, discord.VoiceChannel, discord.StageChannel)
"""The kinds of channels in which a message can stand by itself."""


class Opening(NamedTuple):
    """Where somebody may open a table, and on which terms."""

    at: Location
    terms: Terms


async def play(press: Press, game: str) -> None:
    """Open a lobby. Raises Refused, before anything is announced to all if memory knows why."""
    if game not in GAMES:
        raise Refused("refused.no_game")
    opened = await opening(press)
    await _announce(press, opened.at)
    has_finished = await press.app.store.has_finished(press.user_id, game)
    await open_lobby(press, game, opened, None if has_finished else shortened)


async def open_lobby(
    press: Press, game: str, opened: Opening, prepared: Callable[[MatchRow], MatchRow] | None = None
) -> MatchRow:
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
        press.hear(row.id, answer_id=message_id)
    is_seen = await show(press, row)
    if row.by_token:
        await greet(press, row.id)
    await tell_opener(press, row, "" if is_seen else press.say("anywhere.only_you"))
    return row


async def _announce(press: Press, at: Location) -> None:
    """Acknowledge what opens a lobby somewhere: all see the answer only where it is the lobby."""
    await press.acknowledge(Ack.PUBLIC if at == press.location else Ack.PRIVATE)


async def choose_game(press: Press) -> None:
    """Offer every game privately. Raises Refused where none can be opened."""
    await opening(press)
    shown = await press.answer(view=choice_layout(press.say))
    press.app.get(Panels).note(press.interaction, shown.id)


async def play_chosen(press: Press, game: str) -> None:
    """Open a lobby for the game chosen; the choice has done its work then."""
    await play(press, game)
    if press.interaction.message is not None:
        await press.app.get(Panels).put_away(press.interaction.message.id)


async def show(press: Press, row: MatchRow) -> bool:
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


async def show_in_place(press: Press, row: MatchRow) -> None:
    """Have a new lobby shown where its match belongs; say where, if that is not here."""
    _show_there(press, row)
    await say_where(press, row)


def _show_there(press: Press, row: MatchRow) -> None:
    if row.by_token:
        press.hear(row.id)
    press.app.get(Clocks).arm(row)
    press.app.get(Publisher).request(row.id)


async def say_where(press: Press, row: MatchRow) -> None:
    """Lead to a lobby that is not here."""
    if told := await where_text(press, row):
        await press.private(told)


async def opening(
    press: Press, at: Location | None = None, *, member: discord.Member | None = None
) -> Opening:
    """Return where this person may open a table: here or `at` a place, as for `may_open`.

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
                at = Location(at.guild_id, channels[0])
    return Opening(at, (await may_open(press, at, member=member)).terms)


async def may_open(
    press: Press, at: Location | None = None, *, member: discord.Member | None = None
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
    client = press.interaction.client
    try:
        # Another process may serve that server, and direct messages come to one of them only.
        guild = client.get_guild(guild_id) or await translated(
            lambda: client.fetch_guild(guild_id, with_counts=False)
        )
        return await translated(lambda: guild.fetch_member(press.user_id))
    except (Barred, Gone):
        raise Refused("refused.left_server") from None


def _belongs(member: discord.Member, group: Group) -> bool:
    """Return whether a member of a server is of a group of it, as `Press.belongs_to` does here."""
    if group.everyone or member.guild_permissions.manage_messages:
        return True
    return any(role.id == group.role for role in member.roles)


def _parent_of(press: Press, at: Location) -> int | None:
    """Return the channel of a thread that is known; None for anything else."""
    channel: object = press.interaction.channel
    if at != press.location:
        guild = press.interaction.client.get_guild(at.guild_id or 0)
        channel = guild and guild.get_channel_or_thread(at.channel_id)
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def _lacking(press: Press, at: Location) -> Sequence[str]:
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

"""The lobby: joining, leaving, house players, its settings, starting and closing."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace

import discord

from bot.discord.io import FOR_THREADS
from bot.discord.press import Interaction, Press
from bot.errors import Refused, Shut, StageError
from bot.match.calls.notices import Notices
from bot.match.clock.pausing import LOCKED
from bot.match.hand_actions import show_hand
from bot.match.house.hints import Hints
from bot.match.kind import TABLE, kind_of
from bot.match.lobby.inviting import Inviting
from bot.match.lobby.lobbies import Lobbies, is_here, is_open, may_manage
from bot.match.lobby.opener_actions import may_turn
from bot.match.lobby.options_layout import options_form, terms_form, typed_options
from bot.match.lobby.settings_layout import settings_layout
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.panels import Panels
from bot.match.table import has_one_person, seat_of
from bot.match.tables import Tables
from bot.match.together import tables_with
from bot.preferences.person import language_for, person_settings
from bot.preferences.terms import COACH, offered, played
from bot.store.errors import StoreError
from bot.store.rows import Location, MatchId, MatchRow, Pause, Status
from bot.store.settings import person_scope

log = logging.getLogger(__name__)

GREETING = 2.0
"""Seconds for which a start waits at most until whoever starts is greeted."""

GREETED = "greeted"
"""The key, in the scope of a person, of whether they were greeted: once in a lifetime."""

THREADED = (discord.ChannelType.text, discord.ChannelType.news)
"""The channels in which a thread can begin from a message."""


async def join(press: Press, match_id: MatchId) -> None:
    """Take a person in and greet them; who is in already is told so."""
    _, before = await press.app.get(Lobbies).join(
        match_id, press.as_member(), at=press.location, roles=press.roles
    )
    if before is not None and before.dm:
        await press.private(press.say("lobby.already_in"))
        return
    await greet(press, match_id)


async def greet(press: Press, match_id: MatchId) -> None:
    """Greet who joins a table for the first time: it proves that direct messages arrive.

    They are told kindly if these do not, and will be greeted again. Who is in no server with the
    bot is told privately where their cards will be. They are in already, and nothing that the store
    refuses here changes that.
    """
    try:
        store, scope = press.app.store, person_scope(press.user_id)
        if GREETED not in await store.settings(scope) and await _greet(press, match_id):
            await store.set_setting(scope, GREETED, "1")
    except StoreError as error:
        log.warning("match %s: somebody is in, but their greeting failed: %s", match_id, error)


async def greet_soon(press: Press, match_id: MatchId) -> None:
    """Greet whoever starts a table, and give up after some seconds.

    The others do not wait for one person's connection: who is not reached is greeted another time.
    """
    with suppress(TimeoutError):
        await asyncio.wait_for(greet(press, match_id), GREETING)


async def _greet(press: Press, match_id: MatchId) -> bool:
    """Greet somebody; tell whether that reached them."""
    tables, notices = press.app.get(Tables), press.app.get(Notices)
    row = (await tables.load(match_id)).row
    if press.is_by_token:
        game = press.say(f"game.{row.game}")
        await press.private(press.say("anywhere.greeting", game=game))
        return True
    if not await notices.budget.has_room(press.user_id):
        return False  # the hand itself will come in any case
    try:
        silent = await notices.is_hushed(press.user_id)
        lobby = await press.app.store.publication(match_id)
        own = replace(row, locale=await language_for(press.app.store, press.user_id, row.locale))
        await press.app.get(DiscordStage).greet(own, lobby, press.user_id, silent=silent)
        await notices.budget.count(press.user_id)
    except Shut:
        await tables.mark_dm(match_id, press.user_id, dm=False)
        await press.private(press.say("lobby.closed_dms"))
        return False
    except StageError:
        # Not their doing and no proof either way: the hand itself will be tried.
        return False
    return True


async def leave_lobby(press: Press, match_id: MatchId) -> None:
    """Let a person out, by the lobby's button."""
    lobbies = press.app.get(Lobbies)
    await renew(press, await lobbies.leave(match_id, press.user_id, at=press.location))


async def add_house(press: Press, match_id: MatchId, level: str) -> None:
    """Give a free seat to a house player, if there is time for it to think."""
    lobbies = press.app.get(Lobbies)
    game = (await press.app.get(Tables).load(match_id)).row.game
    level = played(game, level)
    if not press.app.get(Hints).thinker.load.carries(game, level):
        raise Refused("refused.level_withheld", level=press.say(f"level.{level}"))
    await renew(press, await lobbies.add_house(match_id, press.user_id, level, at=press.location))


async def remove_house(press: Press, match_id: MatchId) -> None:
    """Send the latest house player away."""
    lobbies = press.app.get(Lobbies)
    await renew(press, await lobbies.remove_house(match_id, press.user_id, at=press.location))


async def close(press: Press, match_id: MatchId) -> None:
    """Close a lobby."""
    await press.app.get(Lobbies).close(
        match_id, press.user_id, moderator=press.is_moderator, at=press.location
    )
    if press.is_in_private:
        await press.withdraw()  # the lobby itself says that it is closed
    await press.app.get(Inviting).take_back(match_id)


async def require_seen(press: Press, at: Location) -> None:
    """Raise Refused in a private thread in which the bot is not: nobody would see a table there.

    Discord tells of permissions there as if it were, and takes answers to presses.
    """
    channel: object = press.interaction.channel
    if press.is_by_token or at != press.location or not isinstance(channel, discord.Thread):
        return
    if channel.is_private() and not await press.app.io.may_see(channel.id):
        user = press.interaction.client.user
        raise Refused("refused.private_thread", nimbus=f"<@{user.id}>" if user else "")


async def start(press: Press, match_id: MatchId) -> None:
    """Draw the seats and deal; who plays alone in a server is answered with their hand.

    Everyone else is sent theirs, and whoever starts is greeted before: who opened it never joined.
    In a thread that is locked the game is paused, as every one is.
    """
    lobby = (await press.app.get(Tables).load(match_id)).row
    await require_seen(press, lobby.location)
    is_seated, is_alone = seat_of(lobby, press.user_id) is not None, has_one_person(lobby)
    is_shown = is_seated and lobby.guild_id is not None and not press.is_by_token
    if is_shown and not is_alone:
        await greet_soon(press, match_id)
    if is_seated and is_alone and kind_of(lobby) is TABLE:
        await _bring_coach(press, match_id)
    started = await press.app.get(Lobbies).start(
        match_id, press.user_id, press.interaction.id,
        moderator=press.is_moderator, threads=may_open_thread(press.interaction),
        at=press.location,
    )  # fmt: skip
    if started.status is Status.LOBBY:
        return  # the other server is not ready yet, as the lobby says
    await _pause_locked(press, started)
    if is_shown and is_alone:
        await show_hand(press, match_id, beside=True)
    if press.interaction.message is not None:
        await press.app.get(Panels).close(press.interaction.message.id, press.user_id)
    await press.app.get(Inviting).take_back(match_id)


async def _pause_locked(press: Press, started: MatchRow) -> None:
    """Pause what has begun in a thread that is locked."""
    channel = press.interaction.channel
    if isinstance(channel, discord.Thread) and channel.locked:
        for table in await tables_with(press.app.store, started):
            if table.location == started.location:
                await press.app.get(Tables).pause(table.id, Pause(LOCKED))


async def _bring_coach(press: Press, match_id: MatchId) -> None:
    """Have a coach at the table of somebody who always wants one when they play alone."""
    if (await person_settings(press.app.store, press.user_id)).coach:
        await press.app.get(Lobbies).set_options(
            match_id, press.user_id, {COACH.key: "true"}, moderator=True, at=press.location
        )


def may_open_thread(interaction: Interaction) -> bool:
    """Return whether the bot may begin a thread where somebody presses, and play in it."""
    kind = None if interaction.channel is None else interaction.channel.type
    return kind in THREADED and interaction.app_permissions >= FOR_THREADS


async def open_settings(press: Press, match_id: MatchId) -> None:
    """Show the settings of a lobby privately. Raises Refused if it is none any more."""
    row = (await press.app.get(Tables).load(match_id)).row
    is_here(row, press.location)
    is_open(row)
    await _show_settings(press, row)


async def open_options(press: Press, match_id: MatchId) -> None:
    """Open the form of the game's options."""
    row = await _to_manage(press, match_id)
    await press.open(options_form(row, press.say))


async def open_terms(press: Press, match_id: MatchId) -> None:
    """Open the form of what the table agrees on beside them."""
    row = await _to_manage(press, match_id)
    await press.open(terms_form(row, press.say))


async def set_options(press: Press, match_id: MatchId) -> None:
    """Take in the form of the options or of the terms."""
    typed = typed_options(press.fields.get("components"))
    row = await press.app.get(Lobbies).set_options(
        match_id, press.user_id, typed, moderator=press.is_moderator, at=press.location
    )
    await renew(press, row)


async def _to_manage(press: Press, match_id: MatchId) -> MatchRow:
    """Return the lobby whose options are to be set. Raises Refused if this person may not."""
    row = await press.app.get(Tables).kept.glance(match_id)
    is_here(row, press.location)
    is_open(row)
    may_manage(row, press.user_id, moderator=press.is_moderator)
    return row


async def renew(press: Press, row: MatchRow) -> None:
    """Show the settings as they are now where they were changed from."""
    if press.is_in_private:
        await _show_settings(press, row)


async def _show_settings(press: Press, row: MatchRow) -> None:
    manages = press.user_id == row.opener_id or press.is_moderator
    load = press.app.get(Hints).thinker.load
    carried = [level for level in offered(row.game) if load.carries(row.game, level)]
    speaks = await may_turn(press, row)
    meetings = press.app.get(Lobbies).meetings
    code = await meetings.code(row) if manages and meetings is not None else ""
    view = settings_layout(
        row, press.say, manages=manages, carried=carried, speaks=speaks, code=code
    )
    shown = await press.answer(view=view)
    press.app.get(Panels).note(press.interaction, shown.id)

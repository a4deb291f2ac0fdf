"""What people press in a lobby: to come in, to begin, to set it up, to invite and to block."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from dataclasses import replace

import discord
from discord import ui

from bot.discord.inbound import resolved
from bot.discord.io import FOR_THREADS, LOST
from bot.discord.parts import container, jump_link, lobby_button, rows
from bot.discord.press import Interaction, Press, brief
from bot.errors import Refused, Shut, StageError
from bot.match.calls.notices import Notices
from bot.match.house.hints import Hints
from bot.match.lobby import options_layouts
from bot.match.lobby.invitations import Invitations, Inviting, Target
from bot.match.lobby.lobbies import Lobbies, require_here, require_manager, require_open, unanswered
from bot.match.show.actions import show_hand
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.lobby_layouts import missing_layout
from bot.match.show.panels import Panels
from bot.match.table.change import touched_lobby
from bot.match.table.kind import TABLE, kind_of
from bot.match.table.state import has_one_person, seat_of, tables_with
from bot.match.table.tables import Tables
from bot.match.table.times import LOCKED
from bot.preferences.person import language_for, person_settings
from bot.preferences.server import note_spoken, server_settings
from bot.preferences.terms import COACH, offered, played
from bot.store.doors import Doors
from bot.store.errors import StoreError
from bot.store.rows import Commit, Location, MatchId, MatchRow, Pause, Presence, Status, is_number
from bot.store.settings import person_scope

# What the opener of a lobby is told: where it is, and how it may speak their language.

log = logging.getLogger(__name__)

OFFERED = "offered"
"""The key, in the scope of a person, of that they had the offer in a server, which it ends with."""


async def tell_opener(press: Press, row: MatchRow, message: str) -> None:
    """Tell the opener of a lobby something privately, if there is anything to say.

    Once in each server that goes with the offer to turn the lobby to their language.
    """
    store, scope, key = press.app.store, person_scope(press.user_id), f"{OFFERED} {row.guild_id}"
    if not await may_turn(press, row) or key in await store.settings(scope):
        if message:
            await press.private(message)
        return
    texts, say = press.app.texts, press.say
    offer = say("speak.offer", language=texts.name(texts.language(row.locale)))
    text = "\n".join(filter(None, (message, offer)))
    view = container(ui.TextDisplay(text), *rows([lobby_button(row, "speak", say)]))
    try:
        await press.beside(view)
    except LOST as error:
        log.info("the offer of a language was lost: %s", brief(error))
    else:
        await store.set_setting(scope, key, "1")


async def where_text(press: Press, row: MatchRow) -> str:
    """Lead to a lobby that is not here, and tell its opener what to do there; "" for one here."""
    if press.location == row.location:
        return ""
    link = jump_link(row, (await press.app.store.publication(row.id)).board_message)
    told = press.say("lobby.there", channel=f"<#{row.channel_id}>", link=link)
    then = press.say("lobby.there.start") if row.opener_id == press.user_id else ""
    return f"{told} {then}".strip()


async def may_turn(press: Press, row: MatchRow) -> bool:
    """Return whether a lobby may speak its opener's language instead of its own.

    A language that the managers of its server have chosen stays.
    """
    texts, own = press.app.texts, press.app.texts.known(press.locale)
    if row.guild_id is None or own in (None, texts.language(row.locale)):
        return False
    is_fixed = kind_of(row).seats is not None
    settings = await server_settings(press.app.store, row.guild_id)
    return press.user_id == row.opener_id and not is_fixed and settings.locale is None


async def speak(press: Press, match_id: MatchId) -> None:
    """Turn the language of a lobby to its opener's, and with it that of the next ones there."""
    app, tables = press.app, press.app.get(Tables)
    async with tables.locked(match_id) as row:
        require_open(row)
        require_manager(row, press.user_id, moderator=False)
        if not await may_turn(press, row):
            raise Refused("refused.speak")
        locale = app.texts.language(press.locale)
        await tables.store(Commit(touched_lobby(row, app.clock.now(), locale=locale)))
        await note_spoken(app.store, row.guild_id, locale)
    told = filter(None, (press.say("speak.done"), await where_text(press, row)))
    await press.answer(view=container(ui.TextDisplay("\n".join(told))))


# The lobby: joining, leaving, house players, its settings, starting and closing.

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


async def join_late(press: Press, match_id: MatchId) -> None:
    """Take a person in who will come late: a house player begins for them. Raises Refused."""
    person = replace(press.as_member(), presence=Presence.LATE)
    await press.app.get(Lobbies).join(match_id, person, at=press.location, roles=press.roles)
    await press.private(press.say("appointment.late"))
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
        lobby = await press.app.store.publication(match_id)
        own = replace(row, locale=await language_for(press.app.store, press.user_id, row.locale))
        await press.app.get(DiscordStage).greet(own, lobby, press.user_id)
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
    """Begin the game of a lobby, or ask whether to, without those who were called just now."""
    lobby = (await press.app.get(Tables).load(match_id)).row
    await require_seen(press, lobby.location)
    missing = unanswered(lobby, press.app.clock.now())
    if missing and lobby.status is Status.LOBBY:
        require_manager(lobby, press.user_id, moderator=press.is_moderator)
        shown = await press.beside(missing_layout(lobby, missing, press.say))
        press.app.get(Panels).note(press.interaction, shown.id)
    else:
        await _begin(press, lobby)


async def start_anyway(press: Press, match_id: MatchId) -> None:
    """Begin the game of a lobby without those who were called."""
    await _begin(press, (await press.app.get(Tables).load(match_id)).row)


async def _begin(press: Press, lobby: MatchRow) -> None:
    """Draw the seats and deal; who plays alone in a server is answered with their hand.

    Everyone else is sent theirs, and whoever starts is greeted before: who opened it never joined.
    In a thread that is locked the game is paused, as every one is.
    """
    match_id = lobby.id
    is_seated, is_alone = seat_of(lobby, press.user_id) is not None, has_one_person(lobby)
    is_shown = is_seated and lobby.guild_id is not None and not press.is_by_token
    if is_shown and not is_alone:
        await greet_soon(press, match_id)
    if is_seated and is_alone and kind_of(lobby) is TABLE:
        await _bring_coach(press, match_id)
    lobbies = press.app.get(Lobbies)
    started = await lobbies.start(
        match_id, press.user_id, press.interaction.id,
        moderator=press.is_moderator, threads=may_open_thread(press.interaction),
        at=press.location, gone=await lobbies.gone(lobby),
    )  # fmt: skip
    if started.status is Status.LOBBY:
        return  # the other server is not ready yet, as the lobby says
    await _pause_locked(press, started)
    if is_shown and is_alone:
        await show_hand(press, match_id, beside=True)
    if press.interaction.message is not None:
        panels = press.app.get(Panels)
        await panels.close_panels(panels.opened_on(press.interaction.message.id), press.user_id)
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
    require_here(row, press.location)
    require_open(row)
    await _show_settings(press, row)


async def open_options(press: Press, match_id: MatchId) -> None:
    """Open the form of the game's options."""
    row = await _to_manage(press, match_id)
    await press.open(options_layouts.options_form(row, press.say))


async def open_terms(press: Press, match_id: MatchId) -> None:
    """Open the form of what the table agrees on beside them."""
    row = await _to_manage(press, match_id)
    await press.open(options_layouts.terms_form(row, press.say))


async def set_options(press: Press, match_id: MatchId) -> None:
    """Take in the form of the options or of the terms."""
    typed = options_layouts.typed_options(press.fields.get("components"))
    row = await press.app.get(Lobbies).set_options(
        match_id, press.user_id, typed, moderator=press.is_moderator, at=press.location
    )
    await renew(press, row)


async def set_coach(press: Press, match_id: MatchId, switch: str) -> None:
    """Have a coach at a table, or none: its game counts for nothing then."""
    chosen = {COACH.key: "true" if switch == "on" else "false"}
    await press.app.get(Lobbies).set_options(
        match_id, press.user_id, chosen, moderator=press.is_moderator, at=press.location
    )


async def _to_manage(press: Press, match_id: MatchId) -> MatchRow:
    """Return the lobby whose options are to be set. Raises Refused if this person may not."""
    row = await press.app.get(Tables).cache.glance(match_id)
    require_here(row, press.location)
    require_open(row)
    require_manager(row, press.user_id, moderator=press.is_moderator)
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
    view = options_layouts.settings_layout(
        row, press.say, manages=manages, carried=carried, speaks=speaks, code=code
    )
    shown = await press.answer(view=view)
    press.app.get(Panels).note(press.interaction, shown.id)


# Inviting to a lobby, private tables, and removing somebody.


def spelled(who: object) -> str:
    """Spell whom an invitation is for, such as `user 5`. Raises Refused for who cannot come."""
    match who:
        case discord.Role() if who.is_default():
            raise Refused("refused.invite_everyone")
        case discord.Role():
            return f"role {who.id}"
        case discord.Member() | discord.User():
            return _person(who.id, is_bot=who.bot, is_here=isinstance(who, discord.Member))
        case _:
            raise Refused("refused.malformed")


def _person(user_id: object, *, is_bot: bool, is_here: bool) -> str:
    if is_bot:
        raise Refused("refused.invite_bot")
    if not is_here:
        raise Refused("refused.invite_absent")
    return f"user {user_id}"


async def invite_to(press: Press, row: MatchRow, meant: str) -> None:
    """Invite to a lobby whom a choice spells, such as `user 5`. Raises Refused."""
    found = re.fullmatch("(user|role) ([1-9][0-9]{0,18})", meant)
    if found is None:
        raise Refused("refused.malformed")
    kind, target_id = found[1], int(found[2])
    target = Target(target_id, kind == "role", kind == "role" and _may_call(press, row, target_id))
    guild_id = press.location.guild_id
    await press.app.get(Invitations).invite(row.id, press.user_id, target, guild_id=guild_id)
    sign = "@&" if target.is_role else "@"
    await press.private(press.say("invite.done", name=f"<{sign}{target_id}>"))
    # The answer does not wait for it: it is stored, and told as soon as Discord takes it.
    await press.app.get(Inviting).catch_up()


async def invite_chosen(press: Press, match_id: MatchId) -> None:
    """Invite the person chosen in a lobby's settings. Raises Refused."""
    row = (await press.app.get(Tables).load(match_id)).row
    chosen = press.first_choice
    person, member = (resolved(press.fields, kind, chosen) for kind in ("users", "members"))
    if person is None:
        raise Refused("refused.malformed")
    is_bot, is_here = bool(person.get("bot")), member is not None
    await invite_to(press, row, _person(chosen, is_bot=is_bot, is_here=is_here))


async def set_door(press: Press, match_id: MatchId, door: str) -> None:
    """Let only invited people in (`private`), or anybody (`public`)."""
    row = await press.app.get(Invitations).set_private(
        match_id, press.user_id, private=door == "private", moderator=press.is_moderator,
        at=press.location,
    )  # fmt: skip
    await renew(press, row)


async def kick(press: Press, match_id: MatchId) -> None:
    """Remove from a lobby whoever was chosen. Raises Refused."""
    chosen = press.first_choice
    if not re.fullmatch("[1-9][0-9]{0,18}", chosen):
        raise Refused("refused.malformed")
    row = await press.app.get(Invitations).kick(
        match_id, press.user_id, int(chosen), moderator=press.is_moderator, at=press.location
    )
    await renew(press, row)


def _may_call(press: Press, row: MatchRow, role_id: int) -> bool:
    """Return whether this person can ping a role where a lobby is. Raises Refused for none."""
    guild = press.interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    if role is None:
        raise Refused("refused.malformed")
    if role.is_default():
        raise Refused("refused.invite_everyone")
    is_here = press.location == row.location
    return role.mentionable or (is_here and press.interaction.permissions.mention_everyone)


# Blocking people: they cannot join one's tables, nor ping one, and are not told.

MOST_BLOCKED = 100
"""How many people somebody can block: as many as one message names."""


async def show_blocks(press: Press, done: str = "") -> None:
    """Show a person whom they have blocked; `done` says what they have just changed."""
    blocked = await Doors(press.app.store.database).blocked_by(press.user_id)
    await press.answer(view=options_layouts.blocks_layout(blocked, press.say, done))


async def block(press: Press) -> None:
    """Keep the person chosen out of one's tables, and their invitations from pinging one."""
    chosen = _chosen(press)
    person = resolved(press.fields, "users", str(chosen))
    if chosen == press.user_id or (person is not None and person.get("bot")):
        raise Refused("refused.block_nobody")
    now = press.app.clock.now()
    if not await Doors(press.app.store.database).block(press.user_id, chosen, now, MOST_BLOCKED):
        raise Refused("refused.block_many", most=MOST_BLOCKED)
    await show_blocks(press, press.say("block.added", name=f"<@{chosen}>"))


async def unblock(press: Press) -> None:
    """Take a block of the person chosen back."""
    chosen = _chosen(press)
    was_blocked = await Doors(press.app.store.database).unblock(press.user_id, chosen)
    key = "block.removed" if was_blocked else "block.was_none"
    await show_blocks(press, press.say(key, name=f"<@{chosen}>"))


def _chosen(press: Press) -> int:
    """Return the id of the person chosen. Raises Refused for what can be none."""
    chosen = press.first_choice
    if not re.fullmatch("[0-9]{1,19}", chosen) or not is_number(int(chosen)):
        raise Refused("refused.malformed")
    return int(chosen)

"""What the opener of a lobby is told: where it is, and how it may speak their language."""

from __future__ import annotations

import logging

from discord import ui

from bot.discord.io import LOST
from bot.discord.parts import container, jump_link, lobby_button, rows
from bot.discord.press import Press, brief
from bot.errors import Refused
from bot.match.change import touched_lobby
from bot.match.kind import kind_of
from bot.match.lobby.lobbies import is_open, may_manage
from bot.match.tables import Tables
from bot.preferences.server import note_spoken, server_settings
from bot.store.rows import Commit, MatchId, MatchRow
from bot.store.settings import person_scope

log = logging.getLogger(__name__)

OFFERED = "offered"
"""The key, in the scope of a person, of that they had the offer in a server, which it ends with."""


async def tell_opener(press: Press, row: MatchRow, told: str) -> None:
    """Tell the opener of a lobby something privately, if there is anything to say.

    Once in each server that goes with the offer to turn the lobby to their language.
    """
    store, scope, key = press.app.store, person_scope(press.user_id), f"{OFFERED} {row.guild_id}"
    if not await may_turn(press, row) or key in await store.settings(scope):
        if told:
            await press.private(told)
        return
    texts, say = press.app.texts, press.say
    offer = say("speak.offer", language=texts.name(texts.language(row.locale)))
    text = "\n".join(filter(None, (told, offer)))
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
        is_open(row)
        may_manage(row, press.user_id, moderator=False)
        if not await may_turn(press, row):
            raise Refused("refused.speak")
        locale = app.texts.language(press.locale)
        await tables.store(Commit(touched_lobby(row, app.clock.now(), locale=locale)))
        await note_spoken(app.store, row.guild_id, locale)
    told = filter(None, (press.say("speak.done"), await where_text(press, row)))
    await press.answer(view=container(ui.TextDisplay("\n".join(told))))

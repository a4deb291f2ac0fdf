"""Answering and reporting: the one place where errors reach players and the log."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import aiohttp
import discord
from discord import app_commands

from bot.errors import Refused
from bot.play.stage import StageError
from bot.play.table import Someone
from bot.store.errors import StoreError, UnreadableMatch
from bot.texts import Texts
from bot.ui.names import escape, marked

if TYPE_CHECKING:
    from bot.client import Nimbus
    from render.api import Words

log = logging.getLogger(__name__)

Pressing: TypeAlias = "discord.Interaction[Nimbus]"
"""Any interaction with the bot."""


LOST = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What a call to Discord may end in when it was refused, or nobody knows whether it arrived."""

_WRITTEN = frozenset({"moves", "name", "typed"})
"""The values of a Refused that people wrote themselves."""

_LAST_WORDS = Texts.load().words(None)("error.unforeseen")
"""Said when nothing else can be: read at the start, since by then the catalogue may be the trouble."""

_ANNOUNCED = "announced"
_ANSWERED = "answered"


class Ack(Enum):
    """How an interaction is acknowledged before any work is done."""

    UPDATE = "update"  # a click: the message it was on stays as it is for now
    PRIVATE = "private"  # an answer only the asker sees, later
    PUBLIC = "public"  # an answer everybody sees, later
    NONE = "none"  # the work itself answers at once (a modal)


async def acknowledge(interaction: Pressing, ack: Ack) -> None:
    """Acknowledge within Discord's three seconds.

    A lost acknowledgement is only logged and the work goes on all the same: the player meant it,
    and they will see it on the table.
    """
    if ack is Ack.NONE or interaction.response.is_done():
        return
    interaction.extras[_ANNOUNCED] = ack
    try:
        if ack is Ack.UPDATE:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=ack is Ack.PRIVATE, thinking=True)
    except LOST as error:
        # Discord may have taken it all the same, so it counts as announced.
        log.warning("acknowledgement lost: %s", _brief(error))


async def guarded(interaction: Pressing, ack: Ack, work: Callable[[], Awaitable[None]]) -> None:
    """Acknowledge, then work; whatever goes wrong is answered privately and logged."""
    await acknowledge(interaction, ack)
    try:
        _need_user(interaction)
        await work()
    except Exception as error:  # noqa: BLE001 - the one place that answers for every error
        await answer_error(interaction, error)


def _need_user(interaction: Pressing) -> None:
    # discord.py leaves it out where Discord does.
    if interaction.user is discord.utils.MISSING:
        raise Refused("refused.malformed")


async def answer_error(interaction: Pressing, error: BaseException) -> None:
    """Tell the player what went wrong, in their words; log what is not their doing.

    Never raises: whatever goes wrong in the telling is logged, and told in the plainest words.
    """
    try:
        await _tell(interaction, error)
    except Exception:
        log.exception("this could not be told to a player: %s", type(error).__name__)
        with suppress(Exception):
            await private(interaction, _LAST_WORDS)


async def _tell(interaction: Pressing, error: BaseException) -> None:
    error = getattr(error, "original", error)
    if isinstance(error, app_commands.AppCommandError):
        # What discord.py itself cannot read: no command of ours, or none of its kinds of values.
        log.info("unreadable: %s", type(error).__name__)
        error = Refused("refused.malformed")
    if interaction.type is discord.InteractionType.autocomplete:
        # Nothing can be said to who types, but that there is nothing to offer.
        log.warning("nothing to offer in %s: %s", _what(interaction), type(error).__name__)
        return
    say = interaction.client.app.texts.words(str(interaction.locale))
    if isinstance(error, Refused):
        values = {key: _told(key, value, say) for key, value in error.values.items()}
        await private(interaction, say(error.key, **values))
        return
    if isinstance(error, UnreadableMatch):
        await interaction.client.app.store.set_aside(error)
        await private(interaction, say("refused.unreadable"))
        return
    if isinstance(error, StoreError):
        log.error("%s failed: %s", _what(interaction), error)
        await private(interaction, say("error.not_saved"))
        return
    if isinstance(error, (*LOST, StageError)):
        log.warning("Discord: %s", _brief(error))
        await private(interaction, say("error.discord"))
        return
    log.error("unforeseen error in %s", _what(interaction), exc_info=error)
    await private(interaction, say("error.unforeseen"))


async def answer(interaction: Pressing, **content: Any) -> discord.InteractionMessage:
    """Fill in the answer that was announced. Raises what edit_original_response raises."""
    message = await interaction.edit_original_response(**content)
    interaction.extras[_ANSWERED] = True
    return message


async def private(interaction: Pressing, text: str) -> None:
    """Say something only the asker sees; if even that is impossible, log it."""
    ack = _announced(interaction)
    try:
        if ack is Ack.NONE:
            await interaction.response.send_message(text, ephemeral=True)
        elif ack is Ack.PRIVATE:
            await answer(interaction, content=text)
        else:
            if ack is Ack.PUBLIC:
                await interaction.delete_original_response()
            await interaction.followup.send(text, ephemeral=True)
    except LOST as error:
        log.warning("answer lost: %s", _brief(error))


def sent(interaction: Pressing) -> dict[str, Any]:
    """Return what Discord sent with an interaction: nothing in it can be trusted."""
    return cast("dict[str, Any]", interaction.data) if isinstance(interaction.data, dict) else {}


def chosen(values: object) -> str:
    """Return the first of the values that a select sent. Raises Refused if that is no text."""
    if isinstance(values, list) and values and isinstance(values[0], str):
        return values[0]
    raise Refused("refused.malformed")


def _announced(interaction: Pressing) -> Ack:
    """Return what answer is still owed: NONE if nothing was said at all, UPDATE if nothing is."""
    if interaction.extras.get(_ANSWERED):
        return Ack.UPDATE
    announced = interaction.extras.get(_ANNOUNCED, Ack.NONE)
    if announced is Ack.NONE and interaction.response.is_done():
        return Ack.UPDATE
    return Ack(announced)


def _told(key: str, value: object, say: Words) -> object:
    if key == "option" and isinstance(value, str):
        return say(value)
    if isinstance(value, Someone):
        return escape(marked(value, say))
    # What people wrote must not become a link or a heading in a message of the bot.
    return escape(value) if key in _WRITTEN and isinstance(value, str) else value


def _brief(error: BaseException) -> str:
    # Never the whole request: its address holds the interaction's token.
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code} {error.text[:200]}"
    return type(error).__name__


def _what(interaction: Pressing) -> str:
    data = sent(interaction)
    what = str(data.get("custom_id") or data.get("name") or interaction.type)[:100]
    # Of a move only the table and the moment: it may name a card that nobody has seen.
    return ":".join(what.split(":")[:3])

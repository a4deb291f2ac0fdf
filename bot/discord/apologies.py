"""Errors of presses in a few words: for players, for the log and for the numbers."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.discord.names import Someone, escape, marked
from bot.discord.refusals import LOST
from bot.errors import Refused, StageError
from bot.store.errors import StoreBusy, StoreError, UnreadableMatch
from render.api import Words

log = logging.getLogger(__name__)

_WRITTEN = frozenset({"moves", "name", "typed"})
"""The values of a Refused that people wrote themselves."""


def outcome(error: BaseException) -> str:
    """Name what came of a press that an error ended."""
    match error:
        case Refused() | UnreadableMatch() | app_commands.AppCommandError():
            return "refused"
        case StoreBusy():
            return "busy"
        case StoreError():
            return "not_saved"
        case _:
            return "discord" if isinstance(error, (*LOST, StageError)) else "unforeseen"


def told(key: str, value: object, say: Words) -> object:
    """Return a value of a Refused as its sentence shows it."""
    if key == "option" and isinstance(value, str):
        return say(value)
    if isinstance(value, Someone):
        return escape(marked(value, say))
    # What people wrote must not become a link or a heading in a message of the bot.
    return escape(value) if key in _WRITTEN and isinstance(value, str) else value


def brief(error: BaseException) -> str:
    """Say for the log what Discord or the way there refused."""
    # Never the whole request: its address holds the interaction's token.
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code} {error.text[:200]}"
    return type(error).__name__


def sentence(error: BaseException, name: str, say: Words) -> str:
    """Say what went wrong with a press of this name; log it if it is not the player's doing."""
    match error:
        case Refused():
            values = {key: told(key, value, say) for key, value in error.values.items()}
            return say(error.key, **values)
        case UnreadableMatch():
            return say("refused.unreadable")
        case StoreBusy():
            log.warning("%s has to be tried again: %s", name, error)
            return say("error.busy")
        case StoreError():
            log.error("%s failed: %s", name, error)
            return say("error.not_saved")
        case _ if isinstance(error, (*LOST, StageError)):
            log.warning("Discord: %s", brief(error))
            return say("error.discord")
        case _:
            log.error("unforeseen error in %s", name, exc_info=error)
            return say("error.unforeseen")

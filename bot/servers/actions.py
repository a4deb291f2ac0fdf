"""The settings of a server, for those who manage it: shown, and changed by menus.

Whoever presses is checked at every press, and what is set is set for the server they press in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord

from bot.discord.inbound import first_value
from bot.discord.io import FOR_THREADS
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.lobby.actions import THREADED
from bot.match.lobby.play_actions import NEEDED
from bot.preferences import server
from bot.servers.layouts import SHOWN, ServerPage, server_layout
from bot.store.settings import server_scope

LINE = discord.Permissions(view_channel=True, send_messages=True)
"""The permissions to write an audit line, or to announce a daily."""


async def open_server(press: Press, setting: str | None = None) -> None:
    """Show what the server has set, with the controls of one setting. Raises Refused."""
    guild = press.guild
    texts = press.app.texts
    stored = await server.server_settings(press.app.store, guild.id)
    held = await press.server_settings(guild.id)
    languages = {language: texts.name(language) for language in texts.locales}
    lacking = _lacking(press, guild, held)
    names = {one.mention: f"#{one.name}" for one in guild.channels}
    names |= {role.mention: f"@{role.name}" for role in guild.roles}
    page = ServerPage(guild.name, stored, held, languages, lacking, names)
    await press.answer(view=server_layout(page, setting, press.say))


async def choose_setting(press: Press) -> None:
    """Show the controls of the setting chosen."""
    if press.first_choice not in SHOWN:
        raise Refused("refused.malformed")
    await open_server(press, press.first_choice)


async def change_setting(press: Press, setting: str) -> None:
    """Take in what was chosen for a setting, and show what is set now. Raises Refused."""
    guild = press.guild
    values = press.fields.get("values")
    if setting == "channels":
        value: object = tuple(_channels(guild, values))
    elif setting in ("audit", "daily"):
        value = next(_channels(guild, values), None)
    elif setting == "off":
        value = _features(values)
    else:
        try:
            value = server.chosen_from_menu(setting, first_value(values), press.app.texts.locales)
        except ValueError:
            raise Refused("refused.malformed") from None
    await _store(press, guild, setting, value)


async def change_role(press: Press, group: str) -> None:
    """Take in the role whose people may do something, and show what is set now. Raises Refused."""
    guild = press.guild
    role = guild.get_role(_id(press.first_choice))
    if role is None:
        raise Refused("refused.malformed")
    await _store(
        press, guild, group, server.EVERYONE if role.is_default() else server.Group(role=role.id)
    )


async def _store(press: Press, guild: discord.Guild, setting: str, value: object) -> None:
    await press.app.store.set_settings(server_scope(guild.id), server.change_of(setting, value))
    await open_server(press, setting)


def _channels(guild: discord.Guild, values: object) -> Iterator[int]:
    """Read the channels chosen, each once. Raises Refused for what is none of this server's."""
    if not isinstance(values, list) or len(values) > server.MOST_CHANNELS:
        raise Refused("refused.malformed")
    for value in dict.fromkeys(map(str, values)):
        channel = guild.get_channel(_id(value))
        if channel is None:
            raise Refused("refused.malformed")
        yield channel.id


def _features(values: object) -> tuple[server.Feature, ...]:
    """Read the features chosen, each once and in order. Raises Refused for what is none."""
    if not isinstance(values, list) or not all(value in server.CHOICES["off"] for value in values):
        raise Refused("refused.malformed")
    return tuple(feature for feature in server.Feature if feature in values)


def _id(text: str) -> int:
    if not re.fullmatch("[0-9]{1,19}", text):
        raise Refused("refused.malformed")
    return int(text)


def _lacking(
    press: Press, guild: discord.Guild, held: server.ServerSettings
) -> dict[str, dict[int, list[str]]]:
    """Name what the bot may not do in the channels it is used in, by setting and channel."""
    tables: list[Any] = [guild.get_channel(number) for number in held.channels]
    needed = {"channels": (tables or _open_channels(press, guild), NEEDED)}
    if held.threads is not server.Threads.NEVER:
        needed["threads"] = (needed["channels"][0], FOR_THREADS)
    for name, number in (("audit", held.audit), ("daily", held.daily)):
        needed[name] = ([] if number is None else [guild.get_channel(number)], LINE)
    found: dict[str, dict[int, list[str]]] = {}
    for name, (channels, permissions) in needed.items():
        for channel in channels:
            if channel is None or guild.me is None:
                continue  # Discord has not told of it
            if name == "threads" and channel.type not in THREADED:
                continue
            lacking = permissions & ~channel.permissions_for(guild.me)
            if names := [press.say(f"permission.{one}") for one, on in lacking if on]:
                found.setdefault(name, {})[channel.id] = names
    return found


def _open_channels(press: Press, guild: discord.Guild) -> list[Any]:
    """Return the text channels in which everybody may write, the one pressed in first."""
    everybody = guild.default_role
    found = [one for one in guild.text_channels if one.permissions_for(everybody).send_messages]
    return sorted(found, key=lambda channel: channel.id != press.location.channel_id)

"""The settings of a server, in a private answer, and how a server is welcomed.

All settings stand in words, with a menu to change each. Nothing is kept here: what a control sets
is in its custom id, `server:<field>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import discord
from discord import ui

from bot.discord.names import escape
from bot.discord.parts import (
    ChannelMenu,
    Pictures,
    RoleMenu,
    button,
    channel_list,
    container,
    deal_button,
    galleries,
    menu,
    rows,
)
from bot.preferences.server import CHOICES, MOST_CHANNELS, USUAL_LOCALE, Group, ServerSettings
from render.api import Words

GROUPS: Mapping[str, tuple[str, ...]] = {
    "tables": ("channels", "threads", "openers", "hosts", "enders", "clock", "level"),
    "told": ("calls", "daily", "audit"),
    "look": ("look", "locale", "off"),
}
"""The fields in the order in which they are shown, in groups."""

SHOWN = tuple(field for group in GROUPS.values() for field in group)

MOST_WARNED = 3
"""How many channels are named for a setting that lacks something in them."""

_MENTION = re.compile("<[#@&]+[0-9]+>")


_TABLES = [
    discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum,
    discord.ChannelType.voice, discord.ChannelType.stage_voice,
]  # fmt: skip
_LINES = [discord.ChannelType.text, discord.ChannelType.news]
_KINDS = {"channels": _TABLES, "audit": _LINES, "daily": _LINES}
"""The kinds of channels that each menu of channels offers."""


@dataclass(frozen=True, slots=True)
class ServerPage:
    """The parts of a server's settings to show.

    `held` is what holds of what is `stored`: without channels and roles deleted since. `languages`
    gives the name of each language there is, `lacking` the permissions that the bot lacks, by
    the field that needs them and the channel, and `names` how a mention is read in a menu.
    """

    name: str
    stored: ServerSettings
    held: ServerSettings
    languages: Mapping[str, str]
    lacking: Mapping[str, Mapping[int, Sequence[str]]]
    names: Mapping[str, str]

    def fields(self, group: str) -> Iterator[str]:
        """Return the fields of a group that can be set: of one language there is no choice."""
        return (key for key in GROUPS[group] if key != "locale" or len(self.languages) > 1)


def server_layout(page: ServerPage, setting: str | None, say: Words) -> ui.LayoutView:
    """Lay out what a server has set, with the controls that change one setting, if it is chosen."""
    settings = menu("server", say("server.choose"))
    for key in chain.from_iterable(map(page.fields, GROUPS)):
        value = _MENTION.sub(
            lambda found: page.names.get(found[0], "…"),
            value_text(key, page.held, page.languages, say),
        )
        settings.add_option(
            label=say(f"server.name.{key}"), value=key, description=value,
            default=key == setting,
        )  # fmt: skip
    return container(
        ui.TextDisplay(say("server.title", server=escape(page.name), told=_state(page, say))),
        *(ui.TextDisplay("\n".join(_lines(group, page, say))) for group in GROUPS),
        ui.Separator(),
        ui.ActionRow(settings),
        *(_controls(setting, page, say) if setting else ()),
    )


def welcome_layout(pictures: Pictures, say: Words) -> ui.LayoutView:
    """Lay out the greeting of a server: a game to look at, and a seat in it for who presses."""
    more = button("play", say("deal.button.others"))
    return container(
        ui.TextDisplay(say("welcome.said")),
        *galleries(pictures),
        *rows([deal_button(say), more, button("server:open", say("welcome.button"))]),
    )


def _state(page: ServerPage, say: Words) -> str:
    """Say where the bot lacks something; or that nothing has to be done."""
    lacking = [
        say(
            f"server.lacking.{'line' if key in ('audit', 'daily') else key}",
            channel=f"<#{channel}>", missing=missing,
        )
        for key in SHOWN
        for channel, missing in list(page.lacking.get(key, {}).items())[:MOST_WARNED]
    ]  # fmt: skip
    if not lacking:
        return say("server.fine")
    return say("server.needs", n=len(lacking), lacking="\n".join(lacking))


def _lines(group: str, page: ServerPage, say: Words) -> Iterator[str]:
    """Say what is set in a group, and what of it was deleted."""
    yield say(f"server.group.{group}")
    for key in page.fields(group):
        name = say(f"server.name.{key}")
        yield say("server.line", name=name, value=value_text(key, page.held, page.languages, say))
        if getattr(page.stored, key) != getattr(page.held, key):
            yield say("server.gone", name=name)


def value_text(key: str, settings: ServerSettings, languages: Mapping[str, str], say: Words) -> str:
    """Spell what is set for a field."""
    value = getattr(settings, key)
    match key:
        case "channels":
            return channel_list(value, say) if value else say("server.channels.all")
        case "daily" | "audit":
            return say("server.calls.off") if value is None else f"<#{value}>"
        case "off":
            names = [say(f"feature.{feature}") for feature in value]
            return say("list.all", items=names) if names else say("server.off.none")
        case _ if isinstance(value, Group) and value.role is not None:
            return say("server.group.role", role=f"<@&{value.role}>")
        case "locale":
            return languages.get(value or "", say("server.locale.discord"))
        case _:
            return choice_text(key, _word(value), languages, say)


def choice_text(key: str, word: str, languages: Mapping[str, str], say: Words) -> str:
    """Spell one of the choices of a field."""
    if key == "clock":
        return say(f"terms.clock.{word}")
    if key == "level":
        return say(f"level.{word}")
    if key == "off":
        return say(f"feature.{word}")
    if key == "locale" and word != USUAL_LOCALE:
        return languages[word]
    return say(f"server.{key}.{word}")


def _controls(key: str, page: ServerPage, say: Words) -> Iterator[ui.Item[Any]]:
    """Say what a setting means, and offer what it can be."""
    value = getattr(page.held, key)
    means = say(f"server.means.{key}")
    if key == "locale":
        means = f"{means} {say('server.means.locale.own')}"
    yield ui.TextDisplay(means)
    if key in _KINDS:
        yield ui.ActionRow(_channels(key, value if isinstance(value, tuple) else (value,), say))
        return
    present = {str(one) for one in value} if key == "off" else {_word(value)}
    words = (USUAL_LOCALE, *page.languages) if key == "locale" else CHOICES[key]
    labels = {word: choice_text(key, word, page.languages, say) for word in words}
    asked, several = say(f"server.choose.{'off' if key == 'off' else 'value'}"), key == "off"
    yield ui.ActionRow(menu(f"server:{key}", asked, labels, present, any_number=several))
    if isinstance(value, Group):
        yield ui.ActionRow(_roles(key, value, say))


def _channels(key: str, chosen: Iterable[int | None], say: Words) -> ChannelMenu:
    kind = discord.SelectDefaultValueType.channel
    return ChannelMenu(
        custom_id=f"server:{key}",
        placeholder=say(f"server.choose.{'channels' if key == 'channels' else 'channel'}"),
        channel_types=_KINDS[key],
        min_values=0,
        max_values=MOST_CHANNELS if key == "channels" else 1,
        default_values=[discord.SelectDefaultValue(id=one, type=kind) for one in chosen if one],
    )


def _roles(key: str, group: Group, say: Words) -> RoleMenu:
    kind = discord.SelectDefaultValueType.role
    chosen = [] if group.role is None else [discord.SelectDefaultValue(id=group.role, type=kind)]
    return RoleMenu(
        custom_id=f"server:{key}:role", placeholder=say("server.choose.role"), default_values=chosen
    )


def _word(value: object) -> str:
    if value is None:
        return USUAL_LOCALE
    return ("on" if value else "off") if isinstance(value, bool) else str(value)

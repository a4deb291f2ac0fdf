"""The help: how to begin in three steps, the games' rules, and further pages by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.discord.controls import Button, button, home_button
from bot.discord.parts import container, rows
from bot.match.abilities import lacking
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from render.api import Words

START = "start"
"""The first page."""

TOPICS = ("cards", "leaving", "counting", "fair", "privacy", "commands")
"""The further pages, in the order of their buttons."""


def help_layout(mentions: Mapping[str, str], say: Words) -> ui.LayoutView:
    """Lay out the first page; `mentions` gives every command by its name as it is shown."""
    return container(
        ui.TextDisplay(say("help.what")),
        ui.TextDisplay(say("help.begin", **mentions)),
        *rows([home_button(say)]),
        ui.TextDisplay(say("help.games")),
        *rows(_rules_button(key, say) for key in GAMES),
        *_lacking(say),
        ui.TextDisplay(say("help.more")),
        *rows(_help_button(topic, say) for topic in TOPICS),
    )


def topic_layout(topic: str, mentions: Mapping[str, str], say: Words) -> ui.LayoutView:
    """Lay out one of TOPICS, with the way back."""
    commands = "\n".join(
        say("help.command", command=mention, about=say(f"command.{name.replace('_', '.')}"))
        for name, mention in mentions.items()
    )
    return container(
        ui.TextDisplay(say(f"help.{topic}", commands=commands, **mentions)),
        *rows([_help_button(START, say)]),
    )


def _lacking(say: Words) -> Iterator[ui.TextDisplay[Any]]:
    """Name the games that do not offer everything."""
    if games := ", ".join(say(f"game.{key}") for key in GAMES if lacking(key)):
        yield ui.TextDisplay(say("help.lacks", games=games))


def _rules_button(key: str, say: Words) -> Button:
    return button(f"r:{key}:1", say(f"game.{key}"), discord.ButtonStyle.primary)


def _help_button(topic: str, say: Words) -> Button:
    return button(f"help:{topic}", say(f"help.button.{topic}"))

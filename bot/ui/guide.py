"""The help: how to begin in three steps, the games' rules, and further pages by topic."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.report import LOST, answer
from bot.ui.opening import Opening
from bot.ui.parts import container, rows
from bot.ui.rulebook import RulesButton
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client import Nimbus
    from bot.report import Pressing
    from render.api import Words

log = logging.getLogger(__name__)

START = "start"
"""The first page."""

TOPICS = ("cards", "leaving", "counting", "fair", "privacy", "commands")
"""The further pages, in the order of their buttons."""


class Mentions:
    """The commands as Discord makes them clickable; it is asked once a process."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    async def of(self, client: Nimbus) -> dict[str, str]:
        """Return every command by its name as it is to be shown."""
        if not self._known:
            try:
                known = await client.tree.fetch_commands()
            except LOST as error:
                log.info("the ids of the commands are not known: %s", type(error).__name__)
            else:
                self._known = {item.name: item.mention for item in known}
        names = [command.name for command in client.tree.get_commands()]
        return {name: self._known.get(name, f"`/{name}`") for name in names}


class HelpButton(
    Opening,
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=r"help:(?P<topic>[a-z]{1,20})",
):
    """Turns to a page of the help."""

    def __init__(self, topic: str, button: ui.Button[Any]) -> None:
        button.custom_id = f"help:{topic}"
        super().__init__(button)
        self.topic = topic

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> HelpButton:
        return cls(match["topic"], ui.Button(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        await show_help(interaction, self.topic)


async def show_help(interaction: Pressing, topic: str = START) -> None:
    """Show a page of the help in the answer to an interaction; the first one if there is no such."""
    app = interaction.client.app
    mentions = await app.mentions.of(interaction.client)
    say = app.texts.words(str(interaction.locale))
    layout = topic_layout(topic, mentions, say) if topic in TOPICS else help_layout(mentions, say)
    await answer(interaction, view=layout, attachments=[])


def help_layout(mentions: Mapping[str, str], say: Words) -> ui.LayoutView:
    """Lay out the first page; `mentions` gives every command by its name as it is shown."""
    return container(
        ui.TextDisplay(say("help.what")),
        ui.TextDisplay(say("help.begin", **mentions)),
        ui.TextDisplay(say("help.games")),
        *rows(_rules_button(key, say) for key in GAMES),
        ui.TextDisplay(say("help.more")),
        *rows(_help_button(topic, say) for topic in TOPICS),
    )


def topic_layout(topic: str, mentions: Mapping[str, str], say: Words) -> ui.LayoutView:
    """Lay out one of TOPICS, with the way back."""
    commands = "\n".join(
        say("help.command", command=mention, about=say(f"command.{name}"))
        for name, mention in mentions.items()
    )
    return container(
        ui.TextDisplay(say(f"help.{topic}", commands=commands, **mentions)),
        *rows([_help_button(START, say)]),
    )


def _rules_button(key: str, say: Words) -> RulesButton:
    button: ui.Button[Any] = ui.Button(label=say(f"game.{key}"), style=discord.ButtonStyle.primary)
    return RulesButton(key, 1, button)


def _help_button(topic: str, say: Words) -> HelpButton:
    return HelpButton(topic, ui.Button(label=say(f"help.button.{topic}")))

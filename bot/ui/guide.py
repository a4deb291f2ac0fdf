"""The help: what Nimbus is, how to begin, and all commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ui

from bot.ui.parts import container

if TYPE_CHECKING:
    from collections.abc import Mapping

    from render.api import Words


def help_layout(mentions: Mapping[str, str], say: Words) -> ui.LayoutView:
    """Lay out the help; `mentions` gives every command by its name as it is to be shown."""
    commands = "\n".join(
        say("help.command", command=mention, about=say(f"command.{name}"))
        for name, mention in mentions.items()
    )
    return container(
        ui.TextDisplay(say("help.what")),
        ui.TextDisplay(say("help.begin", **mentions)),
        ui.TextDisplay(say("help.hands", **mentions)),
        ui.TextDisplay(say("help.leaving", **mentions)),
        ui.Separator(),
        ui.TextDisplay(say("help.commands", commands=commands)),
        ui.Separator(),
        ui.TextDisplay(say("help.fair", **mentions)),
        ui.TextDisplay(say("help.privacy")),
    )

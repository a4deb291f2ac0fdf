"""The help: what Nimbus is, its games, how to begin, and all commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from bot.ui.parts import container, gallery, rows
from bot.ui.rulebook import RulesButton
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from render.api import Picture, Words


def help_layout(
    mentions: Mapping[str, str], pictures: Sequence[tuple[str, Picture]], say: Words
) -> ui.LayoutView:
    """Lay out the help; `mentions` gives every command by its name as it is to be shown.

    `pictures` are examples of the games, by file name.
    """
    commands = "\n".join(
        say("help.command", command=mention, about=say(f"command.{name}"))
        for name, mention in mentions.items()
    )
    return container(
        ui.TextDisplay(say("help.what")),
        ui.TextDisplay("\n".join(_game(key, say) for key in GAMES)),
        gallery([(name, picture.alt) for name, picture in pictures]),
        *rows(_rules_button(key, say) for key in GAMES),
        ui.TextDisplay(say("help.begin", **mentions)),
        ui.TextDisplay(say("help.hands", **mentions)),
        ui.TextDisplay(say("help.leaving", **mentions)),
        ui.TextDisplay(say("help.counting", **mentions)),
        ui.Separator(),
        ui.TextDisplay(say("help.commands", commands=commands)),
        ui.Separator(),
        ui.TextDisplay(say("help.fair", **mentions)),
        ui.TextDisplay(say("help.privacy")),
    )


def _game(key: str, say: Words) -> str:
    return say("help.game", game=say(f"game.{key}"), hint=say(f"game.{key}.hint"))


def _rules_button(key: str, say: Words) -> RulesButton:
    button: ui.Button[Any] = ui.Button(label=say("help.button.rules", game=say(f"game.{key}")))
    return RulesButton(key, 1, button)

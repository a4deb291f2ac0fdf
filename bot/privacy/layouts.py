"""People's data: the page that explains it, and their own as a file."""

from __future__ import annotations

import discord
from discord import ui

from bot.discord.controls import Button, button
from bot.discord.parts import container, rows
from bot.privacy.erasing import Outlook
from bot.privacy.exports import Export
from render.api import Apart, Words

FILE = "nimbus-my-data.zip"
"""The file name of a person's own data."""


STAYS = ("play", "note", "mark", "posted", "backup")
"""Data that stays when a person has theirs deleted: kinds of columns, and facts no column shows."""


def privacy_layout(say: Words) -> ui.LayoutView:
    """Lay out what is kept, why, for how long and who sees it, with the way to one's own."""
    stays = Apart(say(f"privacy.stays.{what}") for what in STAYS)
    return container(
        ui.TextDisplay(say("privacy.text", stays=stays)),
        *rows([_export_button(say), button("data:delete", say("data.button.delete"))]),
    )


def _export_button(say: Words) -> Button:
    return button("data:export", say("data.button.export"))


def deleting_layout(outlook: Outlook, now: float, say: Words) -> ui.LayoutView:
    """Lay out what deleting will do, with the button that does it; `now` is when this is said."""
    effects = [
        say(f"data.effect.{what}", n=count)
        for what, count in (
            ("going_on", outlook.going_on),
            ("ending", outlook.ending),
            ("lobbies", outlook.lobbies),
            ("finished", outlook.finished),
        )
        if count
    ]
    going = button(f"data:delete:{int(now)}", say("data.button.erase"), discord.ButtonStyle.danger)
    text = say("data.asks", effects="\n".join([*effects, say("data.effect.always")]))
    return container(ui.TextDisplay(text), *rows([going, _export_button(say)]))


def deleted_layout(say: Words) -> ui.LayoutView:
    """Lay out that everything about a person was deleted."""
    return container(ui.TextDisplay(say("data.deleted")))


def export_layout(made: Export, say: Words) -> ui.LayoutView:
    """Lay out the file with all that is kept about a person."""
    lines = [say("data.exported", n=made.games)]
    if made.left_out:
        lines.append(say("data.cut", n=made.left_out))
    return container(ui.TextDisplay("\n".join(lines)), ui.File(f"attachment://{FILE}"))

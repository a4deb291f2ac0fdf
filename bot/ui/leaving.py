"""Leaving a table: told what comes of it, and asked once more where it would end the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.report import Ack, answer, private
from bot.store.rows import MatchId, Status
from bot.ui.items import MATCH, Pressed
from bot.ui.parts import container, rows

if TYPE_CHECKING:
    from bot.report import Pressing
    from render.api import Words


class QuitButton(Pressed, ui.DynamicItem[ui.Button[ui.LayoutView]], template=rf"q:{MATCH}"):
    """Leaves for good; the person has read that this ends the game."""

    ack = Ack.UPDATE

    def __init__(self, match_id: int, button: ui.Button[Any]) -> None:
        button.custom_id = f"q:{match_id}"
        super().__init__(button)
        self.match_id = MatchId(match_id)

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> QuitButton:
        return cls(int(match["match"]), ui.Button(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        app = interaction.client.app
        row = await app.tables.leave(self.match_id, interaction.user.id)
        text = _left(row.status, app.texts.words(str(interaction.locale)))
        await answer(interaction, view=container(ui.TextDisplay(text)))


async def leave(interaction: Pressing, match_id: MatchId) -> None:
    """Leave a table, or ask first if that would end the game. Raises Refused."""
    app = interaction.client.app
    say = app.texts.words(str(interaction.locale))
    if await app.tables.ends_without(match_id, interaction.user.id):
        await answer(interaction, view=_warning(match_id, say))
        return
    row = await app.tables.leave(match_id, interaction.user.id)
    await private(interaction, _left(row.status, say))


def _warning(match_id: MatchId, say: Words) -> ui.LayoutView:
    """Lay out what leaving would do, with the button that does it."""
    label = say("leaving.button")
    button: ui.Button[Any] = ui.Button(label=label, style=discord.ButtonStyle.danger)
    return container(ui.TextDisplay(say("leaving.warning")), *rows([QuitButton(match_id, button)]))


def _left(status: Status, say: Words) -> str:
    return say("leaving.ended" if status is Status.CLOSED else "table.left")

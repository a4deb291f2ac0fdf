"""Leaving a table: who wants to go is told what comes of it, and asked once more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.report import Ack, answer
from bot.store.rows import MatchId, Status
from bot.ui.items import MATCH, Pressed
from bot.ui.parts import container, rows

if TYPE_CHECKING:
    from bot.report import Pressing
    from render.api import Words


class QuitButton(
    Pressed,
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=rf"q:{MATCH}(?P<goes_on>:on)?",
):
    """Leaves; the person has read what comes of it: the game ends, or it `goes_on`."""

    ack = Ack.UPDATE

    def __init__(self, match_id: int, button: ui.Button[Any], *, goes_on: bool = False) -> None:
        button.custom_id = f"q:{match_id}:on" if goes_on else f"q:{match_id}"
        super().__init__(button)
        self.match_id = MatchId(match_id)
        self.goes_on = goes_on

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> QuitButton:
        button: ui.Button[Any] = ui.Button(custom_id=match[0])
        return cls(int(match["match"]), button, goes_on=bool(match["goes_on"]))

    async def pressed(self, interaction: Pressing) -> None:
        app = interaction.client.app
        if self.goes_on and await app.tables.ends_without(self.match_id, interaction.user.id):
            # Others have left since it was asked: now it would end the game.
            await leave(interaction, self.match_id)
            return
        row = await app.tables.leave(self.match_id, interaction.user.id)
        text = _left(row.status, app.texts.words(str(interaction.locale)))
        await answer(interaction, view=container(ui.TextDisplay(text)))


async def leave(interaction: Pressing, match_id: MatchId) -> None:
    """Say what leaving a table would do, with the button that does it. Raises Refused."""
    app = interaction.client.app
    say = app.texts.words(str(interaction.locale))
    ends = await app.tables.ends_without(match_id, interaction.user.id)
    await answer(interaction, view=_question(match_id, say, ends=ends))


def _question(match_id: MatchId, say: Words, *, ends: bool) -> ui.LayoutView:
    """Lay out what leaving would do, which may be to end the game."""
    text = say("leaving.warning" if ends else "leaving.asks")
    label = say("leaving.button" if ends else "leaving.button.leave")
    button: ui.Button[Any] = ui.Button(label=label, style=discord.ButtonStyle.danger)
    quitting = QuitButton(match_id, button, goes_on=not ends)
    return container(ui.TextDisplay(text), *rows([quitting]))


def _left(status: Status, say: Words) -> str:
    return say("leaving.ended" if status is Status.CLOSED else "table.left")

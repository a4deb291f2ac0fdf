"""The handful of dynamic items: their custom ids name what they do, so they outlive restarts.

`m:<match>:<moves>:<code>` a move · `s:<match>:<moves>` a select of moves · `t:<match>:<action>` a
button of the table · `l:<match>:<action>` a button of the lobby · `o:<match>` its options · `h:<match>`
a hint · `q:<match>` leaving. Whoever presses is checked by the table, never trusted from
the id.
"""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import ui

from bot.report import Ack, Pressing, chosen, guarded, sent
from bot.store.rows import MatchId

MATCH = r"(?P<match>[0-9]{1,18})"
"""How every custom id names its match."""


class Pressed:
    """What every item of ours does when pressed: acknowledge first, then `pressed`, guarded."""

    ack: Ack = Ack.UPDATE

    async def callback(self, interaction: Any) -> None:
        """Answer Discord's dispatch."""
        await guarded(interaction, self.ack, lambda: self.pressed(interaction))

    async def pressed(self, interaction: Pressing) -> None:
        """Do what the item is for. May raise Refused."""
        raise NotImplementedError

    def _refresh_state(self, interaction: Any, data: Any) -> None:
        """Read nothing yet: discord.py would trip over values that are missing or no list."""


class MoveButton(
    Pressed,
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=rf"m:{MATCH}:(?P<moves>[0-9]{{1,9}}):(?P<code>.{{1,60}})",
):
    """Makes one move."""

    def __init__(self, match_id: int, moves: int, code: str, button: ui.Button[Any]) -> None:
        button.custom_id = f"m:{match_id}:{moves}:{code}"
        super().__init__(button)
        self.match_id = MatchId(match_id)
        self.moves = moves
        self.code = code

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> MoveButton:
        button: ui.Button[Any] = ui.Button(custom_id=match[0])
        return cls(int(match["match"]), int(match["moves"]), match["code"], button)

    async def pressed(self, interaction: Pressing) -> None:
        await interaction.client.app.presses.click_move(
            interaction, self.match_id, self.moves, self.code
        )


class MoveSelect(
    Pressed,
    ui.DynamicItem[ui.Select[ui.LayoutView]],
    template=rf"s:{MATCH}:(?P<moves>[0-9]{{1,9}})",
):
    """Makes the move chosen; for more moves than buttons are clear for."""

    def __init__(self, match_id: int, moves: int, select: ui.Select[Any]) -> None:
        select.custom_id = f"s:{match_id}:{moves}"
        super().__init__(select)
        self.match_id = MatchId(match_id)
        self.moves = moves

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> MoveSelect:
        select: ui.Select[Any] = ui.Select(custom_id=match[0])
        return cls(int(match["match"]), int(match["moves"]), select)

    async def pressed(self, interaction: Pressing) -> None:
        code = chosen(sent(interaction).get("values"))
        await interaction.client.app.presses.click_move(
            interaction, self.match_id, self.moves, code
        )


class TableButton(
    Pressed,
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=rf"t:{MATCH}:(?P<action>hand|leave|back|end|hint|faster|slower)",
):
    """A button of the table: the private hand, a hint, the pace, leaving, coming back, ending."""

    ack = Ack.PRIVATE

    def __init__(self, match_id: int, action: str, button: ui.Button[Any]) -> None:
        button.custom_id = f"t:{match_id}:{action}"
        super().__init__(button)
        self.match_id = MatchId(match_id)
        self.action = action
        if action == "back":
            # It stands below a hand, which becomes the present one: no second is posted.
            self.ack = Ack.UPDATE

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> TableButton:
        return cls(int(match["match"]), match["action"], ui.Button(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        await interaction.client.app.presses.click_table(interaction, self.match_id, self.action)


class LobbyButton(
    Pressed,
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=rf"l:{MATCH}:(?P<action>join|leave|add|easy|normal|hard|remove|start|close)",
):
    """A button of the lobby; a level's adds a house player of it (`add` is its older name)."""

    def __init__(self, match_id: int, action: str, button: ui.Button[Any]) -> None:
        button.custom_id = f"l:{match_id}:{action}"
        super().__init__(button)
        self.match_id = MatchId(match_id)
        self.action = action

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> LobbyButton:
        return cls(int(match["match"]), match["action"], ui.Button(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        await interaction.client.app.presses.click_lobby(interaction, self.match_id, self.action)


class OptionsButton(
    Pressed,
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=rf"o:{MATCH}(?P<terms>:terms)?",
):
    """Opens the form of the game's options, or of the table's terms; a form comes first."""

    ack = Ack.NONE

    def __init__(self, match_id: int, button: ui.Button[Any], *, terms: bool = False) -> None:
        button.custom_id = f"o:{match_id}:terms" if terms else f"o:{match_id}"
        super().__init__(button)
        self.match_id = MatchId(match_id)
        self.terms = terms

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> OptionsButton:
        button: ui.Button[Any] = ui.Button(custom_id=match[0])
        return cls(int(match["match"]), button, terms=bool(match["terms"]))

    async def pressed(self, interaction: Pressing) -> None:
        await interaction.client.app.presses.open_options(
            interaction, self.match_id, terms=self.terms
        )


ITEMS = (MoveButton, MoveSelect, TableButton, LobbyButton, OptionsButton)
"""Registered once at start."""

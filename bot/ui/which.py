"""Asking which game is meant: a private menu of a person's games, whose turn it is in each.

`w:<action>` is the menu's custom id; a value is `<match>:<typed>`, so that choosing does just what
the command would have done with its option `table`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.errors import Refused
from bot.play.choosing import LONGEST, WhichMatch
from bot.play.table import Someone, Table
from bot.report import Ack, answer, chosen, sent
from bot.store.rows import Status
from bot.ui.items import MATCH, Pressed
from bot.ui.names import marked, plain_names
from bot.ui.parts import container

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.report import Pressing
    from bot.store.rows import MatchRow
    from render.api import Words

MOST = 25
"""Discord's limit of options in a menu."""

WIDTH = 100
"""Discord's limit of characters in an option's label and description."""


class WhichSelect(
    Pressed,
    ui.DynamicItem[ui.Select[ui.LayoutView]],
    template=r"w:(?P<action>move|hand|hint|leave|end)",
):
    """Does for the game chosen what was asked for without naming one."""

    ack = Ack.PRIVATE

    def __init__(self, action: str, select: ui.Select[Any]) -> None:
        select.custom_id = f"w:{action}"
        super().__init__(select)
        self.action = action

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> WhichSelect:
        return cls(match["action"], ui.Select(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        number, _, typed = chosen(sent(interaction).get("values")).partition(":")
        if not re.fullmatch(MATCH, number):
            raise Refused("refused.malformed")
        does, match_id = interaction.client.app.commands, int(number)
        doing: dict[str, Callable[[], Awaitable[None]]] = {
            "move": lambda: does.move(interaction, typed, match_id),
            "hand": lambda: does.hand(interaction, match_id),
            "hint": lambda: does.hint(interaction, match_id),
            "leave": lambda: does.leave(interaction, match_id),
            "end": lambda: does.end(interaction, match_id),
        }
        await doing[self.action]()


async def asking(
    interaction: Pressing, action: str, work: Awaitable[None], *, typed: str = ""
) -> None:
    """Do what a command asks for, or where several games may be meant, ask which one."""
    try:
        await work
    except WhichMatch as several:
        say = interaction.client.app.texts.words(str(interaction.locale))
        layout = which_layout(several.rows, interaction.user.id, action, typed, say)
        await answer(interaction, view=layout)


def which_layout(
    rows: Sequence[MatchRow], user_id: int, action: str, typed: str, say: Words
) -> ui.LayoutView:
    """Lay out the menu; the games that wait for this person come first."""
    described = [(row, *_described(row, user_id, say)) for row in rows]
    described.sort(key=lambda line: not line[1])
    select: ui.Select[Any] = ui.Select(placeholder=say("which.choose"))
    for row, _, description in described[:MOST]:
        label = say(
            "table.choice", game=say(f"game.{row.game}"), number=row.id,
            names=", ".join(plain_names(row, say)),
        )  # fmt: skip
        select.add_option(
            label=label[:WIDTH],
            value=f"{row.id}:{typed[:LONGEST]}",
            description=description[:WIDTH],
        )
    ask = say("refused.which_match", count=len(rows))
    return container(ui.TextDisplay(ask), ui.ActionRow(WhichSelect(action, select)))


def _described(row: MatchRow, user_id: int, say: Words) -> tuple[bool, str]:
    """Return whether a game waits for a person, and say whose turn it is."""
    if row.status is Status.LOBBY:
        return False, say("which.lobby")
    table = Table.load(row)
    to_act = table.to_act()
    if table.seat_of(user_id) in to_act:
        return True, say("which.your_turn")
    return False, say("which.turn", name=marked(Someone.of(row, to_act[0]), say))

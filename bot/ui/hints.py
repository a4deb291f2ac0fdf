"""Hints before the eyes of who asked: the warning, and the moves with their reasons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.presenters import PRESENTERS
from bot.presenters.reasons import percent
from bot.report import Ack, answer
from bot.store.rows import MatchId
from bot.ui.items import MATCH, Pressed
from bot.ui.names import bold_names, plain_names
from bot.ui.parts import container, rows

if TYPE_CHECKING:
    from bot.play.hints import Hint
    from bot.report import Pressing
    from bot.store.rows import MatchRow
    from engine.players.robot import RankedMove
    from render.api import Words


class HintButton(Pressed, ui.DynamicItem[ui.Button[ui.LayoutView]], template=rf"h:{MATCH}"):
    """Shows a hint in place of the warning; the person has read what it costs."""

    ack = Ack.UPDATE

    def __init__(self, match_id: int, button: ui.Button[Any]) -> None:
        button.custom_id = f"h:{match_id}"
        super().__init__(button)
        self.match_id = MatchId(match_id)

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> HintButton:
        return cls(int(match["match"]), ui.Button(custom_id=match[0]))

    async def pressed(self, interaction: Pressing) -> None:
        await interaction.client.app.tables.wake(self.match_id, interaction.user.id)
        await show_hint(interaction, self.match_id)


async def offer_hint(interaction: Pressing, match_id: MatchId) -> None:
    """Show a hint, after a warning if it would cost the win. Raises Refused."""
    app = interaction.client.app
    await app.tables.wake(match_id, interaction.user.id)
    if await app.hints.costs(match_id, interaction.user.id):
        say = app.texts.words(str(interaction.locale))
        await answer(interaction, view=warning_layout(match_id, say))
        return
    await show_hint(interaction, match_id)


async def show_hint(interaction: Pressing, match_id: MatchId) -> None:
    """Show a hint. Raises Refused."""
    app = interaction.client.app
    hint = await app.hints.ask(match_id, interaction.user.id)
    await answer(interaction, view=hint_layout(hint, app.texts.words(str(interaction.locale))))


def warning_layout(match_id: MatchId, say: Words) -> ui.LayoutView:
    """Lay out what a hint costs, with the button that shows it."""
    label = say("hint.button.show")
    button: ui.Button[Any] = ui.Button(label=label, style=discord.ButtonStyle.primary)
    return container(ui.TextDisplay(say("hint.warning")), *rows([HintButton(match_id, button)]))


def hint_layout(hint: Hint, say: Words) -> ui.LayoutView:
    """Lay out the best moves, each with its reasons."""
    if hint.is_forced:
        (code,) = hint.table.legal(hint.seat)
        return container(ui.TextDisplay(say("hint.only", move=_labels(hint, say)[code])))
    labels = _labels(hint, say)
    moves = [
        say("hint.move", number=number, move=labels[move.code], reasons=reasons(hint, move, say))
        for number, move in enumerate(hint.best, start=1)
    ]
    return container(
        ui.TextDisplay(say("hint.title")),
        ui.TextDisplay("\n".join(moves)),
        ui.TextDisplay(say("hint.what")),
    )


def reasons(hint: Hint, move: RankedMove, say: Words) -> str:
    """Say why a move is good, as a part of a sentence."""
    presenter, view = PRESENTERS[hint.table.row.game], hint.table.view(hint.seat)
    told = [say("reason.wins", percent=percent(move.share))] if move.share else []
    told += presenter.reasons(view, move, say)
    return "; ".join(told)


def hinted_text(row: MatchRow, say: Words) -> str:
    """Say who asked for a hint and what comes of it; "" if nobody did."""
    named = zip(row.members, bold_names(row, say, ()), strict=True)
    names = [name for member, name in named if member.hinted]
    if not names:
        return ""
    named_all = say("list.and").join(names)
    if not row.rated:
        # Of old, a hint made a match count for nobody.
        return say("hint.unrated", names=named_all)
    return say("hint.noted", n=len(names), names=named_all)


def _labels(hint: Hint, say: Words) -> dict[str, str]:
    presenter, view = PRESENTERS[hint.table.row.game], hint.table.view(hint.seat)
    controls = presenter.controls(view, say, plain_names(hint.table.row, say))
    return {control.code: control.label for control in controls}

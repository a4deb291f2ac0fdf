"""What an evening's host can do while it goes on, in a private answer."""

from __future__ import annotations

import discord
from discord import ui

from bot.discord.controls import button
from bot.discord.parts import container, rows
from bot.evenings.round import WAITS
from bot.evenings.rows import EveningRow
from render.api import Words


def direct_layout(evening: EveningRow, say: Words, done: str = "") -> ui.LayoutView:
    """Lay out the deeds of a director, each with what it does; `done` is news."""
    if evening.ended is not None:
        return container(ui.TextDisplay(say("refused.evening_over")))
    minutes, skip = int(WAITS // 60), evening.during
    lines = [
        done or say("evening.direct", round=evening.round, rounds=evening.rounds),
        say("evening.direct.wait", n=minutes),
        say(f"evening.direct.skip.{skip}"),
    ]
    to = f"evening:{evening.id}"
    buttons = [
        button(f"{to}:wait", say("evening.button.wait", n=minutes)),
        button(f"{to}:skip", say(f"evening.button.skip.{skip}")),
    ]
    if evening.round < evening.rounds:
        lines.append(say(f"evening.direct.finish.{skip}"))
        danger = discord.ButtonStyle.danger
        buttons.append(button(f"{to}:ask", say("evening.button.finish"), danger))
    return container(ui.TextDisplay("\n".join(lines)), *rows(buttons))


def asked_layout(evening: EveningRow, say: Words) -> ui.LayoutView:
    """Ask a director whether the evening is to end before its last round."""
    asked = say(f"evening.direct.ask.{evening.during}", round=evening.round)
    to, danger = f"evening:{evening.id}", discord.ButtonStyle.danger
    return container(
        ui.TextDisplay(asked),
        *rows([
            button(f"{to}:finish", say("evening.button.finish"), danger),
            button(f"{to}:back", say("evening.button.back")),
        ]),
    )  # fmt: skip


def done_layout(evening: EveningRow, deed: str, say: Words) -> ui.LayoutView:
    """Say what a deed has come to, given the evening as it was before."""
    key = f"evening.direct.done.{deed}.{evening.during}"
    return container(ui.TextDisplay(say(key, round=evening.round, next=evening.round + 1)))

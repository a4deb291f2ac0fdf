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
        return container(
            ui.TextDisplay("\n".join(filter(None, (done, say("refused.evening_over")))))
        )
    minutes = int(WAITS // 60)
    skip = "break" if evening.next_at is not None else "round"
    lines = [
        done or say("evening.direct", round=evening.round, rounds=evening.rounds),
        say("evening.direct.wait", n=minutes),
        say(f"evening.direct.skip.{skip}"),
        say("evening.direct.finish"),
    ]
    to, danger = f"evening:{evening.id}", discord.ButtonStyle.danger
    return container(
        ui.TextDisplay("\n".join(lines)),
        *rows([
            button(f"{to}:wait", say("evening.button.wait", n=minutes)),
            button(f"{to}:skip", say(f"evening.button.skip.{skip}")),
            button(f"{to}:finish", say("evening.button.finish"), danger),
        ]),
    )  # fmt: skip

"""A table's panel for moderators, questions to them, and the line that tells their deeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.names import escape
from bot.discord.parts import MENU, Button, button, container, menu, rows
from bot.match.clock.pausing import MODERATOR, is_paused_for
from bot.match.show.looks import match_name
from bot.store.rows import LIVE, MatchRow, Presence, Status
from render.api import Words


def tables_layout(
    rows: Sequence[MatchRow], deed: str, whom: int | None, say: Words
) -> ui.LayoutView:
    """Lay out the menu that asks which table is meant; a value is `<match>:<whom>`."""
    choices = menu(f"table:{deed}", say("moderate.choose"))
    for row in rows[:MENU]:
        choices.add_option(label=match_name(row, say), value=f"{row.id}:{whom or ''}")
    return container(ui.TextDisplay(say("moderate.which", count=len(rows))), ui.ActionRow(choices))


def panel_layout(row: MatchRow, say: Words, done: str = "") -> ui.LayoutView:
    """Lay out a table with what moderators can do there; `done` says what was done just now."""
    lines = [say("title.name", name=escape(match_name(row, say))), done]
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(filter(None, lines)))]
    if row.status in LIVE:
        people = menu("table:kick", say("moderate.kick.choose"))
        for member in row.members:
            is_person = member.user_id is not None and not member.is_anonymous
            if is_person and member.presence is not Presence.REMOVED:
                people.add_option(label=member.name, value=f"{row.id}:{member.user_id}")
        if people.options:
            parts.append(ui.ActionRow(people))
        deeds = ["ask"]
        if row.status is Status.PLAYING:
            deeds.insert(0, "resume" if is_paused_for(row, MODERATOR) else "pause")
        parts += rows(_deed_button(row, deed, say) for deed in deeds)
    return container(*parts)


def ask_layout(row: MatchRow, say: Words) -> ui.LayoutView:
    """Ask a moderator whether to end a table, with the way back to its panel."""
    text = say("moderate.asks", name=escape(match_name(row, say)))
    return container(
        ui.TextDisplay(text), *rows(_deed_button(row, deed, say) for deed in ("end", "show"))
    )


def _deed_button(row: MatchRow, deed: str, say: Words) -> Button:
    style = discord.ButtonStyle.danger if deed == "end" else discord.ButtonStyle.secondary
    return button(f"table:{row.id}:{deed}", say(f"moderate.button.{deed}"), style)


def audit_text(
    deed: str, row: MatchRow, who: int, whom: int | None, when: float, say: Words
) -> str:
    """Spell an audit line: who did what to which table, to whom and when."""
    return say(
        f"audit.{deed}", moderator=f"<@{who}>", person=f"<@{whom}>", game=say(f"game.{row.game}"),
        number=row.number, channel=f"<#{row.home_id}>", when=f"<t:{int(when)}:f>",
    )  # fmt: skip

"""Questions to moderators, and the line that tells their deeds."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.discord.controls import menu
from bot.discord.parts import container
from bot.match.which_layout import MENU_OPTIONS, match_name
from bot.store.rows import MatchRow
from render.api import Words


def tables_layout(
    rows: Sequence[MatchRow], deed: str, whom: int | None, say: Words
) -> ui.LayoutView:
    """Lay out the menu that asks which table is meant; a value is `<match>:<whom>`."""
    choices = menu(f"table:{deed}", say("moderate.choose"))
    for row in rows[:MENU_OPTIONS]:
        choices.add_option(label=match_name(row, say), value=f"{row.id}:{whom or ''}")
    return container(ui.TextDisplay(say("moderate.which", count=len(rows))), ui.ActionRow(choices))


def audit_text(
    deed: str, row: MatchRow, who: int, whom: int | None, when: float, say: Words
) -> str:
    """Spell an audit line: who did what to which table, to whom and when."""
    return say(
        f"audit.{deed}", moderator=f"<@{who}>", person=f"<@{whom}>", game=say(f"game.{row.game}"),
        number=row.id, channel=f"<#{row.home_id}>", when=f"<t:{int(when)}:f>",
    )  # fmt: skip

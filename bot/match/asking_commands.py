"""/look."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.errors import Refused
from bot.match.asking import is_open, questions_of, view_for
from bot.match.choices_commands import containing, quietly, table_meant, tables_named
from bot.match.choosing import PLAYING
from bot.match.which_actions import act
from bot.store.errors import UnreadableMatch


@quietly
async def question_choices(press: Press, current: str) -> list[app_commands.Choice[str]]:
    """Offer what may be asked of a table, filtered by what is typed."""
    try:
        table = await table_meant(press, anybody=True)
        view = view_for(table, press.user_id, press.interaction.channel_id)
    except (Refused, UnreadableMatch):
        return []
    asked = questions_of(table.row, view)
    return containing(((press.say(f"look.button.{each}"), each) for each in asked), current)


@quietly
async def watched_choices(press: Press, current: str) -> list[app_commands.Choice[int]]:
    """Offer the tables a person plays at, and those that everybody here can see."""
    mine = await press.app.store.matches_of(press.user_id, PLAYING)
    here = await press.app.store.matches_in(press.location.channel_id, PLAYING)
    rows = {row.id: row for row in (*mine, *filter(is_open, here))}
    return tables_named(press, rows.values(), current)


class Asking(commands.Cog):
    """Questions about a game."""

    @app_commands.command(name="look", description=command("look"))
    @app_commands.describe(question=command("look.question"), table=command("move.table"))
    @app_commands.autocomplete(question=question_choices)
    @app_commands.autocomplete(table=watched_choices)
    async def look(self, interaction: Interaction, question: str, table: int | None = None) -> None:
        """Answer a question about a game in words, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, act, "look", table, str(question))

"""/record and /verify."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import marked
from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.match.choices_commands import containing, quietly
from bot.records.actions import record, verify
from bot.records.service import recent, someone


@quietly
async def finished_choices(press: Press, current: str) -> list[app_commands.Choice[int]]:
    """Offer the games finished here, or by this person."""
    say, locale = press.say, str(press.interaction.locale)
    past = await recent(press.app.store, press.user_id, press.interaction.channel_id)
    names = [
        (
            say(
                "finished.choice", game=say(f"game.{match.game}"), number=match.match_id,
                day=press.app.texts.day(locale, match.finished),
                names=[marked(someone(result), say) for result in match.results],
            )[:100],
            match.match_id,
        )
        for match in past
    ]  # fmt: skip
    return containing(names, current)


class Records(commands.Cog):
    """The record of a finished game as files, and the proof that it was dealt fairly."""

    @app_commands.command(name="record", description=command("record"))
    @app_commands.describe(match=command("record.match"))
    @app_commands.autocomplete(match=finished_choices)
    async def record(self, interaction: Interaction, match: int | None = None) -> None:
        """Give the record of a finished game, as files for all."""
        await Press(interaction).run(Ack.NONE, record, match)

    @app_commands.command(name="verify", description=command("verify"))
    @app_commands.describe(match=command("verify.match"))
    @app_commands.autocomplete(match=finished_choices)
    async def verify(self, interaction: Interaction, match: int | None = None) -> None:
        """Prove to all that a finished game was dealt fairly."""
        await Press(interaction).run(Ack.NONE, verify, match)

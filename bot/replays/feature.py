"""Replays as a feature: their command, and what they add to the core."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import command, marked
from bot.discord.press import Ack, Interaction, Press
from bot.match.feature import Room
from bot.match.show.looks import title_of
from bot.match.talk.choices import containing, quietly
from bot.preferences.server import Feature
from bot.records.service import recent, someone
from bot.replays.actions import replay
from bot.replays.layouts import replay_button

# /replay.


@quietly
async def finished_choices(press: Press, current: str) -> list[app_commands.Choice[int]]:
    """Offer the games finished here, or by this person."""
    say, locale = press.say, press.locale
    past = await recent(press.app.store, press.user_id, press.interaction.channel_id)
    names = [
        (
            say(
                "finished.choice",
                title=title_of(match.game, match.number, match.series, say),
                day=press.app.texts.day(locale, match.finished),
                names=[marked(someone(result), say) for result in match.results],
            ),
            match.match_id,
        )
        for match in past
    ]
    return containing(names, current)


class Replays(commands.Cog):
    """Finished games, move by move."""

    @app_commands.command(name="replay", description=command("replay"))
    @app_commands.describe(match=command("replay.match"), code=command("replay.code"))
    @app_commands.autocomplete(match=finished_choices)
    async def replay(
        self, interaction: Interaction, match: int | None = None, code: str | None = None
    ) -> None:
        """Show a finished game move by move, to whoever asks."""
        await Press(interaction, Feature.REPLAY).run(Ack.PRIVATE, replay, match, code)


# Replays as a feature.

FEATURE = Room(name="replays", cogs=(Replays,), looking_back=replay_button)

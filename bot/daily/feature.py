"""The daily as a feature: its command, and what it adds to the core."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.daily import store
from bot.daily.actions import look
from bot.daily.layouts import DAILY_AHEAD, LOOK, daily_facts, daily_lines, daily_notes
from bot.daily.news import DailyRounds, Reminders
from bot.daily.rules import DAILY, is_daily
from bot.daily.service import Dailies, Days, Grading, may_watch
from bot.discord.app import App
from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.match.calls.notices import Notices
from bot.match.feature import Jobs, Room, house_names
from bot.match.house.workshop import Workshop
from bot.match.show.publisher import Publisher
from bot.match.table.kind import Ability
from bot.match.table.tables import Tables
from bot.preferences.server import Feature
from bot.store.holdings import Holdings

# /daily.


class Daily(commands.Cog):
    """The one game of each day."""

    @app_commands.command(name="daily", description=command("daily"))
    async def daily(self, interaction: Interaction) -> None:
        """Show the daily of today, to whoever asks."""
        await Press(interaction, Feature.DAILY).run(Ack.PRIVATE, look)


# The daily as a feature.


def _wire(app: App, jobs: Jobs) -> None:
    store, tables, clock = app.store, app.get(Tables), app.clock
    days, grading = Days(store, tables, clock), Grading(store, app.get(Workshop))
    dailies = Dailies(store, tables, clock, days, house_names(app.texts, app.settings))
    reminders = Reminders(store, dailies, app.get(Notices), app.texts, clock)
    rounds = DailyRounds(reminders, days, store, app.texts, app.io, clock)
    app.put(dailies, grading, rounds, rounds.posts)
    tables.listeners += (days.on_change, grading.on_change)
    app.get(Publisher).hurried.append(rounds.outbox.lift)
    jobs.begin.append(rounds.begin)
    jobs.end.append(rounds.close)
    jobs.close.append(grading.close)


FEATURE = Room(
    name="daily",
    cogs=(Daily,),
    wire=_wire,
    kind=DAILY,
    look=LOOK,
    watched=may_watch,
    able={Ability.DAILY: is_daily},
    ahead=DAILY_AHEAD,
    notes=daily_notes,
    lines=daily_lines,
    facts=daily_facts,
    holdings=Holdings(personal_data=store.personal_data, forget=store.forget, expire=store.expire),
)

"""Evenings as a feature: their command, and what they add to the core."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.app import App
from bot.discord.io import Calendar
from bot.discord.names import command, worded
from bot.discord.press import Ack, Interaction, Need, Press
from bot.evenings import opening_actions as opening
from bot.evenings import store
from bot.evenings.actions import show_evenings
from bot.evenings.appointment_actions import show_appointment
from bot.evenings.appointment_service import Appointments
from bot.evenings.direction import Direction
from bot.evenings.layouts import LOOK, evening_facts, evening_lines
from bot.evenings.meetings import Meetings
from bot.evenings.news import AppointmentNews, EveningNews, EventNews
from bot.evenings.opening_actions import HOSTING, Wanted
from bot.evenings.result_layouts import evening_notes
from bot.evenings.rows import TURNS
from bot.evenings.rules import EVENING
from bot.evenings.service import Evenings
from bot.evenings.standings import may_watch
from bot.evenings.store import rated_places
from bot.match.calls.notices import Notices
from bot.match.feature import Jobs, Room, house_names
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.lanes import BOARD
from bot.match.show.messages import PATIENCE
from bot.match.show.publisher import Publisher
from bot.match.table.kind import Contest
from bot.match.table.seats import MOST_ROUNDS
from bot.match.table.tables import Tables
from bot.match.talk.choices import game_choices
from bot.preferences.server import Feature
from bot.store.holdings import Holdings

_TERMS = {
    "game": command("evening.game"), "rounds": command("evening.rounds"),
    "deals": command("evening.deals"), "turn": command("evening.turn"),
    "begins": command("evening.begins"),
}  # fmt: skip
_TURNS = [app_commands.Choice(name=worded(f"terms.clock.{word}"), value=word) for word in TURNS]


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class EveningCommands(
    commands.GroupCog, group_name="evening", group_description=command("evening")
):
    """Opening an evening, the weekly one, and looking at those there were."""

    @app_commands.command(name="open", description=command("evening.open"))
    @app_commands.describe(**_TERMS)
    @app_commands.choices(game=game_choices(), turn=_TURNS)
    async def open(
        self,
        interaction: Interaction,
        game: str,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 3,
        deals: int | None = None,
        turn: str = TURNS[0],
        begins: str = "",
    ) -> None:
        """Open the lobby of an evening."""
        await _open(interaction, Wanted(game, rounds, deals, str(turn)), str(begins))

    @app_commands.command(name="challenge", description=command("evening.challenge"))
    @app_commands.describe(**_TERMS)
    @app_commands.choices(game=game_choices(), turn=_TURNS)
    async def challenge(
        self,
        interaction: Interaction,
        game: str,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 3,
        deals: int | None = None,
        turn: str = TURNS[0],
        begins: str = "",
    ) -> None:
        """Open the lobby of an evening against another server."""
        await _open(interaction, Wanted(game, rounds, deals, str(turn), against=True), str(begins))

    @app_commands.command(name="accept", description=command("evening.accept"))
    @app_commands.describe(code=command("evening.code"))
    async def accept(self, interaction: Interaction, code: str) -> None:
        """Show what another server offers, with the button that accepts it."""
        await Press(interaction, *HOSTING).run(Ack.PRIVATE, opening.show_offer, str(code))

    @app_commands.command(name="weekly", description=command("evening.weekly"))
    async def weekly(self, interaction: Interaction) -> None:
        """Show the weekly evening of a server, its season, and what its hosts can do."""
        await Press(interaction, *HOSTING).run(Ack.PRIVATE, show_appointment)

    @app_commands.command(name="past", description=command("evening.past"))
    async def past(self, interaction: Interaction) -> None:
        """Show the evenings of a server."""
        await Press(interaction, Feature.EVENINGS, Need.ANY_SERVER).run(Ack.PRIVATE, show_evenings)


async def _open(interaction: Interaction, wanted: Wanted, begins: str) -> None:
    """Open the lobby of an evening at once; one that begins at a time is asked about first."""
    if begins.strip():
        await Press(interaction, *HOSTING).run(Ack.FORM, opening.ask, wanted, begins)
    else:
        opens = opening.challenge if wanted.against else opening.open_evening
        await Press(interaction, *HOSTING).run(Ack.PUBLIC, opens, wanted)


# Evenings as a feature.


def _wire(app: App, jobs: Jobs) -> None:
    store, tables, lobbies, clock = app.store, app.get(Tables), app.get(Lobbies), app.clock
    evenings = Evenings(store, tables, lobbies, clock, house_names(app.texts, app.settings))
    meetings = Meetings(store, tables, lobbies, evenings, clock)
    news = EveningNews(store, evenings, app.io, app.painter, app.texts, clock)
    events = EventNews(store, app.get(Calendar), app.texts, clock)
    appointments = Appointments(store, tables, lobbies, clock)
    weekly = AppointmentNews(appointments, events, app.io, app.get(Notices), app.painter, app.texts)
    direction = Direction(store, evenings, clock)
    app.put(evenings, direction, meetings, news, events, appointments, weekly)
    news.listeners.append(tables.handle_change)
    publisher = app.get(Publisher)
    news.moving.append(lambda match_id: publisher.publish_within(match_id, PATIENCE, BOARD))
    tables.listeners += (news.on_change, meetings.on_change)
    publisher.hurried += (news.hurry, weekly.outbox.lift)
    jobs.catch_up.extend((weekly.catch_up, news.catch_up, events.catch_up))
    jobs.end.append(news.close)
    jobs.on_signal["evening"] = news.on_signal
    jobs.on_signal["appointment"] = weekly.catch_up


FEATURE = Room(
    name="evenings",
    cogs=(EveningCommands,),
    wire=_wire,
    kind=EVENING,
    look=LOOK,
    watched=may_watch,
    contest=Contest(2, rated_places, is_by_conduct=False),
    notes=evening_notes,
    lines=evening_lines,
    facts=evening_facts,
    holdings=Holdings(
        personal_data=store.personal_data, leave=store.leave_all, forget=store.forget
    ),
)

"""Evenings as a feature."""

from __future__ import annotations

from bot.discord.app import App
from bot.discord.calendar import Calendar
from bot.evenings import store
from bot.evenings.commands import Evenings as EveningsCog
from bot.evenings.layouts import LOOK
from bot.evenings.meetings import Meetings
from bot.evenings.news import EveningNews, EventNews
from bot.evenings.own_layouts import evening_notes
from bot.evenings.plan_layouts import evening_facts, evening_lines
from bot.evenings.rules import EVENING
from bot.evenings.service import Evenings
from bot.evenings.standings import may_watch
from bot.evenings.store import rated_places
from bot.match.feature import Jobs, Room, house_names
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.table.kind import Contest
from bot.match.table.tables import Tables
from bot.store.kept import Kept


def _wire(app: App, jobs: Jobs) -> None:
    store, tables, lobbies, clock = app.store, app.get(Tables), app.get(Lobbies), app.clock
    evenings = Evenings(store, tables, lobbies, clock, house_names(app.texts, app.settings))
    meetings = Meetings(store, tables, lobbies, evenings, clock)
    news = EveningNews(store, evenings, app.io, app.painter, app.texts, clock)
    events = EventNews(store, app.get(Calendar), app.texts, clock)
    app.put(evenings, meetings, news, events)
    news.listeners.append(tables.heed)
    tables.listeners += (news.on_change, meetings.on_change)
    app.get(Publisher).hurried.append(news.hurry)
    jobs.catch_up.extend((news.catch_up, events.catch_up))
    jobs.end.append(news.close)
    jobs.heard["evening"] = news.heard


FEATURE = Room(
    name="evenings",
    cogs=(EveningsCog,),
    wire=_wire,
    kind=EVENING,
    look=LOOK,
    watched=may_watch,
    contest=Contest(2, rated_places, is_by_conduct=False),
    notes=evening_notes,
    lines=evening_lines,
    facts=evening_facts,
    kept=Kept(told=store.told, leave=store.leave_all, forget=store.forget),
)

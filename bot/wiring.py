"""The parts of the bot, put together in the one place that knows them all."""

from __future__ import annotations

import asyncio

from discord.ext import commands

import bot.features  # noqa: F401 - registers what features put into the core
from bot.clock import Clock
from bot.cluster.peers import Cluster
from bot.daily.news import DailyRounds, Reminders
from bot.daily.service import Dailies, Days, Grading
from bot.discord.app import App
from bot.discord.calendar import Calendar
from bot.discord.emoji import OwnEmoji
from bot.discord.io import DiscordIO
from bot.evenings.meetings import Meetings
from bot.evenings.news import EveningNews, EventNews
from bot.evenings.service import Evenings
from bot.leagues.news import LeagueNews
from bot.leagues.service import Leagues
from bot.learn.lesson import Lessons
from bot.match.calls.calling import MessageBudget
from bot.match.calls.notices import DiscordNotices, Notices
from bot.match.clock.clocks import Clocks, Vacations
from bot.match.clock.proposals import Proposals
from bot.match.house.forks import Forks
from bot.match.house.hints import Coach, Hints
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinking import new_thinker
from bot.match.house.workshop import Workshop
from bot.match.lobby.invitations import Invitations, Inviting
from bot.match.lobby.lobbies import Lobbies
from bot.match.lobby.rematch import Rematches
from bot.match.show.actions import Hearing
from bot.match.show.contents import Contents
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.panels import Panels
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.painter import Painter
from bot.privacy.exports import Exports
from bot.privacy.service import Erasing, Tidying
from bot.puzzles.service import Puzzles, shipped
from bot.ratings.service import Rater
from bot.reviews.service import Practice, Reviews
from bot.settings import Settings
from bot.store import Store
from bot.texts import Texts


def cluster_of(store: Store) -> Cluster | None:
    """Choose, once for the whole bot, who else may own tables and hear of changes.

    Gives the process's place among others; None where it has the database for itself. A store that
    only looks on, as a host's command opens one, has nobody beside it either.
    """
    if not store.database.is_shared:
        return None
    cluster = Cluster(store)
    store.ownership, store.peers = cluster.ownership, cluster.peers
    return cluster


def wire(client: commands.AutoShardedBot, settings: Settings, clock: Clock, store: Store) -> App:
    """Make the parts and tell the tables who listens."""
    texts, painter, io = Texts.load(), Painter(), DiscordIO(client, clock)
    emoji, forks = OwnEmoji(client, painter, clock), Forks(settings.data)
    thinker, workshop = new_thinker(settings.thinkers, forks), Workshop(forks)
    tables = Tables(store, clock, HouseQueue(thinker, clock.now()))
    say = texts.words(settings.locale)
    house = say("house.names").split(", ")
    lobbies = Lobbies(store, tables, clock, house, io.may_thread)
    contents, panels = Contents(texts, painter, emoji), Panels(clock)
    stage, shown = DiscordStage(io, contents, emoji, clock), DiscordNotices(io)
    notices = Notices(store, clock, shown, MessageBudget(store, clock))
    publisher = Publisher(store, tables, stage, clock, notices)
    clocks = Clocks(store, tables, lobbies.expire, clock)
    leagues, days = Leagues(store, tables, lobbies, clock), Days(store, tables, clock)
    evenings = Evenings(store, tables, lobbies, clock, house)
    meetings = Meetings(store, tables, lobbies, evenings, clock)
    news = EveningNews(store, evenings, io, painter, texts, clock)
    league_news = LeagueNews(store, leagues, io, painter, texts, clock)
    dailies, rater = Dailies(store, tables, clock, days, house), Rater(store, clock)
    remind = Reminders(store, dailies, notices, texts, clock)
    rounds = DailyRounds(remind, days, store, texts, io, clock)
    publisher.hurried = [news.hurry, league_news.outbox.lift, rounds.outbox.lift]
    rater.listeners, news.listeners = [tables.heed], [tables.heed]
    reviews, puzzles = Reviews(store, workshop), Puzzles(store, workshop, clock)
    grading = Grading(store, workshop)
    heard_by = (clocks, publisher, rater, days, grading, panels, news, meetings)
    tables.listeners += [listener.on_change for listener in heard_by]
    reviews.listeners.append(puzzles.on_review)
    app = App(
        settings=settings, started=clock.now(), clock=clock, store=store, texts=texts, io=io,
        painter=painter, emoji=emoji, hearing=Hearing(publisher, stage, clocks),
    )  # fmt: skip
    app.put(
        forks, workshop, tables, lobbies, contents, stage, stage.private, panels, notices,
        publisher, Inviting(store, tables, texts, shown, notices, clock),
        clocks, leagues, rater, reviews, puzzles, Hints(tables, thinker),
        Coach(tables, thinker), league_news, Proposals(tables, clock),
        Vacations(store, tables, clock), Rematches(store, tables, lobbies, clock), evenings, news,
        EventNews(store, Calendar(client), texts, clock),
        meetings,
        Invitations(store, tables, clock), Exports(store),
        Erasing(store, tables, clock, say("data.someone")),
        Tidying(store, io, clock, notices.budget), dailies, grading,
        Practice(store, tables, clock, house), Lessons(store, tables, clock, house), rounds,
    )  # fmt: skip
    return app


async def read_ahead(app: App) -> None:
    """Read what takes long; what cannot be read is told where it is needed."""
    reading = app.painter.ready(), asyncio.to_thread(shipped)
    await asyncio.gather(*reading, return_exceptions=True)


async def close_playing(app: App) -> None:
    """Do nothing more for any table: what is not done another process does, or the next start."""
    await app.emoji.close()
    await app.get(DailyRounds).close()
    await app.get(Clocks).close()
    await app.get(Publisher).close()
    await app.get(Rater).close()
    await app.get(EveningNews).close()


async def close_helpers(app: App) -> None:
    """End what thinks, works and paints."""
    await app.get(Hints).thinker.close()
    await app.get(Workshop).close()
    await app.get(Forks).close()
    await app.get(Reviews).close()
    await app.get(Grading).close()
    await app.get(Puzzles).close()
    app.painter.close()

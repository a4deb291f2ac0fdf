"""The parts of the bot, put together in the one place that knows them all."""

from __future__ import annotations

import asyncio

from discord.ext import commands

from bot.clock import Clock
from bot.cluster.peers import Cluster
from bot.discord.app import App
from bot.discord.emoji import ApplicationEmoji
from bot.discord.io import Calendar, DiscordIO
from bot.features import FEATURES
from bot.match.calls.notices import DiscordNotices, MessageBudget, Notices
from bot.match.clock.clocks import Clocks, Vacations
from bot.match.clock.proposals import Proposals
from bot.match.feature import Jobs, house_names
from bot.match.house.forks import Forks
from bot.match.house.hints import Coach, Hints
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import new_thinker
from bot.match.house.workshop import Workshop
from bot.match.lobby.invitations import Invitations, Inviting
from bot.match.lobby.lobbies import Lobbies
from bot.match.lobby.play_actions import Rematches
from bot.match.show.actions import Presses
from bot.match.show.contents import Contents
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.panels import Panels
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.painter import Painter
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
    emoji, forks = ApplicationEmoji(client, painter, clock), Forks(settings.data)
    thinker, workshop = new_thinker(settings.thinkers, forks), Workshop(forks)
    tables = Tables(store, clock, HouseQueue(thinker, clock.now()))
    contents, panels = Contents(texts, painter, emoji), Panels(clock)
    stage, shown = DiscordStage(io, contents, emoji, clock), DiscordNotices(io)
    notices = Notices(store, clock, shown, MessageBudget(store, clock))
    publisher = Publisher(store, tables, stage, clock, notices)
    house = house_names(texts, settings)
    lobbies = Lobbies(store, tables, clock, house, io.may_thread, io.missing)
    clocks, jobs = Clocks(store, tables, lobbies.expire, clock), Jobs()
    tables.listeners += [listener.on_change for listener in (clocks, publisher, panels)]
    app = App(
        settings=settings, started=clock.now(), clock=clock, store=store, texts=texts, io=io,
        painter=painter, emoji=emoji, presses=Presses(publisher, stage, clocks),
    )  # fmt: skip
    app.put(
        forks, workshop, tables, lobbies, contents, stage, stage.private, panels, notices,
        publisher, Inviting(store, tables, texts, shown, notices, clock), clocks,
        Hints(store, tables, thinker), Coach(tables, thinker), Proposals(tables, clock),
        Vacations(store, tables, clock), Rematches(store, tables, lobbies, clock),
        Invitations(store, tables, clock), Calendar(client), jobs,
    )  # fmt: skip
    for feature in FEATURES:
        feature.wire(app, jobs)
    return app


async def read_ahead(app: App) -> None:
    """Read what takes long; what cannot be read is told where it is needed."""
    reading = (read() for read in (app.painter.ready, *app.get(Jobs).read))
    await asyncio.gather(*reading, return_exceptions=True)


async def close_playing(app: App) -> None:
    """Do nothing more for any table: what is not done another process does, or the next start."""
    await app.emoji.close()
    await app.get(Jobs).stop()
    await app.get(Clocks).close()
    await app.get(Publisher).close()
    # What the last changes of tables have begun.
    await app.get(Jobs).stop()


async def close_helpers(app: App) -> None:
    """End what thinks, works and paints."""
    await app.get(Hints).thinker.close()
    await app.get(Workshop).close()
    await app.get(Forks).close()
    for close in app.get(Jobs).close:
        await close()
    app.painter.close()

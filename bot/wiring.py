"""The parts of the bot, put together in the one place that knows them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.app import App
from bot.discord_io import DiscordIO
from bot.emoji import OwnEmoji
from bot.painter import Painter
from bot.play.clocks import Clocks
from bot.play.dailies.days import Days
from bot.play.dailies.trying import Dailies
from bot.play.erasing import Erasing
from bot.play.exports import Exports
from bot.play.hints import Hints
from bot.play.invitations import Invitations
from bot.play.leagues.leagues import Leagues
from bot.play.lobbies import Lobbies
from bot.play.proposals import Proposals
from bot.play.puzzles import Puzzles
from bot.play.ratings.rater import Rater
from bot.play.rematch import Rematches
from bot.play.reviews import Reviews
from bot.play.tables import Tables
from bot.play.taking_vacation import Vacations
from bot.play.thinking import new_thinker
from bot.play.workshop import COMMAND, Workshop
from bot.show.budget import Budget
from bot.show.daily_rounds import DailyRounds
from bot.show.discord_notices import DiscordNotices
from bot.show.discord_stage import DiscordStage
from bot.show.hearing import Hearing
from bot.show.inviting import Inviting
from bot.show.leagues import LeagueNews
from bot.show.notices import Notices
from bot.show.publisher import Publisher
from bot.show.tidying import Tidying
from bot.texts import Texts

if TYPE_CHECKING:
    from discord.ext import commands

    from bot.clock import Clock
    from bot.settings import Settings
    from bot.store import Store


def wire(client: commands.AutoShardedBot, settings: Settings, clock: Clock, store: Store) -> App:
    """Make the parts and tell the tables who listens."""
    texts, painter, io = Texts.load(), Painter(), DiscordIO(client)
    emoji = OwnEmoji(client, painter, clock)
    thinker = new_thinker(settings.thinkers, settings.data)
    thinker.begin()
    workshop = Workshop(command=(*COMMAND, str(settings.data.absolute())))
    tables = Tables(store, clock, thinker)
    house = texts.words(settings.locale)("house.names").split(", ")
    someone = texts.words(settings.locale)("data.someone")
    lobbies = Lobbies(store, tables, clock, house)
    stage = DiscordStage(io, store, texts, painter, clock, emoji)
    shown = DiscordNotices(io)
    notices = Notices(store, clock, shown, Budget(store, clock))
    publisher = Publisher(store, tables, stage, clock, notices)
    clocks = Clocks(store, tables, lobbies, clock)
    leagues = Leagues(store, tables, lobbies, clock)
    days = Days(store, tables, clock)
    rater = Rater(store, clock)
    rater.listeners.append(tables.heed)
    tables.listeners += [clocks.on_change, publisher.on_change, rater.on_change, days.on_change]
    reviews, puzzles = Reviews(store, workshop), Puzzles(store, workshop, clock)
    reviews.listeners.append(puzzles.on_review)
    inviting = Inviting(store, tables, texts, shown, notices, clock)
    app = App(
        settings=settings, started=clock.now(), clock=clock, store=store, texts=texts, io=io,
        painter=painter, emoji=emoji, thinker=thinker, hearing=Hearing(publisher, stage, clocks),
    )  # fmt: skip
    app.put(
        workshop, tables, lobbies, stage, notices, publisher, inviting, clocks, leagues, rater,
        reviews, puzzles, Hints(tables, thinker),
        LeagueNews(store, leagues, io, painter, texts, clock), Proposals(tables, clock),
        Vacations(store, tables, clock), Rematches(store, tables, lobbies, clock),
        Invitations(store, tables, clock), Exports(store), Erasing(store, tables, clock, someone),
        Tidying(store, io, clock, notices.budget), Dailies(store, tables, clock, days, house),
        DailyRounds(days, store, texts, io, clock),
    )  # fmt: skip
    return app

"""The parts of the running bot, wired together once by `bot.client`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.discord_io import DiscordIO
    from bot.emoji import OwnEmoji
    from bot.painter import Painter
    from bot.play.clocks import Clocks
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
    from bot.play.thinking import Thinker
    from bot.play.workshop import Workshop
    from bot.settings import Settings
    from bot.show.daily_rounds import DailyRounds
    from bot.show.discord_stage import DiscordStage
    from bot.show.inviting import Inviting
    from bot.show.leagues import LeagueNews
    from bot.show.notices import Notices
    from bot.show.publisher import Publisher
    from bot.show.tidying import Tidying
    from bot.store import Store
    from bot.texts import Texts


@dataclass(slots=True)
class App:
    """What every action and service of the bot may use; nothing is global."""

    settings: Settings
    started: float
    """When the bot was started, in seconds since 1970."""
    clock: Clock
    store: Store
    texts: Texts
    painter: Painter
    io: DiscordIO
    thinker: Thinker
    workshop: Workshop
    hints: Hints
    tables: Tables
    lobbies: Lobbies
    leagues: Leagues
    league_news: LeagueNews
    notices: Notices
    proposals: Proposals
    rater: Rater
    puzzles: Puzzles
    vacations: Vacations
    rematches: Rematches
    reviews: Reviews
    invitations: Invitations
    inviting: Inviting
    publisher: Publisher
    clocks: Clocks
    stage: DiscordStage
    exports: Exports
    emoji: OwnEmoji
    erasing: Erasing
    dailies: Dailies
    rounds: DailyRounds
    tidying: Tidying

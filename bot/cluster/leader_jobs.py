"""Work done once for all, by the leader; a bot alone on its database leads always."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.daily.rounds import DailyRounds
from bot.discord.app import App
from bot.evenings.event_news import EventNews
from bot.evenings.news import EveningNews
from bot.leagues.news import LeagueNews
from bot.match.calls.notices import Notices
from bot.match.lobby.inviting import Inviting
from bot.match.show.publisher import Publisher
from bot.privacy.tidying import Tidying
from bot.ratings.rater import Rater
from bot.store.errors import StoreError

log = logging.getLogger(__name__)


class LeaderJobs:
    """Rating, days, leagues, evenings, digests, invitations, threads to be left, emoji, tidying."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def begin(self) -> None:
        """Take them up, where whoever had them before may have stopped anywhere. Raises StoreError.

        Weeks and days that are over end before anybody plays on.
        """
        app = self._app
        await app.get(Publisher).digests.begin()
        await app.get(DailyRounds).begin()
        await app.get(LeagueNews).begin()
        app.get(Rater).start()
        app.emoji.start()
        await app.get(Notices).budget.tidy()

    async def end(self) -> None:
        """Leave them to another process; twice is harmless."""
        await self._app.get(DailyRounds).close()
        await self._app.get(EveningNews).close()
        await self._app.get(Publisher).digests.close()
        await self._app.get(Rater).close()

    async def catch_up(self) -> None:
        """Look for what came late."""
        app = self._app
        if app.store.ownership.leads:
            app.get(Rater).start()
            await tried(app.get(Publisher).leave_threads)
            await tried(app.get(Inviting).catch_up)
            await tried(app.get(LeagueNews).catch_up)
            await tried(app.get(EveningNews).catch_up)
            await tried(app.get(EventNews).catch_up)

    async def tidy(self) -> None:
        """Tidy up; whatever goes wrong is left to the next round."""
        if self._app.store.ownership.leads:
            await self._app.get(Tidying).tidy()


async def tried(part: Callable[[], Awaitable[object]]) -> None:
    """Let a part catch up; where it fails the others do all the same, and it tries again later."""
    try:
        await part()
    except StoreError as error:
        log.warning("what is to be shown cannot be read: %s", error)
    except Exception:
        log.exception("catching up failed")

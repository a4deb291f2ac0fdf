"""What the client says of errors that no other handler caught."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.client import Nimbus
from bot.cluster.ownership import LeaderJobs
from bot.daily.news import DailyRounds
from bot.errors import Barred
from bot.evenings.news import EveningNews
from bot.leagues.news import LeagueNews
from bot.match.feature import Jobs
from bot.match.lobby.invitations import Inviting
from bot.match.show.publisher import Publisher
from bot.ratings.service import Rater
from bot.settings import Settings
from bot.store import Store
from bot.store.errors import StoreClosed, StoreFailed
from bot.wiring import wire


async def test_an_event_while_the_bot_is_stopping_costs_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    address = f"sqlite+aiosqlite:///{tmp_path}/nimbus.sqlite3"
    store = await Store.open(address)
    await store.close()
    bot = Nimbus(Settings(token="t", data=tmp_path, database_url=address))
    try:
        await store.locations()
    except StoreClosed:
        await bot.on_error("on_ready")  # as discord.py calls it
    assert "on_ready came when the bot was stopping" in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_part_that_fails_keeps_no_other_from_catching_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nimbus.sqlite3")
    settings = Settings(token="t", data=tmp_path, database_url="sqlite+aiosqlite://")
    bot = Nimbus(settings)
    bot.app = wire(bot, settings, bot.clock, store)
    bot.jobs = LeaderJobs(bot.app)
    tried = list[str]()

    def failing(name: str, error: Exception) -> Callable[[], Awaitable[None]]:
        async def part() -> None:
            tried.append(name)
            raise error

        return part

    monkeypatch.setattr(
        bot.app.get(Publisher), "catch_up", failing("publisher", StoreFailed("full"))
    )
    monkeypatch.setattr(bot.app.get(Publisher), "leave_threads", failing("threads", KeyError("x")))
    monkeypatch.setattr(bot.app.get(Inviting), "catch_up", failing("inviting", ValueError("x")))
    of_features = bot.app.get(Jobs).catch_up
    assert of_features
    of_features[:] = [failing(f"feature {at}", StoreFailed("x")) for at in range(len(of_features))]
    await bot._catch_up.coro(bot)
    assert tried[:3] == ["publisher", "threads", "inviting"]
    assert tried[3:] == [f"feature {at}" for at in range(len(of_features))]
    await bot.app.get(Rater).close()
    bot.app.painter.close()
    await store.close()


async def refused() -> None:
    raise Barred


async def test_a_change_in_a_server_lifts_all_that_is_barred_there(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nimbus.sqlite3")
    settings = Settings(token="t", data=tmp_path, database_url="sqlite+aiosqlite://")
    bot = Nimbus(settings)
    app = wire(bot, settings, bot.clock, store)
    evenings, leagues, dailies = app.get(EveningNews), app.get(LeagueNews), app.get(DailyRounds)
    for guild_id in (5, 6):
        await evenings.outbox.send((guild_id, 7), guild_id, refused)
        await leagues.outbox.send(guild_id, guild_id, refused)
        await dailies.outbox.send(guild_id, guild_id, refused)
    app.get(Publisher).hurry(5)
    for guild_id in (5, 6):
        held = (
            evenings.outbox.holds((guild_id, 7)),
            leagues.outbox.holds(guild_id),
            dailies.outbox.holds(guild_id),
        )
        assert held == (guild_id == 6,) * 3
    await evenings.close()
    app.painter.close()
    await store.close()

"""The bot as it is wired: its parts, what features register, and errors that nobody else caught."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from bot.client import Nimbus
from bot.cluster.peers import LeaderJobs
from bot.daily.news import DailyRounds
from bot.discord.app import App
from bot.errors import Barred
from bot.evenings.news import EveningNews
from bot.features import FEATURES
from bot.leagues.news import LeagueNews
from bot.match.feature import Jobs, Room
from bot.match.house.workshop import Workshop
from bot.match.lobby.invitations import Inviting
from bot.match.show.looks import FACTS, LINES, LOOKING_BACK, LOOKS, NOTES
from bot.match.show.publisher import Publisher
from bot.match.table.kind import KINDS
from bot.ratings.service import Rater
from bot.settings import Settings
from bot.store import Store
from bot.store.errors import StoreClosed, StoreFailed
from bot.wiring import wire
from tests.source_tree import ROOT

# What the client says of errors that no other handler caught.


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


async def test_a_step_of_the_stop_that_fails_keeps_no_other_from_being_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nimbus.sqlite3")
    settings = Settings(token="t", data=tmp_path, database_url="sqlite+aiosqlite://")
    bot = Nimbus(settings)
    bot.app, bot._store = wire(bot, settings, bot.clock, store), store

    async def failing() -> None:
        raise ValueError("a card that nobody has seen")

    for part in (bot.backups, bot.connection, bot.app.get(Publisher), bot.app.get(Workshop)):
        monkeypatch.setattr(part, "close", failing)
    await bot.close()
    await bot.close()
    with pytest.raises(StoreClosed):
        await store.locations()
    assert caplog.text.count("a step of the stop failed: ValueError at ") == 4
    assert "nobody has seen" not in caplog.text


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


# What features register in the core is there as soon as the bot is wired.

ALONE = """
import bot.wiring
from bot.match.table.kind import KINDS
from bot.match.show.looks import LOOKING_BACK, LOOKS, NOTES
from bot.match.show.looks import FACTS, LINES
print(*map(sorted, (KINDS, LOOKS, LOOKING_BACK, NOTES, FACTS, LINES)))
"""


def test_the_bot_alone_has_everything_registered() -> None:
    """Not because a test, or another test, has imported it."""
    told = subprocess.run([sys.executable, "-c", ALONE], check=True, capture_output=True, text=True)
    registries = (KINDS, LOOKS, LOOKING_BACK, NOTES, FACTS, LINES)
    expected = [str(sorted(names)) for names in registries]
    assert told.stdout.split("\n")[0] == " ".join(expected)


def test_features_register_kinds_looks_buttons_and_notes() -> None:
    kinds = {each.kind.name: each.kind for each in FEATURES if each.kind}
    assert {name: KINDS[name] for name in kinds} == kinds
    assert set(LOOKS) == set(kinds) == {"beat", "daily", "evening", "league", "lesson", "practice"}
    assert set(LOOKING_BACK) == {"beats", "replays", "reviews"}
    assert list(NOTES) == ["reviews", "beats", "daily", "leagues", "evenings", "ratings"]


def test_card_and_page_are_read_in_this_order() -> None:
    assert list(LINES) == ["daily", "puzzles", "leagues", "evenings", "ratings"]
    assert list(FACTS) == ["puzzles", "daily", "leagues", "evenings", "reviews"]


def test_every_room_with_a_feature_is_in_the_list_by_its_name() -> None:
    rooms = {path.parent.name for path in (ROOT / "bot").glob("*/feature.py")} - {"match"}
    assert sorted(each.name for each in FEATURES) == sorted(rooms)


def test_the_architecture_says_who_registers_what() -> None:
    registered = {
        each.name: {one.name for one in FEATURES if getattr(one, each.name) != each.default}
        for each in fields(Room)
        if each.name not in ("name", "cogs", "wire", "able")
    }
    registered["able"] = {one.name for one in FEATURES if one.able}
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| .+ \| `(\w+)` \| ([a-z, ]+) \|$", page, re.MULTILINE)
    assert {name: set(who.split(", ")) for name, who in told} == registered


# Parts of the bot, found by their type.


class Part:
    pass


class Better(Part):
    pass


def app() -> App:
    given: Any = None
    return App(given, 0.0, given, given, given, given, given, given, given)


def test_a_part_is_found_by_its_type_and_by_what_it_stands_for() -> None:
    made, better = app(), Better()
    made.put(Part())
    made.put(better)
    assert made.get(Part) is made.get(Better) is better


def test_a_part_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        app().get(Part)

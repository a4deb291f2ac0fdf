"""Two processes on one database, in one loop, and how what one of them misses is made up for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from bot.client import Nimbus
from bot.cluster.peers import Cluster, LeaderJobs, PeerWatch
from bot.daily.news import DailyRounds
from bot.discord.app import App
from bot.errors import Stale, retry_on_conflict
from bot.evenings.news import EveningNews
from bot.evenings.store import EveningStore
from bot.leagues.news import LeagueNews
from bot.match.calls.notices import Notices
from bot.match.clock.clocks import Clocks
from bot.match.feature import Jobs
from bot.match.lobby.lobbies import Lobbies
from bot.match.lobby.play_actions import Rematches
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.preferences.person import CallMoment, Place, set_person
from bot.preferences.terms import FIRST
from bot.ratings.service import Rater
from bot.ratings.store import RatingStore
from bot.settings import Settings
from bot.store import Store
from bot.store.errors import StoreFailed
from bot.store.rows import Location, MatchId, MatchRow, Member, Pause, Presence, Terms
from bot.wiring import cluster_of, wire
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, opened, play_out, start
from tests.match.stand import Stage
from tests.store.conftest import emptied, shared
from tests.store.samples import OnServer, tamper
from tests.waits import rounds, until

# Two processes on one database, in one loop: each with all its parts, and a stage of its own.

__all__ = ["emptied", "shared"]

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
"""Ends every line on which a process hears the others."""


class Process:
    """A process of the bot: its parts, but for Discord, in whose place there is a stage."""

    def __init__(self, app: App, cluster: Cluster, stage: Stage) -> None:
        self.app = app
        self.heartbeat = cluster.heartbeat
        self.ownership = cluster.ownership
        self.stage = stage
        self.peer_watch = PeerWatch(app, LeaderJobs(app), cluster)

    @classmethod
    async def begin(cls, at: OnServer, path: Path) -> Process:
        settings = Settings(token="t", data=path, database_url=at.url, pace=0.0)
        bot = Nimbus(settings)
        store = await Store.open(at.url, alone=True, shares=True)
        cluster = cluster_of(store)
        assert cluster is not None
        await cluster.heartbeat.begin()
        app, stage = wire(bot, settings, bot.clock, store), Stage()
        app.put(Publisher(store, app.get(Tables), stage, app.clock, app.get(Notices)))
        app.get(Tables).listeners[1] = app.get(Publisher).on_change
        process = cls(app, cluster, stage)
        await process.peer_watch.begin()
        await app.get(Clocks).wind_up()
        app.get(Clocks).start()
        process.peer_watch.start()
        return process

    async def end(self) -> None:
        await self.app.emoji.close()
        await self.app.get(DailyRounds).close()
        await self.app.get(EveningNews).close()
        await self.app.get(Clocks).close()
        await self.app.get(Publisher).close()
        await self.app.get(Rater).close()
        await self.peer_watch.close()
        await self.heartbeat.close()
        await self.app.store.close()
        self.app.painter.close()

    def has(self, match_id: MatchId) -> bool:
        return self.app.store.ownership.has(match_id)

    async def shown(self) -> list[str]:
        """Return what was shown since the last look."""
        await self.app.get(Publisher).idle()
        return self.stage.taken()


STRANGER = 99
"""Somebody who sits nowhere."""


@asynccontextmanager
async def running(at: OnServer, path: Path) -> AsyncIterator[Process]:
    process = await Process.begin(at, path)
    try:
        yield process
    finally:
        await process.end()


@pytest.fixture
async def two(
    emptied: OnServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Process, Process]]:
    monkeypatch.setattr("bot.cluster.peers.RENEWING", 0.2)
    monkeypatch.setattr("bot.cluster.peers.RENEWING", 0.2)
    async with running(emptied, tmp_path) as one, running(emptied, tmp_path) as other:
        await until(lambda: hears(one, other))
        await until(lambda: hears(other, one))
        yield one, other


def hears(told: Process, teller: Process) -> bool:
    """Return whether a process listens by now: what is told before is lost."""
    teller.app.store.peers.tell_soon("unreached", STRANGER, True)
    return STRANGER in told.app.get(Publisher).unreached._elsewhere


async def published(process: Process) -> None:
    """Wait until all that is stored has been shown."""

    async def are_shown() -> bool:
        return not await process.app.store.unpublished()

    await until(are_shown)


async def begun(process: Process, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchId:
    """Begin a game, which is shown."""
    row = await start(process.app.get(Lobbies), await opened(process.app.get(Lobbies), people))
    await process.shown()
    return row.id


async def heard(process: Process, match_id: MatchId, moves: int) -> None:
    """Wait until a process knows of so many moves, which another one made."""

    async def has_heard() -> bool:
        return (await process.app.get(Tables).load(match_id)).row.moves >= moves

    await until(has_heard)


async def move(process: Process, match_id: MatchId, moves: int | None = None, at: int = 0) -> int:
    """Make a move of whoever is to act, the first of theirs or another; gives their number."""
    table = await process.app.get(Tables).load(match_id)
    user_id = table.member(table.to_act()[0]).user_id
    assert user_id is not None
    code = table.legal(table.to_act()[0])[at]
    table = await retry_on_conflict(
        lambda: process.app.get(Tables).play(match_id, user_id, moves, code)
    )
    return table.row.moves


async def test_a_move_made_in_one_process_is_shown_by_the_home_alone(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    match_id = await begun(one)
    assert await move(other, match_id) == 1
    await until(lambda: any(call.startswith("edit_board") for call in one.stage.calls))
    assert await other.shown() == []
    await heard(one, match_id, 1)
    assert await move(one, match_id) == 2
    await heard(other, match_id, 2)
    assert await move(other, match_id) == 3
    await play_out(other.app.get(Tables), match_id)
    await until(lambda: match_id in one.stage.forgotten)
    for process in two:
        await process.app.get(Rater).idle()  # its result is shown once more, with ratings
    await published(one)
    assert not other.stage.calls


async def test_of_two_moves_at_once_in_two_processes_one_counts(
    two: tuple[Process, Process],
) -> None:
    one, _ = two
    match_id = await begun(one)
    for moves in range(8):
        tries = (move(each, match_id, moves, at) for at, each in enumerate(two))
        made = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(map(str, map(type, made))) == sorted(map(str, (int, Stale))), made
        for each in two:
            assert (await each.app.store.match(match_id) or None) is not None
        assert len(await one.app.store.moves(match_id)) == moves + 1


async def test_who_comes_second_into_a_lobby_gets_in_all_the_same(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    row = await opened(one.app.get(Lobbies), (ADA,))
    await asyncio.gather(
        retry_on_conflict(lambda: one.app.get(Lobbies).join(row.id, Member(str(BEN), "Ben"))),
        retry_on_conflict(lambda: other.app.get(Lobbies).join(row.id, Member(str(CLEO), "Cleo"))),
    )
    stored = await one.app.store.match(row.id)
    assert stored is not None
    assert {member.user_id for member in stored.members} == {ADA, BEN, CLEO}


async def test_two_rematches_asked_for_at_once_are_one(two: tuple[Process, Process]) -> None:
    one, other = two
    match_id = await begun(one)
    await play_out(one.app.get(Tables), match_id)

    async def may_open(at: Location) -> tuple[Location, Terms]:
        return at, FIRST

    asking = (
        each.app.get(Rematches).again(
            match_id, Member(str(user), "X"), Location(5, CHANNEL), may_open, by_token=False
        )
        for each, user in ((one, ADA), (other, BEN))
    )
    asked = await asyncio.gather(*asking)
    assert sorted(found.is_new for found in asked) == [False, True]
    assert asked[0].row.id == asked[1].row.id


async def test_a_private_hand_open_in_another_process_is_refreshed(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    match_id = await begun(one)
    other.stage.open = [(match_id, ADA)]
    await move(one, match_id)
    await until(lambda: other.stage.refreshed)
    assert not [call for call in await other.shown() if "board" in call or "hand" in call]


async def test_what_was_told_while_the_line_was_cut_is_made_up_for(
    two: tuple[Process, Process], emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.backend.PAUSE", 0.5)
    one, other = two
    match_id = await begun(one)
    tamper(emptied, CUT)
    assert await move(other, match_id) == 1
    await until(lambda: any(call.startswith("edit_board") for call in one.stage.calls))
    assert (await one.app.get(Tables).load(match_id)).row.moves == 1


async def test_the_tables_of_a_process_that_was_late_go_on_in_the_other(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    match_id = await begun(one)
    assert one.app.store.ownership.leads
    await one.heartbeat.close()  # it says nothing more, as if it stood still
    await until(lambda: other.has(match_id))
    await until(lambda: other.app.store.ownership.leads)
    await one.heartbeat.begin()
    one.peer_watch.late()
    assert not one.has(match_id)
    assert not one.app.store.ownership.leads
    one.stage.taken()
    await play_out(one.app.get(Tables), match_id)
    await until(lambda: other.stage.forgotten == [match_id])
    assert await one.shown() == []


async def test_a_private_hand_open_in_a_process_that_was_late_is_refreshed(
    two: tuple[Process, Process],
) -> None:
    """What it was about to show there is let go, and no other process can show it."""
    one, other = two
    match_id = await begun(one)
    one.stage.open = [(match_id, ADA)]
    await one.heartbeat.close()
    await until(lambda: other.has(match_id))
    await one.heartbeat.begin()
    one.stage.refreshed.clear()
    one.peer_watch.late()
    await until(lambda: one.stage.refreshed)


async def test_of_several_processes_one_leads(two: tuple[Process, Process]) -> None:
    one, other = two
    assert [each.app.store.ownership.leads for each in two] == [True, False]
    match_id = await begun(other)
    await play_out(other.app.get(Tables), match_id)

    # Its games are rated by the one that leads, which is told.
    async def are_rated() -> bool:
        return not await RatingStore(one.app.store.database).waiting(5)

    await until(are_rated)


async def test_a_table_shown_by_presses_has_its_home_where_somebody_pressed_last(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    match_id = await begun(one)
    assert await other.app.get(Publisher).show_waiting(match_id)
    assert not await other.app.get(Publisher).show_waiting(match_id)
    await until(lambda: not one.has(match_id))
    assert await other.shown()
    await one.shown()
    await move(one, match_id)
    await until(lambda: any(call.startswith("edit_board") for call in other.stage.calls))
    assert await one.shown() == []


async def test_whoever_cannot_be_reached_is_known_in_every_process(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    match_id = await begun(one)
    await one.app.get(Tables).mark_dm(match_id, ADA, dm=False)
    await one.shown()
    await until(lambda: ADA in other.app.get(Publisher).unreached._elsewhere)
    one.stage.taken()
    other.app.get(Publisher).pressed(ADA)
    await until(lambda: one.stage.calls)
    other.app.get(Publisher).renew(match_id, BEN)
    await until(lambda: "edit_hand Ben" in one.stage.calls)


async def test_what_is_due_and_cannot_be_taken_is_not_asked_for_without_pause(
    emptied: OnServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(emptied, tmp_path) as one:
        match_id = await begun(one)
        store = one.app.store
        asked, due = [], store.due

        async def counted(*args: Any, **kwargs: Any) -> Any:
            asked.append(args)
            return await due(*args, **kwargs)

        monkeypatch.setattr(store, "due", counted)
        tamper(emptied, "UPDATE process SET until = until - 100")
        one.ownership.clear()
        tamper(emptied, "UPDATE match SET deadline = 5 WHERE id = ?", match_id)
        one.app.get(Clocks).look_soon()
        await until(lambda: asked and one.app.get(Clocks)._is_asleep)
        assert len(asked) < 3


async def test_an_evening_that_one_process_deals_is_ended_by_the_one_that_leads(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    lobby = await opened(other.app.get(Lobbies), clock=0)
    for user in (104, 105):
        await other.app.get(Lobbies).join(lobby.id, Member(str(user), f"p{user}"))
    first = await start(other.app.get(Lobbies), lobby)
    tables = await other.app.store.series.matches(first.series)
    assert len(tables) == 2
    for table in tables:
        assert isinstance(table, MatchRow)
        assert other.has(table.id)
        await other.app.get(Tables).close(table.id)
    kept = EveningStore(one.app.store.database)
    assert one.app.store.ownership.leads

    async def has_ended() -> bool:
        evening = await kept.get(first.id)
        return evening is not None and evening.ended is not None

    await until(has_ended)


# What several processes miss while one is deaf, late or gone, and how that is made up for.


def rounds_of(process: Process) -> int:
    """Return how many tasks go round for a process."""
    tasks = [task for task in asyncio.all_tasks() if task.get_name() == "daily rounds"]
    running: list[Any] = [task.get_coro() for task in tasks]
    return [each.cr_frame.f_locals["self"] for each in running].count(process.app.get(DailyRounds))


async def called_by_dm(processes: tuple[Process, Process], moment: CallMoment) -> None:
    """Have everybody called by direct message, which the stages note."""
    for process in processes:
        process.app.get(Notices).stage = process.stage
    for user_id in (ADA, BEN, CLEO):
        await set_person(processes[0].app.store, user_id, place=Place.DM, moment=moment)


async def test_a_private_hand_is_refreshed_once_its_process_hears_again(
    two: tuple[Process, Process], emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.backend.PAUSE", 0.5)
    one, other = two
    match_id = await begun(one)
    other.stage.open = [(match_id, ADA)]
    tamper(emptied, CUT)
    await move(one, match_id)
    await until(lambda: other.stage.refreshed)


async def test_a_hand_that_another_process_showed_is_shown_when_its_table_comes_back(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    match_id = await begun(one)
    await one.heartbeat.close()
    await until(lambda: other.has(match_id))
    await one.heartbeat.begin()
    one.peer_watch.late()
    one.stage.taken()
    await other.app.get(Tables).pause(match_id, Pause("moderator", 1.0))
    await until(lambda: "edit_hand Ben" in other.stage.calls)
    await other.peer_watch.close()
    await other.heartbeat.close()
    await until(lambda: one.has(match_id))
    await one.shown()
    await one.app.get(Tables).resume(match_id, "moderator")
    assert "edit_hand Ben" in await one.shown()


async def test_what_a_leader_could_not_hear_is_called_for_all_the_same(
    two: tuple[Process, Process], emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.backend.PAUSE", 0.7)
    one, other = two
    await called_by_dm(two, CallMoment.ONCE)
    match_id = await begun(other)
    await until(lambda: one.stage.notices)
    before = dict(one.stage.notices)
    tamper(emptied, CUT)
    await move(other, match_id)
    await until(lambda: one.stage.notices != before)


async def test_who_leads_from_now_on_calls_those_who_wait_elsewhere(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.calls.notices.QUIET", 3.0)
    one, other = two
    await called_by_dm(two, CallMoment.QUIET)
    match_id = await begun(other)
    await move(other, match_id)
    await other.shown()
    await one.app.get(Publisher).digests.close()
    one.stage.notices.clear()
    await one.peer_watch.close()
    await one.heartbeat.close()
    await until(lambda: other.app.store.ownership.leads)
    await until(lambda: other.stage.notices)


async def test_who_comes_to_lead_as_two_leave_goes_round_once(
    two: tuple[Process, Process], emptied: OnServer, tmp_path: Path
) -> None:
    one, other = two
    async with running(emptied, tmp_path) as third:
        for gone in (one, third):
            await gone.peer_watch.close()
        await asyncio.gather(one.heartbeat.close(), third.heartbeat.close())
        await until(lambda: other.app.store.ownership.leads and rounds_of(other))
        await rounds()
        assert rounds_of(other) == 1


async def test_jobs_that_could_not_begin_leave_nothing_behind(two: tuple[Process, Process]) -> None:
    one, other = two
    begin, begins, tries = other.app.get(LeagueNews).begin, other.app.get(Jobs).begin, 0

    async def failing() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise StoreFailed("away")
        await begin()

    begins[begins.index(begin)] = failing
    await one.peer_watch.close()
    await one.heartbeat.close()
    await until(lambda: tries == 3 and other.app.store.ownership.leads)
    assert rounds_of(other) == 1


async def test_who_was_to_act_while_nobody_looked_has_some_grace(
    emptied: OnServer, tmp_path: Path
) -> None:
    """The sweeper may come before the look at what dead processes left."""
    async with running(emptied, tmp_path) as one:
        await one.peer_watch.close()
        lobby = await opened(one.app.get(Lobbies), (ADA, BEN, CLEO), clock=60)
        match_id = (await start(one.app.get(Lobbies), lobby)).id
        await one.shown()
        tamper(emptied, "UPDATE process SET until = until - 100")
        await until(lambda: not one.has(match_id))
        let_run_out(emptied, match_id)
        one.app.get(Tables).cache.drop(match_id)
        one.app.get(Clocks).look_soon()
        await until(lambda: one.has(match_id))

        async def graced() -> MatchRow | None:
            row = await stored(one, match_id)
            return row if (row.deadline or 0.0) > time.time() else None

        row = await until(graced)
        assert row is not None
        assert not any(member.presence is Presence.LATE for member in row.members)


async def stored(process: Process, match_id: MatchId) -> MatchRow:
    row = await process.app.store.match(match_id)
    assert row is not None
    return row


def let_run_out(at: OnServer, match_id: MatchId) -> None:
    """Have the time of whoever is to act be over, after they were reminded."""
    ((text,),) = at.server.run(at.name, "SELECT members FROM match WHERE id = %s", match_id)
    members, past = orjson.loads(text), time.time() - 1
    for member in members:
        if member.get("due"):
            member |= {"due": past, "reminded": True}
    change = "UPDATE match SET deadline = ?, members = ? WHERE id = ?"
    tamper(at, change, past, orjson.dumps(members).decode(), match_id)

"""What several processes miss while one is deaf, late or gone, and how that is made up for."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import orjson
import pytest

from bot.daily.news import DailyRounds
from bot.leagues.news import LeagueNews
from bot.match.calls.notices import Notices
from bot.match.clock.clocks import Clocks
from bot.match.feature import Jobs
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.preferences.person import CallMoment, Place, set_person
from bot.store import MatchId, MatchRow, StoreFailed
from bot.store.rows import Pause, Presence
from tests.cluster.test_peers import CUT, Process, begun, move, running, two
from tests.match.finished import ADA, BEN, CLEO, opened, start
from tests.store.conftest import emptied, shared
from tests.store.samples import OnServer, tamper
from tests.waits import rounds, until

__all__ = ["emptied", "shared", "two"]


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
    monkeypatch.setattr("bot.store.backends.listening.PAUSE", 0.5)
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
    monkeypatch.setattr("bot.store.backends.listening.PAUSE", 0.7)
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
    monkeypatch.setattr("bot.match.calls.calling.QUIET", 3.0)
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


async def test_jobs_that_could_not_begin_leave_nothing_behind(
    two: tuple[Process, Process],
) -> None:
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
        one.app.get(Tables).kept.drop(match_id)
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

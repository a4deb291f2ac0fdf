"""Deadlines: house players, forced moves and lobbies go on by themselves, after a restart too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

from bot.clock import Clock
from bot.match.clock import clocks as clocks_module
from bot.match.clock.clocks import RETRY, SWEEP, Clocks
from bot.match.house.child_processes import Question
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import InlineThinker
from bot.match.show.narration import recent_sentences
from bot.match.table.seats import Thought, forced_move
from bot.match.table.state import Table
from bot.match.table.times import LOBBY_MINUTES, with_clocks
from bot.store.errors import StoreFailed
from bot.store.rows import Commit, Location, MatchId, MatchRow, Member, Presence, Status
from bot.texts import Texts
from engine.players.robot import RankedMove
from engine.seats import Seat
from tests.match.finished import ADA, BEN, CLEO, NAMES, opened, start
from tests.match.rows import board_of
from tests.match.show.test_hand_layouts import DAYS, tables_of
from tests.match.stand import Parts
from tests.store.samples import next_deadline
from tests.waits import until

# Deadlines: house players move and lobbies close by themselves, after a restart too.


async def sweep(clocks: Clocks) -> None:
    """Do all that is due now."""
    await clocks.act()
    await clocks.idle()


async def quiet(clocks: Clocks) -> None:
    """Let time pass and everything happen by itself, until nothing will any more."""
    await clocks.idle()
    while (when := await next_deadline(clocks._store)) is not None:
        if (left := when - clocks._clock.now()) > 0:
            await clocks._clock.sleep(left)
        await sweep(clocks)


async def test_an_untouched_lobby_closes_after_half_an_hour_and_a_touch_gives_it_another(
    parts: Parts,
) -> None:
    row = await opened(parts.lobbies)
    began = parts.clock.time
    await quiet(parts.clocks)
    assert parts.clock.time - began == pytest.approx(LOBBY_MINUTES * 60)
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED
    row = await opened(parts.lobbies)
    parts.clock.time += LOBBY_MINUTES * 60 - 1
    await parts.lobbies.leave(row.id, BEN)
    parts.clock.time += LOBBY_MINUTES * 60 - 1
    assert not await parts.lobbies.expire(row.id)
    parts.clock.time += 1
    assert await parts.lobbies.expire(row.id)


async def test_house_players_move_until_a_person_has_to(parts: Parts) -> None:
    parts.tables.listeners.append(parts.clocks.on_change)
    row = await start(parts.lobbies, await opened(parts.lobbies, (ADA,)))
    await quiet(parts.clocks)
    assert await parts.mover(row.id) == "Ada"
    await parts.move(row.id)
    await quiet(parts.clocks)
    assert await parts.mover(row.id) == "Ada"
    assert (await parts.tables.load(row.id)).row.deadline is None


async def test_after_a_start_all_clocks_run_again(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies, (ADA, BEN)))
    for user in (ADA, BEN):
        if (await parts.mover(row.id)) != "Cirrus":
            await parts.tables.leave(row.id, user)
            break
    parts.tables.listeners.append(parts.clocks.on_change)
    await parts.clocks.wind_up()
    await quiet(parts.clocks)
    assert (await parts.tables.load(row.id)).row.deadline is None


async def test_what_no_listener_was_told_of_is_found_and_acting_on_it_twice_is_harmless(
    parts: Parts,
) -> None:
    row = await opened(parts.lobbies)
    await sweep(parts.clocks)
    assert (await parts.tables.load(row.id)).row.status is Status.LOBBY
    parts.clock.time += LOBBY_MINUTES * 60
    await sweep(parts.clocks)
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED
    row = await opened(parts.lobbies)
    parts.clock.time += LOBBY_MINUTES * 60
    await asyncio.gather(*(parts.clocks.expire(row.id) for _ in range(3)))
    assert (await parts.tables.load(row.id)).row.version == row.version + 1


async def test_a_match_that_cannot_go_on_does_not_keep_the_others_waiting(
    parts: Parts, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await opened(parts.lobbies), await opened(parts.lobbies)
    parts.clock.time += LOBBY_MINUTES * 60
    play_house = parts.tables.play_house

    async def broken(match_id: MatchId, ready: Thought | None = None) -> bool:
        if match_id == first.id:
            raise ValueError("a bug")
        return await play_house(match_id, ready)

    monkeypatch.setattr(parts.tables, "play_house", broken)
    with caplog.at_level(logging.ERROR):
        await sweep(parts.clocks)
    assert f"match {first.id} cannot be shown or go on: ValueError" in caplog.text
    assert (await parts.tables.load(second.id)).row.status is Status.CLOSED


async def test_a_clock_that_cannot_be_wound_does_not_keep_the_others_from_it(
    parts: Parts, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await opened(parts.lobbies), await opened(parts.lobbies)
    give_grace = parts.tables.give_grace

    wound = []

    async def broken(match_id: MatchId, then: float | None) -> MatchRow:
        wound.append(match_id)
        if match_id == first.id:
            raise ValueError("a bug")
        return await give_grace(match_id, then)

    monkeypatch.setattr(parts.tables, "give_grace", broken)
    parts.clock.endless = True
    with caplog.at_level(logging.ERROR):
        await parts.clocks.wind_up()
    assert f"match {first.id} cannot be shown or go on: ValueError" in caplog.text
    assert wound == [first.id, second.id]


@dataclass
class Gated(InlineThinker):
    """Thinks at once, but about the first question only when the gate is open."""

    gate: asyncio.Event = field(default_factory=asyncio.Event)
    asked: int = 0

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        self.asked += 1
        if self.asked == 1:
            await self.gate.wait()
        return await super().rank(question, within)


async def test_no_table_waits_for_the_thinking_of_another(parts: Parts) -> None:
    parts.tables._house = HouseQueue(thinker := Gated())
    parts.tables.listeners.append(parts.clocks.on_change)
    housed = []
    for _ in range(20):
        row = await start(parts.lobbies, await opened(parts.lobbies))
        user = (await parts.tables.load(row.id)).member(row_to_act(row)).user_id or 0
        housed.append((await parts.tables.leave(row.id, user)).id)
    parts.clock.time = max([(await parts.tables.load(key)).row.deadline or 0.0 for key in housed])
    await parts.clocks.act()
    while len(unmoved := [key for key in housed if not await moves(parts, key)]) > 1:  # noqa: ASYNC110 - by other tasks
        await asyncio.sleep(0)
    assert thinker.asked == len(housed)
    assert await parts.store.deadlines(inf, without=unmoved) == {}
    thinker.gate.set()
    await parts.clocks.idle()
    assert await moves(parts, unmoved[0]) == 1


@pytest.mark.parametrize("is_closed", [True, False])
async def test_what_was_thought_of_is_kept_until_it_is_due_and_dropped_with_its_server(
    parts: Parts, *, is_closed: bool
) -> None:
    parts.tables._house = HouseQueue(thinker := Gated())
    thinker.gate.set()
    parts.tables.listeners.append(parts.clocks.on_change)
    row = await start(parts.lobbies, await opened(parts.lobbies))
    user = (await parts.tables.load(row.id)).member(row_to_act(row)).user_id or 0
    row = await parts.tables.leave(row.id, user)
    assert row.deadline is not None
    if is_closed:
        assert await parts.store.guild_gone(5) == [row.id]
    parts.clock.time = row.deadline - 1
    for _ in range(2):
        await sweep(parts.clocks)
    assert set(parts.clocks._thinking) == {row.id}
    parts.clock.time = row.deadline + SWEEP + 1
    await sweep(parts.clocks)
    assert await moves(parts, row.id) == (0 if is_closed else 1)
    assert thinker.asked == 1
    assert parts.clocks._thinking == {}


async def test_a_table_waits_for_a_move_that_is_late_and_asks_anew_when_it_has_changed(
    parts: Parts,
) -> None:
    """The first question is never answered; a change of the table puts another one."""
    parts.tables._house = HouseQueue(thinker := Gated())
    parts.tables.listeners.append(parts.clocks.on_change)
    row = await start(parts.lobbies, await opened(parts.lobbies))
    leaver = (await parts.tables.load(row.id)).member(row_to_act(row)).user_id or 0
    row = await parts.tables.leave(row.id, leaver)
    parts.clock.time = (row.deadline or 0.0) + 30
    await parts.clocks.act()
    await until(lambda: thinker.asked == 1)
    assert await moves(parts, row.id) == 0
    other = next(user for user in (ADA, BEN) if user != leaver)
    await parts.tables.vote_end(row.id, other)  # the table is not held meanwhile
    await parts.clocks.idle()
    assert (await moves(parts, row.id), thinker.asked) == (1, 2)


def row_to_act(row: MatchRow) -> Seat:
    return Table.load(row).to_act()[0]


async def moves(parts: Parts, match_id: MatchId) -> int:
    return (await parts.tables.load(match_id)).row.moves


async def test_what_cannot_be_done_is_tried_again_but_not_without_pause(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    async def nothing(match_id: MatchId, _: Thought | None = None) -> bool:
        tried.append(match_id)
        return False

    row = await opened(parts.lobbies)
    parts.clock.time += LOBBY_MINUTES * 60
    monkeypatch.setattr(parts.clocks, "expire", nothing)
    for _ in range(3):
        await sweep(parts.clocks)
    assert tried == [row.id]
    parts.clock.time += RETRY
    for _ in range(3):
        await sweep(parts.clocks)
    assert tried == [row.id, row.id]


@dataclass
class Real:
    """Parts of a bot by the real clock, with the sweeper going."""

    parts: Parts
    clocks: Clocks

    async def lobby(self, seconds: float) -> MatchRow:
        """Open a lobby that closes itself so soon; nobody is told of it."""
        row = await opened(self.parts.lobbies)
        deadline = self.parts.lobbies._clock.now() + seconds
        soon = replace(row, version=row.version + 1, deadline=deadline)
        assert await self.parts.store.commit(Commit(soon))
        return soon

    async def closed(self, row: MatchRow) -> float:
        """Wait until a lobby is closed; gives how late."""

        async def is_closed() -> bool:
            return (await self.parts.tables.load(row.id)).row.status is Status.CLOSED

        await until(is_closed)
        return self.parts.lobbies._clock.now() - (row.deadline or 0.0)


@pytest.fixture
async def real(parts: Parts) -> AsyncIterator[Real]:
    clock = Clock()
    parts.lobbies._clock = parts.tables._clock = clock
    clocks = Clocks(parts.store, parts.tables, parts.lobbies.expire, clock)
    parts.tables.listeners.append(clocks.on_change)
    yield Real(parts, clocks)
    await clocks.close()


@pytest.mark.parametrize("is_told", [False, True])
async def test_the_sweeper_sleeps_until_the_earliest_deadline_told_or_not(
    real: Real, *, is_told: bool
) -> None:
    later, soon = await real.lobby(0.3), await real.lobby(0.1)
    if is_told:
        real.clocks.arm(soon)
    real.clocks.start()
    assert 0 <= await real.closed(soon) < SWEEP / 2
    assert 0 <= await real.closed(later) < SWEEP / 2


async def test_what_is_armed_after_the_close_wakes_nobody_and_begins_no_thought(
    real: Real,
) -> None:
    real.clocks.start()
    await until(lambda: real.clocks._is_asleep)
    await real.clocks.close()
    playing = await start(real.parts.lobbies, await opened(real.parts.lobbies, (ADA, BEN)))
    for row in (await real.lobby(0.1), playing):
        real.clocks.arm(row)
    names = [task.get_name() for task in asyncio.all_tasks()]
    assert not [name for name in names if name.startswith(("sweeper", "thinking"))]


async def test_a_change_that_is_due_earlier_wakes_the_sweeper(real: Real) -> None:
    real.clocks.start()
    await until(lambda: real.clocks._is_asleep)
    assert real.clocks._wakes_at > real.parts.lobbies._clock.now() + SWEEP / 2
    row = await real.lobby(0.1)
    real.clocks.arm(row)
    assert 0 <= await real.closed(row) < SWEEP / 2


async def test_the_sweeper_does_not_ask_the_store_for_what_it_was_told_of(
    real: Real, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    due = real.parts.store.due

    async def counted(*given: Any, **kinds: Any) -> Any:
        asked.append(given)
        return await due(*given, **kinds)

    monkeypatch.setattr(real.parts.store, "due", counted)
    real.clocks.start()
    for _ in range(2):
        row = await real.lobby(0.05)
        real.clocks.arm(row)
        assert 0 <= await real.closed(row) < SWEEP / 2
    assert len(asked) == 1
    assert real.clocks._deadlines == {}


async def test_what_came_to_nothing_is_not_due_any_more_before_the_store_says_so(
    real: Real, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    async def nothing(match_id: MatchId, _: Thought | None = None) -> bool:
        tried.append(match_id)
        return False

    row = await real.lobby(0.0)
    monkeypatch.setattr(real.clocks, "expire", nothing)
    real.clocks.arm(row)
    real.clocks.act_on_known()
    await real.clocks.idle()
    assert tried == [row.id]
    real.clocks.act_on_known()
    await real.clocks.idle()
    assert tried == [row.id]
    later = real.clocks._clock.now() + RETRY
    monkeypatch.setattr(Clock, "now", lambda _: later)
    await sweep(real.clocks)
    assert tried == [row.id, row.id]


async def test_the_sweeper_outlives_a_database_that_fails(
    real: Real, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    row, due, failures = await real.lobby(0.0), real.parts.store.due, [StoreFailed("x"), OSError()]

    async def failing(*given: Any, **kinds: Any) -> Any:
        if failures:
            raise failures.pop(0)
        return await due(*given, **kinds)

    monkeypatch.setattr(clocks_module, "RETRY", 0.01)
    monkeypatch.setattr(real.parts.store, "due", failing)
    real.clocks.start()
    await real.closed(row)
    assert "the deadlines cannot be read: x" in caplog.messages
    assert "the sweeper failed" in caplog.messages


# A move that everybody can see to be forced is made by itself, after a pause, and no other.

SAY = Texts.load().words("en")
CLOCK = 600


async def nimbly(parts: Parts, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchRow:
    """Start a game of Nimbly with a turn clock."""
    members = [Member(str(user), NAMES[user], joined=str(9000 + user)) for user in people]
    row = await parts.lobbies.open("nimbly", members[0], Location(5, 7), locale="en")
    for member in members[1:]:
        await parts.lobbies.join(row.id, member)
    typed = {"deals": "2", "target": "", "terms.clock": str(CLOCK)}
    row = await parts.lobbies.set_options(row.id, people[0], typed, moderator=False)
    return await parts.lobbies.start(row.id, people[0], 9999, moderator=False)


async def until_forced(parts: Parts, match_id: MatchId) -> Table:
    """Let everybody draw one card at a time until the last three, all of one row, are left."""
    while forced_move(table := await parts.tables.replayed(match_id)) is None:
        seat = table.to_act()[0]
        assert not await parts.tables.play_house(match_id)
        user = table.member(seat).user_id or 0
        await parts.tables.play(match_id, user, None, table.legal(seat)[0])
    return table


async def goes_by_itself(parts: Parts, match_id: MatchId) -> bool:
    """Let the pause pass; tell whether a move was made by itself."""
    row = (await parts.tables.load(match_id)).row
    parts.clock.time = max(parts.clock.time, row.deadline or 0.0)
    return await parts.tables.play_house(match_id)


async def test_the_last_cards_of_a_deal_are_drawn_by_themselves_as_the_seats_own_moves(
    parts: Parts,
) -> None:
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    member = table.member(seat := table.to_act()[0])
    assert table.row.deadline is not None
    assert table.row.deadline < parts.clock.now() + CLOCK / 2
    assert await goes_by_itself(parts, row.id)
    last = (await parts.store.moves(row.id))[-1]
    assert (last.seat, last.by) == (seat, member.user_id)
    told = recent_sentences(board_of(await parts.tables.replayed(row.id)), SAY)
    assert any(line.startswith(f"**{member.name}** takes ") for line in told)
    assert [await goes_by_itself(parts, row.id) for _ in range(3)] == [True] * 2 + [False]
    after = await parts.tables.load(row.id)
    assert (after.row.moves, after.view(None).deal) == (table.row.moves + 3, 2)
    assert after.member(seat).acted == member.acted


async def test_all_clocks_play_it_and_wait_for_a_person_before_the_next_choice(
    parts: Parts,
) -> None:
    parts.tables.listeners.append(parts.clocks.on_change)
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    while (now := await parts.tables.load(row.id)).view(None).deal == 1:
        parts.clock.time = now.row.deadline or 0.0
        await sweep(parts.clocks)
    assert now.row.moves == table.row.moves + 3


async def test_it_is_made_after_a_restart_too(tmp_path: Path) -> None:
    parts = await Parts.open(tmp_path)
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    await parts.close()
    again = await Parts.open(tmp_path)
    try:
        await again.clocks.wind_up()
        again.clock.time = max(again.clock.time, await next_deadline(again.store) or 0.0)
        await sweep(again.clocks)
        assert (await again.tables.load(row.id)).row.moves > table.row.moves
    finally:
        await again.close()


async def test_nobody_is_called_for_it(parts: Parts) -> None:
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    parts.clock.time += CLOCK / 2
    await parts.show(row.id)
    assert parts.stage.taken("ping") == []
    for _ in range(3):
        assert await goes_by_itself(parts, row.id)
    parts.clock.time += CLOCK / 2
    await parts.show(table.row.id)
    assert len(parts.stage.taken("ping")) == 1


async def test_a_stand_in_makes_it_for_who_is_away_and_nobody_in_a_game_that_waits(
    parts: Parts,
) -> None:
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    members = tuple(replace(member, presence=Presence.LATE) for member in table.row.members)
    gone = replace(table, row=replace(table.row, members=members))
    assert with_clocks(gone, 5.0, lambda: 1.0).deadline is None
    await parts.tables.leave(row.id, table.member(table.to_act()[0]).user_id or 0)
    assert await goes_by_itself(parts, row.id)
    assert (await parts.store.moves(row.id))[-1].by is None


@pytest.mark.parametrize("late", [0.0, 1.5])
async def test_a_press_before_it_counts_as_ever(parts: Parts, late: float) -> None:
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    seat = table.to_act()[0]
    parts.clock.time += late
    code = table.legal(seat)[0]
    await parts.tables.play(row.id, table.member(seat).user_id or 0, table.row.moves, code)
    assert (await parts.tables.load(row.id)).member(Seat(seat)).acted == parts.clock.now()
    assert (await parts.tables.load(row.id)).row.status is Status.PLAYING


def test_alone_whatever_is_forced_is_made_by_itself_but_never_where_others_would_read_it() -> None:
    """B4: with others at the table a pilot who can only fall is asked all the same."""
    found = 0
    for table in tables_of(DAYS[2]):
        is_forced = len(table.legal(table.to_act()[0])) == 1
        assert (forced_move(table) is not None) == is_forced
        house = replace(table, row=replace(table.row, series=""))
        assert forced_move(house) == forced_move(table)
        members = (*table.row.members[:-1], Member(str(BEN), NAMES[BEN]))
        open_table = replace(house, row=replace(house.row, members=members))
        found += is_forced and forced_move(open_table) is None
    assert found

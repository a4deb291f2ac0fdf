"""Tables that share deals think once for the same question, and each has the answer it would have.

Other people, at whole tables: tests/evenings.
"""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from math import inf

import pytest

from bot.match.house import house_queue
from bot.match.house.forks import Forks
from bot.match.house.house_queue import HouseQueue
from bot.match.house.questions import question_to
from bot.match.house.thinking import InlineThinker
from bot.match.house.thinking_process import rank
from bot.match.table.robots import house_to_act
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.meters import METERS
from engine.seats import Seat
from tests.match.finished import ADA, Hall, opened, play_out, start
from tests.match.house.test_thinking import failing, patient
from tests.match.house.test_thinking import thought as times_thought
from tests.match.house.thinkers import Compiling, Gated, Noting, Tired
from tests.match.table.test_kind import table as of_series
from tests.refusals import refuses
from tests.waits import rounds


async def asking(hall: Hall, choice: int = 0) -> Table:
    """Begin a table of the series; its person makes a `choice` until a house player has one."""
    row = await of_series(hall, (ADA,))
    while house_to_act(table := await hall.tables.replayed(row.id)) is None:
        await hall.tables.play(row.id, ADA, None, table.legal(table.to_act()[0])[choice])
    return table


def asked(table: Table) -> Seat:
    """Return the seat of the house player to act, who has a choice."""
    seat = house_to_act(table)
    assert seat is not None
    assert len(table.legal(seat)) > 1
    return seat


async def told(queue: HouseQueue, table: Table, within: float = 0.0) -> str:
    """Return the move that a table is told."""
    return (await queue.thought(table, asked(table), within)).code


def alone(table: Table) -> str:
    """Return the move where nothing is shared."""
    return rank(question_to(table, asked(table)))[0].code


def failures() -> float:
    """Return how many questions no process has answered so far."""
    return METERS.get_sample_value("nimbus_thinking_failures_total") or 0.0


def of_normal(number: str) -> float:
    """Return a number of `normal` players of the game so far."""
    return METERS.get_sample_value(number, {"game": "cloud_nine", "level": "normal"}) or 0.0


async def test_equal_questions_are_thought_about_once_and_nobody_is_answered_quickly(
    hall: Hall,
) -> None:
    thinker = Gated()
    queue = HouseQueue(thinker)
    tables = [await asking(hall, choice) for choice in (0, 0, 0, 1)]
    waiting = [asyncio.create_task(told(queue, table, within=0.0)) for table in tables]
    await rounds()
    assert len(thinker.asked) == 2
    thinker.gate.set()
    assert await asyncio.gather(*waiting) == [alone(table) for table in tables]
    assert await told(queue, tables[0]) == alone(tables[0])  # as when it comes minutes later
    assert len(thinker.asked) == 2


async def test_every_move_is_as_it_would_be_without_sharing(hall: Hall) -> None:
    def together() -> Tables:
        return hall.tables

    def each_alone() -> Tables:
        return Tables(hall.store, hall.clock, HouseQueue(InlineThinker()))

    logs = []
    for tables in (together, each_alone):
        for seed in (5, 6, 5):
            row = await of_series(hall, (ADA,))
            await play_out(tables(), row.id, seed)
            logs.append([(move.seat, move.code) for move in await hall.store.moves(row.id)])
    assert logs[:3] == logs[3:]
    assert logs[0] == logs[2] != logs[1]


async def test_whoever_stops_waiting_does_not_stop_the_thinking(hall: Hall, forks: Forks) -> None:
    table, other = [await asking(hall, choice) for choice in (0, 1)]
    async with patient(1, forks) as thinker:
        queue = HouseQueue(thinker)
        await told(queue, other)
        before, (pid,) = times_thought("normal"), thinker.pids
        os.kill(pid, signal.SIGSTOP)
        gone, waiting = [asyncio.create_task(told(queue, table)) for _ in range(2)]
        await rounds()
        gone.cancel()
        await asyncio.wait([gone])
        os.kill(pid, signal.SIGCONT)
        assert await waiting == alone(table)
        assert gone.cancelled()
    assert times_thought("normal") - before == 1


async def test_what_nobody_waits_for_any_more_is_remembered(hall: Hall) -> None:
    thinker = Gated()
    queue, table = HouseQueue(thinker), await asking(hall)
    gone = asyncio.create_task(told(queue, table))
    await rounds()
    gone.cancel()
    thinker.gate.set()
    await rounds()
    assert await told(queue, table) == alone(table)
    assert len(thinker.asked) == 1


async def test_a_failure_is_that_of_all_who_waited_and_is_not_remembered(hall: Hall) -> None:
    table, before = await asking(hall), failures()
    async with failing("sys.exit(1)") as thinker:
        queue = HouseQueue(thinker)
        for task in [asyncio.create_task(told(queue, table)) for _ in range(2)]:
            with refuses("refused.no_thought"):
                await task
        assert failures() - before == 1
    queue._thinker = Noting()
    assert await told(queue, table) == alone(table)


async def ordinary(hall: Hall) -> Table:
    """Begin a table of Ada and house players, and play until one of these has a choice."""
    row = await start(hall.lobbies, await opened(hall.lobbies, (ADA,)))
    while house_to_act(table := await hall.tables.replayed(row.id)) is None:
        await hall.tables.play(row.id, ADA, None, table.legal(table.to_act()[0])[0])
    return table


async def test_an_ordinary_table_asks_each_time_for_when_it_wants_its_move(hall: Hall) -> None:
    thinker, table = Noting(), await ordinary(hall)
    queue = HouseQueue(thinker)
    for within in (3.0, 0.0, 2.0):
        await told(queue, table, within)
        assert thinker.within == within
    assert len({question.seed for question in thinker.asked}) == 3


async def test_the_answers_nobody_asked_for_longest_are_forgotten(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_queue, "REMEMBERED", 2)
    thinker = Noting()
    queue, tables = HouseQueue(thinker), [await asking(hall, choice) for choice in (0, 1, 2)]
    counts = []
    for number in (0, 1, 0, 2, 0, 1):
        await told(queue, tables[number])
        counts.append(len(thinker.asked))
    assert counts == [1, 2, 2, 3, 3, 4]


async def test_a_move_is_late_rather_than_by_rule_of_thumb(hall: Hall) -> None:
    thinker, table = Gated(), await ordinary(hall)
    before = of_normal("nimbus_thinking_late_seconds_sum")
    asking = asyncio.create_task(HouseQueue(thinker).thought(table, asked(table)))
    await rounds()
    assert not asking.done()
    thinker.gate.set()
    assert not (await asking).by_rule
    assert of_normal("nimbus_thinking_late_seconds_sum") > before


async def test_until_it_has_what_it_needs_a_new_game_goes_on_by_rule_of_thumb(hall: Hall) -> None:
    thinker, table = Compiling(), await ordinary(hall)
    queue = HouseQueue(thinker, since=table.row.created)
    thought = await queue.thought(table, asked(table))
    assert (thought.by_rule, thinker.asked) == (True, [])
    assert thought.code in table.legal(asked(table))
    thinker.gate.set()
    assert not (await queue.thought(table, asked(table))).by_rule


@pytest.mark.parametrize("why", ["it was there before", "nobody is there", "it is of a series"])
async def test_a_game_that_would_lose_by_it_waits(hall: Hall, why: str) -> None:
    thinker = Compiling()
    table = await (asking(hall) if why == "it is of a series" else ordinary(hall))
    since = table.row.created + (why == "it was there before")
    within = inf if why == "nobody is there" else 0.0
    thinking = asyncio.create_task(HouseQueue(thinker, since)._thought(table, asked(table), within))
    while not thinker.asked:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0)
    assert not thinking.done()
    thinker.gate.set()
    assert not (await thinking).by_rule


@pytest.mark.parametrize("failure", [Tired, Gated])
async def test_a_move_that_nobody_could_think_of_in_time_is_counted(
    hall: Hall, failure: type[InlineThinker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_queue, "PATIENCE", 0.1)
    table, before = await ordinary(hall), of_normal("nimbus_thinking_substitutes_total")
    thought = await HouseQueue(failure()).thought(table, asked(table))
    assert thought.by_rule
    assert thought.code in table.legal(asked(table))
    assert of_normal("nimbus_thinking_substitutes_total") - before == 1


async def test_a_forced_move_asks_nobody(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    thinker, table = Noting(), await ordinary(hall)
    question = question_to(table, asked(table))
    forced = replace(question, legal=question.legal[:1])
    monkeypatch.setattr(house_queue, "question_to", lambda *_: forced)
    assert await told(HouseQueue(thinker), table) == forced.legal[0]
    assert not thinker.asked

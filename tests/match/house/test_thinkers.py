"""Processes that think for house players: the move always comes, and once for the same question."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import cast

import pytest

from bot.match.house import house_queue
from bot.match.house.child_processes import LENGTH, Question, rank, read, spell, think
from bot.match.house.fork_server import Program
from bot.match.house.forks import Forks
from bot.match.house.house_queue import HouseQueue, question_to
from bot.match.house.thinkers import AT_ONCE, InlineThinker, ProcessPoolThinker, new_thinker
from bot.match.table.seats import house_to_act
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.meters import METERS
from engine.players.kernels import get_ready
from engine.players.reasons import Reason
from engine.players.robot import RankedMove
from engine.seats import Seat
from tests.engine.cloud_nine.positions import seen, table
from tests.engine.nimbly.positions import late
from tests.match.finished import ADA, Hall, opened, play_out, start
from tests.match.house.thinkers import (
    Compiling,
    Gated,
    Noting,
    Spawning,
    Tired,
    best,
    compiling,
    failing_forks,
    is_gone,
)
from tests.match.stand import refuses
from tests.match.table.test_kind import table as of_series
from tests.waits import rounds

# Processes that think for house players: the move always comes.


def question(level: str = "normal") -> Question:
    view = seen(table(), 1)
    return Question("cloud_nine", level, view, (), view.legal, 9)


def thought(level: str) -> float:
    """Return how many times house players of a level were measured so far."""
    labels = {"game": "cloud_nine", "level": level}
    return METERS.get_sample_value("nimbus_thinking_seconds_count", labels) or 0.0


@asynccontextmanager
async def closing(thinkers: ProcessPoolThinker) -> AsyncIterator[ProcessPoolThinker]:
    try:
        yield thinkers
    finally:
        await thinkers.close()


def failing(code: str, patience: float = 60.0) -> AbstractAsyncContextManager[ProcessPoolThinker]:
    """Return a process that does `code` when it is asked."""
    return closing(ProcessPoolThinker(1, failing_forks(code), patience=patience))


def patient(processes: int, forks: Forks) -> AbstractAsyncContextManager[ProcessPoolThinker]:
    """Return processes that may take their time, as on a busy machine."""
    return closing(ProcessPoolThinker(processes, forks, patience=120.0))


async def test_a_process_answers_and_ranks_as_the_bot_itself_would(forks: Forks) -> None:
    before = {level: thought(level) for level in ("easy", "hard")}
    async with patient(1, forks) as thinkers:
        for level in before:
            assert await best(thinkers, question(level)) == think(question(level))
        counts = {level: thought(level) - count for level, count in before.items()}
        assert counts == {"easy": 1, "hard": 1}
        asked = question("hard")
        assert await thinkers.rank(asked) == rank(asked) == await InlineThinker().rank(asked)


async def test_processes_start_when_they_are_needed_and_end_when_told(forks: Forks) -> None:
    asked = question()
    async with patient(2, forks) as thinkers:
        assert thinkers.pids == []
        await best(thinkers, asked)
        pids = thinkers.pids
        assert len(pids) == 1
    assert thinkers.pids == []
    await is_gone(pids[0])


async def test_a_killed_process_is_replaced(forks: Forks) -> None:
    async with patient(1, forks) as thinkers:
        first = await best(thinkers, question())
        (pid,) = thinkers.pids
        os.kill(pid, signal.SIGKILL)
        assert await best(thinkers, question()) in question().legal
        assert await best(thinkers, question()) == first
        assert pid not in thinkers.pids
        assert len(thinkers.pids) == 1


@pytest.mark.parametrize(
    "code",
    [
        "sys.exit(1)",
        "sys.stdout.buffer.write(b'\\0\\0\\0\\1['); sys.stdout.flush(); time.sleep(9)",
        "sys.stdout.buffer.write(b'\\0\\0\\0\\0017'); sys.stdout.flush(); time.sleep(9)",
        "sys.stdout.buffer.write(b'\\0\\0\\0\\2[]'); sys.stdout.flush(); time.sleep(9)",
        "sys.stdout.buffer.write(b'\\0\\0\\0\\1\\xff'); sys.stdout.flush(); time.sleep(9)",
        "sys.stdout.buffer.write(b'\\0\\0\\0\\7play'); sys.stdout.flush(); sys.exit()",
    ],
)
async def test_a_ranking_that_nobody_thought_of_is_none(code: str) -> None:
    async with failing(code) as thinkers:
        assert await thinkers.rank(question()) is None
        assert thinkers.pids == []


def test_a_ranking_keeps_its_facts_and_reasons_on_its_way() -> None:
    reasons = (Reason.of("leaves", card="KS", seat=2), Reason("hand"))
    ranking = (RankedMove("a", 1.5, 0.25, (("tricks", 4.0),)), RankedMove("b", reasons=reasons))
    assert read(spell(ranking), ("b", "a")) == ranking


@pytest.mark.parametrize("answer", [b"", b"7", b"[7]", b'[["a", 1, 1]]', b'[["c", 1, 1, []]]'])
def test_what_is_no_ranking_of_the_legal_moves_is_refused(answer: bytes) -> None:
    with pytest.raises(ValueError, match=r"ranking|Expecting|unpack"):
        read(answer, ("a",))


async def test_a_hanging_process_is_ended() -> None:
    async with failing("time.sleep(60)", patience=0.2) as thinkers:
        assert await thinkers.rank(question()) is None
        assert thinkers.pids == []


async def test_a_program_that_is_not_there_does_not_stop_the_game() -> None:
    thinkers = ProcessPoolThinker(1, cast("Forks", Spawning("./no-such-program")))
    assert await thinkers.rank(question()) is None
    await thinkers.close()


async def test_what_a_process_died_of_another_is_asked_once_more(forks: Forks) -> None:
    async with patient(1, forks) as thinkers:
        pid = await stopped(thinkers)
        asked = asyncio.create_task(best(thinkers, question("hard")))
        await rounds()
        os.kill(pid, signal.SIGKILL)
        assert await asked == think(question("hard"))
        assert pid not in thinkers.pids


async def test_whoever_needs_the_answer_first_is_answered_first(forks: Forks) -> None:
    async with patient(1, forks) as thinkers:
        pid, order = await stopped(thinkers), []

        async def ask(within: float) -> None:
            await thinkers.rank(question(), within)
            order.append(within)

        asked = [asyncio.create_task(ask(within)) for within in (3.0, inf, 2.0, AT_ONCE, 0.0, 1.0)]
        await rounds()
        os.kill(pid, signal.SIGCONT)
        await asyncio.gather(*asked)
        assert order == [3.0, AT_ONCE, 0.0, 1.0, 2.0, inf]


async def stopped(thinkers: ProcessPoolThinker) -> int:
    """Have the only process stand still from now on; return its number."""
    await thinkers.rank(question())
    (pid,) = thinkers.pids
    os.kill(pid, signal.SIGSTOP)
    return pid


async def test_whoever_stops_waiting_leaves_the_process_in_order(forks: Forks) -> None:
    async with patient(1, forks) as thinkers:
        first = asyncio.create_task(best(thinkers, question("hard")))
        await rounds()
        first.cancel()
        easy = replace(question("easy"), seed=77)
        assert await best(thinkers, easy) == think(easy)


async def test_many_questions_share_few_processes(forks: Forks) -> None:
    async with patient(2, forks) as thinkers:
        asked = [replace(question(), seed=seed) for seed in range(12)]
        answers = await asyncio.gather(*[best(thinkers, one) for one in asked])
        assert answers == [think(one) for one in asked]
        assert len(thinkers.pids) <= 2


async def test_without_processes_the_bot_thinks_itself() -> None:
    here = new_thinker(0, Forks())
    assert isinstance(here, InlineThinker)
    assert isinstance(new_thinker(1, Forks()), ProcessPoolThinker)
    assert await best(here, question()) == think(question())
    await here.close()


async def test_nobody_thinks_about_what_was_given_up_before_its_turn_came(forks: Forks) -> None:
    """One process: the first question holds it, the second waits in vain, the third is heard."""
    async with patient(1, forks) as thinkers:
        first = asyncio.create_task(best(thinkers, question("hard")))
        await asyncio.sleep(0)
        waiting = replace(question("hard"), seed=5)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await thinkers.rank(waiting)
        third = replace(question("easy"), seed=77)
        assert await best(thinkers, third) == think(third)
        assert first.done()
        assert not thinkers._given_up


async def test_a_process_whose_bot_was_killed_ends_without_a_word(
    forks: Forks, capfd: pytest.CaptureFixture[str]
) -> None:
    child = await forks.fork(Program.THINK)
    asked = pickle.dumps(question())
    child.questions.write(LENGTH.pack(len(asked)) + asked)
    await child.questions.drain()
    child.questions.close()  # as when the bot is killed while the process thinks
    await is_gone(child.pid)
    assert capfd.readouterr().err == ""


def nimbly(level: str) -> Question:
    """Ask about the end of a deal of Nimbly, which kernels solve."""
    course = late(3, 6, 1)
    (seat,) = course.to_act()
    return Question("nimbly", level, course.view(seat), course.heard(seat), course.legal(seat), 9)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is found in /proc")
async def test_kernels_are_loaded_once_with_the_first_question_that_needs_them(
    forks: Forks,
) -> None:
    """What the server has loaded its children share: they have hardly any memory of their own."""
    get_ready()  # to compile may take longer than a question waits for a process
    async with patient(2, forks) as thinkers:
        await asyncio.gather(*[thinkers.rank(replace(question("hard"), seed=n)) for n in (1, 2)])
        asked = [replace(nimbly("hard"), seed=number) for number in range(2)]
        assert await asyncio.gather(*map(thinkers.rank, asked)) == [rank(one) for one in asked]
        assert len(thinkers.pids) == 2
        # In megabytes: one that has loaded kernels by itself has some 120 more.
        assert max(map(private, thinkers.pids)) < 40
        assert await best(thinkers, nimbly("easy")) == think(nimbly("easy"))


@pytest.mark.parametrize("processes", [0, 1])
async def test_who_needs_kernels_waits_until_they_are_compiled_and_nobody_else(
    forks: Forks, processes: int
) -> None:
    get_ready()
    gate = compiling(forks)
    thinker = new_thinker(processes, forks)
    if isinstance(thinker, ProcessPoolThinker):
        thinker._patience = 120.0
    asking = asyncio.create_task(thinker.rank(nimbly("hard")))
    assert not thinker.is_ready(nimbly("hard"))
    assert thinker.is_ready(nimbly("easy"))
    assert await best(thinker, nimbly("easy")) == think(nimbly("easy"))
    assert not asking.done()
    gate.set()
    assert await asking == rank(nimbly("hard"))
    assert thinker.is_ready(nimbly("hard"))
    await thinker.close()


def private(pid: int) -> int:
    """Return how many MB of memory a process shares with nobody."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    kinds = ("Private_Clean:", "Private_Dirty:")
    lines = [line for line in rollup.splitlines() if line.startswith(kinds)]
    return sum(int(line.split()[1]) for line in lines) // 1024


async def test_a_fork_server_that_dies_is_started_again(forks: Forks) -> None:
    async with patient(2, forks) as thinkers:
        first = await best(thinkers, question())
        os.kill(forks.pids[-1], signal.SIGKILL)
        os.kill(thinkers.pids[0], signal.SIGKILL)
        for _ in range(3):
            assert await best(thinkers, question()) in question().legal
        assert await best(thinkers, question()) == first


async def test_other_tables_are_answered_while_kernels_are_loaded(
    forks: Forks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even by one process, and by one that is only started then."""
    monkeypatch.setattr(forks, "load", partial(asyncio.sleep, 60))
    async with patient(1, forks) as thinkers:
        loading = asyncio.create_task(thinkers.rank(nimbly("hard")))
        await asyncio.sleep(0)
        assert await best(thinkers, question()) == think(question())
        assert not loading.done()


# Tables that share deals think once for the same question, and each has the answer it would have.
#
# Other people, at whole tables: tests/evenings.


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
        before, (pid,) = thought("normal"), thinker.pids
        os.kill(pid, signal.SIGSTOP)
        gone, waiting = [asyncio.create_task(told(queue, table)) for _ in range(2)]
        await rounds()
        gone.cancel()
        await asyncio.wait([gone])
        os.kill(pid, signal.SIGCONT)
        assert await waiting == alone(table)
        assert gone.cancelled()
    assert thought("normal") - before == 1


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

"""The one writer: all that waits goes into one transaction, and each task gets its own answer."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import inf
from queue import Empty, SimpleQueue
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

from bot import meters
from bot.store.backends.postgresql import Begun, begun, hold, is_held, was_committed
from bot.store.backends.sqlite import is_busy, origin
from bot.store.changes import Change, Missed, apply_one, apply_together, signal_of
from bot.store.errors import Held, StoreClosed, StoreFailed
from bot.store.rows import MatchId
from bot.store.signals import send

# The writes that wait go into one durable transaction; each task gets its own answer.
#
# First everything together, which is fast and nearly always succeeds. If anything in it fails, the
# transaction is rolled back and the tasks are done again, each behind a savepoint of its own, so
# that one stale or broken task never sinks its neighbours. So they are, on a new connection, where
# the server was lost before the COMMIT. A task that needs what another transaction holds is
# answered with Held then, without being done, so that it holds up nobody. Tasks that wait at the
# same time have no order among them: changes of matches go first, because those can be written
# together.

T = TypeVar("T")

# A job gives its caller anything; only the caller knows what.
Job = Callable[[Connection], Any]


@dataclass(frozen=True, slots=True)
class OutOfTurn(Generic[T]):
    """A job that is right whatever others write meanwhile: it reads nothing that it writes by.

    `match_id` is the match whose row it writes, if it does. One that is not `lasting` may be lost
    when the server's machine stops, with a second's worth of its kind; nobody waits for the disk.
    """

    job: Callable[[Connection], T]
    match_id: MatchId | None = None
    lasting: bool = True

    def __call__(self, connection: Connection) -> T:
        """Do the job."""
        return self.job(connection)


Task = Change | OutOfTurn[Any] | Job


HELD = "another transaction holds what is to be written"

_AGAIN = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for a transaction that was in the way of another, and may be done again."""


class Unsure(StoreFailed):
    """The server was lost in the middle of a COMMIT, and did not come back to tell."""

    def __init__(self) -> None:
        super().__init__("the server was lost during a COMMIT: it may have been stored")


class _Lost(Exception):
    """The server was lost in the middle of a COMMIT, and nothing was stored."""


class Answer(NamedTuple):
    """The result of a task: its value, or the error to raise where it was asked for."""

    value: Any = None
    error: Exception | None = None


def flush(connection: Connection, tasks: Sequence[Task]) -> list[Answer]:
    """Do all tasks in one transaction; their answers in the order of the tasks.

    When this returns, every task answered with a value is durable, if it is to last, and of every
    task answered with an error nothing is stored. A job may be run twice and must do nothing but
    SQL.
    """
    was_lost = connection.invalidated
    try:
        return _in_transaction(connection, tasks)
    except Exception as error:  # noqa: BLE001 - whatever it was, it is answered below
        if not _is_worth_another_try(connection, error, tasks, was_lost=was_lost):
            return [Answer(error=error)] * len(tasks)
    return flush_each(connection, tasks)


def flush_each(connection: Connection, tasks: Sequence[Task]) -> list[Answer]:
    """Do each task by itself, as `flush` does after a failure."""
    try:
        return _in_transaction(connection, tasks, each=True)
    except Exception as error:  # noqa: BLE001 - the callers raise it
        return [Answer(error=error)] * len(tasks)


def _is_worth_another_try(
    connection: Connection, error: Exception, tasks: Sequence[Task], *, was_lost: bool
) -> bool:
    if isinstance(error, Unsure) or (was_lost and connection.invalidated) or is_busy(error):
        return False  # nobody knows what came of it, or server or file cannot be had still
    if connection.invalidated or isinstance(error, (_Lost, Missed)) or is_held(error):
        return True
    return len(tasks) > 1 or getattr(origin(error), "sqlstate", None) in _AGAIN


def _in_transaction(
    connection: Connection, tasks: Sequence[Task], *, each: bool = False
) -> list[Answer]:
    transaction: Begun | None = None
    answers: list[Answer] | None = None
    try:
        with connection.begin():
            transaction = begun(
                connection,
                in_turn=any(map(_needs_turn, tasks)),
                lasting=any(not isinstance(task, OutOfTurn) or task.lasting for task in tasks),
                waits=not each,
            )
            held = hold(connection, _rows(tasks, each=each), waits=not each)
            if each:
                has_turn = transaction is None or transaction.has_turn
                answers = _each(connection, tasks, held, has_turn=has_turn)
            else:
                answers = _together(connection, tasks)
            _tell(connection, tasks, answers)
    except Exception as error:
        if not connection.invalidated:
            # After a COMMIT that failed SQLite is still in its transaction, which SQLAlchemy takes
            # for done; the driver knows. Where there is none, this does nothing.
            connection.connection.rollback()
        if transaction is None or answers is None or not connection.invalidated:
            raise
        stored = was_committed(connection, transaction)
        if stored is None:
            raise Unsure from error
        if not stored:
            raise _Lost from error
    return answers


def _tell(connection: Connection, tasks: Sequence[Task], answers: Sequence[Answer]) -> None:
    """Tell the other processes which matches have changed."""
    done = zip(tasks, answers, strict=True)
    send(
        connection,
        (signal_of(task) for task, answer in done if isinstance(task, Change) and answer.value),
    )


def _needs_turn(task: Task) -> bool:
    return not (task.is_plain_move if isinstance(task, Change) else isinstance(task, OutOfTurn))


def _rows(tasks: Sequence[Task], *, each: bool) -> set[MatchId]:
    """Return the matches whose rows must be held first.

    Two transactions that write the same rows in another order would wait for each other. Plain
    moves are written in the order of their matches.
    """
    if not each and all(isinstance(task, Change) and task.is_plain_move for task in tasks):
        return set()
    return {match_id for match_id in map(_row, tasks) if match_id is not None}


def _row(task: Task) -> MatchId | None:
    """Return the match whose row a task writes, as far as it says so."""
    if isinstance(task, Change):
        found: MatchId = task.match[0]
        return found
    return task.match_id if isinstance(task, OutOfTurn) else None


def _together(connection: Connection, tasks: Sequence[Task]) -> list[Answer]:
    changes = [task for task in tasks if isinstance(task, Change)]
    if changes:
        apply_together(connection, changes)
    return [Answer(value=True if isinstance(task, Change) else task(connection)) for task in tasks]


def _each(
    connection: Connection, tasks: Sequence[Task], held: Collection[int], *, has_turn: bool
) -> list[Answer]:
    """Do each task by itself, but for those that wait for a row or for their turn."""
    return [
        Answer(error=Held(HELD))
        if _row(task) in held or (_needs_turn(task) and not has_turn)
        else _alone(connection, task)
        for task in tasks
    ]


def _alone(connection: Connection, task: Task) -> Answer:
    savepoint = connection.begin_nested()
    try:
        value = apply_one(connection, task) if isinstance(task, Change) else task(connection)
        savepoint.commit()
    except Exception as error:
        if connection.invalidated:
            raise
        # Not guarded: if the database gave up the whole transaction (a full disk), this fails
        # and takes the other tasks of the transaction with it, as it must.
        savepoint.rollback()
        return Answer(error=Held(HELD) if is_held(error) else error)
    return Answer(value)


# The one writer: a thread that takes all that waits into one transaction (group commit).
#
# A thread of its own rather than a task, because a blocking driver costs a fraction of an awaited
# one, and its waits for the disk leave the event loop alone.

log = logging.getLogger(__name__)

MOST_AT_ONCE = 500
"""Tasks in one transaction, so that nobody waits for an endless one."""


PATIENCE = 10.0
"""Seconds in which a task is tried again that needs what another transaction holds."""

RETRY_AFTER = 0.25
"""Seconds between two tries."""


class _Waiting(NamedTuple):
    task: Task
    # What it will hold is known to the caller of `ask` only.
    future: asyncio.Future[Any]
    until: float = inf
    """When it is given up; known once another transaction was in its way."""


class Writer:
    """Writes what callers on one event loop ask for, in a thread of its own.

    A caller who is cancelled while waiting does not learn whether the task was done.
    """

    def __init__(self, connect: Callable[[], Engine]) -> None:
        """Make a writer; `connect` is called in the thread and may take its time."""
        self._connect = connect
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        # A daemon, so that a process which forgets to close the store can still end: what was
        # answered is durable, and what was not is stored whole or not at all.
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)

    async def start(self) -> None:
        """Open the database. Raises what `connect` raises."""
        opened = self._loop.create_future()
        self._opened = opened
        self._thread.start()
        await opened

    def ask(self, task: Task) -> asyncio.Future[Any]:
        """Return what will hold the answer to a task; a job must do nothing but SQL.

        A change is answered with False if it was made from another version than the stored one.
        Raises StoreClosed.
        """
        if self._closed:
            raise StoreClosed("the store is closed")
        future: asyncio.Future[Any] = self._loop.create_future()
        self._queue.put(_Waiting(task, future))
        return future

    @property
    def waiting(self) -> int:
        """How many tasks wait to be written."""
        return self._queue.qsize()

    async def close(self) -> None:
        """Write what waits, then end the thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        # Shielded: the thread sets it, even where one of those who wait gives up.
        await asyncio.shield(self._ended)

    def _run(self) -> None:
        try:
            engine = self._connect()
            connection = engine.connect()
        except Exception as error:  # noqa: BLE001 - `start` raises it
            self._closed = True
            self._tell(_settle, [self._opened, self._ended], [Answer(error=error), Answer()])
            return
        self._tell(_settle, [self._opened], [Answer()])
        with connection:
            open_, held, again_at = True, list[_Waiting](), 0.0
            while open_ or held:
                waiting, open_ = self._take(RETRY_AFTER if held else None) if open_ else ([], False)
                if held and not waiting and not open_:
                    time.sleep(RETRY_AFTER)
                if held and time.monotonic() >= again_at:
                    # Apart from the others, so that these never wait for what is held.
                    held = self._done(connection, held, flush_each)
                    again_at = time.monotonic() + RETRY_AFTER
                held += self._done(connection, waiting, flush)
        engine.dispose()
        self._tell(_settle, [self._ended], [Answer()])

    def _done(
        self,
        connection: Connection,
        waiting: list[_Waiting],
        flushed: Callable[[Connection, Sequence[Task]], list[Answer]],
    ) -> list[_Waiting]:
        """Do what waits and answer it; gives what is to be tried again."""
        if not waiting:
            return []
        with meters.COMMITS.time():
            answers = flushed(connection, [one.task for one in waiting])
        now, done, held = time.monotonic(), list[tuple[_Waiting, Answer]](), list[_Waiting]()
        for one, answer in zip(waiting, answers, strict=True):
            if isinstance(answer.error, Held) and now < one.until:
                held.append(one._replace(until=min(one.until, now + PATIENCE)))
            else:
                done.append((one, answer))
        self._tell(_settle, [one.future for one, _ in done], [answer for _, answer in done])
        return held

    def _take(self, timeout: float | None) -> tuple[list[_Waiting], bool]:
        """Wait for something to do, `timeout` seconds at most, and take all there is.

        False when it is the last.
        """
        waiting: list[_Waiting] = []
        try:
            item = self._queue.get(timeout=timeout)
            while item is not None:
                waiting.append(item)
                if len(waiting) == MOST_AT_ONCE:
                    return waiting, True
                item = self._queue.get_nowait()
        except Empty:
            return waiting, True
        return waiting, False

    def _tell(self, *call: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(*call)
        except RuntimeError:
            # The loop was closed before the store; nobody is left to hear the answers.
            log.debug("the event loop ended before the store was closed")


def _settle(futures: list[asyncio.Future[Any]], answers: list[Answer]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.done():
            continue  # its caller was cancelled
        if answer.error is not None:
            future.set_exception(answer.error)
        else:
            future.set_result(answer.value)

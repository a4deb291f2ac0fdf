"""What waits to be written goes into one durable transaction; each task gets its own answer.

First everything together, which is fast and nearly always succeeds. If anything in it fails, the
transaction is rolled back and the tasks are done again, each behind a savepoint of its own, so
that one stale or broken task never sinks its neighbours. Tasks that wait at the same time have no
order among them: changes of matches go first, because those can be written together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from bot.store.changes import Change, Missed, apply_one, apply_together

# A job gives its caller anything; only the caller knows what.
Job = Callable[[Connection], Any]
Task = Change | Job


class Answer(NamedTuple):
    """What came of a task: its value, or the error to raise where it was asked for."""

    value: Any = None
    error: Exception | None = None


def flush(connection: Connection, tasks: Sequence[Task]) -> list[Answer]:
    """Do all tasks in one transaction; their answers in the order of the tasks.

    When this returns, every task answered with a value is durable, and of every task answered
    with an error nothing is stored. A job may be run twice and must do nothing but SQL.
    """
    try:
        return _in_transaction(connection, _together, tasks)
    except Exception as error:  # noqa: BLE001 - whatever it was, it is answered below
        if len(tasks) == 1 and not isinstance(error, Missed):
            return [Answer(error=error)]
    try:
        return _in_transaction(connection, _each, tasks)
    except Exception as error:  # noqa: BLE001 - the callers raise it
        return [Answer(error=error)] * len(tasks)


def _in_transaction(
    connection: Connection,
    work: Callable[[Connection, Sequence[Task]], list[Answer]],
    tasks: Sequence[Task],
) -> list[Answer]:
    try:
        with connection.begin():
            return work(connection, tasks)
    except Exception:
        # After a COMMIT that failed SQLite is still in its transaction, which SQLAlchemy takes
        # for done; the driver knows. Where there is none, this does nothing.
        connection.connection.rollback()
        raise


def _together(connection: Connection, tasks: Sequence[Task]) -> list[Answer]:
    changes = [task for task in tasks if isinstance(task, Change)]
    if changes:
        apply_together(connection, changes)
    return [Answer(value=True if isinstance(task, Change) else task(connection)) for task in tasks]


def _each(connection: Connection, tasks: Sequence[Task]) -> list[Answer]:
    return [_alone(connection, task) for task in tasks]


def _alone(connection: Connection, task: Task) -> Answer:
    savepoint = connection.begin_nested()
    try:
        value = apply_one(connection, task) if isinstance(task, Change) else task(connection)
        savepoint.commit()
    except Exception as error:  # noqa: BLE001 - the caller raises it
        # Not guarded: if the database gave up the whole transaction (a full disk), this fails
        # and takes the other tasks of the transaction with it, as it must.
        savepoint.rollback()
        return Answer(error=error)
    return Answer(value)

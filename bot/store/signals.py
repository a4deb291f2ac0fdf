"""Signals: what processes on one database tell each other as they change it.

A signal goes with the transaction of the change, by NOTIFY, so it comes when the change can be
read, or never: those sent while a process was not listening are lost. SQLite has one process, and
sends none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import orjson
from sqlalchemy import Connection, text

T = TypeVar("T")

CHANNEL = "nimbus"
"""The name that they are sent under, to all who listen in the database."""

SENDER = "nimbus_sender"
"""The option of a connection that says who sends over it."""

PAYLOAD_BYTES = 7000
"""Bytes of one payload: PostgreSQL takes eight thousand."""

MATCH, REWRITTEN, SETTINGS = "match", "rewritten", "settings"
"""A match has another version now; some have, nobody knows which; the settings of a scope have."""

_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class Signal(NamedTuple):
    """A signal: a kind, and its subject in plain values."""

    kind: str
    about: Sequence[Any] = ()


def send(connection: Connection, signals: Iterable[Signal]) -> None:
    """Tell the other processes, once this transaction is committed."""
    if connection.dialect.name != "postgresql":
        return
    sender = connection.get_execution_options().get(SENDER, "")
    for payload in _payloads(sender, signals):
        connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})


def telling(job: Callable[[Connection], T], *signals: Signal) -> Callable[[Connection], T]:
    """Return a job that does what another does, and tells the other processes."""

    def told(connection: Connection) -> T:
        value = job(connection)
        send(connection, signals)
        return value

    return told


def received(payload: str, own: str) -> list[Signal]:
    """Return the signal of a payload; nothing if it is one's own, or is not understood.

    >>> received('["a",[["match",[7,2,"playing"]]]]', own="b")
    [Signal(kind='match', about=[7, 2, 'playing'])]
    >>> received('["a",[["match",[7,2,"playing"]]]]', own="a")
    []
    """
    try:
        sender, signals = orjson.loads(payload)
        return [] if sender == own else [Signal(kind, about) for kind, about in signals]
    except (ValueError, TypeError):
        return []


def _payloads(sender: str, signals: Iterable[Signal]) -> Iterator[str]:
    """Spell signals, as many in one payload as it can hold, each once."""
    some: list[bytes] = []
    for spelt in dict.fromkeys(orjson.dumps((kind, about)) for kind, about in signals):
        if some and sum(map(len, some)) + len(some) + len(spelt) > PAYLOAD_BYTES:
            yield _payload(sender, some)
            some = []
        some.append(spelt)
    if some:
        yield _payload(sender, some)


def _payload(sender: str, some: Sequence[bytes]) -> str:
    return f'["{sender}",[{b",".join(some).decode()}]]'

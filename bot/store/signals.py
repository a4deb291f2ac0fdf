"""What processes that share a database may do, and tell each other: ownership, peers, signals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, NamedTuple, Protocol, TypeVar

import orjson
from sqlalchemy import Connection, text

from bot.store.rows import MatchId, MatchRow

# Ownership: what this process may act on, where several may share a database.
#
# Each match is owned by one process, its home, which runs its clock and house players and shows
# it; to move in it any process may. One process, the leader, does the work that is done once for
# all.


class Ownership(Protocol):
    """Matches and duties of this process. Awaited methods raise StoreError, but `look_after`."""

    unwound: set[MatchId]
    """Matches that were acquired and that nobody owned: their clocks are to be wound."""

    @property
    def is_sole_writer(self) -> bool:
        """Whether nobody else writes to the database: what was read may be kept in memory."""

    @property
    def token(self) -> str | None:
        """The fencing token, noted in the row of what is acquired; None where nobody else is.

        A process that was late gets another one: what it acquired before it has lost.
        """

    @property
    def leads(self) -> bool:
        """Whether this process does what is done once for all."""

    def has(self, match_id: MatchId) -> bool:
        """Return whether this process owns a match, and nobody else can yet."""

    def leads_or_tells(self, kind: str, *about: Any) -> bool:
        """Return whether this process leads; one that does not tells the one that does."""

    def has_or_tells(self, match_id: MatchId, kind: str, *about: Any) -> bool:
        """Return whether this process owns a match; one that does not tells the one that does."""

    async def acquire(self, match_id: MatchId) -> bool:
        """Own a match from now on, whoever did; tell whether that is new."""

    async def acquire_free(self, match_ids: Collection[MatchId]) -> set[MatchId]:
        """Return those of some matches that this process owns, now that it was asked.

        What nobody alive owns it acquires, but for what another is acquiring at this moment.
        """

    async def look_after(self, match_id: MatchId) -> None:
        """Own a match that has just changed, unless another process does; never raises."""

    def noted(self, row: MatchRow, token: str | None) -> MatchRow:
        """Return a row that was stored with a token, which is noted."""

    def release(self, match_id: MatchId) -> None:
        """Own a match no more, as far as nobody asks: it has ended, or another process has it."""

    def held(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a name for a moment, and wait for other processes that do.

        Within this process a lock has to keep others out.
        """


class SoleOwner:
    """The process has the database for itself, as on SQLite always: it owns all, and leads."""

    is_sole_writer = leads = True
    token = None

    def __init__(self) -> None:
        self.unwound: set[MatchId] = set()

    def has(self, match_id: MatchId) -> bool:  # noqa: ARG002 - whichever it is
        return True

    def leads_or_tells(self, kind: str, *about: Any) -> bool:  # noqa: ARG002 - nobody is told
        return True

    def has_or_tells(self, match_id: MatchId, kind: str, *about: Any) -> bool:  # noqa: ARG002 - so
        return True

    async def acquire(self, match_id: MatchId) -> bool:  # noqa: ARG002 - it is owned already
        return False

    async def acquire_free(self, match_ids: Collection[MatchId]) -> set[MatchId]:
        return set(match_ids)

    async def look_after(self, match_id: MatchId) -> None:
        pass

    def noted(self, row: MatchRow, token: str | None) -> MatchRow:  # noqa: ARG002 - there is none
        return row

    def release(self, match_id: MatchId) -> None:
        pass

    def held(self, name: str) -> AbstractAsyncContextManager[None]:  # noqa: ARG002 - nobody else
        return nullcontext()


# Signals: what processes on one database tell each other as they change it.
#
# A signal goes with the transaction of the change, by NOTIFY, so it comes when the change can be
# read, or never: those sent while a process was not listening are lost. SQLite has one process,
# and sends none.

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

    def job_and_signals(connection: Connection) -> T:
        value = job(connection)
        send(connection, signals)
        return value

    return job_and_signals


def received(payload: str, process: str) -> list[Signal]:
    """Return the signal of a payload; nothing if it is one's own, or is not understood.

    >>> received('["a",[["match",[7,2,"playing"]]]]', process="b")
    [Signal(kind='match', about=[7, 2, 'playing'])]
    >>> received('["a",[["match",[7,2,"playing"]]]]', process="a")
    []
    """
    try:
        sender, signals = orjson.loads(payload)
        return [] if sender == process else [Signal(kind, about) for kind, about in signals]
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


# Peers: the other processes on a database, as far as the bot tells them things and hears them.


class Peers(Protocol):
    """Other processes of the bot. What changes in the store they are told with the change."""

    def tell_soon(self, kind: str, *about: Any) -> None:
        """Tell the others something that may be lost, without waiting for it."""

    def listen(self, hear: Callable[[Signal], None], missed: Callable[[], None]) -> None:
        """Hear from now on what other processes tell, until the store is closed.

        `hear` is called with what the store itself makes nothing of, `missed` when signals may have
        been lost, as at the start.
        """


class NoPeers:
    """The process has the database for itself: nobody is told, and nothing is heard."""

    def tell_soon(self, kind: str, *about: Any) -> None:
        pass

    def listen(self, hear: Callable[[Signal], None], missed: Callable[[], None]) -> None:
        pass

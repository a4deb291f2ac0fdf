"""The interface of a kind of database, so that nothing else has to know which kind it is."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import Engine

from bot.store.backends.listener import Listener
from bot.store.backends.readers import Apart, Readers
from bot.store.errors import CannotOpen


class Backend(Protocol):
    """A database at its address: SQLite's file, or one of a PostgreSQL server."""

    @property
    def is_shared(self) -> bool:
        """Whether several processes may be at work on the database."""

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """The errors of statements that went wrong; those compiled by hand raise the driver's."""

    def prepare(self, *, alone: bool, shares: bool = False) -> Engine:
        """Make the tables or bring them up to date, and give the engine to write with; blocks.

        `alone` is for a bot that serves players: it keeps others that ask for it out until
        `release`, and has the database checked first; one that `shares` it keeps out those that do
        not, where the database can be shared. Raises CannotOpen, OSError, ValueError and
        `failures`.
        """

    def is_empty(self) -> bool:
        """Return whether there are no tables yet; blocks, and changes nothing. Raises as above."""

    def fill(self) -> Engine:
        """Give the engine to write with, for who makes the tables of an empty one; blocks.

        Keeps bots out until `release`. Raises as above.
        """

    def readers(self) -> Readers:
        """Make connections that cannot write; call it after `prepare`."""

    def scour(self) -> bool:
        """Have the files hold nothing of what was erased; False if to be tried again; blocks."""

    def apart(self) -> Apart | None:
        """Make a connection for what must wait for no other write; None where there is none."""

    def listener(self) -> Listener | None:
        """Make what hears other processes; None where there are none."""

    def check(self) -> None:
        """Raise StoreLost if what was opened is not there any more, or another bot's; blocks."""

    def release(self) -> None:
        """Let other bots in again; twice is harmless."""

    def cannot_open(self, error: BaseException) -> CannotOpen:
        """Say why `prepare` failed, and what to do."""

    def harmless(self, error: BaseException) -> BaseException:
        """Return an error as it may stand in a log: without what was to be stored."""

    def is_full(self, error: BaseException) -> bool:
        """Return whether there was no room for what was to be written."""

    def is_busy(self, error: BaseException) -> bool:
        """Return whether somebody else held what was asked for: later it may be free."""

    def brief(self, error: BaseException) -> str:
        """Say in a few words what failed, without the statement and its values.

        The first sign that stored data is broken is logged as an error.
        """

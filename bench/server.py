"""The numbers that a PostgreSQL server tells of a database: its work, its size, its queries."""

from __future__ import annotations

from typing import NamedTuple, Self

from sqlalchemy import Engine, create_engine, text

from bench.processes import memory_by, spent_by

PROGRAM = "postgres"

_DONE = text(
    "SELECT xact_commit, wal_bytes, wal_sync, pg_database_size(datname), "
    "(SELECT count(*) FROM pg_stat_activity WHERE pg_stat_activity.datname = here.datname), "
    "pg_notification_queue_usage() "
    "FROM pg_stat_database AS here, pg_stat_wal WHERE datname = current_database()"
)
_TABLES = text(
    "SELECT relname, n_live_tup, n_dead_tup, n_tup_ins, n_tup_upd, n_tup_hot_upd, "
    "pg_table_size(relid), pg_indexes_size(relid), autovacuum_count "
    "FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC LIMIT :most"
)
_ASKED = text(
    "SELECT calls, total_exec_time, regexp_replace(query, '\\s+', ' ', 'g') AS words "
    "FROM {schema}.pg_stat_statements "
    "WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "ORDER BY calls DESC LIMIT :most"
)
_WHERE = text(
    "SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace "
    "WHERE extname = 'pg_stat_statements'"
)


class Done(NamedTuple):
    """The work of a server for a database so far, and its state.

    `cpu` are processor seconds of the whole server; `written` and `size` bytes; `memory`, of the
    whole server, megabytes; `queue` is how full that of NOTIFY is, from 0 to 1.
    """

    transactions: int
    written: int
    syncs: int
    size: int
    connections: int
    queue: float
    cpu: float
    memory: float

    def since(self, before: Self) -> Self:
        """Return the work done since then; sizes are those of now."""
        return self._replace(
            transactions=self.transactions - before.transactions,
            written=self.written - before.written,
            syncs=self.syncs - before.syncs,
            cpu=self.cpu - before.cpu,
        )


class TableSize(NamedTuple):
    """A table: rows that live and that are dead, what was written, and bytes."""

    name: str
    rows: int
    dead: int
    inserted: int
    updated: int
    in_place: int
    bytes: int
    index_bytes: int
    vacuums: int

    def told(self) -> str:
        """Return it in words."""
        return (
            f"{self.name}: {self.rows} rows, {self.dead} dead, {self.inserted} inserted, "
            f"{self.updated} updated ({self.in_place} in place), {self.bytes / 1e6:.1f} MB and "
            f"{self.index_bytes / 1e6:.1f} MB of indexes, vacuumed {self.vacuums} times"
        )


class Statement(NamedTuple):
    """A statement: how often it was run, how many milliseconds that took in all, its words."""

    calls: int
    milliseconds: float
    words: str


class Server:
    """Asks the server of the database at an address."""

    def __init__(self, address: str) -> None:
        self._engine: Engine = create_engine(address, isolation_level="AUTOCOMMIT")

    def done(self) -> Done:
        """Return its work so far."""
        with self._engine.connect() as connection:
            commits, written, syncs, size, connections, queue = connection.execute(_DONE).one()
        return Done(
            commits, int(written), syncs, size, connections - 1, queue,
            spent_by(PROGRAM), memory_by(PROGRAM),
        )  # fmt: skip

    def tables(self, most: int = 6) -> list[TableSize]:
        """Return the largest tables."""
        with self._engine.connect() as connection:
            return [TableSize(*row) for row in connection.execute(_TABLES, {"most": most})]

    def forget_statements(self) -> None:
        """Count statements from now on, where the server counts them at all."""
        with self._engine.connect() as connection:
            if schema := connection.scalar(_WHERE):
                connection.execute(text(f"SELECT {schema}.pg_stat_statements_reset()"))

    def statements(self, most: int = 40) -> list[Statement]:
        """Return the statements run most often; none where the server does not count them."""
        with self._engine.connect() as connection:
            schema = connection.scalar(_WHERE)
            if not schema:
                return []
            asked = text(str(_ASKED).format(schema=schema))
            return [Statement(*row) for row in connection.execute(asked, {"most": most})]

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()

"""How many commits of moves a PostgreSQL server makes in a second, whoever asks: by pgbench.

`python -m bench.commits DATABASE_URL [--clients 1 4 16 64] [--seconds 10]`: so many connections,
each of which stores one move after the other at tables of its own, in a transaction each, with the
statements of the store. Beside each other stand moves without a signal, with one as the store sends
it (NOTIFY), and with the turn that transactions of more than moves take. pgbench, which comes with
the server, takes a fraction of the processor time that the bot does, so this is where the server
itself ends. The database is to be empty; it is filled.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from psycopg.conninfo import make_conninfo
from sqlalchemy import make_url

from bench.store import fill
from bot.store.changes import MOVED
from bot.store.postgresql import LOCKS, WRITING

TABLES = 1024

_RISING = frozenset({"version", "moves"})
_SET = ", ".join(f"{name} = {name}" + " + 1" * (name in _RISING) for name in MOVED)
_MOVE = f"""\\set id 1 + :client_id + {{clients}} * random(0, {TABLES} / {{clients}} - 1)
BEGIN;
SELECT CAST(pg_current_xact_id() AS text){{turn}};
UPDATE match SET {_SET} WHERE id = :id RETURNING version \\gset
INSERT INTO move VALUES (:id, :version, 1, 'KH', 100000000000000000, 1.0);
{{signal}}
COMMIT;
"""  # noqa: S608 - our own names
_SIGNAL = "SELECT pg_notify('nimbus', CAST(CAST(:id AS bigint) * 1000000 + :version AS text));"
_TURN = f", pg_advisory_xact_lock({LOCKS}, {WRITING})"
_KINDS = {"alone": ("", ""), "with a signal": ("", _SIGNAL), "in turn": (_TURN, _SIGNAL)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.commits")
    parser.add_argument("address", metavar="DATABASE_URL")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--seconds", type=int, default=10)
    given = parser.parse_args()
    program = _program()
    asyncio.run(fill(given.address, TABLES))
    print(f"{'connections':>11}" + "".join(f"{name:>16}" for name in _KINDS), flush=True)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        for clients in given.clients:
            found = []
            for turn, signal in _KINDS.values():
                script.seek(0)
                script.truncate()
                script.write(_MOVE.format(clients=clients, turn=turn, signal=signal))
                script.flush()
                found.append(
                    _rate(program, given.address, Path(script.name), clients, given.seconds)
                )
            print(f"{clients:>11}" + "".join(f"{rate:>16.0f}" for rate in found), flush=True)


def _program() -> str:
    installed = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin/pgbench")))
    found = shutil.which("pgbench") or next(reversed(installed), None)
    if found is None:
        raise SystemExit("pgbench is not there; it comes with the PostgreSQL server.")
    return found


def _rate(program: str, address: str, script: Path, clients: int, seconds: int) -> float:
    """Return the transactions a second of so many connections that all run a script."""
    url = make_url(address)
    named: dict[str, Any] = url.translate_connect_args(username="user", database="dbname")
    where = make_conninfo(**{**named, **url.query})
    arguments = ("--no-vacuum", "--protocol", "prepared", "--file", script)
    amounts = ("--client", str(clients), "--jobs", "1", "--time", str(seconds))
    said = subprocess.run(  # noqa: S603 - our own arguments
        [program, *arguments, *amounts, where], check=True, capture_output=True, text=True
    )
    rate = re.search(r"tps = ([\d.]+)", said.stdout)
    if rate is None:
        raise SystemExit(said.stdout + said.stderr)
    return float(rate[1])


if __name__ == "__main__":
    main()

"""What SQLite lets pass and PostgreSQL does not: every function with SQL runs on a real server."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from sqlalchemy import Table, create_engine, make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.daily.tries import Try
from bot.evenings import store as evenings
from bot.evenings.rows import ChallengeRow, EveningPerson, EveningRow, Place
from bot.evenings.store import Beginning, BoardRow
from bot.privacy.erased import Erasure
from bot.puzzles import store as puzzles
from bot.puzzles.store import PuzzleAnswer, PuzzleRow, Wish
from bot.reviews.store import ReviewRow
from bot.store import HandMessage, MatchId, Publication, SeriesRow, Status, matches
from bot.store.backends.postgresql import writing_engine
from bot.store.changes import Missed, change_of
from bot.store.errors import UnknownMatch
from bot.store.rows import InvitationCall, InvitationRow, MoveRow
from bot.store.schema import league, match, metadata
from bot.store.signals import Signal
from tests.source_tree import modules
from tests.store.samples import ALICE, TABLE, OnServer, by_score, ending, league_in, move_on

FUNCTIONS = {
    f"{module.name.removeprefix('bot.').removeprefix('store.')}.{name}": function
    for module in modules("bot")
    if not module.is_within("bot.store.migrations")
    for name, function in inspect.getmembers(import_module(module.name), inspect.isfunction)
    if function.__module__ == module.name
    and not name.startswith("_")
    and next(iter(inspect.signature(function).parameters), None) == "connection"
}
ELSEWHERE = re.compile(r"checkup|database_file|writer|postgresql|upsert")
"""Modules that are about one engine alone, or are run by all the others."""

ROW = replace(TABLE, id=MatchId(1))
SERIES = SeriesRow("daily 1", "nimbly", {}, b"secret", 1, 1, 1.0, 9.0)
EVENING, BOARD = EveningRow(1, begun=5.0, rounds=2), BoardRow(1, 5, 1, "en")
ADA = EveningPerson(1, ALICE, 5, "Ada", "9")


def beginning(number: int) -> Beginning:
    """Return all that is stored of an evening of a number when it begins."""
    row, board = replace(EVENING, id=number), replace(BOARD, evening_id=number)
    deals, people = replace(SERIES, key=row.key), [replace(ADA, evening_id=number)]
    return Beginning(row, [board], deals, people)


GIVEN: dict[str, Any] = {
    "row": ROW, "publication": Publication(MatchId(1)), "judge": by_score,
    "hand": HandMessage(MatchId(1), ALICE, 1, 1, 1, 1), "numbers": (1, 2), "guild_ids": (1, 2),
    "interaction_ids": (1, 2), "scopes": ("a", "b"),
    "answer": PuzzleAnswer(ALICE, "p", "a", is_right=True, at=5.0, mu=25.0, sigma=8.0),
    "erasure": Erasure(ALICE, "Someone", 5.0, (), (MatchId(1),), 7), "statuses": tuple(Status),
    "deed": "skip", "keys": ("a", "b"), "user_ids": (1, 2), "present": (1,), "aside": (MatchId(9),),
    "condition": league.c.guild_id == 1, "where": match.c.id == 1, "values": {"options": "{}"},
    "match_ids": (MatchId(1),), "found": Try(1, ALICE, MatchId(1), 5.0),
    "change": change_of(move_on(ROW)),
    "doors.note_told told": (InvitationRow(MatchId(1), 2, 3, 5.0, InvitationCall.DIRECT),),
    # Where one name means several things.
    "publications.note changes": {"board_message": 5, "published": 1},
    "settings.put_all changes": {"a": "b", "c": None},
    "changes.apply_together changes": (change_of(move_on(ROW)), change_of(ending(ROW, {ALICE: 1}))),
    "leagues.store.add row": league_in(5),
    "new": beginning(2), "board": BOARD, "person": ADA,
    "evenings.store.end_round row": EVENING, "evenings.store.set_clock row": EVENING,
    "evenings.store.agree row": EVENING,
    "evenings.store.rated_places contest": "evening 1",
    "places": (Place(ALICE, 1, 50.0),), "gone": (ALICE,), "deals": SERIES,
    "evenings.store.offer new": ChallengeRow(
        "x", MatchId(1), None, None, until=9.0
    ),
    "lobbies": (change_of(move_on(ROW)),), "others": (TABLE,), "tables": (TABLE,), "home": "x",
    "reviews.store.put row": ReviewRow(MatchId(1), 1, ALICE, 1, 5.0, ""),
    "reviews.store.practise moves": (MoveRow(1, 1, "a", ALICE, 5.0),),
    "puzzles.store.settle rows": (PuzzleRow("p", "nimbly", "", 1, "", None, 0, 25.0, 8.0),),
    "puzzles.store.add rows": (PuzzleRow("p", "nimbly", "", 1, "", None, 0, 25.0, 8.0),),
    "puzzles.store.ship rows": (PuzzleRow("p", "nimbly", "", 1, "", None, 0, 25.0, 8.0),),
    "withdrawn": ("p",),
    "wish": Wish(("nimbly",), "run"), "themes": {"p": "run"},
    "series.add rows": (SERIES,), "signals": (Signal("match", (1, 2)),),
    "names": ("a", "b"), "clashes": str.isupper, "number_of": len,
}  # fmt: skip
PLAIN = {"int": 1, "str": "x", "float": 5.0, "bool": True, "MatchId": MatchId(1)}


DIALECT = create_engine("postgresql+psycopg://").dialect
TRIED = sorted(name for name in FUNCTIONS if not ELSEWHERE.search(name))


def test_every_function_with_sql_runs_on_postgresql(emptied: OnServer) -> None:
    assert len(TRIED) > 90
    failed = {}
    engine = writing_engine(make_url(emptied.url))
    with engine.connect() as connection:
        assert matches.add(connection, TABLE).id == 1
        evenings.begin(connection, beginning(1), [], [], None)
        connection.commit()
        for name in TRIED:
            puzzles.add(connection, GIVEN["puzzles.store.add rows"])
            try:
                FUNCTIONS[name](connection, *_arguments(name))
            except (SQLAlchemyError, engine.dialect.loaded_dbapi.Error) as error:
                failed[name] = str(error)
            except (Missed, UnknownMatch):
                pass  # of a match that is not there
            connection.rollback()
    engine.dispose()
    assert not failed


def _arguments(name: str) -> list[Any]:
    _, *parameters = inspect.signature(FUNCTIONS[name]).parameters.values()
    return [
        GIVEN[key] if (key := f"{name} {one.name}") in GIVEN
        else GIVEN[one.name] if one.name in GIVEN
        else PLAIN[str(one.annotation).removesuffix(" | None")]
        for one in parameters
        if one.kind is not inspect.Parameter.KEYWORD_ONLY
    ]  # fmt: skip


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_columns_hold_what_discord_and_clocks_give(table: Table) -> None:
    """Ids of Discord take 64 bits, times whole floats, and no index is for SQLite alone."""
    for column in table.columns:
        kind = column.type.compile(dialect=DIALECT)
        if column.name.endswith(("_id", "_user", "_channel", "_message")) or column.name == "by":
            assert kind == "BIGINT", column
        assert kind in ("BIGINT", "BOOLEAN", "BYTEA", "DOUBLE PRECISION", "INTEGER", "TEXT"), column
    for index in table.indexes:
        options = {name: index.dialect_options[name]["where"] for name in ("sqlite", "postgresql")}
        assert (options["sqlite"] is None) == (options["postgresql"] is None), index

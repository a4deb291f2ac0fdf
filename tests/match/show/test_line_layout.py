"""The line in the channel, and the name of the thread it leads to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.show.board_layouts import line_layout, thread_name
from bot.match.table.state import Table
from bot.match.table.times import LOCKED
from bot.store.rows import Pause, Status
from tests.match.rows import SAY, board_of, faults, ids, said, tables
from tests.match.show.test_board_layout import AWKWARD, NAMES

LINK = " · [to the table](https://discord.com/channels/5/55)"


def threaded(table: Table, **fields: object) -> Table:
    # The fields are named by the tests, each of its own type.
    return replace(table, row=replace(table.row, thread_id=55, **fields))  # type: ignore[arg-type]


def line(table: Table) -> str:
    return said(line_layout(board_of(table), SAY))


@pytest.mark.parametrize("names", [NAMES, AWKWARD])
def test_a_line_keeps_discords_limits_and_leads_to_the_hand_and_then_on(
    names: tuple[str, ...],
) -> None:
    for table in map(threaded, tables(*names)):
        shown = line_layout(board_of(table), SAY)
        assert faults(shown) == []
        is_over = table.row.status is Status.OVER
        assert ids(shown) == (["again:7", "again:7:next"] if is_over else ["t:7:hand"])


def test_a_line_says_what_its_table_is_at_and_leads_there() -> None:
    table = threaded(next(tables(*NAMES)))
    who = "**Ada**, **Ben** and **Cleo**"
    assert line(table) == f"**Cloud Nine (cards)**, table 7: {who} are playing{LINK}"
    table = threaded(next(tables(*NAMES)), status=Status.CLOSED)
    assert line(table) == f"**Cloud Nine (cards)**, table 7, ended early{LINK}"
    table = threaded(next(tables(*NAMES)), pauses=(Pause(LOCKED),))
    assert line(table) == f"**Cloud Nine (cards)**, table 7, is paused: its thread is locked{LINK}"
    assert thread_name(next(tables(*NAMES)).row, SAY) == "Table 7 · Cloud Nine (cards)"


def test_at_the_end_it_tells_who_won_with_what() -> None:
    *_, table = tables(*NAMES)
    assert table.row.status is Status.OVER
    shown = line(threaded(table))
    assert shown.startswith("**Cloud Nine (cards)**, table 7: **")
    first, second = shown.split("\n")
    assert "win" in first
    assert first.endswith(LINK)
    assert second.count("points") == second.count("**") / 2 == 3

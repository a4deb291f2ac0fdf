"""A proposal at the table: what it says, and the buttons that answer."""

from __future__ import annotations

from dataclasses import replace

from bot.match.show.board_layouts import board_layout
from bot.match.table.state import Table
from bot.store.rows import Pause, Proposal
from tests.match.rows import SAY, board_of, faults, ids, labels, picture, said, tables

PICTURE = [("a.png", picture())]
PROPOSAL = Proposal(12, (101,), 90, 180, hints=False, until=99.0)


def proposed(*pauses: Pause, names: tuple[str, ...] = ("Ada", "Ben", "Cleo")) -> Table:
    table = next(tables(*names))
    return replace(table, row=replace(table.row, proposal=PROPOSAL, pauses=pauses))


def test_the_board_says_what_is_proposed_and_who_is_asked() -> None:
    shown = board_layout(board_of(proposed()), PICTURE, SAY)
    words = (
        "**Ada** suggests: Time for a turn: 90 seconds, then 3 minutes extra · "
        "Hints: none. "
        "Still to agree: **Ben** and **Cleo**. The suggestion ends <t:99:R>."
    )
    assert words in said(shown)
    assert [one for one in ids(shown) if one.startswith("p:")] == ["p:7:12:yes", "p:7:12:no"]
    assert {"Agree", "No"} < set(labels(shown))
    assert faults(shown) == []


def test_a_paused_table_asks_nobody() -> None:
    shown = board_layout(board_of(proposed(Pause("moderator", by=5))), PICTURE, SAY)
    assert not [one for one in ids(shown) if one.startswith("p:")]


def test_awkward_names_keep_discords_limits() -> None:
    shown = board_layout(board_of(proposed(names=("`" * 32, "**", "<@1>"))), PICTURE, SAY)
    assert faults(shown) == []

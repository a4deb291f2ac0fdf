"""The board of a league's table shows no card: whoever sees it may still have to play the deals."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from bot.match.show.board_layouts import line_layout, veiled_layout
from bot.match.table.state import Table
from bot.store.rows import Status
from tests.match.rows import SAY, board_of, faults, ids, parts, said, tables

NAMES = ("Ada", "Ben", "Cleo")


def veiled(table: Table) -> Table:
    return replace(table, row=replace(table.row, series="league 3 2"))


@pytest.mark.parametrize("names", [NAMES, ("W" * 32, "`" * 32, "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזחטי")])
def test_every_veiled_board_keeps_discords_limits_without_a_picture_or_a_move(
    names: tuple[str, ...],
) -> None:
    for table in tables(*names):
        layout = veiled_layout(board_of(veiled(table)), SAY)
        assert faults(layout) == []
        assert not [part for part in parts(layout) if part["type"] == 12]
        assert not [name for name in ids(layout) if name[0] in "ms"]


def test_it_depends_on_no_card_only_on_the_deal_and_whose_turn_it_is() -> None:
    shown: dict[object, set[str]] = defaultdict(set)
    for seed in (1, 2, 3):
        for table in tables(*NAMES, seed=seed, deals=2):
            view = table.view(None)
            said_there = said(veiled_layout(board_of(veiled(table)), SAY))
            shown[view.to_act, view.deal, table.row.status].add(said_there)
    assert len(shown) > 6
    assert all(len(texts) == 1 for texts in shown.values())


def test_a_table_being_played_has_its_buttons_and_one_that_is_over_leads_to_the_league() -> None:
    first, *_, last = tables(*NAMES)
    playing = veiled_layout(board_of(veiled(first)), SAY)
    assert ids(playing) == ["t:7:hand", "t:7:end", "t:7:clock", "t:7:leave"]
    assert last.row.status is Status.OVER
    over = veiled_layout(board_of(veiled(last)), SAY)
    assert ids(over) == [
        "again:7:next", "league:3", "review:7", "replay:7", "fair:7",
    ]  # fmt: skip
    assert "League 3, week 2" in said(over)


def test_the_line_of_its_thread_tells_no_score() -> None:
    *_, last = tables(*NAMES)
    board = board_of(veiled(last))
    scores = [str(score) for score in board.begun.scores]
    open_line = said(line_layout(board_of(last), SAY))
    assert all(score in open_line for score in scores)
    text = said(line_layout(board, SAY))
    assert not [score for score in scores if score in text]
    assert all(name in text for name in NAMES)


def test_one_that_was_ended_says_so() -> None:
    first = veiled(next(tables(*NAMES)))
    closed = replace(first, row=replace(first.row, status=Status.CLOSED))
    assert "doesn't count" in said(veiled_layout(board_of(closed), SAY))

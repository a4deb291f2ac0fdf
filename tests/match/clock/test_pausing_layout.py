"""What a paused game says, and what it does not offer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.clock.layouts import paused_text
from bot.match.show.board_layouts import board_layout
from bot.match.show.hand_layouts import hand_layout
from bot.match.table.state import Table
from bot.store.rows import Pause
from tests.match.rows import SAY, board_of, faults, hand_of, ids, picture, said, tables

PICTURE = [("a.png", picture())]
MODERATOR = Pause("moderator", by=55)


def paused(*pauses: Pause) -> Table:
    table = next(tables("Ada", "Ben", "Cleo"))
    members = tuple(
        replace(member, clock=replace(member.clock, due=99.0)) for member in table.row.members
    )
    return replace(table, row=replace(table.row, members=members, pauses=pauses))


@pytest.mark.parametrize(
    ("pause", "words"),
    [
        (MODERATOR, "<@55> paused this game"),
        (
            Pause("permissions", missing=("attach_files", "embed_links")),
            "Attach Files, Embed Links",
        ),
        (Pause("snow"), "This game is paused."),
        (Pause("moderator"), "This game is paused."),
    ],
)
def test_board_and_hand_say_why_and_no_time(pause: Pause, words: str) -> None:
    table = paused(pause)
    board = board_layout(board_of(table), PICTURE, SAY)
    hand = hand_layout(*hand_of(table, table.to_act()[0]), PICTURE, SAY)
    for shown in (board, hand):
        assert words in said(shown)
        assert "<t:" not in said(shown)
        assert not [custom_id for custom_id in ids(shown) if custom_id[0] in "ms"]
        assert faults(shown) == []
    assert ids(board) == ["t:7:hand", "t:7:end", "t:7:clock", "t:7:leave"]
    assert not ids(hand)


def test_every_reason_is_told_and_a_hand_differs_when_its_game_is_paused() -> None:
    both = paused(MODERATOR, Pause("permissions", missing=("attach_files",)))
    assert len(paused_text(both.row, SAY).splitlines()) == 2
    assert paused_text(paused().row, SAY) == ""
    assert hand_of(paused(), 1)[1] != hand_of(paused(MODERATOR), 1)[1]

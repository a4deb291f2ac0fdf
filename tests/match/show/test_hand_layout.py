"""A hand's message: whose, where, what to do, within Discord's limits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ui

from bot.match.show.finished_layouts import finished_hand_layout
from bot.match.show.hand_layouts import hand_layout
from bot.match.show.telling import ended_sentences, recent_sentences
from bot.match.table.names import bold_names
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.store.rows import Presence, Status, Terms
from engine.seats import Seat
from tests.match.rows import SAY, faults, hand_of, ids, labels, picture, said, tables
from tests.match.show.test_board_layout import AWKWARD, NAMES
from tests.match.show.test_phone import moments


def layout(table: Table, seat: int) -> ui.LayoutView:
    return hand_layout(*hand_of(table, seat), [("h.png", picture("x" * 1024))], SAY)


def moves(shown: ui.LayoutView) -> list[str]:
    """Return the ids of the buttons that make moves."""
    return [name for name in ids(shown) if name.startswith("m:")]


@pytest.mark.parametrize("names", [NAMES, AWKWARD])
def test_every_hand_of_a_game_keeps_discords_limits(names: tuple[str, ...]) -> None:
    for table in tables(*names):
        for seat in (Seat(1), Seat(2), Seat(3)):
            shown = layout(table, seat)
            if table.row.status is not Status.PLAYING:
                shown = finished_hand_layout(*hand_of(table, seat), [], SAY)
            assert faults(shown) == []


def test_who_is_to_act_is_offered_all_legal_moves_and_of_several_a_hint_if_agreed() -> None:
    for table in tables(*NAMES):
        strict = replace(table, row=replace(table.row, terms=Terms(hints=False)))
        for seat in (1, 2, 3):
            shown = layout(table, seat)
            # Every button names the table and the moment.
            legal = {f"m:7:{table.row.moves}:{code}" for code in table.legal(Seat(seat))}
            assert set(moves(shown)) == legal
            assert ("t:7:hint" in ids(shown)) is (len(legal) > 1)
            assert "t:7:hint" not in ids(layout(strict, seat))


def test_the_hand_says_which_table_it_belongs_to_and_counts_down_its_turn() -> None:
    shown = said(layout(next(tables(*NAMES)), 1))
    assert "Cloud Nine" in shown
    assert r"Cloud \*Club\*, <#6>" in shown
    assert "(https://discord.com/channels/5/6/99)" in shown
    table = next(tables(*NAMES))
    members = tuple(
        replace(member, clock=replace(member.clock, due=99.5)) for member in table.row.members
    )
    timed = layout(replace(table, row=replace(table.row, members=members)), 1)
    assert "Time's up <t:99:R>" in said(timed)


def test_the_hand_says_what_came_of_the_last_move_above_its_buttons() -> None:
    begun, *later = (table for table in tables(*NAMES) if table.to_act())
    assert SAY("cloud_nine.note") in said(layout(begun, begun.to_act()[0]))
    for table in later:
        board, _ = hand_of(table, seat := table.to_act()[0])
        ended, recent = ended_sentences(board, SAY)[-1:], recent_sentences(board, SAY)[-1:]
        text = said(layout(table, seat))
        assert any(told in text for told in (*ended, *recent))
        assert SAY("cloud_nine.note") not in text


def test_a_new_deal_of_nimbly_begins_with_how_the_last_one_ended() -> None:
    played = moments("nimbly", 3, 1, {"deals": 2})
    first = next(table for table in played if hand_of(table, 1)[1].view.deal == 2)
    text = said(layout(first, first.to_act()[0]))
    assert "Deal 1: your 9 cards made " in text
    assert SAY("nimbly.note") not in text


def test_what_the_others_took_is_told_above_the_longest_list_of_draws_too() -> None:
    """It is to be remembered (J4)."""
    for table in moments("nimbly", 3, 1, {"deals": 1}):
        board, _ = hand_of(table, seat := table.to_act()[0])
        if len(table.legal(seat)) < 19 or table.row.moves < 2:
            continue
        text = said(layout(table, seat))
        for drawn in (event for move in board.happened[-2:] for event in move):
            told = PRESENTERS["nimbly"].sentence(drawn, SAY, bold_names(table.row, SAY))
            assert told is None or told in text


def test_who_left_can_come_back_and_nothing_else_but_not_to_a_daily() -> None:
    table = next(tables(*NAMES))
    members = tuple(replace(member, presence=Presence.LEFT) for member in table.row.members)
    row = replace(table.row, members=members)
    shown = layout(replace(table, row=row), 1)
    assert ids(shown) == ["t:7:back"]
    assert labels(shown) == ["Come back"]
    shown = layout(replace(table, row=replace(row, series="daily 2026-11-22")), 1)
    assert ids(shown) == []
    assert SAY("daily.finishing") in said(shown)


def test_who_has_not_voted_is_told_that_others_want_to_end_the_game_and_can_vote_too() -> None:
    table = next(tables(*NAMES))
    voted = replace(table, row=replace(table.row, votes=(101,)))
    shown = layout(voted, 2)
    assert "**Ada** wants to end this game (1 of 2 votes). You too? Press **Vote to end**." in said(
        shown
    )
    assert ids(shown)[-1] == "t:7:end"
    assert "t:7:end" not in ids(layout(voted, 1))


@pytest.mark.parametrize(
    ("away", "told"),
    [((True, False, False), "so a house player fills in"), ((True,) * 3, "waits for you")],
)
def test_who_is_late_is_told_so_and_how_to_come_back(away: tuple[bool, ...], told: str) -> None:
    table = next(tables(*NAMES))
    members = tuple(
        replace(member, presence=Presence.LATE if gone else Presence.HERE)
        for member, gone in zip(table.row.members, away, strict=True)
    )
    shown = layout(replace(table, row=replace(table.row, members=members)), 1)
    assert "Your time ran out" in said(shown)
    assert told in said(shown)
    assert f"Press **{labels(shown)[0]}** to play on" in said(shown)
    assert ids(shown) == ["t:7:back"]


def test_a_finished_hand_tells_its_points_and_leads_on_and_a_closed_one_says_so() -> None:
    *_, last = tables(*NAMES)
    shown = finished_hand_layout(*hand_of(last, 2), [], SAY)
    scores = last.begun.game.outcome(last.begun.state)
    assert scores is not None
    assert f"with {scores.scores[1]} points" in said(shown)
    assert ids(shown) == ["again:7", "again:7:next", "review:7", "replay:7"]
    table = next(tables(*NAMES))
    closed = replace(table, row=replace(table.row, status=Status.CLOSED))
    assert "ended early" in said(finished_hand_layout(*hand_of(closed, 1), [], SAY))

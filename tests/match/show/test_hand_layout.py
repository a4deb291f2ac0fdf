"""A hand's message: whose, where, what to do, within Discord's limits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ui

from bot.match.show.finished_layout import finished_hand_layout
from bot.match.show.hand_layout import hand_layout
from bot.match.table import Table
from bot.store.members import Presence
from bot.store.rows import Status, Terms
from engine.seats import Seat
from tests.match.rows import SAY, faults, hand_of, ids, labels, picture, said, tables
from tests.match.show.test_board_layout import AWKWARD, NAMES


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


def test_all_legal_moves_are_offered_to_who_is_to_act_and_to_nobody_else() -> None:
    for table in tables(*NAMES):
        for seat in (1, 2, 3):
            offered = {name.split(":", 3)[3] for name in moves(layout(table, seat))}
            assert offered == set(table.legal(Seat(seat)))


def test_every_button_names_the_table_and_the_moment() -> None:
    for table in tables(*NAMES):
        for seat in (1, 2, 3):
            moments = {name.rsplit(":", 1)[0] for name in moves(layout(table, seat))}
            assert moments <= {f"m:7:{table.row.moves}"}


def test_a_hint_is_offered_to_who_is_to_act_where_hints_are_agreed_on() -> None:
    for table in tables(*NAMES):
        strict = replace(table, row=replace(table.row, terms=Terms(hints=False)))
        for seat in (1, 2, 3):
            offered = "t:7:hint" in ids(layout(table, seat))
            assert offered is (seat in table.to_act())
            assert "t:7:hint" not in ids(layout(strict, seat))


def test_the_hand_says_which_table_it_belongs_to() -> None:
    shown = said(layout(next(tables(*NAMES)), 1))
    assert "Cloud Nine" in shown
    assert r"Cloud \*Club\*, <#6>" in shown
    assert "(https://discord.com/channels/5/6/99)" in shown


def test_who_is_away_can_come_back_and_nothing_else() -> None:
    table = next(tables(*NAMES))
    members = tuple(replace(member, presence=Presence.LEFT) for member in table.row.members)
    shown = layout(replace(table, row=replace(table.row, members=members)), 1)
    assert ids(shown) == ["t:7:back"]
    assert labels(shown) == ["Come back"]


def test_who_gave_a_daily_up_is_offered_no_way_back() -> None:
    table = next(tables(*NAMES))
    members = tuple(replace(member, presence=Presence.LEFT) for member in table.row.members)
    row = replace(table.row, members=members, series="daily 2026-11-22")
    shown = layout(replace(table, row=row), 1)
    assert ids(shown) == []
    assert SAY("daily.finishing") in said(shown)


@pytest.mark.parametrize(
    ("away", "told"),
    [((True, False, False), "so a house player plays"), ((True,) * 3, "waits for you")],
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
    assert ids(shown) == ["t:7:back"]


def test_a_hand_counts_down_the_time_of_its_turn() -> None:
    table = next(tables(*NAMES))
    members = tuple(
        replace(member, clock=replace(member.clock, due=99.5)) for member in table.row.members
    )
    shown = layout(replace(table, row=replace(table.row, members=members)), 1)
    assert "Time's up <t:99:R>" in said(shown)


def test_a_finished_hand_tells_its_points_and_leads_to_review_and_replay() -> None:
    *_, last = tables(*NAMES)
    shown = finished_hand_layout(*hand_of(last, 2), [], SAY)
    scores = last.begun.game.outcome(last.begun.state)
    assert scores is not None
    assert f"with {scores.scores[1]} points" in said(shown)
    row = last.row
    assert ids(shown) == [f"review:{row.id}", f"replay:{row.id}"]


def test_a_hand_of_a_closed_game_says_so() -> None:
    table = next(tables(*NAMES))
    closed = replace(table, row=replace(table.row, status=Status.CLOSED))
    assert "ended early" in said(finished_hand_layout(*hand_of(closed, 1), [], SAY))

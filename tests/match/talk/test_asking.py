"""Questions about a table: who may ask, what is meant, and what every table answers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ui

from bot.leagues.week import LEAGUE
from bot.match.table.state import Table
from bot.match.talk.asking import (
    answer_to,
    is_open,
    questions_layout,
    questions_of,
    read_question,
    view_for,
)
from bot.store.rows import MatchRow, Pause, Presence, Terms, TurnClock
from bot.texts import Texts
from engine.seats import Seat
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, OTHER_CHANNEL, Hall, opened, start
from tests.refusals import refuses

SAY = Texts.load().words("en")


async def playing(hall: Hall, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> Table:
    row = await start(hall.lobbies, await opened(hall.lobbies, people))
    return await hall.tables.load(row.id)


def with_row(table: Table, row: MatchRow) -> Table:
    return replace(table, row=row)


def with_member(table: Table, seat: int, **fields: object) -> Table:
    members = list(table.row.members)
    # The fields are named by the tests, each of its own type.
    members[seat - 1] = replace(members[seat - 1], **fields)  # type: ignore[arg-type]
    return with_row(table, replace(table.row, members=tuple(members)))


async def test_a_seat_asks_from_anywhere_and_everybody_else_where_the_board_is(hall: Hall) -> None:
    table = await playing(hall)
    for channel in (CHANNEL, OTHER_CHANNEL, None):
        assert view_for(table, ADA, channel).seat == table.seat_of(ADA)
    assert view_for(table, DORA, CHANNEL).seat is None
    for channel in (OTHER_CHANNEL, None):
        with refuses("refused.not_seated"):
            view_for(table, DORA, channel)


async def test_nobody_else_asks_about_a_table_that_shows_no_card_or_is_played_alone(
    hall: Hall,
) -> None:
    table = await playing(hall)
    for series in (LEAGUE.key(7, 3), "daily 2026-11-22"):
        hidden = with_row(table, replace(table.row, series=series))
        assert not is_open(hidden.row)
        assert view_for(hidden, ADA, CHANNEL).seat is not None
        with refuses("refused.not_seated"):
            view_for(hidden, DORA, CHANNEL)


async def test_who_was_taken_out_sees_what_everybody_sees(hall: Hall) -> None:
    table = await playing(hall)
    out = with_member(table, table.seat_of(BEN) or 0, presence=Presence.REMOVED)
    assert view_for(out, BEN, CHANNEL).seat is None
    with refuses("refused.kicked"):
        view_for(out, BEN, OTHER_CHANNEL)
    left = with_member(table, table.seat_of(BEN) or 0, presence=Presence.LEFT)
    assert view_for(left, BEN, None).seat is not None


async def test_there_is_nothing_to_ask_before_a_game_and_after_it(hall: Hall) -> None:
    lobby = await opened(hall.lobbies)
    with refuses("refused.not_started"):
        view_for(Table.load(lobby), ADA, CHANNEL)
    with refuses("refused.over"):
        view_for(await hall.tables.load(await hall.game()), ADA, CHANNEL)


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("last_trick", "last_trick"), ("Last trick", "last_trick"), ("last", "last_trick"),
        ("  TIME ", "clock"), ("my cloud", "cloud"), ("clouds", "clouds"), ("SEATS", "seats"),
        ("trick", "trick"), ("my", ""), ("", ""), ("hedgehog", ""), ("rows", ""),
        ("all", ""),
    ],
)  # fmt: skip
async def test_a_question_is_meant_by_its_words_but_never_guessed(
    hall: Hall, typed: str, question: str
) -> None:
    table = await playing(hall)
    assert read_question(table.row, view_for(table, ADA, None), typed, SAY) == question


async def test_there_is_a_button_for_each_question_and_no_two_say_the_same(hall: Hall) -> None:
    table = await playing(hall)
    for view in (table.view(Seat(1)), table.view(None)):
        shown = questions_layout(table.row, view, SAY).walk_children()
        buttons = [item for item in shown if isinstance(item, ui.Button)]
        asked = [str(button.custom_id).removeprefix(f"look:{table.row.id}:") for button in buttons]
        assert tuple(asked) == questions_of(table.row, view)
        assert asked[-2:] == ["seats", "clock"]
        assert len({button.label for button in buttons}) == len(buttons)


async def test_who_sits_where_is_told_in_turn_order_with_house_players(hall: Hall) -> None:
    table = await playing(hall, (ADA, BEN))
    view = view_for(table, ADA, None)
    said = answer_to(table, view, "seats", SAY)
    assert said.startswith("In turn order: ")
    for told in ("Ada (you)", "Ben", " (house player)"):
        assert told in said
    names = [member.name for member in table.row.members]
    assert sorted(names, key=said.index) == names
    left = with_member(table, table.seat_of(BEN) or 0, presence=Presence.LEFT)
    assert "Ben (a house player fills in)" in answer_to(left, view, "seats", SAY)
    odd = with_member(table, 1, name="a_b*c")
    assert r"a\_b\*c" in answer_to(odd, view, "seats", SAY)


async def test_the_clock_is_told_with_who_is_to_act(hall: Hall) -> None:
    table = await playing(hall)
    seat = table.to_act()[0]
    view, name = table.view(seat), table.member(seat).name
    assert answer_to(table, view, "clock", SAY) == f"{name}'s turn: lead. No time limit."
    timed = with_member(table, seat, clock=TurnClock(due=60.0, bank=150.0))
    timed = with_row(timed, replace(timed.row, terms=Terms(clock=90, bank=180)))
    said = answer_to(timed, view, "clock", SAY)
    assert said == f"{name}'s turn: lead. Time is up <t:60:R>, then 2 minutes and 30 seconds extra."
    paused = with_row(table, replace(table.row, pauses=(Pause("moderator", by=1),)))
    assert answer_to(paused, view, "clock", SAY).startswith("The game is paused")
    gone = table
    for number in (1, 2, 3):
        gone = with_member(gone, number, presence=Presence.LATE)
    assert answer_to(gone, view, "clock", SAY).startswith("The game waits")

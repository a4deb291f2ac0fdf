"""A hand's message: whose, where, what to do, within Discord's limits."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from discord import ui

from bot.daily.rules import Day
from bot.match.show.board_layouts import finished_hand_layout, table_more_layout
from bot.match.show.hand_layouts import hand_layout, layout_in_words, solo_layout
from bot.match.show.narration import ended_sentences, recent_sentences
from bot.match.table.names import bold_names
from bot.match.table.seats import forced_move
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow, Member, Presence, Status, Terms
from engine.chance import Chance
from engine.course import Course
from engine.events import TakenBack
from engine.games import GAMES
from engine.games.balloon.view import DiceThrown, Flown
from engine.seats import Seat
from tests.engine.clumond import positions as clumond
from tests.match.rows import (
    EAR,
    SAY,
    board_of,
    faults,
    framed,
    hand_of,
    ids,
    labels,
    lobby_row,
    parts,
    picture,
    said,
    tables,
)
from tests.match.show.test_board_layouts import AWKWARD, NAMES
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
    assert "Clouds" in shown
    assert "(https://discord.com/channels/5/6/99)" in shown
    table = next(tables(*NAMES))
    members = tuple(
        replace(member, clock=replace(member.clock, due=99.5)) for member in table.row.members
    )
    timed = layout(replace(table, row=replace(table.row, members=members)), 1)
    assert said(timed).splitlines()[0].endswith(" · ⏳ <t:99:R>")


def test_the_hand_says_what_came_of_the_last_move_above_its_buttons() -> None:
    begun, *later = (table for table in tables(*NAMES) if table.to_act())
    assert "-# **" not in said(layout(begun, begun.to_act()[0]))
    for table in later:
        board, _ = hand_of(table, seat := table.to_act()[0])
        ended, recent = ended_sentences(board, SAY)[-1:], recent_sentences(board, SAY)[-1:]
        text = said(layout(table, seat))
        assert any(told in text for told in (*ended, *recent))


def test_a_new_deal_of_nimbly_begins_with_how_the_last_one_ended() -> None:
    played = moments("nimbly", 3, 1, {"deals": 2})
    first = next(table for table in played if hand_of(table, 1)[1].view.deal == 2)
    text = said(layout(first, first.to_act()[0]))
    assert "Deal 1: your cards made " in text


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
    [
        ((True, False, False), "A house player fills in for you"),
        ((True,) * 3, "Your time ran out, so the game is waiting for you"),
    ],
)
def test_who_is_late_is_told_so_and_how_to_come_back(away: tuple[bool, ...], told: str) -> None:
    table = next(tables(*NAMES))
    members = tuple(
        replace(member, presence=Presence.LATE if gone else Presence.HERE)
        for member, gone in zip(table.row.members, away, strict=True)
    )
    shown = layout(replace(table, row=replace(table.row, members=members)), 1)
    assert told in said(shown)
    assert f"Press **{labels(shown)[0]}** to play on" in said(shown)
    assert ids(shown) == ["t:7:back"]


def test_a_finished_hand_tells_its_points_and_leads_on_and_a_closed_one_says_so() -> None:
    *_, last = tables(*NAMES)
    shown = finished_hand_layout(*hand_of(last, 2), [], SAY)
    scores = last.begun.game.outcome(last.begun.state)
    assert scores is not None
    assert f"with {scores.scores[1]} points" in said(shown)
    assert ids(shown) == ["again:7", "more:7"]
    table = next(tables(*NAMES))
    closed = replace(table, row=replace(table.row, status=Status.CLOSED))
    assert "ended early" in said(finished_hand_layout(*hand_of(closed, 1), [], SAY))


# The one message of a daily: whatever happens, it fits, and whose turn it is finds their moves.

DAYS = [Day(20_784 + number) for number in range(4)]
BALLOON = next(number for number, day in enumerate(DAYS) if day.game == "balloon")
NIMBLY = next(number for number, day in enumerate(DAYS) if day.game == "nimbly")
PICTURES = [("hand.png", picture())]
MEMBERS = (Member("101", "Ada"), Member("house:1", "Cirrus"), Member("house:2", "Stratus"))


def row_of(day: Day) -> MatchRow:
    return replace(
        lobby_row("Ada"), status=Status.PLAYING, members=MEMBERS, game=day.game,
        options=dict(day.options), series=day.key, guild_id=None, channel_id=0, by_token=True,
        seed=bytes(32),
    )  # fmt: skip


def tables_of(day: Day) -> list[Table]:
    """Play a daily at random, with a table before every move."""
    generator, row, game = random.Random(2), row_of(day), GAMES[day.game]
    course = Course.begin(game, 3, day.options, Chance(row.seed))
    found: list[Table] = []
    while course.to_act():
        moves = len(found)
        found.append(Table(replace(row, moves=moves, state=game.dump(course.state)), course))
        seat = course.to_act()[0]
        course = course.then(seat, generator.choice(course.legal(seat)))
    return found


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.game)
def test_it_fits_and_offers_every_move_of_the_person_and_no_other(day: Day) -> None:
    for table in tables_of(day)[::3]:
        shown = framed(table)
        layout = solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY)
        assert faults(layout) == [], table.row.moves
        more = ids(table_more_layout(shown.board, shown.hands[Seat(1)], SAY))
        assert {f"zr:{day.game}:daily", f"t:{table.row.id}:leave"} <= {*more}
        assert f"more:{table.row.id}" in ids(layout)
        moves = [name for name in ids(layout) if name.startswith(("m:", "s:"))]
        if table.to_act() != (1,):
            assert not moves
        elif forced_move(table) is not None:
            assert not moves
            assert SAY("solo.forced") in said(layout)
        else:
            buttons = {name.split(":", 3)[3] for name in moves if name.startswith("m:")}
            listed = {each["value"] for part in parts(layout) for each in part.get("options", ())}
            assert not buttons & listed
            assert buttons | listed == {*table.legal(Seat(1))}


def test_alone_nothing_forced_is_pressed_and_with_others_it_is_said_why() -> None:
    """B4: nobody else is to tell from a pause that a pilot had no choice."""
    found = [table for table in moments("balloon", 3, 1, {}) if len(legal(table)) == 1]
    secret = [table for table in found if forced_move(table) is None]
    assert 0 < len(secret) < len(found)
    for table in secret:
        seat, people = table.to_act()[0], table.row.members
        assert len(moves(shown := layout(table, seat))) == 1
        assert SAY("balloon.asked") in said(shown)
        house = [Member(f"house:{n}", f"Cirrus {n}") for n in range(3)]
        house[seat - 1] = people[seat - 1]
        shown = layout(replace(table, row=replace(table.row, members=tuple(house))), seat)
        assert moves(shown) == []
        assert SAY("solo.forced") in said(shown)


def legal(table: Table) -> tuple[str, ...]:
    return tuple(table.legal(table.to_act()[0]))


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.game)
def test_all_that_is_to_read_stands_between_the_picture_and_the_moves(day: Day) -> None:
    for table in tables_of(day)[::3]:
        shown = framed(table)
        box = solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY).children[0]
        gallery, words, *rows = box.children  # type: ignore[attr-defined] # a container
        head, *_ = words.content.splitlines()
        assert re.fullmatch("-# Daily [^,]+, [^·\n]+ · [^\n]+", head)
        assert isinstance(gallery, ui.MediaGallery)
        assert all(isinstance(row, ui.ActionRow) for row in rows)


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.game)
def test_nobody_reads_their_own_last_move_only_what_came_of_it(day: Day) -> None:
    """It is the first event of the move, such as a draw (J4), a card (N3) or a call (C2)."""
    presenter, names = (
        PRESENTERS[day.game],
        ("**Ada**", "**🤖\N{NO-BREAK SPACE}Cirrus**", "**🤖\N{NO-BREAK SPACE}Stratus**"),
    )
    for before, table in pairwise(tables_of(day)):
        board, hand = (shown := framed(table)).board, shown.hands[Seat(1)]
        made, *_ = board.happened[-1]
        if before.to_act() != (1,) or not (move := presenter.sentence(made, SAY, names)):
            continue
        if isinstance(made, (Flown, DiceThrown)):
            continue  # a pilot's moves are told: most are made by themselves
        assert move not in said(solo_layout(board, hand, PICTURES, SAY))
        told = move if not isinstance(made, presenter.alike) else names[0]  # "Ada and Cirrus …"
        assert told in " ".join(recent_sentences(board, SAY))


def test_what_was_paid_for_a_pilot_is_told() -> None:
    paid = [
        (table, made.paid)
        for table in tables_of(DAYS[BALLOON])[1:]
        if isinstance(made := table.begun.told[-1][0], Flown) and made.pilot == 1
    ]
    assert paid
    for table, cards in paid:
        shown = framed(table)
        small = said(solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY))
        assert ("**Ada** pays" if cards else "**Ada** flies on to cloud") in small


@pytest.mark.parametrize("by_ear", [False, True])
def test_until_when_it_has_to_be_played_out_stands_in_its_first_turn(*, by_ear: bool) -> None:
    import bot.features  # noqa: F401, PLC0415 - registers what a daily adds

    first, *later = (table for table in tables_of(DAYS[NIMBLY]) if 1 in table.to_act())
    created = DAYS[NIMBLY].closes - 180
    for table, is_told in ((first, True), (later[0], False)):
        shown = framed(replace(table, row=replace(table.row, created=created)))
        hand = shown.hands[Seat(1)]
        layout = (
            layout_in_words(shown.board, replace(hand, locale="en-x-ear"), EAR)
            if by_ear
            else solo_layout(shown.board, hand, PICTURES, SAY)
        )
        ends = f"<t:{int(created) + 1800}:R>"
        assert (f"This game ends {ends}." in said(layout)) is (is_told and by_ear)
        assert (f" · ⏳ {ends}" in said(layout)) is (is_told and not by_ear)


def test_others_moves_are_told_in_small_above_the_question() -> None:
    table = next(
        t
        for day in DAYS
        for t in tables_of(day)[2:]
        if day.game != "nimbly" and t.to_act() == (1,) and len(t.legal(Seat(1))) in (2, 3)
    )
    shown = framed(table)
    shown_now = solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY)
    _, small, asked = said(shown_now).splitlines()
    assert small.startswith("-# **🤖\N{NO-BREAK SPACE}")
    assert small.endswith(recent_sentences(shown.board, SAY)[-1])
    assert asked.startswith("**Your turn:**")


def test_above_a_long_list_of_moves_a_person_reads_what_the_last_deal_came_to_for_them() -> None:
    ended = clumond.keeping(clumond.played(clumond.table(), "1 declare S"))
    course = clumond.played(ended, "2 pass", "3 declare H")
    row = replace(row_of(DAYS[0]), game="clumond", options={}, moves=44)
    board, hand = (shown := framed(Table(row, course))).board, shown.hands[Seat(1)]
    shown_now = solo_layout(board, hand, PICTURES, SAY)
    assert " · Hand 1: you declare, " in said(shown_now).splitlines()[0]
    assert "\n**Your turn:** lead any card." in said(shown_now)
    (menu,) = (part for part in parts(shown_now) if part["type"] == 3)
    assert len(menu["options"]) == 16


def test_how_the_last_deal_ended_is_told_until_a_person_has_moved_in_the_next() -> None:
    ended = clumond.keeping(clumond.played(clumond.table(), "1 declare S"))
    row = replace(row_of(DAYS[0]), game="clumond", options={}, moves=44)
    for moves, told in (
        (("2 pass", "3 pass"), True),
        (("2 pass", "3 pass", "1 declare H"), False),
        (("2 pass", "3 pass", "1 pass"), False),
    ):
        shown = framed(Table(row, clumond.played(ended, *moves)))
        text = said(solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY)).splitlines()[0]
        assert ("Hand 1: " in text) is told


def test_who_gave_up_has_no_moves_any_more() -> None:
    table = tables_of(DAYS[0])[0]
    away = (replace(MEMBERS[0], presence=Presence.LEFT), *MEMBERS[1:])
    shown = framed(replace(table, row=replace(table.row, members=away)))
    layout = solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY)
    assert labels(layout) == []
    assert SAY("daily.finishing") in said(layout)


def test_moves_taken_back_one_after_the_other_are_one_line_and_none_for_who_plays_alone() -> None:
    table = next(one for one in tables(*NAMES) if one.row.moves == 2)
    back = (TakenBack(Seat(1)),)
    shown = board_of(table)
    for times, told in ((1, ["**Ada** takes that back."]), (3, ["**Ada** takes that back. (3×)"])):  # noqa: RUF001 - as it is written
        events = [*shown.happened[:1], *((), back) * times]
        assert recent_sentences(replace(shown, happened=events), SAY)[-1:] == told
        ada, *others = table.row.members
        alone = (ada, *(replace(one, key=f"house:{one.key}") for one in others))
        lone = replace(shown, happened=events, row=replace(table.row, members=alone))
        assert not [one for one in recent_sentences(lone, SAY) if "takes that back" in one]

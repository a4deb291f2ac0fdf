"""The one message of a daily: whatever happens, it fits, and whose turn it is finds their moves."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from discord import ui

from bot.daily.rules import Day
from bot.match.show.hand_layouts import heard_layout, solo_layout
from bot.match.show.telling import recent_sentences
from bot.match.table.robots import forced_move
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow, Member, Presence, Status
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.games.balloon.view import DiceThrown, Flown
from engine.seats import Seat
from tests.engine.clumond import positions as clumond
from tests.match.rows import EAR, SAY, faults, framed, ids, labels, lobby_row, picture, said

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
        assert f"zr:{day.game}:daily" in ids(layout)
        moves = [name for name in ids(layout) if name.startswith(("m:", "s:"))]
        if table.to_act() != (1,):
            assert not moves
        elif forced_move(table) is not None:
            assert not moves
            assert SAY("solo.forced") in said(layout)
        else:
            offered = {name.split(":", 3)[3] for name in moves if name.startswith("m:")}
            assert offered in (set(), set(table.legal(Seat(1))))
            assert moves


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.game)
def test_all_that_is_to_read_stands_between_the_picture_and_the_moves(day: Day) -> None:
    for table in tables_of(day)[::3]:
        shown = framed(table)
        box = solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY).children[0]
        gallery, words, *rows = box.children  # type: ignore[attr-defined] # a container
        assert isinstance(gallery, ui.MediaGallery)
        assert words.content
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
        assert move in " ".join(recent_sentences(board, SAY))


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
            heard_layout(shown.board, replace(hand, locale="en-x-ear"), EAR)
            if by_ear
            else solo_layout(shown.board, hand, PICTURES, SAY)
        )
        assert (f"This game ends <t:{int(created) + 1800}:R>." in said(layout)) is is_told


def test_others_moves_are_told_in_small_above_the_question() -> None:
    table = next(t for t in tables_of(DAYS[NIMBLY])[1:] if t.to_act() == (1,))
    shown = framed(table)
    small, asked = said(solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY)).splitlines()
    assert small.startswith("-# **🤖\N{NO-BREAK SPACE}Cirrus** takes ")
    assert "**🤖\N{NO-BREAK SPACE}Stratus** takes " in small
    (last,) = recent_sentences(shown.board, SAY)
    assert small.endswith(last)
    assert asked.startswith("**Your turn:**")


def test_above_a_long_list_of_moves_a_person_reads_what_the_last_deal_came_to_for_them() -> None:
    ended = clumond.keeping(clumond.played(clumond.table(), "1 declare S"))
    course = clumond.played(ended, "2 pass", "3 declare H")
    row = replace(row_of(DAYS[0]), game="clumond", options={}, moves=44)
    board, hand = (shown := framed(Table(row, course))).board, shown.hands[Seat(1)]
    told = said(solo_layout(board, hand, PICTURES, SAY)).splitlines()[0]
    assert told.startswith("-# Hand 1: you declare and ")
    assert len(ids(solo_layout(board, hand, PICTURES, SAY))) > 16


def test_how_the_last_deal_ended_is_told_until_a_person_has_moved_in_the_next() -> None:
    ended = clumond.keeping(clumond.played(clumond.table(), "1 declare S"))
    row = replace(row_of(DAYS[0]), game="clumond", options={}, moves=44)
    for moves, told in (
        (("2 pass", "3 pass"), "Hand 1: "),
        (("2 pass", "3 pass", "1 declare H"), ""),
        (("2 pass", "3 pass", "1 pass"), "Nobody declares: no trumps."),
    ):
        shown = framed(Table(row, clumond.played(ended, *moves)))
        text = said(solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY))
        assert text.startswith(f"-# {told}" if told else "**")


def test_who_gave_up_has_no_moves_any_more() -> None:
    table = tables_of(DAYS[0])[0]
    away = (replace(MEMBERS[0], presence=Presence.LEFT), *MEMBERS[1:])
    shown = framed(replace(table, row=replace(table.row, members=away)))
    layout = solo_layout(shown.board, shown.hands[Seat(1)], PICTURES, SAY)
    assert labels(layout) == []
    assert SAY("daily.finishing") in said(layout)

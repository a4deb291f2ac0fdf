"""What a house player is, is said everywhere a person would be named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.discord.names import Someone
from bot.discord.press import told
from bot.match.house.hints import Hint
from bot.match.house.layouts import hint_layout
from bot.match.show.board_layouts import board_layout
from bot.match.show.finished_layouts import finished_hand_layout
from bot.match.show.hand_layouts import hand_layout
from bot.match.show.lobby_layouts import lobby_layout
from bot.match.table.names import people, plain_names
from bot.match.table.state import Table, someone_at
from bot.presenters import PRESENTERS
from bot.records.actions import step_text
from bot.records.verify import Check
from bot.store.rows import Member, Presence, Status
from engine.course import Course, Trail
from engine.events import as_seen_by
from engine.games import GAMES
from engine.players.robot import RankedMove
from engine.seats import Seat
from render.scenes import SCENES
from tests.match.rows import SAY, framed, labels, lobby_row, picture, said
from tests.presenters.test_every_presenter import walk

MARK = "\N{ROBOT FACE}"
HOUSE = ("Cirrus", "Stratus", "Cumula", "Altona")
BARE = re.compile(rf"(?<!{MARK}\s)\b(?:{'|'.join(HOUSE)})\b")
BARE_STAND_IN = re.compile(rf"(?<!{MARK}\s)\bBen\b(?!'s\s{MARK}|\*\* left: a house player)")
EVERY = 9
"""Every how manieth moment of a game is looked at."""


def members(seats: int) -> tuple[Member, ...]:
    """Return Ada, Ben who has left, and house players."""
    persons = (Member("101", "Ada"), Member("102", "Ben", presence=Presence.LEFT))
    house = (Member(f"house:{n}", name, level="easy") for n, name in enumerate(HOUSE, 1))
    return (*persons, *house)[:seats]


def moments(key: str) -> Iterator[Table]:
    """Return tables of a game played at random, its end among them."""
    states = list(walk(key, 5))
    for number, (state, _, seats) in enumerate(states):
        if number % EVERY and number != len(states) - 1:
            continue
        status = Status.OVER if GAMES[key].outcome(state) else Status.PLAYING
        row = replace(lobby_row(), game=key, members=members(seats), status=status)
        happened = Trail(events for _, events, _ in states[: number + 1])
        stood_in = dict.fromkeys(range(number + 1), Seat(2))
        told = Trail(as_seen_by(None, events) for events in happened)
        course = Course(GAMES[key], state, happened, told)
        yield Table(replace(row, moves=number), course, stood_in)


def words(table: Table) -> Iterator[str]:
    """Return everything that is written about a table in messages."""
    frame = framed(table)
    shown = [board_layout(frame.board, [("a.png", picture())], SAY)]
    for hand in frame.hands.values():
        if table.row.status is Status.PLAYING:
            shown.append(hand_layout(frame.board, hand, [("h.png", picture())], SAY))
        else:
            shown.append(finished_hand_layout(frame.board, hand, [], SAY))
    for acting in table.to_act():
        best = tuple(RankedMove(code, 9.0, 0.5) for code in table.legal(acting)[:3])
        shown.append(hint_layout(Hint(table, acting, best), SAY))
        view, names = table.view(acting), plain_names(table.row, SAY)
        presenter = PRESENTERS[table.row.game]
        yield from (control.name for control in presenter.controls(view, SAY, names))
    for layout in shown:
        yield said(layout)
        yield from labels(layout)


def alts(table: Table) -> Iterator[str]:
    """Return the alt texts of all pictures of a table."""
    scene, seated = SCENES[table.row.game], people(table.row)
    yield scene.table(table.view(None), seated, SAY).alt
    if table.view(None).deal_scores:
        yield scene.result(table.view(None), seated, SAY).alt
    yield scene.hand(table.view(Seat(1)), seated, SAY).alt


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_message_names_a_house_player_without_its_mark(key: str) -> None:
    told = [text for table in moments(key) for text in words(table)]
    assert any(MARK in text for text in told)
    assert [text for text in told if BARE.search(text) or BARE_STAND_IN.search(text)] == []


@pytest.mark.whole
@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_alt_text_says_at_its_end_who_is_a_house_player(key: str) -> None:
    for text in (text for table in list(moments(key))[::3] for text in alts(table)):
        said, _, end = text.removesuffix(".").rpartition(". ")
        assert end.endswith((" is a house player", " are house players"))
        named = {name for name in ("Ben", *HOUSE) if re.search(rf"\b{name}\b", said)}
        assert named
        assert named == {name for name in ("Ben", *HOUSE) if name in end}
        assert MARK not in text


def test_who_left_is_a_person_again_in_a_game_that_was_ended_early() -> None:
    row = replace(lobby_row(), members=members(3), status=Status.CLOSED)
    assert plain_names(row, SAY) == ("Ada", "Ben", f"{MARK}\N{NO-BREAK SPACE}Cirrus")
    assert [one.house for one in people(row)] == [False, False, True]


def test_the_lobby_marks_them() -> None:
    shown = said(lobby_layout(replace(lobby_row(), members=members(6)), SAY))
    assert not BARE.search(shown)


def test_the_proof_of_a_fair_deal_marks_them() -> None:
    seats, made = [Someone("Ada"), Someone("Cirrus", is_person=False)], ("Stratus", 40)
    points = [(Someone(made[0], is_person=False), made[1])]
    for check in (
        Check("seating", holds=True, values={"names": seats}),
        Check("result", holds=True, values={"points": points}),
    ):
        told = step_text(check, SAY)
        assert MARK in told
        assert not BARE.search(told)


def test_refusals_mark_them() -> None:
    row = replace(lobby_row(), members=members(3))
    names = [told("name", someone_at(row, Seat(seat)), SAY) for seat in (1, 2, 3)]
    assert names == ["Ada", f"Ben's\N{NO-BREAK SPACE}{MARK}", f"{MARK}\N{NO-BREAK SPACE}Cirrus"]

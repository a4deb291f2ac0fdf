"""Nimbly with five rows: what it offers, says and paints."""

from __future__ import annotations

from random import Random

import pytest

from bot.discord.parts import container, move_rows
from bot.presenters import PRESENTERS
from engine.analysis.review import review
from engine.chance import Chance
from engine.course import Course
from engine.game import OptionValue
from engine.games import GAMES
from engine.games.nimbly.view import NimblyView
from engine.players.levels import HOUSE_PLAYERS
from engine.record import MoveLine, Record
from engine.seats import Seat
from render.api import Person
from render.scenes import SCENES
from tests.engine.analysis.games import SMALL
from tests.match.rows import EAR, SAY, faults, lobby_row

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")
NIMBLY = PRESENTERS["nimbly"]


def begun() -> Course:
    return Course.begin(GAMES["nimbly"], 5, {"rows": "5", "deals": 1}, Chance(bytes(32)))


def view_of(course: Course, seat: int | None = None) -> NimblyView:
    view = course.view(None if seat is None else Seat(seat))
    assert isinstance(view, NimblyView)
    return view


@pytest.mark.parametrize("say", [SAY, EAR])
def test_every_draw_stands_in_one_of_the_menus(say: object) -> None:
    view = view_of(begun(), 1)
    controls = NIMBLY.controls(view, say, NAMES)  # type: ignore[arg-type] # words
    shown = move_rows(lobby_row("Ada"), controls, say)  # type: ignore[arg-type] # words
    menus = [menu for row in shown for menu in row.children]
    offered = [option.value for menu in menus for option in menu.options]  # type: ignore[attr-defined]
    assert sorted(offered) == sorted(course_codes())
    assert [len(menu.options) for menu in menus] == [25, 25, 5]  # type: ignore[attr-defined]
    assert len({menu.custom_id for menu in menus}) == 3  # type: ignore[attr-defined]
    assert faults(container(*shown)) == []


def course_codes() -> tuple[str, ...]:
    return begun().legal(Seat(1))


def test_in_words_one_from_each_is_said_of_as_many_rows_as_there_are() -> None:
    view = view_of(begun(), 1)
    assert NIMBLY.named_again(view, "draw ABC", EAR, NAMES) == "1 from A, 1 from B, 1 from C"
    usual = Course.begin(GAMES["nimbly"], 5, {}, Chance(bytes(32))).view(Seat(1))
    assert NIMBLY.named_again(usual, "draw ABC", EAR, NAMES) == EAR("ear.from.each")


def test_each_row_can_be_asked_about_and_typed() -> None:
    view = view_of(begun(), 1)
    assert {"row_d", "row_e"} <= {*NIMBLY.questions(view)}
    assert "Row E" in NIMBLY.answer("row_e", view, EAR, NAMES)
    usual = Course.begin(GAMES["nimbly"], 3, {}, Chance(bytes(32))).view(Seat(1))
    assert "row_d" not in NIMBLY.questions(usual)
    assert NIMBLY.spelled(["two", "from", "d", "one", "from", "e"], SAY) == ["dde"]


def test_pictures_have_all_rows_and_are_hardly_higher() -> None:
    people, course, random, scene = [*map(Person, NAMES)], begun(), Random(1), SCENES["nimbly"]
    while course.to_act():
        seat = course.to_act()[0]
        for picture in (
            scene.hand(course.view(seat), people, SAY),
            scene.table(course.view(None), people, SAY),
        ):
            assert picture.height <= 1200
            assert "row e" in picture.alt.casefold()
        course = course.then(seat, random.choice(course.legal(seat)))


@pytest.mark.parametrize("level", ["quick", "easy", "normal", "hard", "expert"])
def test_house_players_of_every_level_play_it(level: str) -> None:
    course, random, player = begun(), Random(1), HOUSE_PLAYERS["nimbly"][level]
    while course.to_act():
        seat = course.to_act()[0]
        legal, moves = course.legal(seat), course.heard(seat)
        is_asked = seat == 1 and len(legal) > 1
        view = course.view(seat)
        code = player.choose(view, moves, legal, random) if is_asked else random.choice(legal)
        assert code in legal
        course = course.then(seat, code)


def test_it_can_be_reviewed() -> None:
    course, random, moves = begun(), Random(1), list[MoveLine]()
    while course.to_act():
        seat = course.to_act()[0]
        moves.append(MoveLine(seat, random.choice(course.legal(seat))))
        course = course.then(*moves[-1][:2])
    options: dict[str, OptionValue] = {"rows": "5", "deals": 1}
    record = Record("nimbly", 5, options, bytes(32), moves=tuple(moves))
    assert review(record, Seat(1), Random, effort=SMALL).curve

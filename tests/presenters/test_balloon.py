"""What Cloud 9's presenter says, and to whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenters import PRESENTERS
from bot.texts import Texts
from engine.games.balloon.view import Odds
from tests.engine.balloon.positions import played, seen, table

SAY = Texts.load().words("en")
PRESENTER = PRESENTERS["balloon"]


def test_b3_a_pilot_who_cannot_pay_is_told_so_and_nobody_else_is() -> None:
    asked = played(table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("G-",)), "2 stay", "3 stay")
    assert seen(asked, 1).legal == ("fall",)
    assert "you can only fall" in PRESENTER.prompt(seen(asked, 1), SAY)
    for other in (None, 2, 3):
        assert "fall" not in PRESENTER.prompt(seen(asked, other), SAY)


def test_a_passenger_is_told_what_jumping_and_staying_earn() -> None:
    asked = table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("G-",))
    said = PRESENTER.prompt(seen(asked, 2), SAY)
    assert "Jump now for 1 point, or stay: if the pilot pays, you reach cloud 2, worth 2;" in said


def test_a_throw_of_blanks_is_free_and_has_no_chances() -> None:
    asked = table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("--",))
    said = PRESENTER.prompt(seen(asked, 2), SAY)
    assert "flies on for free to cloud 2" in said
    assert "%" not in said
    assert "certain" not in said


@pytest.mark.parametrize(
    ("ways", "total", "told"),
    [
        (1, 1, "The pilot is **certain** to be able to pay."),
        (0, 5, "The pilot **can't** pay"),
        (9, 1000, "can pay: **less than 1%**, judging"),
        (1, 100, ": **1%**"),
        (526181, 814385, ": **65%**"),
        (995, 1000, ": **more than 99%**"),
    ],
)
def test_chances_are_told_in_whole_per_cents_and_words(ways: int, total: int, told: str) -> None:
    view = seen(table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("G-",)), 2)
    said = PRESENTER.prompt(replace(view, odds=Odds(ways, total)), SAY)
    assert told in said
    assert "exactly" not in said


def test_the_result_of_a_trip_stays_until_the_next_leaves_its_first_cloud() -> None:
    course = table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("GG", "--"))
    assert not PRESENTER.shows_result(seen(course))
    course = played(course, "2 stay", "3 stay", "1 fall")
    for move in ("3 stay", "1 stay", "2 pay"):
        assert PRESENTER.shows_result(seen(course))
        course = played(course, move)
    assert not PRESENTER.shows_result(seen(course))


def test_b4_nothing_is_ever_forced_not_even_a_fall() -> None:
    course = table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("GG", "--"))
    for move in ("2 stay", "3 stay", "1 fall", "3 stay", "1 stay"):
        course = played(course, move)
        assert PRESENTER.forced(seen(course)) is None


def test_b3_a_pilot_with_a_choice_is_asked() -> None:
    for hand in ("GRRYYY", "WRRYYY"):
        asked = played(table(hand, "GGGPPP", "GGGPPP", rolls=("G-",)), "2 stay", "3 stay")
        assert "What do you do?" in PRESENTER.prompt(seen(asked, 1), SAY)

"""The daily on a person's card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.daily.layouts import daily_line
from bot.daily.rules import Day, Field, Habit
from bot.daily.service import Glance
from bot.match.show.profile import Line
from tests.match.rows import SAY

NEW = Glance(Day(20_779), "nimbly", "new", None, Habit(0, 0, ()))


def played(field: Field | None, streak: int) -> str:
    return daily_line(
        replace(NEW, state="played", field=field, habit=Habit(streak, streak, ())), SAY
    ).text


def button_of(line: Line) -> tuple[str | None, str | None]:
    assert line.button is not None
    return line.button.custom_id, line.button.label


def test_a_day_not_played_is_offered_with_the_streak_that_it_keeps() -> None:
    text = daily_line(NEW, SAY).text
    assert text.startswith("**Daily · Nimbly (Jokerlink)**\nNot played yet.")
    assert (
        "Keep your streak of 5 days." in daily_line(replace(NEW, habit=Habit(5, 5, ())), SAY).text
    )
    assert "two days in a row" in daily_line(replace(NEW, habit=Habit(1, 1, ())), SAY).text


def test_a_streak_that_yesterday_would_end_can_still_go_on() -> None:
    line = daily_line(replace(NEW, at_stake=2), SAY)
    assert "your streak of 2 days can still go on" in line.text
    assert button_of(line) == ("daily:today", "See it")


@pytest.mark.parametrize(
    ("state", "leads"),
    [
        ("new", ("daily:20779:play", "Play")),
        ("played", ("daily:20779:result", "Result")),
        ("closed", ("daily:today", "See it")),
    ],
)
def test_the_button_leads_to_what_can_be_done(state: str, leads: tuple[str, str]) -> None:
    assert button_of(daily_line(replace(NEW, state=state), SAY)) == leads


def test_a_try_that_was_played_tells_its_place_and_streak() -> None:
    assert "Played: 2nd of 12 so far. 🔥 6 days in a row." in played(Field(12, 10, 1), 6)
    assert "Played: shared 1st of 3 so far." in played(Field(total=3, below=1, level=2), 1)
    assert "the first to finish" in played(Field(1, 0, 1), 1)


def test_a_try_that_was_given_up_has_no_place() -> None:
    assert "A house player finished it" in played(None, 0)
    assert "place" not in played(None, 0)

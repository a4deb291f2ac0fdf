"""The daily on a person's card."""

from __future__ import annotations

from dataclasses import replace

from bot.daily.calendar import Day
from bot.daily.dailies import MyDaily, TryOutcome
from bot.daily.home_layout import daily_line
from bot.daily.standing import Field
from bot.daily.tries import TryResult
from bot.match.show.profile import Line
from bot.store.rows import MatchId, SeriesRow, Status
from tests.match.rows import SAY, lobby_row

DAY = Day(20_779)
SERIES = SeriesRow(DAY.key, "nimbly", {}, b"", 1, 1, 0.0, 9.0)
FRESH = MyDaily(DAY, SERIES, None, None, 0, 0)
ROW = replace(lobby_row("Ada"), status=Status.PLAYING, series=DAY.key)
RESULT = TryResult(DAY.number, 101, MatchId(7), "Ada", 7, 40, won=True, gave_up=False, place=1)


def played(field: Field | None, streak: int) -> MyDaily:
    outcome = TryOutcome(RESULT, field, None, streak, RESULT)
    return replace(FRESH, row=replace(ROW, status=Status.OVER), outcome=outcome, streak=streak)


def button_of(line: Line) -> tuple[str | None, str | None]:
    assert line.button is not None
    return line.button.custom_id, line.button.label


def test_a_day_not_played_is_offered_with_the_streak_that_it_keeps() -> None:
    line = daily_line(FRESH, SAY)
    assert line.text.startswith("**Daily deal: Nimbly (Jokerlink)**\nNot played yet.")
    assert button_of(line) == ("daily:20779:play", "Play")
    assert "Keep your streak of 5 days." in daily_line(replace(FRESH, streak=5), SAY).text
    assert "two days in a row" in daily_line(replace(FRESH, streak=1), SAY).text


def test_a_try_that_was_begun_goes_on() -> None:
    assert button_of(daily_line(replace(FRESH, row=ROW), SAY)) == ("daily:20779:play", "Go on")


def test_a_try_that_was_played_tells_its_place_and_streak() -> None:
    line = daily_line(played(Field(total=12, below=10, level=1), 6), SAY)
    assert "Played: place 2 of 12 so far. 🔥 6 days in a row." in line.text
    assert button_of(line) == ("daily:20779:result", "Result")
    assert "place 1 of 3" in daily_line(played(Field(total=3, below=1, level=2), 1), SAY).text
    assert "the first to finish" in daily_line(played(Field(1, 0, 1), 1), SAY).text


def test_a_try_that_was_given_up_has_no_place() -> None:
    text = daily_line(played(None, 0), SAY).text
    assert "A house player finished it" in text
    assert "place" not in text


def test_a_day_that_is_closed_cannot_be_begun() -> None:
    closed = replace(FRESH, series=replace(SERIES, closed=5.0))
    assert button_of(daily_line(closed, SAY)) == ("daily", "See it")

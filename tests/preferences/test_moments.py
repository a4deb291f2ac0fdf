"""Moments as people type them: in five languages, over changes of the clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.preferences.hours import LONGEST_AHEAD, Weekly, moment_typed

BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY = datetime(2026, 11, 27, 18, 0, tzinfo=BERLIN).timestamp()


def begun(typed: str, now: float = FRIDAY, day: date | None = None) -> str:
    """Return what the clocks of Berlin show at the moment that is typed."""
    return f"{datetime.fromtimestamp(moment_typed(typed, now, BERLIN, day), BERLIN):%a %d %H:%M}"


@pytest.mark.parametrize(
    "typed",
    ["20:30", "20h30", "20.30", "20 h 30", "20 Uhr 30", "8:30 pm", "8.30PM", "8:30 p. m.", "2030",
     "at 20:30", "um 20:30 Uhr", "à 20h30", "a las 20:30", "às 20h30", "today 20:30", "heute 20:30",
     "aujourd'hui 20h30", "hoy a las 20:30", "hoje às 20h30", "Friday 8:30pm", "Fr 20:30", "150",
     "150 min", "150 minutos"],
)  # fmt: skip
def test_half_past_eight_is_read_as_people_write_it(typed: str) -> None:
    assert begun(typed) == "Fri 27 20:30"


@pytest.mark.parametrize(
    ("typed", "begins"),
    [
        ("20 Uhr", "Fri 27 20:00"), ("20h", "Fri 27 20:00"), ("8 pm", "Fri 27 20:00"),
        ("20 heures", "Fri 27 20:00"), ("20 horas", "Fri 27 20:00"), ("8 o'clock", "Sat 28 08:00"),
        ("12:15 am", "Sat 28 00:15"), ("12 pm", "Sat 28 12:00"), ("17:30", "Sat 28 17:30"),
        ("tomorrow 20:30", "Sat 28 20:30"), ("morgen 20 Uhr", "Sat 28 20:00"),
        ("demain à 20h30", "Sat 28 20:30"), ("mañana a las 8 pm", "Sat 28 20:00"),
        ("amanhã às 20h", "Sat 28 20:00"), ("tomorrow 2030", "Sat 28 20:30"),
        ("Saturday 20:30", "Sat 28 20:30"), ("20:30 on Sunday", "Sun 29 20:30"),
        ("am Samstag um 20.30", "Sat 28 20:30"), ("20 Uhr am Samstag", "Sat 28 20:00"),
        ("20:30 am Samstag", "Sat 28 20:30"), ("samedi 20h30", "Sat 28 20:30"),
        ("el sábado a las 20:30", "Sat 28 20:30"), ("sábado, 20:30", "Sat 28 20:30"),
        ("segunda-feira às 20h", "Mon 30 20:00"), ("terça 20:30", "Tue 01 20:30"),
        ("Friday 17:00", "Fri 04 17:00"), ("2880", "Sun 29 18:00"),
    ],
)  # fmt: skip
def test_days_and_hours_are_read(typed: str, begins: str) -> None:
    assert begun(typed) == begins


def test_the_day_of_a_form_holds_unless_another_is_typed() -> None:
    monday = date(2026, 11, 30)
    assert begun("20", day=monday) == begun("20:00", day=monday) == "Mon 30 20:00"
    assert begun("tomorrow 20:00", day=monday) == "Sat 28 20:00"


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "0", "99999", "25:00", "20:60", "20:5", "13 pm", "0 pm", "-5", "20-30-10", "24:00",
     "morgen morgen 20:30", "tomorrow", "20:30:15", "heute 17:00", "28.11. 20:30", "<20:30>"],
)  # fmt: skip
def test_what_cannot_be_read_is_not_guessed(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - it says no more
        moment_typed(typed, FRIDAY, BERLIN)


def test_it_is_never_further_ahead_than_may_be() -> None:
    far = datetime.fromtimestamp(FRIDAY + LONGEST_AHEAD, BERLIN).date()
    with pytest.raises(ValueError):  # noqa: PT011 - it says no more
        moment_typed("23:00", FRIDAY, BERLIN, far)


def test_an_hour_that_comes_twice_is_the_next_of_both_and_one_that_is_skipped_comes_later() -> None:
    first = datetime(2026, 10, 25, 2, 45, tzinfo=BERLIN).timestamp()
    assert moment_typed("02:30", first, BERLIN) - first == 45 * 60
    assert moment_typed("02:30", first - 1800, BERLIN) - first == -15 * 60
    spring = datetime(2026, 3, 29, 1, 0, tzinfo=BERLIN)
    late = datetime.fromtimestamp(moment_typed("02:30", spring.timestamp(), BERLIN), UTC)
    assert late == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_a_time_of_the_week_stays_while_the_clocks_change() -> None:
    weekly = Weekly(3, 20 * 60 + 30, "Europe/Berlin")
    when = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    shown = list[str]()
    for _ in range(20):  # from winter into summer
        when = weekly.after(when)
        shown.append(f"{datetime.fromtimestamp(when, UTC):%A %H:%M}")
    assert shown == ["Thursday 19:30"] * 13 + ["Thursday 18:30"] * 7

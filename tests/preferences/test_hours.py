"""Quiet hours in people's time zones: over midnight, and on days when the clocks change."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.preferences.hours import (
    QuietHours,
    cities,
    local_time,
    zone_of,
    zone_shown,
    zone_typed,
)
from bot.texts import Texts

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = QuietHours(22 * 60, 7 * 60)


def at(text: str, fold: int = 0) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold).timestamp()


@pytest.mark.parametrize(
    ("when", "left"),
    [
        ("2026-06-01 21:59:59", "2026-06-01 21:59:59"),
        ("2026-06-01 22:00", "2026-06-02 07:00"),
        ("2026-06-01 23:30", "2026-06-02 07:00"),
        ("2026-06-02 00:00", "2026-06-02 07:00"),
        ("2026-06-02 06:59:59", "2026-06-02 07:00"),
        ("2026-06-02 07:00", "2026-06-02 07:00"),
        ("2026-06-02 15:00", "2026-06-02 15:00"),
        # The night is an hour shorter here, and an hour longer there.
        ("2026-03-28 23:00", "2026-03-29 07:00"),
        ("2026-10-24 23:00", "2026-10-25 07:00"),
    ],
)
def test_a_night_is_quiet_until_the_morning(when: str, left: str) -> None:
    assert NIGHT.left_at(at(when), BERLIN) == at(left)


@pytest.mark.parametrize(("day", "hours"), [("2026-03-28", 8), ("2026-10-24", 10)])
def test_a_night_in_which_the_clocks_change_is_as_long_as_it_is(day: str, hours: int) -> None:
    begins = at(f"{day} 22:00")
    assert NIGHT.left_at(begins, BERLIN) - begins == hours * 3600


def test_hours_of_one_day_end_on_it_and_some_that_begin_where_they_end_are_none() -> None:
    siesta = QuietHours(13 * 60, 15 * 60 + 30)
    assert siesta.left_at(at("2026-06-01 14:00"), BERLIN) == at("2026-06-01 15:30")
    assert siesta.left_at(at("2026-06-01 12:59"), BERLIN) == at("2026-06-01 12:59")
    assert siesta.left_at(at("2026-06-01 15:30"), BERLIN) == at("2026-06-01 15:30")
    with pytest.raises(ValueError, match="two times"):
        QuietHours(60, 60)


def test_an_end_that_comes_twice_is_the_second_one_and_a_skipped_one_comes_no_earlier() -> None:
    early = QuietHours(22 * 60, 2 * 60 + 30)
    for when in (at("2026-10-25 02:10"), at("2026-10-25 02:40"), at("2026-10-25 02:10", fold=1)):
        assert early.left_at(when, BERLIN) == at("2026-10-25 02:30", fold=1)
    after = at("2026-10-25 02:30", fold=1)
    assert early.left_at(after, BERLIN) == after
    assert early.left_at(at("2026-03-29 01:00"), BERLIN) == at("2026-03-29 03:30")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("EUROPE/berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("new  york", "America/New_York"),
        ("los_angeles", "America/Los_Angeles"),
        ("utc", "UTC"),
        ("UTC+5", "Etc/GMT-5"),
        ("gmt - 3", "Etc/GMT+3"),
        ("cet", "CET"),
        ("São Paulo", "America/Sao_Paulo"),
        ("sao paulo", "America/Sao_Paulo"),
        ("Bogotá", "America/Bogota"),
        ("Ciudad de México", "America/Mexico_City"),
        ("Wien", "Europe/Vienna"),
        ("Zürich", "Europe/Zurich"),
        ("Bruxelles", "Europe/Brussels"),
        ("Londres", "Europe/London"),
        ("Brasília", "America/Sao_Paulo"),
        ("Genève", "Europe/Zurich"),
        ("hamburg", "Europe/Berlin"),
        ("Kraków", "Europe/Warsaw"),
        ("UTC+5:30", "UTC+5:30"),
        ("utc +05:30", "UTC+5:30"),
        ("GMT-3:30", "UTC-3:30"),
        ("utc\N{MINUS SIGN}3", "Etc/GMT+3"),
        ("+5:45", "UTC+5:45"),
        ("UTC+05:00", "Etc/GMT-5"),
    ],
)
def test_a_zone_is_found_by_what_people_type(typed: str, name: str) -> None:
    assert zone_typed(typed) == name
    zone_of(name)


@pytest.mark.parametrize("typed", ["", " ", "Atlantis", "Europe", "UTC+99", "UTC+14:30", "UTC+5:20",
               "../UTC", "x" * 5000])  # fmt: skip
def test_a_zone_that_does_not_exist_is_not_found(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - it says no more
        zone_typed(typed)


@pytest.mark.parametrize(
    "name", ["UTC", "Etc/GMT-12", "Etc/GMT+3", "America/Argentina/Buenos_Aires", "UTC-3:30"]
)
def test_a_zone_as_it_is_shown_can_be_typed(name: str) -> None:
    assert zone_typed(zone_shown(name)) == name


@pytest.mark.parametrize("language", Texts.load().locales)
def test_the_examples_of_the_form_can_be_typed(language: str) -> None:
    told = Texts.load().words(language)("preferences.about.zone")
    _, colon, examples = told.partition(":")
    assert colon
    for example in examples.split(","):
        zone_of(zone_typed(example))


def test_every_city_is_found_and_has_the_time_of_its_zone() -> None:
    summer = at("2026-06-01 22:05")
    assert {"montreal", "rio de janeiro", "mailand", "kapstadt"} <= set(cities())
    for city, name in cities().items():
        assert local_time(summer, zone_typed(city)) == local_time(summer, name), city


def test_the_clocks_of_a_zone_show_its_time() -> None:
    assert local_time(0.0, "UTC+5:30") == "05:30"
    assert local_time(at("2026-06-01 22:05"), "Asia/Kolkata") == "01:35"

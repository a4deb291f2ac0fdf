"""What a person has set, as the store keeps it, and quiet hours in their time zone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.preferences import person as of_people
from bot.preferences import server as server_settings
from bot.preferences.hours import QuietHours, cities, local_time, zone_of, zone_shown, zone_typed
from bot.preferences.person import (
    USUAL,
    CallMoment,
    PersonSettings,
    Place,
    person_settings,
    set_person,
)
from bot.preferences.server import Look
from bot.store.codec import flag, read_settings, spelt
from bot.store.settings import person_scope
from bot.texts import Texts
from tests.match.stand import Parts
from tests.preferences.conftest import stored

# What a person has set: read, spelt, and ignored where it is damaged.

SET = PersonSettings(
    place=Place.DM, moment=CallMoment.LAST, quiet=QuietHours(22 * 60, 7 * 60), zone="Asia/Kolkata",
    invitations=False, number=4821, look=Look.DAY, language="pt-BR",
)  # fmt: skip


def test_nothing_set_is_as_usual_and_what_is_spelt_is_read_again() -> None:
    assert PersonSettings.read({}) == USUAL
    assert (USUAL.place, USUAL.moment, USUAL.quiet) == (Place.TABLE, CallMoment.QUIET, None)
    assert not stored(USUAL, USUAL)
    spelt = stored(USUAL, SET)
    assert PersonSettings.read(spelt) == SET
    assert spelt["quiet"] == "22:00-07:00"
    assert spelt["invitations"] == "off"
    assert PersonSettings.read({"hat": "green", "place": "dm"}).place is Place.DM


def test_a_setting_that_is_no_more_leaves_all_others() -> None:
    assert PersonSettings.read({"learns": "off", **stored(USUAL, SET)}) == SET


@pytest.mark.parametrize(
    ("language", "by_ear", "usual", "locale"),
    [
        (None, False, "de", "de"),
        ("pt-BR", False, "de", "pt-BR"),
        (None, True, "de", "de-x-ear"),
        ("pt-BR", True, "de-x-ear", "pt-BR-x-ear"),
        # A table in direct messages has the locale of when it was opened.
        (None, False, "de-x-ear", "de"),
    ],
)
def test_who_plays_in_words_has_a_locale_of_their_own(
    language: str | None, by_ear: bool, usual: str, locale: str
) -> None:
    settings = replace(USUAL, language=language, by_ear=by_ear)
    assert settings.locale(usual) == locale


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("place", "moon"),
        ("place", ""),
        ("moment", "never"),
        ("quiet", "22:00"),
        ("quiet", "22:00-22:00"),
        ("quiet", "24:00-07:00"),
        ("quiet", "٢٢:00-07:00"),
        ("zone", ""),
        ("zone", "Europe"),
        ("zone", "Europe/Atlantis"),
        ("zone", "../../etc/passwd"),
        ("zone", "/etc/localtime"),
        ("zone", "zone.tab"),
        ("zone", "Europe/Berlin\0"),
        ("invitations", "yes"),
        ("number", "-4"),
        ("look", "dusk"),
        ("language", ""),
        ("language", "../en"),
        ("number", "٤٨٢١"),
    ],
)
def test_what_is_damaged_is_as_if_not_set(key: str, text: str) -> None:
    others = {name: text for name, text in stored(USUAL, SET).items() if name != key}
    read = PersonSettings.read({**others, key: text})
    assert getattr(read, key) == getattr(USUAL, key)
    assert stored(USUAL, read) == others


async def test_settings_change_one_by_one(parts: Parts) -> None:
    assert await person_settings(parts.store, 7) == USUAL
    await parts.store.set_setting(person_scope(7), "hat", "green")
    await set_person(parts.store, 7, place=Place.NOWHERE, zone="Europe/Paris")
    await set_person(parts.store, 7, invitations=False, zone="UTC")
    assert await person_settings(parts.store, 7) == PersonSettings(
        place=Place.NOWHERE, invitations=False
    )
    assert await parts.store.settings(person_scope(7)) == {
        "hat": "green", "place": "nowhere", "invitations": "off",
    }  # fmt: skip
    assert await person_settings(parts.store, 8) == USUAL


# Settings as the store keeps them, of people and servers alike.


@dataclass(frozen=True)
class Settings:
    number: int = 3
    on: bool = True
    channels: tuple[int, ...] = ()


USUAL_OF_BOTH = Settings()
READERS: Mapping[str, Callable[[str], object]] = {"number": int, "on": flag}


def test_what_is_stored_is_read_and_only_what_differs_is_spelt() -> None:
    assert read_settings(USUAL_OF_BOTH, READERS, {"number": "7"}) == Settings(number=7)
    settings = Settings(number=3, on=False, channels=(7, 8))
    assert stored(USUAL_OF_BOTH, settings) == {"on": "off", "channels": "7,8"}
    assert spelt(USUAL_OF_BOTH, "number", 3) is None
    assert spelt(USUAL_OF_BOTH, "number", 4) == "4"


@pytest.mark.parametrize("kept", [{"number": "many"}, {"on": "perhaps"}, {"other": "7"}, {}])
def test_what_is_damaged_or_unknown_is_as_usual(kept: dict[str, str]) -> None:
    assert read_settings(USUAL_OF_BOTH, READERS, kept) == USUAL_OF_BOTH


@pytest.mark.parametrize("module", [of_people, server_settings])
def test_every_field_can_be_read(module: object) -> None:
    usual = getattr(module, "USUAL")  # noqa: B009 - either module has one
    assert list(getattr(module, "_READERS")) == [*usual.__dataclass_fields__]  # noqa: B009


# Quiet hours in people's time zones: over midnight, and on days when the clocks change.

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

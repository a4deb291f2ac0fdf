"""What a person has set: read, spelt, and ignored where it is damaged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.preferences.hours import QuietHours
from bot.preferences.person import (
    USUAL,
    CallMoment,
    PersonSettings,
    Place,
    person_settings,
    set_person,
)
from bot.preferences.server import Look
from bot.store.settings import person_scope
from tests.match.stand import Parts
from tests.preferences.spelling import stored

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

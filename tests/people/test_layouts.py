"""What is set about being called: within Discord's limits, the present choices chosen."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.people.layouts import DAYS, me_layout, quiet_form
from bot.preferences.hours import QuietHours
from bot.preferences.person import USUAL, Moment, PersonSettings, Place
from bot.preferences.vacation_days import AT_ONCE, VacationDays
from tests.match.rows import SAY, faults, ids, parts, said

NIGHT = PersonSettings(
    place=Place.DM, moment=Moment.LAST, quiet=QuietHours(22 * 60 + 30, 7 * 60),
    zone="Etc/GMT-2",
)  # fmt: skip
DAY, NOW = 86400.0, 1e9
EVENINGS = frozenset({17, 18, 19, 20})


def chosen(components: list[dict[str, Any]]) -> list[str]:
    """Return the values that menus show as chosen."""
    menus = [part for part in components if part["type"] == 3]
    return [o["value"] for menu in menus for o in menu["options"] if o.get("default")]


@pytest.mark.parametrize("settings", [USUAL, NIGHT, PersonSettings(place=Place.NOWHERE)])
@pytest.mark.parametrize("active", [frozenset(), EVENINGS, frozenset(range(0, 24, 2))])
def test_it_keeps_discords_limits(settings: PersonSettings, active: frozenset[int]) -> None:
    assert faults(me_layout(settings, active, 0.0, SAY)) == []


def test_what_is_set_is_chosen_and_said() -> None:
    shown = me_layout(NIGHT, EVENINGS, 0.0, SAY)
    assert chosen(parts(shown)) == ["dm", "last"]
    assert "22:30 to 07:00 (UTC+2, where it is 02:00 now)" in said(shown)
    assert re.search("mostly 19:00.23:00 [(]UTC[+]2[)]", said(shown))
    assert ids(shown) == [
        "me:place",
        "me:moment",
        "me:quiet",
        "me:learns:off",
        "me:invited:off",
        "me:days",
        "me:named:off",
    ]


def test_as_many_days_off_are_offered_as_may_be_taken_at_once() -> None:
    for settings, most in ((USUAL, AT_ONCE), (replace(USUAL, vacation_days=taken(23)), 7)):
        (menu,) = (one for one in parts(me_layout(settings, EVENINGS, NOW, SAY))
                   if one.get("custom_id") == "me:days")  # fmt: skip
        assert [int(each["value"]) for each in menu["options"]] == [d for d in DAYS if d <= most]
        assert most in DAYS


def taken(days: int) -> VacationDays:
    """Return days off that are over."""
    return VacationDays(((NOW - (days + 1) * DAY, NOW - DAY),))


def test_who_is_called_nowhere_is_not_asked_how_soon() -> None:
    shown = me_layout(PersonSettings(place=Place.NOWHERE), EVENINGS, 0.0, SAY)
    assert "me:moment" not in ids(shown)
    assert "me:place" in ids(shown)


def test_what_is_not_looked_at_is_not_told() -> None:
    shown = me_layout(PersonSettings(learns=False), EVENINGS, 0.0, SAY)
    assert "17" not in said(shown)
    assert "me:learns:on" in ids(shown)


@pytest.mark.parametrize(
    ("settings", "present"),
    [(USUAL, ["none", "07:00", "UTC"]), (NIGHT, ["22:30", "07:00", "UTC+2"])],
)
def test_the_form_holds_what_is_set(settings: PersonSettings, present: list[str]) -> None:
    form = quiet_form(settings, SAY).to_dict()
    fields = [label["component"] for label in form["components"]]
    values = [*chosen(fields[:1]), *chosen(fields[1:2]), fields[2]["value"]]
    assert values == present
    assert all(len(field["options"]) <= 25 for field in fields[:2])


def test_who_wants_no_call_by_an_invitation_is_offered_one() -> None:
    shown = me_layout(PersonSettings(invitations=False), frozenset(), 0.0, SAY)
    assert "do not call you" in said(shown)
    assert "me:invited:on" in ids(shown)
    assert faults(shown) == []


def test_who_hides_their_name_reads_the_number_and_is_offered_the_name() -> None:
    shown = me_layout(PersonSettings(number=4821), frozenset(), 0.0, SAY)
    assert "Player 4821" in said(shown)
    assert "me:named:on" in ids(shown)
    assert faults(shown) == []

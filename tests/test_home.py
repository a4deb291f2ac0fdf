"""A person's card and settings as they read them, and what whoever calls the bot is answered."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.app import App
from bot.discord.inbound import Call
from bot.discord.parts import button
from bot.home.actions import card_layout, newcomer_layout, rest_layout
from bot.home.feature import CalledCog
from bot.match.show.looks import Line
from bot.match.table.state import At, MyGame
from bot.match.talk.my_games import other_lines, playing_lines, waiting_lines
from bot.people.layouts import (
    DAYS,
    GROUPS,
    HELP,
    LOOK,
    PINGS,
    TIME,
    Shown,
    group_layout,
    preferences_layout,
    quiet_form,
)
from bot.preferences.hours import QuietHours
from bot.preferences.person import (
    AT_ONCE,
    USUAL,
    CallMoment,
    PersonSettings,
    Place,
    VacationDays,
    note_client,
)
from bot.preferences.server import Look
from bot.store.rows import Status
from tests.match.conftest import parts
from tests.match.rows import EAR, SAY, faults, ids, labels, lobby_row, picture, said
from tests.match.rows import parts as pieces
from tests.match.show.test_phone import GAP, PHONE, height_of_text, width_of
from tests.match.stand import Parts
from tests.texts.pseudo import OPEN, with_pseudo

# A store with people who play.

__all__ = ["parts"]


# The card as people read it.

WAITS = Line("**Clumond, table 12**\nIt's your turn", button("t:12:hand", "My hand"))


def test_a_newcomer_is_dealt_in_by_the_first_button() -> None:
    layout = newcomer_layout([], [("balloon.png", picture())], SAY)
    assert ids(layout) == ["deal", "play", "ln:balloon", "help:start"]
    assert [part["type"] for part in pieces(layout)].count(12) == 1
    assert not faults(layout)


def test_who_is_in_a_first_game_is_led_there_alone() -> None:
    layout = newcomer_layout([WAITS], [], SAY)
    assert said(layout) == "## Nimbus\n**Clumond, table 12**\nIt's your turn"
    assert ids(layout) == ["t:12:hand", "play", "help:start"]


def test_friends_stand_above_what_waits_and_the_rest_behind_more() -> None:
    lines = [WAITS, Line("Nothing to press"), Line("Ben leads.", of_friends=True)]
    layout, more = card_layout(lines, SAY), rest_layout(lines, SAY)
    assert said(layout) == "## Nimbus\nBen leads.\n**Clumond, table 12**\nIt's your turn"
    assert ids(layout) == ["t:12:hand", "play", "home:more"]
    assert said(more) == "## Nimbus\nNothing to press"
    assert ids(more) == ["stats", "me", "help:start", "home"]


def test_the_fullest_card_has_five_buttons_and_what_is_left_out_stands_behind_more() -> None:
    lines = [Line("x" * 200, button(f"t:{n}:hand", "My hand")) for n in range(9)]
    card, more = card_layout(lines, SAY), rest_layout(lines, SAY)
    assert not [*faults(card), *faults(more)]
    assert len(ids(card)) == 5
    assert {f"t:{n}:hand" for n in range(9)} <= {*ids(card), *ids(more)}


def test_an_only_game_has_its_line_whoever_is_to_act() -> None:
    row = replace(lobby_row("Ada", "Ben"), status=Status.PLAYING)
    others, lobby = MyGame(row, At.OTHERS), MyGame(row, At.LOBBY)
    (line,) = waiting_lines([others], SAY)
    assert line.button is not None
    assert not other_lines([others], SAY)
    assert len(other_lines([lobby], SAY)) == len(other_lines([others, others], SAY)) == 1


def test_others_at_tables_of_the_channel_are_named_by_game() -> None:
    row = replace(lobby_row("Ada", "Ben"), status=Status.PLAYING)
    (line,) = playing_lines([row], 1, SAY)
    assert line == Line("**Ada** and **Ben** are playing Clouds.", of_friends=True)
    assert not playing_lines([row], 101, SAY)


# Whoever calls the bot is answered in their language, or in that of the server.


@pytest.mark.parametrize(
    ("guild_id", "discords", "is_german"),
    [(None, None, True), (5, "en-US", False), (5, "de", True)],
)
async def test_a_call_in_private_is_answered_in_the_language_of_who_calls(
    parts: Parts, monkeypatch: pytest.MonkeyPatch,
    guild_id: int | None, discords: str | None, is_german: bool,
) -> None:  # fmt: skip
    texts, posted = with_pseudo("de"), list[str]()
    monkeypatch.setattr("bot.texts._load", lambda: texts)
    await note_client(parts.store, 101, "de")

    async def post(_channel: int, layout: Any, *, nonce: str) -> None:
        posted.append(said(layout) + nonce)

    io = SimpleNamespace(post=post, locale_of=lambda _guild: discords)
    app = SimpleNamespace(
        texts=texts, store=parts.store, clock=parts.clock, io=io,
        settings=SimpleNamespace(locale="en"),
    )  # fmt: skip
    cog = CalledCog(cast("App", app))
    await cog.on_call(Call(7, 6, guild_id, 101))
    assert [OPEN in one for one in posted] == [is_german]


# What is set about being called: within Discord's limits, the present choices chosen.

NIGHT = PersonSettings(
    place=Place.DM, moment=CallMoment.LAST, quiet=QuietHours(22 * 60 + 30, 7 * 60),
    zone="Etc/GMT-2", look=Look.DAY,
)  # fmt: skip
DAY, NOW = 86400.0, 1e9
MENU = 42
"""Points that a menu is high on a phone."""
SCREEN = 656
"""Points between Discord's header and its input on a phone."""
SET = replace(NIGHT, moment=CallMoment.QUIET, zone="Europe/Berlin")
ENGLISH = {"en": "English"}


def chosen(components: list[dict[str, Any]]) -> list[str]:
    """Return the values that menus show as chosen."""
    menus = [part for part in components if part["type"] == 3]
    return [o["value"] for menu in menus for o in menu["options"] if o.get("default")]


def page(group: str, settings: PersonSettings, now: float = 0.0, say: Any = SAY) -> Any:
    """Lay out a group of what a person has set."""
    return group_layout(group, Shown(settings, now, ENGLISH, say))


@pytest.mark.parametrize("settings", [USUAL, NIGHT, PersonSettings(place=Place.NOWHERE)])
def test_it_keeps_discords_limits(settings: PersonSettings) -> None:
    assert faults(preferences_layout(Shown(settings, 0.0, ENGLISH, SAY))) == []
    assert not [fault for group in GROUPS for fault in faults(page(group, settings))]


def test_four_lines_say_what_is_set_and_four_buttons_open_the_groups() -> None:
    shown = preferences_layout(Shown(NIGHT, 0.0, ENGLISH, SAY))
    assert said(shown).splitlines() == [
        "### Your preferences",
        "**Look:** My pictures: day",
        "**Pings:** Ping me by direct message · Only when time runs short"
        " · Remind me a day before a league's week ends",
        "**Help:** No coach, no question before a move",
        "**Time and language:** Quiet hours: 22:30 to 07:00 · Time zone: UTC+2, now 02:00"
        " · My language: as in Discord",
    ]
    assert ids(shown) == [f"me:open:{group}" for group in GROUPS]


def test_what_is_set_is_chosen_and_said_in_its_group() -> None:
    shown = [page(group, NIGHT) for group in GROUPS]
    pings = ["dm", "last", "league_reminder"]
    assert [chosen(pieces(each)) for each in shown] == [["day"], pings, [], []]
    assert "22:30 to 07:00\n**Time zone:** UTC+2, now 02:00" in said(shown[-1])
    assert [ids(each)[:-1] for each in shown] == [
        ["me:look", "me:wishes:look", "me:named:off"],
        ["me:place", "me:moment", "me:invited:off", "me:wishes:pings", "seek"],
        ["me:wishes:help"],
        ["me:quiet", "me:days"],
    ]
    assert {ids(each)[-1] for each in shown} == {"me:open:all"}


def test_the_time_zone_stands_there_by_its_name() -> None:
    shown = said(page(TIME, replace(USUAL, zone="UTC+5:30")))
    assert "**Quiet hours:** off\n**Time zone:** UTC+5:30, now 05:30" in shown


def height_of(part: dict[str, Any]) -> int:
    """Return how high a part of the panel is on a phone."""
    if part["type"] == 10:
        return height_of_text(part["content"], PHONE.room)
    if part["type"] == 1:
        return MENU
    label = part["accessory"]["label"]
    room = PHONE.room - GAP - max(PHONE.least, PHONE.padding + width_of(label, 15, 500))
    words = [height_of_text(text["content"], round(room)) for text in part["components"]]
    return max(PHONE.button, *words)


@pytest.mark.parametrize("settings", [USUAL, SET])
@pytest.mark.parametrize("group", GROUPS)
def test_each_group_is_on_one_screen_of_a_phone(group: str, settings: PersonSettings) -> None:
    shown = pieces(page(group, settings, NOW))
    (box,) = (part["components"] for part in shown if part["type"] == 17)
    heights = [height_of(part) for part in box]
    assert sum(heights) + GAP * (len(heights) - 1) <= PHONE.most


def test_what_is_a_yes_or_no_stands_in_the_menu_of_its_group() -> None:
    settings = PersonSettings(daily_reminder=True, league_reminder=False, confirms=True, large=True)
    for group, wished, most in (
        (LOOK, "large", 1), (PINGS, "daily_reminder", 2), (HELP, "confirms", 3),
    ):  # fmt: skip
        shown = pieces(page(group, settings, NOW))
        (menu,) = (one for one in shown if one.get("custom_id") == f"me:wishes:{group}")
        assert chosen([menu]) == [wished]
        assert (menu["min_values"], menu["max_values"]) == (0, most)


def test_a_language_is_offered_only_where_there_are_several() -> None:
    languages = {**ENGLISH, "hu": "magyar"}
    for settings, present in ((USUAL, "usual"), (replace(USUAL, language="hu"), "hu")):
        shown = group_layout(TIME, Shown(settings, NOW, languages, SAY))
        (menu,) = (one for one in pieces(shown) if one.get("custom_id") == "me:language")
        assert [option["value"] for option in menu["options"]] == ["usual", "en", "hu"]
        assert chosen([menu]) == [present]
        assert faults(shown) == []


def test_as_many_days_off_are_offered_as_may_be_taken_at_once() -> None:
    for settings, most in ((USUAL, AT_ONCE), (replace(USUAL, vacation_days=taken(23)), 7)):
        shown = pieces(page(TIME, settings, NOW))
        (menu,) = (one for one in shown if one.get("custom_id") == "me:days")
        assert [int(each["value"]) for each in menu["options"]] == [d for d in DAYS if d <= most]
        assert most in DAYS


def taken(days: int) -> VacationDays:
    """Return days off that are over."""
    return VacationDays(((NOW - (days + 1) * DAY, NOW - DAY),))


@pytest.mark.parametrize(
    ("group", "settings", "words", "offered", "missing"),
    [
        (PINGS, PersonSettings(place=Place.NOWHERE), "", "me:place", "me:moment"),
        (PINGS, PersonSettings(invitations=False), "no pings", "me:invited:on", ""),
        (LOOK, PersonSettings(number=4821), "played:** Player 4821", "me:named:on", ""),
    ],
    ids=["called nowhere", "no call by invitations", "name hidden"],
)
def test_each_wish_is_said_and_its_contrary_offered(
    group: str, settings: PersonSettings, words: str, offered: str, missing: str
) -> None:
    shown = page(group, settings)
    assert words in said(shown)
    assert offered in ids(shown)
    assert not missing or missing not in f"{said(shown)} {ids(shown)}"
    assert faults(shown) == []


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


def test_in_words_each_button_below_what_it_changes_names_that() -> None:
    shown = group_layout(LOOK, Shown(USUAL, 0.0, ENGLISH, EAR), in_words_now=True)
    assert said(shown).startswith("You play in words now.\n")
    named = {*labels(shown), *labels(page(TIME, USUAL, say=EAR))}
    assert {"Change quiet hours, time zone", "Hide my name"} <= named
    assert not [part for part in pieces(shown) if part["type"] == 9]
    (menu,) = (one for one in pieces(shown) if one.get("custom_id") == "me:look")
    assert menu["options"][0]["value"] == "words"

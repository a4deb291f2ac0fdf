"""The lobby's message."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.acts.moderating import panel_layout
from bot.match.lobby.lobbies import commitment_of
from bot.match.lobby.options_layouts import settings_layout
from bot.match.show.lobby_layouts import greeting_layout, lobby_layout, options_text
from bot.preferences.terms import FIRST, offered
from bot.records.actions import fingerprint_layout
from bot.store.rows import Door, Member, Status, Terms
from bot.texts import Texts
from tests.match.rows import SAY, faults, ids, labels, lobby_row, parts, picture, said
from tests.match.show.test_board_layouts import AWKWARD, NAMES

LEARN = "Learn in 5 minutes"


@pytest.mark.parametrize("names", [(), NAMES[:1], NAMES, AWKWARD])
def test_every_lobby_keeps_discords_limits(names: tuple[str, ...]) -> None:
    assert faults(lobby_layout(lobby_row(*names), SAY)) == []


def test_a_lobby_shows_its_game_and_two_rows_without_closing_until_it_is_closed() -> None:
    shown = lobby_layout(lobby_row("Ada"), SAY, [("a.png", picture("three cards"))])
    rows = [[button["label"] for button in part["components"]] for part in parts(shown)
            if part["type"] == 1]  # fmt: skip
    assert rows == [["Join", "Leave", "Start"], ["How to play", "Settings", "Fair deal", LEARN]]
    assert ids(shown)[3:] == ["zr:cloud_nine", "settings:7", "fair:7", "ln:cloud_nine"]
    [gallery] = [part for part in parts(shown) if part["type"] == 12]
    assert [item["description"] for item in gallery["items"]] == ["three cards"]
    asked = replace(lobby_row("Ada"), door=Door((202,)))
    above = parts(lobby_layout(asked, SAY, [("a.png", picture("three cards"))]))[1]["content"]
    assert above.endswith("\nInvited: <@202>\n-# What a game looks like:")
    assert "What a game" not in said(lobby_layout(lobby_row("Ada"), SAY))
    assert faults(shown) == []
    closed = lobby_layout(replace(lobby_row("Ada"), status=Status.CLOSED), SAY)
    assert "closed" in said(closed)
    assert ids(closed) == ["play:cloud_nine"]


def test_a_crowd_is_named_in_a_paragraph_with_how_it_will_sit() -> None:
    told = said(lobby_layout(lobby_row(*"ABCDE"), SAY))
    assert "**5 people, at tables of 3 + 2.**" in told
    assert "**A**, **B**, **C**, **D**, **E**" in told
    assert "A house player (normal) takes the free seat." in told
    assert "Hints: none" in told
    row = lobby_row(*(f"{n}{'_*~|`' * 6}"[:32] for n in range(24)))
    assert faults(lobby_layout(row, SAY)) == []
    assert faults(settings_layout(row, SAY, manages=True)) == []


def test_a_full_lobby_says_whether_more_can_come_and_why_not() -> None:
    full = lobby_row("Ada", "Ben", "Cleo")
    for row, told in (
        (full, "Up to 24 can join"),
        (replace(full, door=Door(private=True)), "A private lobby has only one table"),
        (replace(full, guild_id=None), "There's only one table here"),
        (replace(full, series="league 7 3"), "In a league 3 play at a table"),
    ):
        assert told in said(lobby_layout(row, SAY))
    assert "All seats are taken" not in said(lobby_layout(lobby_row("Ada", "Ben"), SAY))


def test_what_a_lobby_had_before_is_in_its_settings_and_who_may_not_set_has_house_players() -> None:
    shown = settings_layout(lobby_row("Ada"), SAY, manages=True)
    assert faults(shown) == []
    assert "invite:7" in ids(shown)
    buttons = [each for each in ids(shown) if each != "invite:7"]
    assert dict(zip(labels(shown), buttons, strict=True)) == {
        "Options": "o:7", "Clock, hints, coach": "o:7:terms",
        "Easy": "l:7:easy", "Normal": "l:7:normal", "Hard": "l:7:hard",
        "Close this table": "l:7:close",
        "Make it private": "l:7:private",
    }  # fmt: skip
    shown = settings_layout(lobby_row("Ada"), SAY, manages=False)
    assert {name.split(":")[2] for name in ids(shown)} == {*offered("cloud_nine")}
    assert "Only <@101>" in said(shown)


def test_house_players_are_added_only_to_free_seats_and_removed_only_where_there_are_any() -> None:
    ada, house = lobby_row("Ada").members[0], Member("house:1", "Cumula", level="easy")
    levels = {*offered("nimbly")}
    for others, told, names in (
        ((), "Each free seat gets one at the start", levels),
        ((house,), "Each free seat gets one at the start", {*levels, "remove"}),
        ((house, house), "\nAdd one here:", {*levels, "remove"}),
        ((house,) * 4, "\nAll seats are taken.", {"remove"}),
        ((ada,) * 4, "\nAll seats are taken.", set()),
    ):
        row = replace(lobby_row("Ada"), game="nimbly", members=(ada, *others))
        shown = settings_layout(row, SAY, manages=False)
        assert told in said(shown)
        assert {name.split(":")[2] for name in ids(shown)} == names


def test_a_level_that_is_no_better_than_the_one_below_is_not_offered() -> None:
    """In Cloud 9 nobody is better than `hard`."""
    shown = settings_layout(replace(lobby_row("Ada"), game="balloon"), SAY, manages=False)
    assert {name.split(":")[2] for name in ids(shown)} == {"easy", "normal", "hard"}
    assert "Expert" not in said(settings_layout(
        replace(lobby_row("Ada"), game="balloon"), SAY, manages=False, carried=("easy",)
    ))  # fmt: skip


@pytest.mark.parametrize(
    ("levels", "warned"),
    [(("easy",), False), (("easy", "easy"), True), (("easy", "hard"), False), ((), False)],
)
def test_a_lobby_says_when_only_weak_house_players_would_be_against_one(
    levels: tuple[str, ...], warned: bool
) -> None:
    row = lobby_row("Ada")
    house = (Member(f"house:{n}", "Cirrus", level=level) for n, level in enumerate(levels, 1))
    shown = said(lobby_layout(replace(row, members=(*row.members, *house)), SAY))
    assert ("won't count" in shown) is warned


def test_a_lobby_whose_game_lacks_a_level_tells_of_the_best_that_it_has() -> None:
    expert = Member("house:1", "Cumula", level="expert")
    for game, level, withheld in (
        ("clumond", "hard", "now: easy, normal and hard."),
        ("nimbly", "expert", "now: easy, normal, hard and expert."),
    ):
        row = replace(lobby_row("Ada"), game=game, terms=Terms(level="expert"))
        assert f"house players ({level})" in said(lobby_layout(row, SAY))
        row = replace(row, members=(*row.members, expert))
        assert f"Cumula** · {level}" in said(lobby_layout(row, SAY))
        panel = said(settings_layout(row, SAY, manages=True, carried=()))
        assert withheld in panel
        assert f"({level})" in panel


def test_a_lobby_names_who_is_in_with_level_and_manner_and_what_is_free() -> None:
    row = lobby_row("Ada")
    assert "Seats 2 to 3: *house players (normal)" in said(lobby_layout(row, SAY))
    bold = Member("house:1", "Cumula", level="hard", manner="bold")
    # A house player from before there were levels is normal.
    row = replace(row, members=(*row.members, bold, Member("house:2", "Cirrus")))
    shown = said(lobby_layout(row, SAY))
    for line in (
        "1. **Ada**",
        "2. **🤖\N{NO-BREAK SPACE}Cumula** · hard, goes for big scores",
        "3. **🤖\N{NO-BREAK SPACE}Cirrus** · normal",
    ):
        assert line in shown
    shown = said(settings_layout(row, SAY, manages=True))
    assert "hard, goes for big scores" in shown


def test_the_fingerprint_is_behind_its_button_alone_and_the_secret_nowhere() -> None:
    row = replace(lobby_row("Ada"), secret=bytes(range(32)))
    greeting, told = greeting_layout(row, "place", SAY), fingerprint_layout(row, SAY)
    lobby = lobby_layout(row, SAY)
    shown = [commitment_of(row) in said(layout) for layout in (lobby, greeting, told)]
    assert shown == [False, False, True]
    assert not any(row.secret.hex() in said(layout) for layout in (lobby, greeting, told))
    assert [faults(layout) for layout in (greeting, told)] == [[], []]


def test_the_greeting_begins_with_what_it_is_and_where_the_table_is() -> None:
    shown = greeting_layout(lobby_row("Ada"), "[here](https://discord.com)", SAY)
    first, second, third, fourth, fifth = said(shown).split("\n")
    assert first == "### Hello!"
    assert "**Cloud Nine (cards)**" in second
    assert third == "-# [here](https://discord.com)"
    assert "your cards appear here" in fourth
    assert "in words" in fifth
    assert not any(letter.isdigit() for letter in said(shown))
    assert labels(shown) == ["My Nimbus", "How to play", LEARN]


def test_only_options_that_decide_something_are_mentioned() -> None:
    row = lobby_row("Ada")
    assert options_text(row, SAY) == "Deals: 3"
    row = replace(row, options={"deals": 5, "target": 300})
    assert options_text(row, SAY) == "Target score: 300"
    nimbly = replace(row, game="nimbly", options={})
    assert options_text(nimbly, SAY) == "Deals: one for each player"
    balloon = replace(row, game="balloon", options={"target": 50, "redeal": True, "odds": False})
    assert (
        options_text(balloon, SAY) == "Target score: 50 · Show each player the pilot's chances: no"
    )


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        (FIRST, "Time for a turn: 10 minutes · Hints: on request"),
        (Terms(hints=False, clock=0), "Time for a turn: no limit · Hints: none"),
    ],
)
def test_a_lobby_says_how_long_a_turn_may_take_and_whether_there_are_hints(
    terms: Terms, told: str
) -> None:
    shown = said(lobby_layout(replace(lobby_row("Ada"), terms=terms), SAY))
    assert f"-# Deals: 3 · {told}" in shown


def test_moderators_can_take_out_people_only_and_nobody_whose_data_was_deleted() -> None:
    row = lobby_row("Ada", "Ben", "Cirrus")
    ada, ben, cirrus = row.members
    members = (ada, replace(ben, key="-2", name="Someone"), replace(cirrus, key="house:1"))
    shown = panel_layout(replace(row, members=members, status=Status.PLAYING), SAY)
    offered = [part["options"] for part in parts(shown) if "options" in part]
    assert [[one["value"] for one in options] for options in offered] == [[f"{row.id}:{ada.key}"]]


@pytest.mark.parametrize("language", Texts.load().locales)
@pytest.mark.parametrize("begins", [None, 1e9])
def test_only_an_evening_of_several_rounds_can_be_joined_until_the_second(
    language: str, begins: float | None
) -> None:
    say, row = Texts.load().words(language), replace(lobby_row("Ada", "Ben"), opener_id=101)
    for rounds in (1, 3):
        shown = replace(row, terms=replace(FIRST, rounds=rounds, begins=begins))
        (told,) = [line for line in said(lobby_layout(shown, say)).split("\n") if "<@101>" in line]
        assert ("2" in told) is (rounds > 1)

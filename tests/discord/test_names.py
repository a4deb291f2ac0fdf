"""Names in messages: cleaned when they come in, harmless where they stand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.discord.names import NAME_LENGTH, clean_name, escape
from bot.match.table.names import bold_names, people, plain_names
from bot.store.rows import Member, Presence, Status
from tests.match.rows import SAY, lobby_row

ALI, REZA = "\u0639\u0644\u06cc", "\u0631\u0636\u0627"
ENGLAND = "\N{WAVING BLACK FLAG}" + "".join(chr(0xE0000 + ord(sign)) for sign in "gbeng\x7f")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada\n\nLovelace ", "Ada Lovelace"),
        ("A\u202eda\u200b", "Ada"),
        ("\x00\x07", "?"),
        ("", "?"),
        ("小林 Mei", "小林 Mei"),
        (f"{ALI}\u200c{REZA}", f"{ALI}\u200c{REZA}"),
        (f"\u200c{ALI}\u200c", ALI),
        ("A\u200cda", "Ada"),
        (f"{ENGLAND} Tom", f"{ENGLAND} Tom"),
        ("Tom\U000e0067\U000e007f", "Tom"),
    ],
)
def test_a_name_is_kept_on_one_line_without_hidden_characters(name: str, kept: str) -> None:
    assert clean_name(name) == kept


def test_a_name_is_cut_to_what_a_table_can_show_and_ends_in_no_half_sign() -> None:
    assert len(clean_name("x" * 500)) == NAME_LENGTH
    assert clean_name("x" * 31 + "\u200dx") == "x" * 31
    assert clean_name("x" * 30 + ENGLAND) == "x" * 30
    assert clean_name("x" * 25 + ENGLAND) == "x" * 25 + ENGLAND


@pytest.mark.parametrize(
    "name",
    ["**bold**", "@everyone", "<@123>", "[x](https://a.example)", "https://a.example", "`c`"],
)
def test_no_name_becomes_markdown_a_mention_or_a_link(name: str) -> None:
    shown = escape(name)
    assert shown != name
    unescaped = re.sub(r"\\.", "", shown)
    assert not re.search(r"\*\*|@everyone|<@|\]\(|://|`", unescaped)


@pytest.mark.parametrize("name", ["\u200d\u200d", "\u3164\u3164", "\u2800", "\u115f", "\u200b"])
def test_a_name_that_shows_nothing_is_a_question_mark(name: str) -> None:
    assert clean_name(name) == "?"


def test_two_people_of_one_name_are_told_apart_everywhere() -> None:
    row = lobby_row("Alex", "Kim", "Alex")
    assert plain_names(row, SAY) == ("Alex (1)", "Kim", "Alex (3)")
    assert bold_names(row, SAY)[2] == "**Alex (3)**"
    assert [person.name for person in people(row)] == ["Alex (1)", "Kim", "Alex (3)"]


def test_house_players_and_stand_ins_bear_a_mark() -> None:
    row = lobby_row("Ada", "Ben")
    away = replace(row.members[1], presence=Presence.LEFT)
    row = replace(row, members=(row.members[0], away, Member("house:1", "Cirrus")))
    assert plain_names(row, SAY) == (
        "Ada",
        "Ben's\N{NO-BREAK SPACE}🤖",
        "🤖\N{NO-BREAK SPACE}Cirrus",
    )
    assert [person.house for person in people(row)] == [False, True, True]


def test_a_name_from_right_to_left_turns_no_words_around_it() -> None:
    assert plain_names(lobby_row("אדה", "Ada"), SAY) == ("\u2068אדה\u2069", "Ada")


def test_a_person_who_is_waited_for_bears_no_mark_of_a_stand_in() -> None:
    row = replace(lobby_row("Ada", "Ben"), status=Status.PLAYING)
    gone = tuple(replace(member, presence=Presence.LATE) for member in row.members)
    one = replace(row, members=(row.members[0], gone[1]))
    assert plain_names(one, SAY)[1] == "Ben's\N{NO-BREAK SPACE}\N{ROBOT FACE}"
    assert [person.house for person in people(one)] == [False, True]
    waiting = replace(row, members=gone)
    assert plain_names(waiting, SAY) == ("Ada", "Ben")
    assert [person.house for person in people(waiting)] == [False, False]

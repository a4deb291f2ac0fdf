"""Names in messages: cleaned when they come in, harmless where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.discord import private as discord_private
from bot.discord.names import NAME_LENGTH, CommandTranslator, clean_name, command, escape
from bot.features import COGS
from bot.match.table.names import bold_names, people, plain_names
from bot.store.rows import Member, Presence, Status
from bot.texts import FALLBACK, Texts
from sandbox import Sandbox
from sandbox.checks.commands import check_commands
from sandbox.wire import LOCALES
from tests.catalogues import catalogue
from tests.match.rows import SAY, lobby_row
from tests.texts.pseudo import LOCALE, alone, foreign, with_pseudo
from tests.wire.limits import spelled

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


# The words of slash commands in other languages, as Discord takes them.

UNKNOWN = "tlh"
"""A language that Discord has no locale for."""

NAMES = ("command_name.", "option_name.")


async def teller(texts: Texts) -> commands.Bot:
    """Return a client with all commands, in these languages."""
    bot = commands.Bot("", intents=discord.Intents(guilds=True))
    for cog in COGS:
        await bot.add_cog(cog())
    await bot.tree.set_translator(CommandTranslator(texts))
    return bot


async def payload(texts: Texts) -> list[dict[str, Any]]:
    """Return the commands as Discord is told them."""
    return await discord_private.payload((await teller(texts)).tree)


def parts(items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Return commands, options and choices at every depth."""
    for item in items:
        yield item
        yield from parts([*(item.get("options") or []), *(item.get("choices") or [])])


def by_locale(items: list[dict[str, Any]], locale: str) -> list[str]:
    """Return the names of some items as people with a locale see them."""
    return [(item.get("name_localizations") or {}).get(locale, item["name"]) for item in items]


async def test_every_name_description_and_choice_is_said_in_the_language_of_the_locale() -> None:
    told = list(parts(await payload(alone(LOCALE))))
    assert len(told) > 40
    for part in told:
        if "value" not in part:
            assert part["name_localizations"].keys() == {LOCALE}, part["name"]
            assert part["name_localizations"][LOCALE] != part["name"]
            assert not foreign(part["description_localizations"][LOCALE])
        else:
            assert not foreign(part["name_localizations"][LOCALE])


async def test_discord_would_take_every_language_there_is() -> None:
    texts = with_pseudo(LOCALE, UNKNOWN)
    told = await payload(texts)
    assert spelled(check_commands(told)) == []
    for locale in LOCALES:
        for level in (told, *(part["options"] for part in parts(told) if part.get("options"))):
            names = by_locale(level, locale)
            assert len(set(names)) == len(names), locale


async def test_what_is_told_is_what_discord_is_sent_and_keeps(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_base)
    bot = await teller(alone(LOCALE))
    try:
        await bot.login("a-token")
        kept = {command.name: command for command in await bot.tree.sync()}
        asked = await bot.tree.fetch_commands()
    finally:
        await bot.close()
    assert [command.name_localizations for command in asked] == [
        command.name_localizations for command in kept.values()
    ]
    locale = discord.Locale(LOCALE)
    for part in await payload(alone(LOCALE)):
        here = kept[part["name"]]
        assert here.name_localizations == {locale: part["name_localizations"][LOCALE]}
        assert here.description_localizations == {locale: part["description_localizations"][LOCALE]}


async def test_a_language_without_a_locale_of_discords_is_skipped() -> None:
    told = await payload(alone(UNKNOWN))
    for part in parts(told):
        for field in ("name_localizations", "description_localizations"):
            assert not part.get(field) or UNKNOWN not in part[field]


async def test_what_is_not_translated_yet_is_left_to_the_english() -> None:
    texts = alone(LOCALE)
    there = texts.languages[LOCALE]
    known = {key: said for key, said in there.texts.items() if not key.endswith(".play")}
    scanty = Texts({**texts.languages, LOCALE: replace(there, texts=known)})
    play = next(part for part in await payload(scanty) if part["name"] == "play")
    assert play["name_localizations"] == play["description_localizations"] == {}
    assert play["options"][0]["name_localizations"].keys() == {LOCALE}


async def test_the_english_names_in_the_catalogue_are_those_of_the_commands() -> None:
    named: dict[str, str] = {}

    def note(item: dict[str, Any], path: tuple[str, ...]) -> None:
        kind = "command_name" if item["type"] in (1, 2) else "option_name"
        key = ".".join((kind, *path, item["name"]))
        named[key if kind == "command_name" else f"{kind}.{item['name']}"] = item["name"]
        for option in item.get("options") or []:
            note(option, (*path, item["name"]))

    for item in await payload(Texts.load()):
        note(item, ())
    english = catalogue(FALLBACK)
    assert {key: forms[0] for key, forms in english.items() if key.startswith(NAMES)} == named


async def test_one_language_serves_all_locales_it_is_named_for() -> None:
    told = list(parts(await payload(alone("es", "pt-BR"))))
    assert told[0]["name_localizations"].keys() == {"es-ES", "es-419", "pt-BR"}


def test_a_command_is_described_from_the_catalogue() -> None:
    described = command("hint")
    assert isinstance(described, app_commands.locale_str)
    assert str(described) == Texts.load().words("en")("command.hint")


@pytest.mark.parametrize("name", ["Play", "my hand", "play!", "x" * 33, ""])
def test_a_name_discord_would_refuse_is_found(name: str) -> None:
    item = {"name": "play", "description": "x", "name_localizations": {LOCALE: name}}
    assert spelled(check_commands([item]))

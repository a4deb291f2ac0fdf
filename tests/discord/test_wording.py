"""The words of slash commands in other languages, as Discord takes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.commands import COGS
from bot.discord import private as discord_private
from bot.discord.names import CommandTranslator, command
from bot.texts import FALLBACK, Texts
from sandbox import Sandbox
from sandbox.checks.commands import check_commands
from sandbox.wire import LOCALES
from tests.catalogues import catalogue
from tests.texts.pseudo import LOCALE, alone, foreign, with_pseudo
from tests.wire.limits import spelled

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

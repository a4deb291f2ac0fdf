"""/help."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.discord.io import clickable
from bot.match.talk.rules import TOPICS, help_layout, languages
from bot.preferences.server import Feature, change_of
from bot.store.settings import server_scope
from engine.games import GAMES
from tests.match.rows import SAY, faults, said
from tests.sim.evening import buttons, evening, texts
from tests.texts.pseudo import alone


async def test_help_is_three_steps_with_pages_that_open_in_place_and_every_command(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        answer = (await held["Ada"].slash(held.channel, "help")).response
        said = texts(answer.message)
        assert answer.ephemeral
        assert not answer.attachments
        assert [line[:2] for line in said.split("\n") if line[1:2] == "."] == ["1.", "2.", "3."]
        assert "1. </play:" in said
        for name in ("daily", "puzzle", "evening open", "league", "games", "stats"):
            assert f"</{name}" in said
        assert len(re.sub(":[0-9]+>", ">", said)) <= 700
        ids = [button["custom_id"] for button in buttons(answer.message)]
        assert ids == [
            "home",
            "ln",
            *(f"zr:{key}" for key in GAMES),
            *(f"help:{topic}" for topic in TOPICS),
        ]
        rules = (await held["Ada"].click(answer.message, custom_id="zr:clumond")).response
        assert "Clumond" in texts(rules.message)
        first = texts(answer.message)
        assert first == said
        for topic in TOPICS:
            await held["Ada"].click(answer.message, custom_id=f"help:{topic}")
            assert "### " in texts(answer.message)
            assert "{" not in texts(answer.message)
            assert held.labels(answer.message) == ["\N{BLACK LEFT-POINTING TRIANGLE} Help"]
            await held["Ada"].click(answer.message, custom_id="help:start")
            assert texts(answer.message) == first


async def test_all_commands_are_listed_in_order_and_those_of_moderators_apart(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        answer = (await held["Ada"].slash(held.channel, "help")).response
        await held["Ada"].click(answer.message, label="All commands")
        said = texts(answer.message)
        for known in await held.bot.tree.fetch_commands():
            assert f"{clickable(known)} {known.description}" in said
        # A group cannot be typed, but its commands can.
        assert re.search("^- </evening open:[0-9]+> An evening", said, re.MULTILINE)
        listed, moderators = said.split("### For moderators")
        for part in (listed, moderators):
            named = re.findall("^- </([a-z ]+):", part, re.MULTILINE)
            assert named == sorted(named) != []
        assert "</settings:" in moderators
        assert "</play:" in listed
        assert len(said) <= 4000
        path = f"/applications/{held.bot.application_id}/commands"
        held.env.inject_error("GET", path, status=503, code=0, message="down", times=None)
        answer = (await held["Ben"].slash(held.channel, "help")).response
        assert "</play:" in texts(answer.message)


async def test_what_a_server_has_turned_off_is_not_spoken_of(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        off = change_of("off", tuple(Feature))
        await held.bot.app.store.set_settings(server_scope(held.guild.id), off)
        answer = (await held["Ada"].slash(held.channel, "help")).response
        said = texts(answer.message)
        await held["Ada"].click(answer.message, label="All commands")
        said += texts(answer.message)
        assert "</games:" in said
        for name in ("daily", "puzzle", "league", "evening", "replay"):
            assert not re.search(f"</{name}[: ]", said), name


def test_the_first_page_has_room_for_twelve_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.match.talk.rules.GAMES", [f"cloud_nine{n}" for n in range(12)])

    def say(key: str, /, **_values: object) -> str:
        return key

    assert faults(help_layout({}, say)) == []


async def test_without_their_ids_commands_are_named_all_the_same(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        path = f"/applications/{held.bot.application_id}/commands"
        held.env.inject_error("GET", path, status=503, code=0, message="down", times=None)
        answer = (await held["Ada"].slash(held.channel, "help")).response
        assert "1. `/play` opens a table" in texts(answer.message)


def test_every_language_is_named_in_itself_where_there_are_several(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mentions = {"preferences": "/preferences"}
    one, several = alone(), alone("de", "pt-BR")
    monkeypatch.setattr("bot.texts._load", lambda: one)
    assert languages(mentions, SAY) == []
    monkeypatch.setattr("bot.texts._load", lambda: several)
    (line,) = languages(mentions, SAY)
    assert "Deutsch, English, português (Brasil)" in line
    layout = help_layout(mentions, SAY)
    assert line in said(layout)
    assert not faults(layout)

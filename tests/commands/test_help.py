"""/help, what it says of the bot, /rules, and how many commands there are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from discord.app_commands import Command, Group

from bot import VERSION
from bot.daily.service import Dailies
from bot.discord.io import clickable
from bot.features import COGS
from bot.match.show.lobby_layouts import page_count
from bot.match.talk.choices import game_choices
from bot.match.talk.rules import TOPICS, help_layout, languages, more_help_layout
from bot.preferences.server import Feature, change_of
from bot.store.settings import server_scope
from bot.texts import Texts
from engine.cards import CARD_OF_FACE, mask_of
from engine.games import GAMES
from engine.melds import score
from render.scenes.cloud_nine.scene import COUNTED
from tests.commands.past import custom_ids
from tests.discord.test_names import teller
from tests.e2e.running_bot import opened, running_bot
from tests.games import registered
from tests.match.rows import SAY, faults, said
from tests.sim.evening import Evening, evening, texts
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
        assert len(re.sub(":[0-9]+>", ">", said)) <= 400
        rules = [f"zr:{key}" for key in GAMES]
        assert custom_ids(answer.message) == ["deal", "home", "ln", *rules, "help:more"]
        rules = (await held["Ada"].click(answer.message, custom_id="zr:clumond")).response
        assert "Clumond" in texts(rules.message)
        assert texts(answer.message) == said
        for topic in TOPICS:
            await held["Ada"].click(answer.message, label="More…")
            await held["Ada"].click(answer.message, custom_id=f"help:{topic}")
            assert "### " in texts(answer.message)
            assert "{" not in texts(answer.message)
            assert held.labels(answer.message) == ["\N{BLACK LEFT-POINTING TRIANGLE} Help"]
            await held["Ada"].click(answer.message, custom_id="help:start")
            assert texts(answer.message) == said


async def test_all_commands_are_listed_in_order_and_those_of_moderators_apart(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        answer = (await held["Ada"].slash(held.channel, "help")).response
        await held["Ada"].click(answer.message, label="More…")
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
        await held["Ada"].click(answer.message, label="More…")
        await held["Ada"].click(answer.message, label="All commands")
        said = texts(answer.message)
        assert "</games:" in said
        for name in ("daily", "puzzle", "league", "evening", "replay"):
            assert not re.search(f"</{name}[: ]", said), name


def test_the_first_page_has_room_for_twelve_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.match.talk.rules.GAMES", [f"cloud_nine{n}" for n in range(12)])

    def say(key: str, /, **_values: object) -> str:
        return key

    assert faults(help_layout({}, say)) == []
    assert faults(more_help_layout({}, say)) == []


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
    layout = more_help_layout(mentions, SAY)
    assert line in said(layout)
    assert not faults(layout)


# The page of /help on the bot itself.


async def about(held: Evening, name: str) -> str:
    """Let a person open the page; gives what it says."""
    shown: Any = (await held[name].slash(held.channel, "help")).response
    assert shown.ephemeral
    await held[name].click(shown.message, label="More…")
    await held[name].click(shown.message, label="About")
    return texts(shown.message)


async def test_it_tells_the_version_and_the_games_that_are_played(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        said = await about(held, "Ada")
        assert f"Version {VERSION}, started <t:{held.bot.app.started:.0f}:R>." in said
        assert "0 games are on right now" in said
        await held.start("Ada", "Ben")
        said = await about(held, "Ben")
        assert "1 game is on right now" in said
        assert "</privacy:" in said
        assert "More about" not in said


async def test_it_tells_how_fast_discord_answers_and_the_hosts_link(tmp_path: Path) -> None:
    async with running_bot(tmp_path, NIMBUS_LINK="https://example.org/nimbus") as held:
        (tab,) = await opened(held, ("Ada",))
        shown = (await tab.command("tables", "help")).message
        assert shown is not None
        assert (await tab.click(shown, label="More…")).ok
        await tab.wait_for(lambda _: "All commands" in str(tab.newest(shown)))
        assert (await tab.click(tab.newest(shown), label="About")).ok

        def said(_: object) -> str:
            text = str(tab.newest(shown))
            return text if "Ping: " in text else ""

        text = await tab.wait_for(said)
        assert "<https://example.org/nimbus>" in text
        assert re.search(r"Ping: \d+ ms", text)


# How many commands there are: as many as a person can look through.

MOST = 23
"""The last one is `/evening`, with its ways to open one; before that `/look` came."""


async def test_there_are_few_commands_and_one_alone_has_others_below_it() -> None:
    tree = (await teller(Texts.load())).tree
    groups = [each.name for each in tree.walk_commands() if isinstance(each, Group)]
    assert groups == ["evening"]
    names = {each.name for each in tree.get_commands()}
    assert len(names) <= MOST


async def test_what_is_of_servers_alone_is_offered_nowhere_else() -> None:
    tree = (await teller(Texts.load())).tree
    told = {each.name: each.to_dict(tree) for each in tree.get_commands()}
    in_servers = {
        name
        for name, one in told.items()
        if one.get("contexts") == [0] and one.get("integration_types") == [0]
    }
    assert in_servers == {"evening", "invite", "league", "settings", "table"}


# /rules.


async def test_the_pages_come_privately_with_pictures_and_are_turned_to_and_back(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        answer = (await held["Ada"].slash(held.channel, "rules", game="cloud_nine")).response
        assert answer.ephemeral
        heading = "## Clouds (Cloud Nine by David Parlett): the goal and the trick"
        assert heading in texts(answer.message)
        assert "-# Page 1 of 5" in texts(answer.message)
        assert answer.attachments[0].filename == "rules-cloud_nine-1.png"
        assert custom_ids(answer.message) == ["r:cloud_nine:2", "play:cloud_nine"]
        pictures = [len(answer.attachments)]
        for page in range(2, page_count("cloud_nine") + 1):
            await held["Ada"].click(answer.message, label="Next ▶")
            assert f"-# Page {page} of 5" in texts(answer.message)
            pictures.append(len(answer.attachments))
        assert pictures == [1, 1, 1, 1, 0]
        assert custom_ids(answer.message) == ["r:cloud_nine:4", "play:cloud_nine"]
        await held["Ada"].click(answer.message, label="◀ Back")
        assert "-# Page 4 of 5" in texts(answer.message)
        assert answer.attachments[0].filename == "rules-cloud_nine-4.png"


async def test_rules_read_for_the_daily_lead_back_to_it_on_each_page(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        game = held.bot.app.get(Dailies).days.today.game
        daily = (await held["Ada"].slash(held.channel, "daily")).response.message
        rules = (await held["Ada"].click(daily, label="How to play")).response
        assert custom_ids(rules.message) == [f"r:{game}:2:daily", "daily:today"]
        back = (await held["Ada"].click(rules.message, label="Back to the daily")).response
        assert texts(back.message) == texts(daily)


async def test_rules_read_at_a_table_open_no_other_one(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lobby = await held.open("Ada")
        panel = await held.panel("Ben", lobby)
        answer = (await held["Ben"].click(panel, label="How to play")).response
        for _ in range(2, page_count("cloud_nine") + 1):
            await held["Ben"].click(answer.message, label="Next ▶")
        assert custom_ids(answer.message) == ["r:cloud_nine:4"]


def test_what_commands_offer_is_the_same_when_other_games_are_gone() -> None:
    def offered() -> dict[str, list[tuple[str, object]]]:
        commands = [one for cog in COGS for one in cog.__cog_app_commands__]
        return {
            f"{command.name} {name}": [(one.name, one.value) for one in option.choices or ()]
            for command in commands
            if isinstance(command, Command)
            for name, option in command._params.items()
        }

    before = offered()
    assert any("Jokerlink" in name for name, _ in before["rules game"])
    with registered():
        assert ("Thunder", "thunder") in offered()["leaderboard game"]
    assert offered() == before


def test_games_are_described_where_people_look_for_one_and_named_elsewhere() -> None:
    for described in (True, False):
        (choice, *_), say = game_choices(described=described), Texts.load().words(None)
        name = say(f"game.{choice.value}")
        assert (str(choice.name) == name, str(choice.name).startswith(f"{name}: ")) == (
            not described, described,
        )  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_rules_that_fit_a_message(game: str) -> None:
    say = Texts.load().words(None)
    assert 1 <= page_count(game) <= 8
    for page in range(1, page_count(game) + 1):
        assert len(say(f"rules.{game}.{page}.title")) <= 60
        assert len(say(f"rules.{game}.{page}.body")) <= 2000


def test_the_worked_example_is_the_picture_and_adds_up() -> None:
    """The page on scoring counts the nine of its picture (M1, M3)."""
    body = Texts.load().words(None)("rules.cloud_nine.4.body")
    assert score(mask_of(CARD_OF_FACE[face] for face in COUNTED.cards)) == 70
    assert (COUNTED.meld.flush, COUNTED.meld.run, COUNTED.meld.sets) == (4, 5, 3)
    assert " \N{MULTIPLICATION SIGN} ".join("453") + " + 10 = **70**" in body

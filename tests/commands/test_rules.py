"""/rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.daily.service import Dailies
from bot.match.show.lobby_layouts import page_count
from bot.match.talk.choices import game_choices
from bot.texts import Texts
from engine.cards import CARD_OF_FACE, mask_of
from engine.games import GAMES
from engine.melds import score
from render.scenes.cloud_nine.examples import COUNTED
from tests.commands.past import custom_ids
from tests.sim.evening import evening, texts


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
        assert custom_ids(answer.message) == ["r:cloud_nine:2"]
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


async def test_rules_read_for_the_daily_end_with_the_way_back_to_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        game = held.bot.app.get(Dailies).days.today.game
        daily = (await held["Ada"].slash(held.channel, "daily")).response.message
        rules = (await held["Ada"].click(daily, label="How to play")).response
        for _ in range(2, page_count(game) + 1):
            await held["Ada"].click(rules.message, label="Next ▶")
        assert custom_ids(rules.message)[1:] == ["daily:today"]
        back = (await held["Ada"].click(rules.message, label="Back to the daily")).response
        assert texts(back.message) == texts(daily)


async def test_rules_read_at_a_table_open_no_other_one(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lobby = await held.open("Ada")
        answer = (await held["Ben"].click(lobby, label="How to play")).response
        for _ in range(2, page_count("cloud_nine") + 1):
            await held["Ben"].click(answer.message, label="Next ▶")
        assert custom_ids(answer.message) == ["r:cloud_nine:4"]


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

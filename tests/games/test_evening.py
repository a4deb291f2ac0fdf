"""Thunder through the whole bot: in the simulated Discord, and over the wire."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.store.rows import Status
from tests.e2e.running_bot import board, is_over, opened, play_in_dm, running_bot, state_equals_log
from tests.sim.evening import evening, play_one, texts

PEOPLE = ("Ada", "Ben")


async def test_two_people_play_to_the_end(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        await held.start(*PEOPLE, game="thunder")
        assert "0 of 5 tricks played" in texts(held.board())
        generator = random.Random(1)
        while (await held.table()).row.status is Status.PLAYING:
            await play_one(held, generator)
        assert (await held.table()).row.moves == 10
        assert "Thunder: final result." in texts(held.board())


async def test_a_move_that_is_illegal_is_answered_in_words(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        await held.start(*PEOPLE, game="thunder")
        name, table = await held.turn()
        others = {f"play {rank}S" for rank in "23456789TJQKA"} - set(table.legal(table.to_act()[0]))
        answer = await held[name].slash(held.channel, "move", move=min(others))
        assert texts(answer.response.message) == "You don't hold that card. Nothing changed."


async def test_a_hint_gives_reasons(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        await held.start(*PEOPLE, game="thunder")
        name, _ = await held.turn()
        warned = (await held[name].slash(held.channel, "hint")).response.message
        shown = await held[name].click(warned, label="Show the hint")
        assert "; about" in texts(shown.response.message)


async def test_a_lobby_without_options_says_nothing_of_them(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        lobby = await held.open("Ada", "thunder")
        panel = await held.panel("Ada", lobby)
        for message in (lobby, panel):
            assert "Options" not in held.labels(message)
            assert "\N{MIDDLE DOT}  \N{MIDDLE DOT}" not in texts(message)
        assert "Clock" in str(held.labels(panel))


async def test_rules_without_pictures_are_words_alone(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE) as held:
        page = (await held["Ada"].slash(held.channel, "rules", game="thunder")).response
        assert "Thunder: the whole game" in texts(page.message)
        assert not page.attachments
        lobby = await held.open("Ada", "thunder")
        assert not lobby.attachments
        help_page = (await held["Ada"].slash(held.channel, "help")).response.message
        assert "Thunder" in held.labels(help_page)


@pytest.mark.soak  # the same as of every other game over the wire
async def test_two_tabs_play_a_whole_game_over_the_wire(tmp_path: Path) -> None:
    async with running_bot(tmp_path, "tests.games.bot", asleep=True) as held:
        held.settings["NIMBUS_THINKERS"] = "0"
        await held.wake()
        tabs = await opened(held, PEOPLE, game="thunder")
        await asyncio.gather(*(
            play_in_dm(tab, random.Random(seat), is_over) for seat, tab in enumerate(tabs)
        ))  # fmt: skip
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        assert "Thunder: final result." in str(board(tabs[0]))

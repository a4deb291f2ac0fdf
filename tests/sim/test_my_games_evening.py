"""`/games`: all tables of a person, with the way back to each, in a server and in private."""

from __future__ import annotations

from pathlib import Path

from bot.match.table.tables import Tables
from tests.sim.evening import evening, texts
from tests.sim.test_pressing import private_answer
from tests.store.samples import tamper


async def test_all_my_tables_are_listed_and_their_hands_are_one_press_away(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held.start("Ada", "Ben", "Cleo")
        name, _ = await held.turn()
        await held.open("Ben", "nimbly")
        await held.open(name, "nimbly")
        listed = (await held[name].slash(held.channel, "games")).response
        assert listed.ephemeral
        assert "1 is waiting for you" in texts(listed.message)
        shown = await held[name].click(listed.message, label="My hand")
        assert shown.response.ephemeral
        assert "· [table " in texts(shown.response.message)
        bens = (await held["Ben"].slash(held.channel, "games")).response.message
        assert ", table 2: Ben**\n▶ Not started yet" in texts(bens)
        board = held.bot.app.store.publication((await held.table()).row.id)
        link = f"/{held.guild.id}/{held.channel.id}/{(await board).board_message}"
        assert link in texts(bens)


async def test_the_list_works_in_direct_messages_from_no_game_to_one_that_has_ended(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        empty = (await held["Ada"].slash(held.channel, "games")).response
        assert "You're not in a game right now. </play:" in texts(empty.message)
        await held.start("Ada", "Ben", "Cleo")
        user = held["Ada"].user
        listed = (await user.slash("games")).response
        # The hand of the only game is opened at once.
        assert "· [table " in texts(listed.message)
        await held.open("Ada", "nimbly")
        listed = (await user.slash("games")).response
        assert "Clouds, table 1: " in texts(listed.message)
        assert "Cloud Club, <#" in texts(listed.message)
        shown = await user.click(listed.message, label="My hand")
        assert "· [table " in texts(shown.response.message)
        listed = (await held["Ada"].slash(held.channel, "games")).response.message
        await held.bot.app.get(Tables).close((await held.table()).row.id)
        assert "over" in private_answer(await held["Ada"].click(listed, label="My hand"))


async def test_more_games_than_a_page_holds_are_turned_to_and_a_damaged_one_is_left_out(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        for _ in range(7):
            await held.open("Ada")
        listed = (await held["Ada"].slash(held.channel, "games")).response
        assert texts(listed.message).count("Not started yet") == 5
        await held["Ada"].click(listed.message, custom_id="games:2")
        assert texts(listed.message).count("Not started yet") == 2
        tamper(tmp_path / "nimbus.sqlite3", "UPDATE match SET game = 'gone' WHERE id < 3")
        await held["Ada"].click(listed.message, custom_id="games:1")
        assert texts(listed.message).count("Not started yet") == 5
        assert held.labels(listed.message) == []


async def test_looking_at_my_games_brings_nobody_back_to_one_they_left(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held.start("Ada", "Ben")
        asked = (await held["Ada"].slash(held.channel, "leave")).response.message
        await held["Ada"].click(asked, label="Leave the game")
        listed = (await held["Ada"].slash(held.channel, "games")).response.message
        assert "A house player is playing for you" in texts(listed)
        assert [m.name for m in (await held.table()).row.members if m.away] == ["Ada"]
        await held["Ada"].click(listed, label="My hand")
        assert not [m.name for m in (await held.table()).row.members if m.away]

"""`/games`, and which game is meant: all tables of a person, with the way back to each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.match.table.tables import Tables
from bot.store.rows import Status
from tests.sim.evening import Evening, raw_components, texts
from tests.sim.test_pressing import private_answer
from tests.store.samples import tamper


async def test_all_my_tables_are_listed_and_their_hands_are_one_press_away(held: Evening) -> None:
    await held.start("Ada", "Ben", "Cleo")
    name, _ = await held.turn()
    await held.open("Ben", game="nimbly")
    await held.open(name, game="nimbly")
    listed = (await held[name].slash(held.channel, "games")).response
    assert listed.ephemeral
    assert "1 game is waiting for you" in texts(listed.message)
    shown = await held[name].click(listed.message, label="My hand")
    assert shown.response.ephemeral
    assert "· [table " in texts(shown.response.message)
    bens = (await held["Ben"].slash(held.channel, "games")).response.message
    assert ", table 2: Ben**\n▶ Not started yet" in texts(bens)
    board = held.bot.app.store.publication((await held.table()).row.id)
    link = f"/{held.guild.id}/{held.channel.id}/{(await board).board_message}"
    assert link in texts(bens)


async def test_the_list_works_in_direct_messages_from_no_game_to_one_that_has_ended(
    held: Evening,
) -> None:
    empty = (await held["Ada"].slash(held.channel, "games")).response
    assert "You're not in a game right now. </play:" in texts(empty.message)
    await held.start("Ada", "Ben", "Cleo")
    user = held["Ada"].user
    listed = (await user.slash("games")).response
    # The hand of the only game is opened at once.
    assert "· [table " in texts(listed.message)
    await held.open("Ada", game="nimbly")
    listed = (await user.slash("games")).response
    assert "Clouds, table 1: " in texts(listed.message)
    assert "Cloud Club, <#" in texts(listed.message)
    shown = await user.click(listed.message, label="My hand")
    assert "· [table " in texts(shown.response.message)
    listed = (await held["Ada"].slash(held.channel, "games")).response.message
    await held.bot.app.get(Tables).close((await held.table()).row.id)
    assert "over" in private_answer(await held["Ada"].click(listed, label="My hand"))


async def test_more_games_than_a_page_holds_are_turned_to_and_a_damaged_one_is_left_out(
    held: Evening,
    tmp_path: Path,
) -> None:
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


async def test_looking_at_my_games_brings_nobody_back_to_one_they_left(held: Evening) -> None:
    await held.start("Ada", "Ben")
    asked = (await held["Ada"].slash(held.channel, "leave")).response.message
    await held["Ada"].click(asked, label="Leave the game")
    listed = (await held["Ada"].slash(held.channel, "games")).response.message
    assert "A house player is playing for you" in texts(listed)
    assert [m.name for m in (await held.table()).row.members if m.away] == ["Ada"]
    await held["Ada"].click(listed, label="My hand")
    assert not [m.name for m in (await held.table()).row.members if m.away]


# Two games at once: a command that names none is asked back with a menu of them.


async def two_games(held: Evening) -> None:
    """Start two games of the same three in one channel."""
    for number in (1, 2):
        await held.start("Ada", "Ben", "Cleo")
        assert (await held.table(number)).row.status is Status.PLAYING


def options(message: Any) -> list[dict[str, Any]]:
    (menu,) = [part for part in raw_components(message) if part["type"] == 3]
    found: list[dict[str, Any]] = menu["options"]
    return found


async def test_a_command_without_a_table_asks_which_and_then_does_it(held: Evening) -> None:
    await two_games(held)
    table = await held.table(2)
    seat = table.to_act()[0]
    name, code = table.member(seat).name, table.legal(seat)[0]
    asked = (await held[name].slash(held.channel, "move", move=code)).response
    assert asked.ephemeral
    assert "You're in 2 games" in texts(asked.message)
    offered = {option["value"]: option for option in options(asked.message)}
    assert offered.keys() == {f"1:{code}", f"2:{code}"}
    assert offered[f"2:{code}"]["description"] == "Your turn"
    assert ", table 2: " in offered[f"2:{code}"]["label"]
    done = await held[name].select(asked.message, [f"2:{code}"], custom_id="w:move")
    assert "Done" in private_answer(done)
    assert [(await held.table(number)).row.moves for number in (1, 2)] == [0, 1]
    for command in ("hint", "leave"):
        asked = (await held["Ben"].slash(held.channel, command)).response
        assert asked.ephemeral
        assert [option["value"] for option in options(asked.message)] in (
            ["1:", "2:"], ["2:", "1:"],
        )  # fmt: skip
    asked = (await held["Ben"].slash(held.channel, "leave")).response
    panel = await held["Ben"].select(asked.message, ["2:"], custom_id="w:leave")
    await held["Ben"].click(panel.response.message, label="Vote to end it for everyone")
    votes = [(await held.table(number)).row.votes for number in (1, 2)]
    assert (len(votes[0]), len(votes[1])) == (0, 1)
    asked = (await held["Ada"].slash(held.channel, "hint")).response.message
    await held.bot.app.get(Tables).close((await held.table(1)).row.id)
    said = private_answer(await held["Ada"].select(asked, ["1:"], custom_id="w:hint"))
    assert "over" in said

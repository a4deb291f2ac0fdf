"""Two games at once: a command that names none is asked back with a menu of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.match.table.tables import Tables
from bot.store.rows import Status
from tests.sim.evening import Evening, evening, raw_components, texts
from tests.sim.test_pressing import private_answer


async def two_games(held: Evening) -> None:
    """Start two games of the same three in one channel."""
    for number in (1, 2):
        lobby = await held.open("Ada")
        for name in ("Ben", "Cleo"):
            await held[name].click(lobby, label="Join")
        await held["Ada"].click(lobby, label="Start")
        assert (await held.table(number)).row.status is Status.PLAYING


def options(message: Any) -> list[dict[str, Any]]:
    (menu,) = [part for part in raw_components(message) if part["type"] == 3]
    found: list[dict[str, Any]] = menu["options"]
    return found


async def test_a_command_without_a_table_asks_which_and_then_does_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
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

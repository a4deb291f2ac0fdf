"""`/look` through the whole bot: from the channel, a thread, direct messages, and by a button."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.match.table.tables import Tables
from tests.sim.evening import Evening, buttons, evening, texts
from tests.sim.test_which_evening import two_games


def told(result: Any) -> str:
    """Return what was answered, which only the asker sees."""
    assert result.response.ephemeral
    return str(result.response.message.content or texts(result.response.message))


async def test_a_question_is_answered_privately_wherever_it_is_asked(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held.start("Ada", "Ben", "Cleo")
        name, table = await held.turn()
        people = [member.name for member in table.row.members]
        scores = ", ".join(f"{'You have' if one == name else one} 0 points" for one in people)
        for asked in (
            await held[name].slash(held.channel, "look", question="Score"),
            await held[name].user.slash("look", question="score"),
        ):
            assert told(asked) == f"Trick 1 of 9. {scores}."
        assert "It makes " in told(await held[name].user.slash("look", question="hand"))
        offered = await held[name].slash(held.channel, "look", question="?")
        labels = [button["label"] for button in buttons(offered.response.message)]
        assert {"My cards", "Last trick", "Clouds", "Time left", "Seats"} <= set(labels)
        answer = await held[name].click(offered.response.message, label="Last trick")
        assert told(answer) == "No trick of this deal is over yet."
        rules = await held[name].slash(held.channel, "look", question="rules")
        assert told(rules).strip().startswith("Play any card. The highest card of the suit led")
        (whole,) = buttons(rules.response.message)
        assert "Clouds" in told(
            await held[name].click(rules.response.message, label=whole["label"])
        )


async def test_a_watcher_is_told_what_everybody_sees_and_an_answer_goes_with_the_move(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await held.start("Ada", "Ben")
        watching = await held["Cleo"].slash(held.channel, "look", question="hand")
        labels = [button["label"] for button in buttons(watching.response.message)]
        assert "My cards" not in labels
        assert "Clouds" in labels
        trick = told(await held["Cleo"].slash(held.channel, "look", question="trick"))
        assert "turn: lead." in trick or "led" in trick
        await until_ada(held)
        table = await held.table()
        asked = await held["Ada"].slash(held.channel, "look", question="trick")
        assert told(asked)
        code = table.legal(table.to_act()[0])[0]
        await held["Ada"].slash(held.channel, "move", move=code)
        assert asked.response is None


async def until_ada(held: Evening) -> None:
    """Let the others move until it is Ada's turn."""
    while True:
        name, table = await held.turn()
        if name == "Ada":
            return
        seat = table.to_act()[0]
        if name in held.people:
            await held[name].slash(held.channel, "move", move=table.legal(seat)[0])
        else:
            await held.env.advance_time(10.0)


async def test_of_several_games_it_is_asked_which(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await two_games(held)
        asked = await held["Ada"].slash(held.channel, "look", question="seats")
        answer = await held["Ada"].select(asked.response.message, ["2:seats"], custom_id="w:look")
        assert "In turn order: " in told(answer)
        named = await held["Ada"].slash(held.channel, "look", question="seats", table=1)
        assert "Ada (you)" in told(named)
        await held.bot.app.get(Tables).close((await held.table(1)).row.id)
        over = await held["Ada"].slash(held.channel, "look", question="seats", table=1)
        assert "over" in told(over)

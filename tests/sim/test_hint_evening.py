"""Hints through the whole bot: the warning, the hint, the mark on the table, the leaderboard."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from bot.match.house.hints import Hints
from bot.match.show.publisher import Publisher
from bot.ratings.service import Rater
from render.api import MINUS
from tests.match.house.thinkers import Tired
from tests.sim.evening import NAMES, Evening, buttons, evening, play_unseen, texts
from tests.store.samples import played_before

HINT = "\N{ELECTRIC LIGHT BULB} Hint"


def private(result: Any) -> str:
    """Return what was answered privately."""
    message = result.followups[-1] if result.followups else result.response.message
    return texts(message)


async def strict(held: Evening) -> Any:
    """Open a lobby and agree on no hints and no clock."""
    lobby = await held.open("Ada")
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Clock, hints, coach")
    await held["Ada"].submit_modal(
        form, {"terms.clock": ["0"], "terms.hints": ["false"], "terms.coach": ["false"]}
    )
    return lobby


async def begun(held: Evening, lobby: Any) -> None:
    """Fill a lobby and start its game; it is not the first of its people."""
    for name in ("Ben", "Cleo"):
        await held[name].click(lobby, label="Join")
    people = [held[name].user.id for name in NAMES]
    await played_before(held.bot.app.store, *people)
    await held["Ada"].click(lobby, label="Start")


async def test_a_hint_is_warned_of_then_shown_and_costs_nobody_else(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lobby = await held.open("Ada")
        form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
        await held["Ada"].submit_modal(form, {"deals": "1", "target": ""})
        await begun(held, lobby)
        name, table = await held.turn()
        warned = await held[name].user.click(held.hand(name), label=HINT)
        assert "won't count as a win" in texts(warned.response.message)
        assert "that's last place" in texts(warned.response.message)
        assert not any(member.hinted for member in (await held.table()).row.members)
        shown = await held[name].user.click(warned.response.message, label="Show the hint")
        told = texts(shown.response.message)
        assert "sees only what you see" in told
        assert " about " in told
        assert f"{name}** took a hint and can't win this game any more" in texts(held.board())
        again = await held[name].slash(held.channel, "hint")
        assert told in private(again)
        other = next(person for person in ("Ada", "Ben", "Cleo") if person != name)
        refused = await held[other].slash(held.channel, "hint")
        assert f"Right now it's {name}'s" in private(refused)
        generator = random.Random(4)
        await play_unseen(held, generator, lambda _: False)
        results = await held.bot.app.store.results(table.row.id)
        is_first = any(result.won for result in results if result.name == name)
        assert ("took a hint, so it's not a win for them" in texts(held.board())) is is_first
        await is_rated_as_last(held, name)
        lines = await held.bot.app.store.leaderboard("cloud_nine", None)
        assert {line.user_id: line.wins - 1 for line in lines} == {
            result.user_id: int(result.won and result.name != name) for result in results
        }
        over = await held[name].slash(held.channel, "hint", table=table.row.id)
        assert "This game is over" in private(over)


async def test_a_hint_goes_when_its_person_has_moved(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await begun(held, await held.open("Ada"))
        for _ in range(2):  # the second hint costs nothing more, and comes at once
            name, table = await held.turn()
            shown = await held[name].user.click(held.hand(name), label=HINT)
            if "won't count as a win" in texts(shown.response.message):
                await held[name].user.click(shown.response.message, label="Show the hint")
            assert "### Hint: " in texts(shown.response.message)
            move = f"m:{table.row.id}:{table.row.moves}:{table.legal(table.to_act()[0])[0]}"
            await held[name].user.click(held.hand(name), custom_id=move)
            assert shown.response is None
        name, table = await held.turn()
        shown = await held[name].user.click(held.hand(name), label=HINT)
        code = table.legal(table.to_act()[0])[0]
        await held[name].slash(held.channel, "move", move=code)
        assert shown.response is None


async def test_a_hint_that_nobody_could_think_of_and_what_comes_of_it_are_one_message(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await begun(held, await held.open("Ada"))
        name, _ = await held.turn()
        hints = held.bot.app.get(Hints)
        thinker, hints.thinker = hints.thinker, Tired()
        first = await held[name].user.click(held.hand(name), label=HINT)
        failed = await held[name].user.click(first.response.message, label="Show the hint")
        assert not failed.followups
        assert "I couldn't think of a hint" in texts(first.response.message)
        second = await held[name].user.click(held.hand(name), label=HINT)
        assert first.response is None
        await held[name].user.click(second.response.message, label="Show the hint")
        hints.thinker = thinker
        await held[name].user.click(second.response.message, label="Show the hint")
        assert "### Hint: " in texts(second.response.message)


async def is_rated_as_last(held: Evening, name: str) -> None:
    """Assert that the result says what it made of ratings, once they are known."""
    await held.bot.app.get(Rater).idle()
    await held.bot.app.get(Publisher).idle()
    board, own = texts(held.board()), texts(held.hand(name))
    assert board.count("; rating ") == 3
    assert f"Rated as last: **{name}** (took a hint or left early)." in board
    assert "Rated as last" in own
    rating = re.search(rf"Rating \*\*(\d+) \({MINUS}(\d+)\)", own)
    assert rating
    assert int(rating[1]) == 1000 - int(rating[2]) < 1000
    assert f"; rating {rating[1]}, down {rating[2]}." in board
    assert "more games and you're on" in own


async def test_a_strict_table_has_no_hints(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lobby = await strict(held)
        assert "no limit" in texts(held.board())
        shown = await held["Ada"].click(lobby, label="Start")
        assert (await held.table()).row.terms.clock == 0
        assert HINT not in [button["label"] for button in buttons(shown.response.message)]
        refused = await held["Ada"].slash(held.channel, "hint")
        assert "plays without hints" in private(refused)

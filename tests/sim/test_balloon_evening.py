"""Cloud 9, the balloon game, through the whole bot."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from engine.games.balloon.view import Phase
from engine.seats import Seat
from tests.sim.evening import Evening, buttons, evening, play_one, texts

GAME = "balloon"


def codes(message: Any) -> set[str]:
    """Return the moves that a message's buttons make."""
    ids = [str(button["custom_id"]) for button in buttons(message)]
    return {custom_id.rsplit(":", 1)[1] for custom_id in ids if custom_id.startswith("m:")}


async def options(held: Evening, lobby: Any, target: str = "50", two: str = "false") -> None:
    """Let the opener set the options."""
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    given = {"target": target, "redeal": ["true"], "odds": ["true"], "two": [two]}
    await held["Ada"].submit_modal(form, given)


async def decide(held: Evening, generator: random.Random) -> None:
    """Let a passenger press at the table, where everybody sees it, and a pilot in private."""
    name, table = await held.turn()
    view: Any = table.view(None)
    if view.phase is Phase.PAY or generator.random() < 0.3:
        await play_one(held, generator)
        return
    code = generator.choice(table.legal(table.to_act()[0]))
    custom_id = f"m:{table.row.id}:{table.row.moves}:{code}"
    await held[name].click(held.board(), custom_id=custom_id)


async def test_passengers_know_the_chance_and_decide_at_the_table_and_the_pilot_in_private(
    tmp_path: Path,
) -> None:
    """B2, B4: the board offers what is open and never what the pilot may do."""
    async with evening(tmp_path) as held:
        await held.start("Ada", "Ben", "Cleo", game=GAME)
        table = await held.table()
        view: Any = table.view(Seat(2))
        shown = texts(held.hand(table.member(Seat(2)).name))
        chance = f"{round(100 * view.odds.ways / view.odds.total)}%"
        assert chance in shown
        pilot = texts(held.hand(table.member(Seat(1)).name))
        assert "chance that" not in pilot
        assert chance not in texts(held.board())
        generator = random.Random(4)
        asked: set[Phase] = set()
        for _ in range(16):
            view = (await held.table()).view(None)
            if view.phase is Phase.OVER:
                break
            asked.add(view.phase)
            offered = {Phase.RIDE: {"stay", "jump"}, Phase.LONE: {"roll", "jump"}, Phase.PAY: set()}
            assert codes(held.board()) == offered[view.phase]
            await decide(held, generator)
        assert asked >= {Phase.RIDE, Phase.PAY}


@pytest.mark.parametrize(("two", "seats"), [("false", 3), ("true", 2)])
async def test_two_play_alone_only_if_the_option_is_on(
    tmp_path: Path, two: str, seats: int
) -> None:
    async with evening(tmp_path) as held:
        lobby = await held.open("Ada", GAME)
        assert "balloon" in texts(lobby)
        await options(held, lobby, two=two)
        await held["Ben"].click(lobby, label="Join")
        await held["Ada"].click(lobby, label="Start")
        assert len((await held.table()).row.members) == seats


async def test_six_may_play_and_house_players_fill_up_to_three(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo")) as held:
        await held.start("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", game=GAME)
        assert len((await held.table()).row.members) == 6
        generator = random.Random(6)
        for _ in range(8):
            await decide(held, generator)
        assert (await held.table()).row.moves == 8

"""Clumond through the whole bot, from the lobby to the leaderboard."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.store.rows import Status
from engine.games.clumond.view import ClumondView, Phase
from tests.sim.evening import Evening, buttons, choose, evening, play_one, raw_components, texts

GAME = "clumond"


async def short_game(held: Evening, scoring: str = "chips") -> None:
    """Start a game of three hands with three people."""
    lobby = await held.open("Ada", GAME)
    for name in ("Ben", "Cleo"):
        await held[name].click(lobby, label="Join")
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    await held["Ada"].submit_modal(form, {"deals": "3", "ante": "2", "scoring": [scoring]})
    await held["Ada"].click(lobby, label="Start")


async def seen(held: Evening) -> ClumondView:
    view = (await held.table()).view(None)
    assert isinstance(view, ClumondView)
    return view


async def call(held: Evening, code: str) -> None:
    """Let whoever is to call do it with the buttons that everybody sees."""
    name, table = await held.turn()
    await choose(held[name], held.board(), table, code)


@pytest.mark.soak  # over the wire it is played to its end in any case
async def test_three_people_play_three_hands_to_the_end(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await short_game(held)
        generator = random.Random(9)
        while (await held.table()).row.status is Status.PLAYING:
            if (await seen(held)).phase is Phase.CALL:
                await call(held, "pass")
            else:
                await play_one(held, generator)
        table, view = await held.table(), await seen(held)
        assert (view.deal, len(view.deal_scores)) == (3, 3)
        assert table.row.moves == 3 * (3 + 39)
        assert "win" in texts(held.board())
        assert "Pot " in texts(held.board())
        assert len(await held.bot.app.store.leaderboard(GAME, None)) == 3


async def test_the_call_is_made_at_the_table_and_a_restart_in_mid_trick_changes_nothing(
    tmp_path: Path,
) -> None:
    """C2."""
    async with evening(tmp_path) as held:
        await short_game(held, scoring="points")
        labels = [button["label"] for button in buttons(held.board())]
        assert labels[:6] == [
            "Pass", "Declare no trumps", "Declare ♣", "Declare ♦", "Declare ♥", "Declare ♠",
        ]  # fmt: skip
        await call(held, "pass")
        await call(held, "declare H")
        assert "declares: hearts are trumps" in texts(held.board())
        assert (await seen(held)).phase is Phase.PLAY
        assert "Declare" not in str(held.labels(held.board()))
        generator = random.Random(2)
        for _ in range(6):
            await play_one(held, generator)
        before = await held.table()
        await held.restart()
        after = await held.table()
        assert after.course == before.course
        await play_one(held, generator)
        assert (await held.table()).row.moves == 9


async def test_a_hand_of_sixteen_cards_is_one_menu(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await short_game(held)
        for _ in range(3):
            await call(held, "pass")
        name, table = await held.turn()
        hand, shown = table.view(table.to_act()[0]), held.hand(name)
        assert isinstance(hand, ClumondView)
        codes = [f"play {card}" for card in hand.hand or ()]
        (menu,) = [part for part in raw_components(shown) if part["type"] == 3]
        assert [option["value"] for option in menu["options"]] == codes
        assert len(codes) == 16
        assert not [each for each in buttons(shown) if each["custom_id"].startswith("m:")]
        await choose(held[name].user, shown, table, codes[-1])
        assert (await held.table()).row.moves == 4


async def test_a_number_of_hands_that_is_no_multiple_of_three_is_refused(tmp_path: Path) -> None:
    """C8."""
    async with evening(tmp_path) as held:
        lobby = await held.open("Ada", GAME)
        form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
        said = await held["Ada"].submit_modal(
            form, {"deals": "10", "ante": "2", "scoring": ["chips"]}
        )
        answer = "\n".join(message.content for message in [*said.followups, said.response])
        assert "multiple of 3" in answer
        assert (await held.table()).row.options["deals"] == 3

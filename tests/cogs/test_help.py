"""/help."""

from __future__ import annotations

from pathlib import Path

from engine.games import GAMES
from tests.sim.evening import buttons, evening, raw_components, texts


async def test_all_commands_are_named_and_can_be_clicked(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        answer = (await held["Ada"].slash(held.channel, "help")).response
        said = texts(answer.message)
        assert answer.ephemeral
        for known in await held.bot.tree.fetch_commands():
            assert f"{known.mention} {known.description}" in said
        assert "Type </play:" in said
        assert "Every game played to its end counts" in said
        assert len(said) <= 4000


async def test_every_game_is_introduced_with_a_picture_and_its_rules(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        answer = (await held["Ada"].slash(held.channel, "help")).response
        pictures = [part for part in raw_components(answer.message) if part["type"] == 12]
        assert [len(part["items"]) for part in pictures] == [len(GAMES)]
        assert all(item["description"] for item in pictures[0]["items"])
        ids = [button["custom_id"] for button in buttons(answer.message)]
        assert ids == [f"r:{key}:1" for key in GAMES]
        turned = await held["Ada"].click(answer.message, custom_id="r:clumond:1")
        assert "Clumond" in texts(turned.response.message)


async def test_without_their_ids_commands_are_named_all_the_same(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        path = f"/applications/{held.bot.application_id}/commands"
        held.env.inject_error("GET", path, status=503, code=0, message="down", times=None)
        answer = (await held["Ada"].slash(held.channel, "help")).response
        assert "Type `/play` in a channel" in texts(answer.message)


async def test_ids_are_asked_for_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held["Ada"].slash(held.channel, "help")
        path = f"/applications/{held.bot.application_id}/commands"
        held.env.inject_error("GET", path, status=503, code=0, message="down", times=None)
        answer = (await held["Ben"].slash(held.channel, "help")).response
        assert "</play:" in texts(answer.message)

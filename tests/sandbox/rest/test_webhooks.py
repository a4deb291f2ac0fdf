"""What an interaction's token is good for after the first response."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox import Message
from sandbox.interactions import Interaction
from sandbox.wire import Kind
from tests.sandbox.rest.conftest import Rest, Scene


class Answered:
    """An interaction that has had its first response, and its addresses."""

    def __init__(self, rest: Rest, scene: Scene, interaction: Interaction) -> None:
        self.rest = rest
        self.interaction = interaction
        self.hook = f"/webhooks/{scene.app}/{interaction.token}"
        self.original = f"{self.hook}/messages/@original"

    async def first(self, kind: int, **data: Any) -> None:
        path = f"/interactions/{self.interaction.id}/{self.interaction.token}/callback"
        assert (await self.rest("POST", path, {"type": kind, "data": data})).status == 204


@pytest.fixture
async def answered(rest: Rest, scene: Scene) -> Answered:
    return Answered(rest, scene, scene.command())


async def test_the_webhook_serves_its_own_messages_from_the_first_response_for_a_quarter_of_an_hour(
    rest: Rest, answered: Answered, scene: Scene
) -> None:
    assert (await rest("POST", answered.hook, {"content": "x"})).code == 10015
    await answered.first(4, content="one")
    assert (await rest("GET", answered.original)).body["content"] == "one"
    edited = await rest("PATCH", answered.original, {"content": "two"})
    assert edited.body["content"] == "two"
    assert edited.body["edited_timestamp"] is not None
    assert (await rest("DELETE", answered.original)).status == 204
    assert (await rest("GET", answered.original)).code == 10008
    posted = (await rest("POST", answered.hook, {"content": "two", "flags": 64})).body
    assert posted["flags"] == 64
    where = f"{answered.hook}/messages/{posted['id']}"
    assert (await rest("PATCH", where, {"content": "three"})).body["content"] == "three"
    assert (await rest("DELETE", where)).status == 204
    other = (await rest("POST", scene.posts, {"content": "other"})).body["id"]
    assert (await rest("GET", f"{answered.hook}/messages/{other}")).code == 10008
    now = scene.memory.clock()
    scene.memory.clock = lambda: now + 901
    answer = await rest("PATCH", answered.original, {"content": "two"})
    assert (answer.status, answer.code) == (401, 50027)


async def test_an_edit_ends_the_thinking(rest: Rest, answered: Answered) -> None:
    await answered.first(5, flags=64)
    assert (await rest("GET", answered.original)).body["flags"] == 64 | 128
    edited = await rest("PATCH", answered.original, {"content": "thought"})
    assert edited.body["flags"] == 64
    assert edited.body["edited_timestamp"] is None


async def test_the_first_follow_up_of_a_deferral_is_its_message(
    rest: Rest, answered: Answered
) -> None:
    await answered.first(5)
    thinking = (await rest("GET", answered.original)).body["id"]
    assert (await rest("POST", answered.hook, {"content": "a"})).body["id"] == thinking
    assert (await rest("POST", answered.hook, {"content": "b"})).body["id"] != thinking


async def test_the_original_of_a_deferred_click_is_the_message_clicked(
    rest: Rest, scene: Scene
) -> None:
    board = scene.memory.keep(Message(scene.memory.snowflakes.mint(), scene.lounge, scene.app, "x"))
    click = scene.begin(Kind.COMPONENT, {"custom_id": "c"}, source_id=board.id)
    answered = Answered(rest, scene, click)
    await answered.first(6)
    assert (await rest("PATCH", answered.original, {"content": "y"})).body["id"] == str(board.id)

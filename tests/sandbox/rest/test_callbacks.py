"""First responses to interactions."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox import Message
from sandbox.interactions import Interaction
from sandbox.wire import Kind
from tests.sandbox.rest.conftest import Answer, Rest, Scene


async def respond(rest: Rest, interaction: Interaction, kind: int, **data: Any) -> Answer:
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
    return await rest("POST", path, {"type": kind, "data": data})


def source(scene: Scene) -> int:
    made = Message(scene.memory.snowflakes.mint(), scene.lounge, scene.app, "a board")
    return scene.memory.keep(made).id


async def test_a_message_answers_with_itself_and_an_ephemeral_one_for_its_owner_alone(
    rest: Rest, scene: Scene
) -> None:
    command = scene.command()
    answer = await respond(rest, command, 4, content="hello", flags=64)
    assert answer.status == 200
    assert answer.body["interaction"]["response_message_ephemeral"]
    message = answer.body["resource"]["message"]
    assert message["interaction_metadata"]["user"]["id"] == str(scene.ada)
    assert message["flags"] == 64
    number = int(answer.body["resource"]["message"]["id"])
    message = scene.memory.message(scene.lounge, number)
    assert scene.memory.sees(scene.ada, message)
    assert not scene.memory.sees(scene.ben, message)
    assert (await rest("GET", f"{scene.posts}/{number}")).code == 10008


async def test_an_answer_is_empty_unless_asked_for_and_needs_no_token_of_the_bot(
    rest: Rest, scene: Scene
) -> None:
    command = scene.command()
    path = f"/interactions/{command.id}/{command.token}/callback"
    assert await rest("POST", path, {"type": 5}) == Answer(204, None)
    rest.headers = {}
    assert (await respond(rest, scene.command(), 5)).status == 200


@pytest.mark.parametrize(
    ("kind", "refused"),
    [(Kind.COMMAND, (6, 7, 8)), (Kind.AUTOCOMPLETE, (4, 5, 6, 7, 9)), (Kind.MODAL, (6, 7, 8, 9))],
)
async def test_each_interaction_takes_its_own_answers(
    rest: Rest, scene: Scene, kind: Kind, refused: tuple[int, ...]
) -> None:
    interaction = scene.begin(kind, {"name": "x", "type": 1})
    for answer in refused:
        assert (await respond(rest, interaction, answer)).code == 50035


async def test_thinking_takes_one_flag_a_modal_updates_its_message_and_answers_ping_users(
    rest: Rest, scene: Scene
) -> None:
    assert (await respond(rest, scene.command(), 5, flags=1 << 15)).code == 50035
    answer = await respond(rest, scene.command(), 5, flags=64)
    told = answer.body["interaction"]
    assert told["response_message_loading"]
    assert told["response_message_ephemeral"]
    assert "resource" not in answer.body
    modal = scene.begin(Kind.MODAL, {"custom_id": "m"}, source_id=source(scene))
    answer = await respond(rest, modal, 7, content="changed")
    assert answer.body["resource"]["message"]["content"] == "changed"
    answer = await respond(rest, scene.command(), 4, content=f"<@{scene.ben}> @everyone")
    message = answer.body["resource"]["message"]
    assert [user["id"] for user in message["mentions"]] == [str(scene.ben)]
    assert not message["mention_everyone"]


async def test_a_page_can_read_the_ids_of_a_modal(rest: Rest, scene: Scene) -> None:
    chosen = {"type": "channel", "id": scene.lounge}
    select = {"type": 8, "custom_id": "c", "default_values": [chosen]}
    label = {"type": 18, "label": "Where", "component": select}
    command = scene.command()
    opened = await respond(rest, command, 9, title="x", custom_id="m", components=[label])
    assert opened.status in (200, 204)
    assert command.modal is not None
    shown = command.modal["components"][0]["component"]
    assert shown["default_values"] == [chosen | {"id": str(scene.lounge)}]


async def test_faults_of_messages_and_modals_are_reported_under_data(
    rest: Rest, scene: Scene
) -> None:
    answer = await respond(rest, scene.command(), 4, content="x" * 2001)
    assert "content" in answer.body["errors"]["data"]
    answer = await respond(rest, scene.command(), 9, title="x" * 46, custom_id="m", components=[])
    assert sorted(answer.body["errors"]["data"]) == ["components", "title"]


async def test_an_answer_counts_once_with_its_token_and_in_time(rest: Rest, scene: Scene) -> None:
    command = scene.command()
    assert (await respond(rest, command, 4, content="x" * 2001)).code == 50035
    assert (await respond(rest, command, 4, content="x")).status == 200
    assert (await respond(rest, command, 4, content="x")).code == 40060
    command = scene.command()
    path = f"/interactions/{command.id}/wrong/callback"
    assert (await rest("POST", path, {"type": 5})).code == 10062
    command, now = scene.command(), scene.memory.clock()
    scene.memory.clock = lambda: now + 3.01
    answer = await respond(rest, command, 4, content="x")
    assert (answer.status, answer.code) == (404, 10062)


async def test_autocomplete_offers_25_choices_at_most(rest: Rest, scene: Scene) -> None:
    typed = {"name": "o", "type": 3, "value": "x", "focused": True}
    data = {"name": "play", "type": 1, "options": [typed]}
    choices = [{"name": str(n), "value": str(n)} for n in range(26)]
    interaction = scene.begin(Kind.AUTOCOMPLETE, data)
    refused = await respond(rest, interaction, 8, choices=choices)
    assert refused.body["errors"]["data"]["choices"]["_errors"]
    assert (await respond(rest, interaction, 8, choices=choices[:25])).status == 200

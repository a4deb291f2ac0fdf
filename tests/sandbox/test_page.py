"""The page's websocket, and what its client makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox import Message, Sandbox
from sandbox.client import ActionRefused, Tab, connect
from sandbox.hello import hello
from sandbox.view import labels_of, words_of
from sandbox.wire import Flag
from tests.sandbox.probe import CLOUDS, Probe


def play(**more: Any) -> dict[str, Any]:
    return {"id": "1", "name": "play", "type": 1, "contexts": [0, 1], **more}


def option(name: str = "o", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, **more}


def declare(sandbox: Sandbox, tab: Tab, **more: Any) -> None:
    command = play(**more)
    sandbox.memory.commands[None] = {1: command}
    tab.commands = [command]


def put(sandbox: Sandbox, *parts: Any, channel: str = "lounge", **more: Any) -> dict[str, Any]:
    """Post a message of the bot with these components in one row."""
    memory = sandbox.memory
    place = next(item for item in memory.channels.values() if item.name == channel)
    row = {"type": 1, "id": 9, "components": [part | {"id": n} for n, part in enumerate(parts, 1)]}
    message = Message(
        memory.snowflakes.mint(), place.id, memory.bot.id, "x", components=(row,), **more
    )
    sandbox._switchboard.post(message)
    return {"channel_id": str(place.id), "id": str(message.id)}


async def test_hello_tells_who_is_there_and_what_is_open(sandbox: Sandbox, ada: Tab) -> None:
    hello = ada.hello
    assert [person["global_name"] for person in hello["people"]] == [
        "Ada",
        "Ben",
        "Cleo",
        "Dmitri",
        "小林 Mei",
    ]
    assert hello["me"]["global_name"] == "Ada"
    assert hello["guild"]["name"] == "Cloud Club"
    assert [channel["name"] for channel in hello["guild"]["channels"]] == ["lounge", "tables"]
    assert hello["guild"]["members"][-1]["user"]["bot"]
    assert hello["dms"] == []
    assert hello["faults"] == sandbox.faults.to_json()


async def test_without_a_name_one_is_the_first_person(sandbox: Sandbox) -> None:
    async with await connect(sandbox.page_url) as tab:
        assert tab.hello["me"]["username"] == "ada"


async def test_read_marks_outlive_the_tab(sandbox: Sandbox, ada: Tab) -> None:
    await ada.send("lounge", "hello")
    (message,) = await ada.wait_for(lambda tab: tab.messages("lounge"))
    await ada.read_up_to(message)
    await ada.send("lounge", "again")
    await ada.wait_for(lambda tab: len(tab.messages("lounge")) == 2)
    async with await connect(sandbox.page_url, ada.id) as tab:
        assert tab.hello["read"][message["channel_id"]] == message["id"]


async def test_ephemeral_messages_reach_their_owner_until_dismissed(
    sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    secret = put(sandbox, only_for=int(ada.id), flags=Flag.EPHEMERAL)
    await ada.wait_for(lambda tab: tab.messages("lounge"))
    await ben.send("lounge", "hello")
    await ben.wait_for(lambda tab: tab.messages("lounge"))
    assert secret["id"] not in [item["id"] for item in ben.messages("lounge")]
    await ada.dismiss(ada.messages("lounge")[0])
    await ada.wait_for(lambda tab: len(tab.messages("lounge")) == 1)
    async with await connect(sandbox.page_url, ada.id) as tab:
        assert [item["content"] for item in tab.messages("lounge")] == ["hello"]


async def test_private_answers_live_as_long_as_the_page_they_came_to(
    sandbox: Sandbox, ada: Tab
) -> None:
    secret = put(sandbox, only_for=int(ada.id), flags=Flag.EPHEMERAL)
    await ada.wait_for(lambda tab: tab.messages("lounge"))
    message = sandbox.memory.message(int(secret["channel_id"]), int(secret["id"]))
    async with await connect(sandbox.page_url, ada.id) as tab:
        assert tab.messages("lounge") == []
        sandbox._switchboard.change(message)
        await ada.send("lounge", "after")
        await tab.wait_for(lambda tab: tab.messages("lounge"))
        assert [item["content"] for item in tab.messages("lounge")] == ["after"]
    board = sandbox._switchboard
    again = hello(board, int(ada.id), int(ada.hello["opened"]))["messages"]
    assert secret["id"] in [item["id"] for item in again[secret["channel_id"]]]


async def test_direct_messages_are_opened_from_either_side_and_read_by_nobody_else(
    sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    channel = await ada.open_dm()
    assert channel["type"] == 1
    assert sandbox.memory.open_dm(int(ada.id)).id == int(channel["id"])
    await ben._say({"op": "send", "channel_id": channel["id"], "content": "hello"})
    refused = await ben.wait_for(lambda tab: [f for f in tab.frames if f["t"] == "ERROR"])
    assert refused[0]["d"]["message"] == "You do not have access to this channel."


async def test_an_owner_deletes_messages_and_channels_and_others_their_own_messages(
    sandbox: Sandbox, ada: Tab, ben: Tab, probe: Probe
) -> None:
    put(sandbox)
    await ben.wait_for(lambda tab: tab.messages("lounge"))
    await ben.send("lounge", "mine")
    await ben.wait_for(lambda tab: len(tab.messages("lounge")) == 2)
    board, own = ben.messages("lounge")
    await ben.delete(own)
    await ben._say({"op": "delete", "channel_id": board["channel_id"], "message_id": board["id"]})
    await ben.wait_for(lambda tab: any(frame["t"] == "ERROR" for frame in tab.frames))
    await ada.delete(board)
    await ben.wait_for(lambda tab: not tab.messages("lounge"))
    put(sandbox)
    await ada.delete_channel("lounge")
    await ben.wait_for(lambda tab: len(tab.channels) == 1)
    await ada.command("tables", "table")
    assert [channel.name for channel in probe.guilds[0].text_channels] == ["tables"]


@pytest.mark.parametrize(
    ("declared", "given"),
    [
        ([option(required=True)], {}),
        ([option(choices=[{"name": "a", "value": "a"}])], {"o": "b"}),
        ([option(kind=4)], {"o": "three"}),
        ([option(kind=4)], {"o": True}),
        ([option(kind=4, min_value=2)], {"o": 1}),
        ([option(kind=4, max_value=2)], {"o": 3}),
        ([option(max_length=2)], {"o": "abc"}),
        ([option(min_length=2)], {"o": "a"}),
        ([option(kind=5)], {"o": "yes"}),
        ([option(kind=1)], {}),
    ],
)
async def test_a_client_sends_no_impossible_option(
    sandbox: Sandbox, ada: Tab, declared: Any, given: Any
) -> None:
    declare(sandbox, ada, options=declared)
    with pytest.raises(ActionRefused):
        await ada.command("lounge", "play", **given)


@pytest.mark.usefixtures("hasty")
async def test_commands_keep_to_their_contexts_and_to_moderators(
    sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    declare(sandbox, ada, default_member_permissions="32")
    ben.commands = ada.commands
    with pytest.raises(ActionRefused, match="permission"):
        await ben.command("lounge", "play")
    assert (await ada.command("lounge", "play")).state == "failed"
    declare(sandbox, ada, contexts=[1])
    with pytest.raises(ActionRefused, match="cannot be used here"):
        await ada.command("lounge", "play")


@pytest.mark.parametrize(
    ("part", "use"),
    [
        ({"type": 2, "custom_id": "b", "label": "B", "disabled": True}, {"custom_id": "b"}),
        ({"type": 2, "custom_id": "b", "label": "B"}, {"custom_id": "other"}),
        ({"type": 3, "custom_id": "s", "options": [{"value": "a"}]}, {"custom_id": "s"}),
        (
            {"type": 3, "custom_id": "s", "options": [{"value": "a"}]},
            {"custom_id": "s", "values": ["b"]},
        ),
        (
            {"type": 3, "custom_id": "s", "max_values": 2, "options": [{"value": "a"}]},
            {"custom_id": "s", "values": ["a", "a"]},
        ),
    ],
)
async def test_a_client_uses_no_impossible_control(
    sandbox: Sandbox, ada: Tab, part: Any, use: Any
) -> None:
    message = put(sandbox, part)
    frame = {"op": "component", "message_id": message["id"], **use}
    with pytest.raises(ActionRefused):
        await ada._interact(message["channel_id"], frame)


async def test_a_click_on_a_message_that_is_gone_is_refused(sandbox: Sandbox, ada: Tab) -> None:
    message = put(sandbox, {"type": 2, "custom_id": "b", "label": "B"})
    await ada.wait_for(lambda tab: tab.messages("lounge"))
    (shown,) = ada.messages("lounge")
    assert labels_of(shown) == ["B"]
    number = int(message["id"])
    sandbox.memory.forget(sandbox.memory.message(int(message["channel_id"]), number))
    with pytest.raises(ActionRefused, match="gone"):
        await ada.click(shown, label="B")


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"op":"dance"}', '{"op":"component"}', '{"op":"ack"}']
)
async def test_what_a_page_cannot_mean_is_an_error(ada: Tab, text: str) -> None:
    assert ada._socket is not None
    await ada._socket.send_str(text)
    await ada.wait_for(lambda tab: [frame for frame in tab.frames if frame["t"] == "ERROR"])


async def test_faults_are_switched_over_the_page_or_from_another_process_and_all_are_told(
    sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    await ada._say({"op": "faults", "patch": {"closed_dms": [ada.id]}})
    await ben.wait_for(lambda tab: tab.faults["closed_dms"] == [ada.id])
    assert sandbox.faults.closed_dms == {int(ada.id)}
    state = await ada.patch_faults(
        requests=[{"path": "/users", "status": 503}], locales={ada.id: "fr"}, gateway="drop"
    )
    assert state["requests"][0]["status"] == 503
    assert sandbox.memory.person(int(ada.id)).locale == "fr"


@pytest.mark.parametrize(
    "patch",
    [
        {"weather": "bad"},
        {"closed_dms": 5},
        {"requests": [{"path": "("}]},
        {"requests": [{"paths": "x"}]},
        {"gateway": "explode"},
        {"locales": {"1": "fr"}},
        {"locales": {"1": "tlh"}},
    ],
)
async def test_unknown_faults_are_refused(sandbox: Sandbox, ada: Tab, patch: Any) -> None:
    before = sandbox.faults.to_json()
    await ada._say({"op": "faults", "patch": patch})
    await ada.wait_for(lambda tab: [frame for frame in tab.frames if frame["t"] == "ERROR"])
    assert sandbox.faults.to_json() == before


async def test_languages_reach_the_bot(sandbox: Sandbox, probe: Probe, ada: Tab) -> None:
    sandbox.memory.set_locale(int(ada.id), "de")
    reply = await ada.command("lounge", "where")
    assert reply.message is not None
    assert words_of(reply.message) == "de en-US guild"
    await ada.open_dm()
    reply = await ada.command("dm", "where")
    assert reply.message is not None
    assert words_of(reply.message) == "de none dm"
    assert probe.seen


async def test_a_form_with_an_impossible_value_stays_open(probe: Probe, ada: Tab) -> None:
    opened = await ada.command("lounge", "form")
    for values in ({"answer": ""}, {"answer": "x" * 21}, {"answer": "x", "cloud": ["fog"]}):
        with pytest.raises(ActionRefused):
            await ada.submit_modal(opened, **values)
    assert (await ada.submit_modal(opened, answer="x", cloud=[CLOUDS[0]])).ok
    with pytest.raises(ActionRefused):
        await ada.submit_modal(opened, answer="x", cloud=[CLOUDS[0]])
    assert probe.seen


async def test_the_log_of_requests_is_read_from_another_process(probe: Probe, ada: Tab) -> None:
    await ada.command("lounge", "table")
    logged = await ada.requests()
    last = logged[-1]
    assert last["template"] == "/interactions/{interaction_id}/{token}/callback"
    assert last["files"] == ["board.png"]
    assert (last["status"], last["body"]["type"]) == (200, 4)
    assert len(await ada.requests(since=len(logged) - 1)) == 1
    assert probe.seen

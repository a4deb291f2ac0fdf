"""Threads as a real bot sees them, and as people use them."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from sandbox import Sandbox
from sandbox.client import ActionRefused, Tab, connect
from sandbox.wire import Permission
from tests.sandbox.conftest import Probe, board, png, point_at, run_bot


class Listener(Probe):
    """A probe that notes what it hears of threads and permissions."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.heard: list[str] = []

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.heard.append(f"create {thread.name}")

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        states = (before.archived, before.locked), (after.archived, after.locked)
        self.heard.append(f"update {states}")

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        self.heard.append(f"delete {gone.thread_id}")

    async def on_thread_join(self, thread: discord.Thread) -> None:
        self.heard.append(f"join {thread.name}")

    async def on_thread_remove(self, thread: discord.Thread) -> None:
        self.heard.append(f"remove {thread.name}")

    async def on_guild_channel_update(self, _before: Any, _after: Any) -> None:
        self.heard.append("channel")

    async def on_guild_role_update(self, _before: Any, after: discord.Role) -> None:
        self.heard.append(f"role {after.name}")


@pytest.fixture
async def probe(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Listener]:
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    listener = Listener(guild_ready_timeout=0.05)
    async with run_bot(sandbox, listener):
        yield listener


def lounge(probe: Probe) -> discord.TextChannel:
    return next(item for item in probe.guilds[0].text_channels if item.name == "lounge")


def grant(tab: Tab, permission: Permission) -> dict[str, dict[str, str]]:
    return {"granted_permissions": {tab.hello["guild"]["id"]: str(int(permission))}}


async def heard(ada: Tab, probe: Listener) -> list[str]:
    """Return what the bot has heard, once it has heard all there was."""
    await ada.command("tables", "where")
    told, probe.heard = probe.heard, []
    return told


async def test_archived_threads_are_woken_by_the_bot(probe: Listener, ada: Tab) -> None:
    thread = await lounge(probe).create_thread(name="t", type=discord.ChannelType.public_thread)
    number = str(thread.id)
    message = await thread.send("board")
    await ada.wait_for(lambda tab: number in tab.channels)
    await ada.edit_thread(number, archived=True)
    await heard(ada, probe)
    assert probe.get_channel(thread.id) is None
    partial = probe.get_partial_messageable(thread.id).get_partial_message(message.id)
    with pytest.raises(discord.HTTPException) as refused:
        await partial.edit(content="x")
    assert refused.value.code == 50083
    found = await probe.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    assert found.archived
    await found.edit(archived=False)
    await heard(ada, probe)
    woken = probe.get_channel(thread.id)
    assert isinstance(woken, discord.Thread)
    assert woken.me is not None
    assert (await partial.edit(content="x")).content == "x"


async def test_a_locked_thread_needs_manage_threads(probe: Listener, ada: Tab, ben: Tab) -> None:
    thread = await lounge(probe).create_thread(name="t", type=discord.ChannelType.public_thread)
    number = str(thread.id)
    picture = discord.File(io.BytesIO(png()), "board.png")
    await thread.send(view=board(0), file=picture)
    message = await ben.wait_for(lambda tab: (tab.messages(number) or [{}])[-1])
    with pytest.raises(discord.Forbidden):
        await thread.edit(locked=True)
    await ada.patch_faults(**grant(ada, Permission.MANAGE_THREADS))
    await thread.edit(locked=True, archived=True)
    await ada.patch_faults(granted_permissions={})
    with pytest.raises(discord.HTTPException) as refused:
        await probe.get_partial_messageable(thread.id).send("x")
    assert refused.value.code == 160005
    with pytest.raises(ActionRefused, match="locked"):
        await ben.click(message, label="Press")
    with pytest.raises(ActionRefused, match="locked"):
        await ben.command(number, "where")
    with pytest.raises(ActionRefused, match="locked"):
        await ada.click(message, label="Press")
    assert (await ada.command(number, "where")).ok
    assert not ada.channels[number]["thread_metadata"]["archived"]
    assert ada.channels[number]["thread_metadata"]["locked"]
    with pytest.raises(ActionRefused, match="locked"):
        await ada.click(message, label="Press")


async def test_what_people_do_wakes_a_thread(
    sandbox: Sandbox, probe: Listener, ada: Tab, ben: Tab
) -> None:
    await heard(ada, probe)
    thread = await ben.start_thread("lounge", "Ben's corner")
    assert thread["owner_id"] == ben.id
    await ben.send(thread, f"hello <@{ada.id}>")
    (said,) = await ben.wait_for(lambda tab: tab.messages(thread))
    assert said["position"] == 0
    members = sandbox.memory.channels[int(thread["id"])].thread
    assert members is not None
    assert set(members.members) == {int(ben.id), int(ada.id)}
    for awaken in (ben.send(thread, "again"), ben.command(thread, "where")):
        await ben.edit_thread(thread, archived=True)
        await awaken
        await ben.wait_for(lambda tab: not _state(tab, thread)["archived"])
    asleep, awake = (True, False), (False, False)
    updates = [f"update {(awake, asleep)}", "join Ben's corner"]
    assert await heard(ada, probe) == ["create Ben's corner", *updates, *updates]


async def test_only_who_may_locks_and_deletes(probe: Listener, ada: Tab, ben: Tab) -> None:
    thread = await ben.start_thread("lounge", "Ben's corner")
    await ben.edit_thread(thread, name="Ben's nook", archived=True)
    for forbidden in (
        {"op": "edit_thread", "channel_id": thread["id"], "locked": True},
        {"op": "delete_channel", "channel_id": thread["id"]},
    ):
        with pytest.raises(ActionRefused):
            await ben._interact(thread["id"], forbidden)
    await ada.edit_thread(thread, archived=False, locked=True)
    with pytest.raises(ActionRefused, match="permission"):
        await ben._interact(
            thread["id"], {"op": "edit_thread", "archived": True, "channel_id": thread["id"]}
        )
    await ada.delete_channel(thread)
    await ben.wait_for(lambda tab: thread["id"] not in tab.channels)
    assert f"delete {thread['id']}" in await heard(ada, probe)
    await ada.wait_for(lambda tab: not tab.threads("lounge"))


async def test_who_comes_later_finds_the_threads(sandbox: Sandbox, probe: Listener) -> None:
    awake, asleep = [
        await lounge(probe).create_thread(name=name, type=discord.ChannelType.public_thread)
        for name in ("awake", "asleep")
    ]
    secret = await lounge(probe).create_thread(name="secret")
    await asleep.edit(archived=True)
    async with (
        await connect(sandbox.page_url, "ada") as owner,
        await connect(sandbox.page_url, "ben") as other,
    ):
        assert [item["name"] for item in owner.threads("lounge")] == ["awake", "asleep", "secret"]
        assert [item["name"] for item in other.threads("lounge")] == ["awake", "asleep"]
        await secret.add_user(discord.Object(int(other.id)))
        await other.wait_for(lambda tab: str(secret.id) in tab.channels)
    async with run_bot(sandbox, Listener(guild_ready_timeout=0.05)) as fresh:
        assert {item.name for item in fresh.guilds[0].threads} == {"awake", "secret"}
        found = fresh.guilds[0].get_thread(awake.id)
        assert found is not None
        assert found.me is not None


async def test_a_permission_taken_and_given_back_is_told(probe: Listener, ada: Tab) -> None:
    channel, me = lounge(probe), probe.guilds[0].me
    await channel.create_thread(name="t", type=discord.ChannelType.public_thread)
    await heard(ada, probe)
    assert channel.permissions_for(me).create_public_threads
    place, guild = str(channel.id), str(channel.guild.id)
    threads = str(int(Permission.CREATE_PUBLIC_THREADS))
    await ada.patch_faults(missing_permissions={place: threads})
    assert await heard(ada, probe) == ["channel"]
    assert not channel.permissions_for(me).create_public_threads
    with pytest.raises(discord.Forbidden):
        await channel.create_thread(name="x", type=discord.ChannelType.public_thread)
    await ada.patch_faults(missing_permissions={guild: threads})
    assert await heard(ada, probe) == ["role @everyone", "role Nimbus", "channel"]
    assert not lounge(probe).permissions_for(probe.guilds[0].me).create_public_threads
    await ada.command("lounge", "where")
    assert not probe.seen[-1].app_permissions.create_public_threads
    await ada.patch_faults(missing_permissions={place: str(int(Permission.VIEW_CHANNEL))})
    await ada.patch_faults(missing_permissions={})
    await ada.command("lounge", "where")
    assert probe.seen[-1].app_permissions.create_public_threads
    assert channel.permissions_for(me).create_public_threads
    assert [item.name for item in channel.threads] == ["t"]


async def test_a_post_in_a_forum_is_played_in_like_a_thread(
    probe: Listener, ada: Tab, ben: Tab
) -> None:
    await ada.patch_faults(forum=True)
    await ben.wait_for(lambda tab: len(tab.channels) == 3)
    post = await ben.start_thread("game-forum", "Who plays?", content=f"<@{ada.id}>, you?")
    assert [item["id"] for item in ben.messages(post)] == [post["id"]]
    reply = await ada.command(post, "table")
    assert reply.message is not None
    assert (await ben.click(reply.message, label="Press")).ok
    seen = probe.seen[-1].channel
    assert isinstance(seen, discord.Thread)
    assert isinstance(seen.parent, discord.ForumChannel)
    for text in ("where", "table"):
        with pytest.raises(ActionRefused, match="forum"):
            await ada.command("game-forum", text)
    forum = seen.parent
    made = await forum.create_thread(name="The bot's", content="hello")
    assert made.thread.id == made.message.id
    await ben.wait_for(lambda tab: len(tab.threads("game-forum")) == 2)
    await ada.patch_faults(forum=False)
    await ben.wait_for(lambda tab: len(tab.channels) == 2)
    assert f"delete {post['id']}" in await heard(ada, probe)
    assert probe.get_channel(forum.id) is None


def _state(tab: Tab, thread: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = tab.channels[thread["id"]]["thread_metadata"]
    return found

"""Where the bot is no member: groups of people, other guilds, and people who brought it along."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import discord
import pytest

from sandbox import Sandbox
from sandbox.client import ActionRefused, Tab, connect
from sandbox.wire import Flag, Permission
from tests.sandbox.conftest import Anywhere, Probe, point_at, run_bot
from tests.sandbox.rest.conftest import Rest

GROUP, ELSEWHERE = "Group chat", "general"


@pytest.fixture
async def probe(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Anywhere]:
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    anywhere = Anywhere(guild_ready_timeout=0.05)
    async with run_bot(sandbox, anywhere):
        yield anywhere


@pytest.fixture
async def brought(probe: Anywhere, ada: Tab) -> Anywhere:
    """Return the bot once Ada has it installed for herself."""
    await ada.patch_faults(elsewhere=True, user_installs=[ada.id])
    await ada.wait_for(lambda tab: len(tab.channels) == 4)
    return probe


def last(probe: Probe) -> discord.Interaction:
    return probe.seen[-1]


async def test_without_the_switch_there_is_nothing_elsewhere(ada: Tab) -> None:
    assert len(ada.hello["guilds"]) == 1
    assert all(item["type"] == 0 for item in ada.channels.values())


async def test_places_elsewhere_come_and_go_with_the_switch(sandbox: Sandbox, ada: Tab) -> None:
    await ada.patch_faults(elsewhere=True)
    await ada.wait_for(lambda tab: len(tab.channels) == 4)
    await ada.send(GROUP, "hello")
    await ada.wait_for(lambda tab: tab.messages(GROUP))
    async with await connect(sandbox.page_url, "mei") as mei:
        assert [guild["foreign"] for guild in mei.hello["guilds"]] == [False, True]
        assert [item["type"] for item in mei.channels.values()] == [0, 0, 0]
    await ada.patch_faults(elsewhere=False)
    await ada.wait_for(lambda tab: len(tab.channels) == 2)
    await ada.patch_faults(elsewhere=True)
    await ada.wait_for(lambda tab: len(tab.channels) == 4)
    assert [item["content"] for item in ada.messages(GROUP)] == ["hello"]
    assert len(sandbox.memory.guilds) == 2


async def test_a_guild_and_a_person_authorise_what_is_done_at_home_and_in_direct_messages(
    brought: Anywhere, ada: Tab, ben: Tab, sandbox: Sandbox
) -> None:
    home = int(ada.hello["guild"]["id"])
    await ben.command("lounge", "where")
    assert last(brought)._integration_owners == {0: home}
    await ada.command("lounge", "where")
    assert last(brought)._integration_owners == {0: home, 1: int(ada.id)}
    assert last(brought).is_guild_integration()
    for tab in (ada, ben):
        await tab.open_dm()
    await ben.command("dm", "where")
    assert last(brought)._integration_owners == {0: 0}
    await ada.command("dm", "where")
    assert last(brought)._integration_owners == {0: 0, 1: int(ada.id)}
    assert last(brought).context.dm_channel
    assert last(brought).app_permissions.external_emojis
    guild = next(iter(sandbox.memory.guilds.values()))
    sandbox.memory.guilds[guild.id] = replace(guild, members=(sandbox.memory.bot.id,))
    await ada.command("dm", "where")
    assert last(brought)._integration_owners == {1: int(ada.id)}
    with pytest.raises(ActionRefused, match="cannot be used here"):
        await ben.command("dm", "where")


async def test_in_a_group_only_who_installed_it_commands_but_all_press(
    brought: Anywhere, ada: Tab, ben: Tab
) -> None:
    with pytest.raises(ActionRefused, match="cannot be used here"):
        await ben.command(GROUP, "table")
    reply = await ada.command(GROUP, "table")
    assert reply.message is not None
    assert not reply.message["flags"] & Flag.EPHEMERAL
    seen = last(brought)
    assert isinstance(seen.channel, discord.GroupChannel)
    assert [user.name for user in seen.channel.recipients] == ["ada", "ben", "cleo"]
    assert seen.context.private_channel
    assert seen.guild is None
    assert seen.is_user_integration()
    assert not seen.app_permissions.external_emojis
    (same,) = await ben.wait_for(lambda tab: tab.messages(GROUP))
    assert (await ben.click(same, label="Press")).ok
    pressed = last(brought)
    assert pressed.user.id == int(ben.id)
    assert pressed._integration_owners == {1: int(ada.id)}


async def test_nothing_elsewhere_is_reached_by_the_bot_s_token(
    brought: Anywhere, ada: Tab, rest: Rest
) -> None:
    for place in (GROUP, ELSEWHERE):
        reply = await ada.command(place, "table")
        assert reply.message is not None
        channel = f"/channels/{ada.channel_id(place)}"
        one = f"{channel}/messages/{reply.message_id}"
        for method, path, body in (
            ("GET", channel, None),
            ("GET", f"{channel}/messages", None),
            ("POST", f"{channel}/messages", {"content": "x"}),
            ("POST", f"{channel}/typing", None),
            ("GET", one, None),
            ("PATCH", one, {"content": "x"}),
            ("DELETE", one, None),
        ):
            assert (await rest(method, path, body)).code == 50001, (method, path)
        edited = await last(brought).edit_original_response(content=None, view=None)
        assert edited.id == int(reply.message_id or 0)


async def test_a_guild_without_the_bot_is_not_among_its_own(
    sandbox: Sandbox, brought: Anywhere, ada: Tab, rest: Rest
) -> None:
    guild = next(item for item in sandbox.memory.guilds.values() if item.foreign)
    assert (await rest("GET", f"/guilds/{guild.id}")).code == 10004
    assert (await rest("GET", f"/guilds/{guild.id}/threads/active")).code == 10004
    assert len((await rest("GET", "/users/@me/guilds")).body) == 1
    async with run_bot(sandbox, Anywhere(guild_ready_timeout=0.05)) as fresh:
        assert [item.name for item in fresh.guilds] == ["Cloud Club"]
    await ada.send(ELSEWHERE, "hello")
    assert brought.get_guild(guild.id) is None


async def test_elsewhere_the_bot_has_what_the_person_may_or_answers_one_alone(
    sandbox: Sandbox, brought: Anywhere, ada: Tab, ben: Tab
) -> None:
    guild = next(item for item in sandbox.memory.guilds.values() if item.foreign)
    reply = await ada.command(ELSEWHERE, "where")
    assert reply.message is not None
    assert not reply.message["flags"] & Flag.EPHEMERAL
    seen = last(brought)
    assert seen.guild_id == guild.id
    assert (seen.context.guild, seen.is_guild_integration()) == (True, False)
    assert isinstance(seen.user, discord.Member)
    assert isinstance(seen.channel, discord.TextChannel)
    assert seen.app_permissions.value & Permission.USE_EXTERNAL_APPS
    await ada.patch_faults(no_external_apps=[str(guild.id)])
    for command in ("table", "think", "whisper"):
        reply = await ada.command(ELSEWHERE, command)
        assert reply.message is not None
        assert reply.message["flags"] & Flag.EPHEMERAL
        answered = last(brought)
        assert not answered.app_permissions.value & Permission.USE_EXTERNAL_APPS
    await ada.wait_for(lambda tab: len(tab.messages(ELSEWHERE)) == 5)
    assert all(item["flags"] & Flag.EPHEMERAL for item in ada.messages(ELSEWHERE)[1:])
    assert [item["id"] for item in ben.messages(ELSEWHERE)] == [ada.messages(ELSEWHERE)[0]["id"]]
    sent = await ada.command("lounge", "table")
    assert sent.message is not None
    assert not sent.message["flags"] & Flag.EPHEMERAL


async def test_five_more_messages_come_of_one_interaction_while_its_token_lives(
    brought: Anywhere, ada: Tab, sandbox: Sandbox
) -> None:
    await ada.command(GROUP, "where")
    followup = last(brought).followup
    for number in range(5):
        await followup.send(str(number))
    with pytest.raises(discord.HTTPException) as refused:
        await followup.send("once more")
    assert refused.value.code == 40094
    await ada.command("lounge", "where")
    for number in range(6):
        await last(brought).followup.send(str(number))
    now = sandbox.memory.clock()
    await ada.command(GROUP, "table")
    early = last(brought)
    sandbox.memory.clock = lambda: now + 901
    with pytest.raises(discord.HTTPException) as refused:
        await early.edit_original_response(content=None, view=None)
    assert refused.value.code == 50027
    board = ada.messages(GROUP)[-1]
    assert (await ada.click(board, label="Press")).ok


async def test_commands_are_offered_only_where_they_say(
    sandbox: Sandbox, ada: Tab, brought: Anywhere
) -> None:
    where = next(item for item in ada.commands if item["name"] == "where")
    assert (where["integration_types"], where["contexts"]) == ([0, 1], [0, 1, 2])
    for kinds, contexts, refused in (
        ([0], [0, 1, 2], {GROUP, ELSEWHERE}),
        ([1], [0], {GROUP, "dm"}),
        ([0, 1], [2], {"lounge", ELSEWHERE, "dm"}),
    ):
        here = where | {"integration_types": kinds, "contexts": contexts}
        sandbox.memory.commands[None][int(where["id"])] = here
        await ada.open_dm()
        for place in (GROUP, ELSEWHERE, "lounge", "dm"):
            if place in refused:
                with pytest.raises(ActionRefused, match="cannot be used here"):
                    await ada.command(place, "where")
            else:
                assert (await ada.command(place, "where")).ok
    assert brought.seen


async def test_the_application_says_how_it_is_installed_and_writes_to_who_did(
    brought: Anywhere, sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    info = await brought.application_info()
    assert info.user_integration_config is not None
    assert info.guild_integration_config is not None
    params = info.guild_integration_config.oauth2_install_params
    assert params is not None
    assert params.permissions.create_public_threads
    assert info.approximate_user_install_count == 1
    home = next(iter(sandbox.memory.guilds.values()))
    sandbox.memory.guilds[home.id] = replace(home, members=(sandbox.memory.bot.id,))
    await (await brought.fetch_user(int(ada.id))).send("hello")
    with pytest.raises(discord.Forbidden) as refused:
        await (await brought.fetch_user(int(ben.id))).send("hello")
    assert refused.value.code == 50278

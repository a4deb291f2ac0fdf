"""Users, guilds, commands, emoji and events over REST, also where the bot is no member."""

from __future__ import annotations

import base64
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import discord
import pytest

from sandbox import Sandbox, Timing
from sandbox.client import ActionRefused, Tab, connect
from sandbox.wire import Flag, Permission
from tests.sandbox.conftest import Anywhere, Probe, png, point_at, run_bot
from tests.sandbox.rest.conftest import Rest, Scene

# Users, guilds, commands and emoji over REST.

IMAGE = "data:image/png;base64," + base64.b64encode(png()).decode()
HUGE = "data:image/png;base64," + base64.b64encode(png() + bytes(256 * 1024)).decode()


@pytest.mark.parametrize("path", ["/users/@me", "/oauth2/applications/@me", "/applications/@me"])
async def test_the_bot_knows_itself(rest: Rest, scene: Scene, path: str) -> None:
    assert (await rest("GET", path)).body["id"] == str(scene.app)


async def test_without_its_token_the_bot_is_unauthorized(rest: Rest) -> None:
    rest.headers = {"Authorization": "Bot wrong"}
    assert (await rest("GET", "/users/@me")).status == 401


async def test_the_gateway_s_address_is_given(rest: Rest, scene: Scene) -> None:
    answer = await rest("GET", "/gateway/bot")
    assert answer.body["url"] == scene.sandbox.gateway_url
    assert answer.body["session_start_limit"]["max_concurrency"] == 1
    assert (await rest("GET", "/gateway")).body == {"url": scene.sandbox.gateway_url}


async def test_one_person_has_one_dm_channel_and_somebody_must_read_it(
    rest: Rest, scene: Scene
) -> None:
    bodies = [
        (await rest("POST", "/users/@me/channels", {"recipient_id": person})).body
        for person in (str(scene.ada), scene.ada, str(scene.ben))
    ]
    assert bodies[0]["id"] == bodies[1]["id"] != bodies[2]["id"]
    assert bodies[0]["recipients"][0]["id"] == str(scene.ada)
    path = "/users/@me/channels"
    assert (await rest("POST", path, {"recipient_id": "1"})).code == 10013
    assert (await rest("POST", path, {"recipient_id": scene.app})).code == 50007
    assert (await rest("POST", path, {"recipient_id": "ada"})).code == 50035
    assert (await rest("POST", path, [])).code == 50035


async def test_guilds_members_and_channels_are_read(rest: Rest, scene: Scene) -> None:
    where = f"/guilds/{scene.guild}"
    assert (await rest("GET", where)).body["owner_id"] == str(scene.ada)
    assert (await rest("GET", f"{where}?with_counts=true")).body["approximate_member_count"] == 6
    channels = (await rest("GET", f"{where}/channels")).body
    assert [item["name"] for item in channels] == ["lounge", "tables"]
    everyone, hosts, own = (await rest("GET", f"{where}/roles")).body
    assert (everyone["id"], everyone["name"]) == (str(scene.guild), "@everyone")
    assert (hosts["name"], hosts["mentionable"]) == ("Hosts", True)
    assert (own["name"], own["tags"]) == ("Nimbus", {"bot_id": str(scene.app)})
    (own_guild,) = (await rest("GET", "/users/@me/guilds?limit=1")).body
    assert int(own_guild["permissions"]) == int(own["permissions"])
    assert (await rest("GET", f"/users/@me/guilds?after={scene.guild}")).body == []
    assert (await rest("GET", "/guilds/1")).code == 10004
    where = f"/guilds/{scene.guild}/members"
    assert (await rest("GET", f"{where}/{scene.ben}")).body["user"]["global_name"] == "Ben"
    assert (await rest("GET", f"{where}/1")).code == 10007
    assert (await rest("GET", where)).code == 50001
    assert (await rest("GET", f"/users/{scene.ben}")).body["username"] == "ben"
    assert (await rest("GET", f"/channels/{scene.lounge}")).body["name"] == "lounge"
    assert (await rest("POST", f"/channels/{scene.lounge}/typing")).status == 204


async def test_unknown_routes_are_404_and_logged(
    rest: Rest, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "sandbox")  # whatever a test of the log has set before
    answer = await rest("GET", "/voice/regions")
    assert (answer.status, answer.code) == (404, 0)
    assert "/voice/regions" in caplog.text
    assert (await rest("DELETE", "/gateway")).status == 405


async def test_broken_json_is_50109(rest: Rest, scene: Scene) -> None:
    async with rest._session.post(
        rest._base + scene.posts, data=b"{", headers=rest.headers
    ) as response:
        assert (await response.json())["code"] == 50109


async def test_commands_are_refused_whole_kept_by_scope_and_overwritten_in_bulk(
    rest: Rest, scene: Scene
) -> None:
    where = f"/applications/{scene.app}/commands"
    answer = await rest("PUT", where, [{"name": "Play", "description": "Play"}])
    assert answer.body["errors"]["0"]["name"]["_errors"]
    assert (await rest("GET", where)).body == []
    where = f"/applications/{scene.app}/guilds/{scene.guild}/commands"
    (made,) = (await rest("PUT", where, [{"name": "play", "description": "Play"}])).body
    assert made["guild_id"] == str(scene.guild)
    assert (await rest("GET", f"/applications/{scene.app}/commands")).body == []
    assert (await rest("GET", "/applications/1/commands")).code == 10002
    where = f"/applications/{scene.app}/commands"
    play: dict[str, Any] = {"name": "play", "description": "Play"}
    first = (await rest("PUT", where, [play])).body
    second = (await rest("PUT", where, [play | {"description": "Play a game"}])).body
    assert first[0]["id"] == second[0]["id"]
    assert (await rest("GET", where)).body == second
    assert (await rest("GET", f"{where}/{first[0]['id']}")).body == second[0]
    assert (await rest("PUT", where, [])).body == []
    assert (await rest("GET", f"{where}/{first[0]['id']}")).code == 10063


async def test_emoji_are_made_of_several_kinds_renamed_served_and_deleted_each_by_one_name(
    rest: Rest, scene: Scene
) -> None:
    where = f"/applications/{scene.app}/emojis"
    made = (await rest("POST", where, {"name": "card_KH", "image": IMAGE})).body
    one = f"{where}/{made['id']}"
    assert (await rest("PATCH", one, {"name": "card_QH"})).body["name"] == "card_QH"
    assert [item["name"] for item in (await rest("GET", where)).body["items"]] == ["card_QH"]
    async with rest._session.get(f"{scene.sandbox.page_url}cdn/emoji/{made['id']}.png") as response:
        assert await response.read() == png()
    assert (await rest("DELETE", one)).status == 204
    assert (await rest("GET", one)).code == 10014
    made = (await rest("POST", where, {"name": "card_KH", "image": IMAGE})).body
    other = (await rest("POST", where, {"name": "card_QH", "image": IMAGE})).body
    for again in (
        await rest("POST", where, {"name": "card_KH", "image": IMAGE}),
        await rest("PATCH", f"{where}/{other['id']}", {"name": "card_KH"}),
    ):
        (fault,) = again.body["errors"]["name"]["_errors"]
        assert fault["code"] == "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
    assert (await rest("PATCH", f"{where}/{made['id']}", {"name": "card_KH"})).status == 200
    assert len((await rest("GET", where)).body["items"]) == 2
    for kind, data in (("jpeg", b"\xff\xd8\xff\xe0"), ("avif", b"\0\0\0\x1cftypavif")):
        image = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
        assert (await rest("POST", where, {"name": kind, "image": image})).status == 201


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("name", {"name": "x"}),
        ("name", {"name": "x" * 33}),
        ("name", {"name": "two words"}),
        ("image", {"image": "data:image/png;base64,!"}),
        ("image", {"image": "data:image/png;base64,AAAA"}),
        ("image", {"image": "data:image/svg+xml;base64,AAAA"}),
        ("image", {"image": HUGE}),
    ],
)
async def test_bad_emoji_are_refused(
    rest: Rest, scene: Scene, field: str, change: dict[str, str]
) -> None:
    body = {"name": "card", "image": IMAGE} | change
    answer = await rest("POST", f"/applications/{scene.app}/emojis", body)
    assert list(answer.body["errors"]) == [field]


async def test_emoji_have_a_limit_of_their_own(
    rest: Rest, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene.sandbox._switchboard, "timing", Timing(emojis=2, emoji_window=30))
    now = scene.memory.clock()
    scene.memory.clock = lambda: now
    where = f"/applications/{scene.app}/emojis"
    bodies = [{"name": f"card_{number}", "image": IMAGE} for number in range(3)]
    made = [await rest("POST", where, body) for body in bodies]
    assert [answer.status for answer in made] == [201, 201, 429]
    assert made[2].body["retry_after"] == pytest.approx(30)
    assert (await rest("GET", where)).status == 200
    scene.memory.clock = lambda: now + 31
    assert (await rest("POST", where, bodies[2])).status == 201


# Scheduled events over REST: what Discord refuses.

GOOD: dict[str, Any] = {
    "name": "Ours", "entity_type": 3, "privacy_level": 2, "entity_metadata": {"location": "#x"},
    "scheduled_start_time": "2126-01-01T20:00:00+00:00",
    "scheduled_end_time": "2126-01-01T22:00:00+00:00",
}  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"name": "x" * 101}, {"description": "x" * 1001}, {"entity_type": 2},
        {"privacy_level": 1}, {"entity_metadata": None}, {"entity_metadata": {"location": ""}},
        {"scheduled_start_time": "soon"}, {"scheduled_start_time": "2126-01-01T20:00:00"},
        {"scheduled_start_time": "2020-01-01T20:00:00+00:00"}, {"scheduled_end_time": None},
        {"scheduled_end_time": "2126-01-01T19:00:00+00:00"},
    ],
)  # fmt: skip
async def test_what_cannot_be_an_event_is_no_form(
    rest: Rest, scene: Scene, wrong: dict[str, Any]
) -> None:
    where = f"/guilds/{scene.guild}/scheduled-events"
    assert (await rest("POST", where, GOOD)).code == 50013
    scene.memory.faults.granted_permissions[scene.guild] = int(Permission.CREATE_EVENTS)
    assert (await rest("POST", where, GOOD | wrong)).code == 50035
    assert (await rest("GET", where)).body == []
    made = await rest("POST", where, GOOD)
    assert made.body["creator_id"] == str(scene.app)
    assert (await rest("GET", where)).body == [made.body]
    assert (await rest("PATCH", f"{where}/{made.body['id']}", {"status": 3})).code == 50035


async def test_a_server_has_so_many_events_and_no_more(rest: Rest, scene: Scene) -> None:
    where = f"/guilds/{scene.guild}/scheduled-events"
    scene.memory.faults.granted_permissions[scene.guild] = int(Permission.CREATE_EVENTS)
    most = scene.sandbox._switchboard.timing.events
    made = [await rest("POST", where, GOOD) for _ in range(most)]
    assert {answer.status for answer in made} == {200}
    assert (await rest("POST", where, GOOD)).code == 30038
    assert (await rest("PATCH", f"{where}/{made[0].body['id']}", {"status": 4})).status == 200
    assert (await rest("POST", where, GOOD)).status == 200


# Where the bot is no member: groups of people, other guilds, and people who brought it along.

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

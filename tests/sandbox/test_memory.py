"""The memory of the stand-in: people, roles, permissions, and options that clients fill in."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import discord
import pytest
from PIL import Image

from sandbox import Faults, Memory, Message, RequestFault, permissions, places
from sandbox.channels import Channels
from sandbox.client import ActionRefused, Tab
from sandbox.errors import ApiError
from sandbox.forms import check_submitted
from sandbox.images import look_at
from sandbox.mentions import ALL, USERS, Mentions, find_mentions, text_of
from sandbox.multipart import safe_name
from sandbox.options import Refused, check_given, focused
from sandbox.parts import find_button, find_select, given_options, pictures_of
from sandbox.resolved import of_options, of_values
from sandbox.rest import ROUTER
from sandbox.snowflake import Snowflakes, born, shard_of
from sandbox.things import Attachment, Channel
from sandbox.wire import Part, Permission, Place
from tests.sandbox.conftest import Probe

# The parts that need no wire: ids, pictures, people, permissions, mentions, faults.

NOW = 1_800_000_000.0


def test_ids_rise_tell_when_they_were_born_and_on_which_shard_their_guild_falls() -> None:
    times = iter([NOW, NOW, NOW - 60, NOW + 1])
    mint = Snowflakes(lambda: next(times)).mint
    ids = [mint() for _ in range(4)]
    assert ids == sorted(set(ids))
    assert born(Snowflakes(lambda: NOW).mint()) == NOW
    memory = Memory.default()
    memory.clock = lambda: NOW
    assert born(memory.snowflakes.mint()) == NOW
    assert shard_of(5 << 22, 4) == 1


@pytest.mark.parametrize(
    ("format_", "lossless"), [("PNG", False), ("GIF", False), ("WEBP", True), ("WEBP", False)]
)
def test_pictures_are_measured(format_: str, lossless: bool) -> None:
    target = io.BytesIO()
    options = {"lossless": lossless} if format_ == "WEBP" else {}
    Image.new("RGB", (31, 17), "red").save(target, format_, **options)
    picture = look_at(target.getvalue())
    assert picture == (f"image/{format_.lower()}", 31, 17)


def test_extended_webp_is_measured() -> None:
    target = io.BytesIO()
    Image.new("RGBA", (31, 17), (255, 0, 0, 9)).save(target, "WEBP", exif=b"Exif\0\0")
    assert look_at(target.getvalue()) == ("image/webp", 31, 17)


@pytest.mark.parametrize("data", [b"", b"words", b"\x89PNG\r\n\x1a\n", b"RIFF....WAVE"])
def test_other_files_are_no_pictures(data: bytes) -> None:
    assert look_at(data) is None


def test_people_and_channels_are_parameters_of_the_world() -> None:
    memory = Memory.populate(("Zoë",), channels=("one",), guilds=("A", "B"), bot="Cirrus")
    assert [person.username for person in memory.people.values()] == ["zoë"]
    assert [channel.name for channel in memory.channels.values()] == ["one", "one"]
    assert all(memory.bot.id in guild.members for guild in memory.guilds.values())


def test_a_guild_of_some_people_is_seen_by_them_alone() -> None:
    memory = Memory.populate(("Ada", "Ben", "Cleo"), guilds=())
    ada, ben, cleo = memory.people
    guild = memory.found_guild("Two", ("one",), (ben, cleo))
    (channel,) = memory.channels_of(guild.id)
    assert guild.owner_id == ben
    assert memory.audience(channel.id) == (ben, cleo)
    assert memory.seers(Message(1, channel.id, ben)) == (ben, cleo)
    assert not memory.sees(ada, Message(1, channel.id, ben))


def test_a_private_answer_is_seen_by_one_person_until_they_put_it_away() -> None:
    memory = Memory.default()
    ada, ben = list(memory.people)[:2]
    answer = Message(1, next(iter(memory.channels)), memory.bot.id, only_for=ben)
    assert memory.seers(answer) == (ben,)
    assert not memory.sees(ada, answer)
    memory.dismissed.add(1)
    assert memory.seers(answer) == ()


def test_channels_are_found_by_where_they_are() -> None:
    channels = Channels()
    places = [
        Channel(1, Place.TEXT, "one", 7),
        Channel(2, Place.TEXT, "two", 7),
        Channel(3, Place.PUBLIC_THREAD, "talk", 7, parent_id=1),
        Channel(4, Place.TEXT, "other", 8),
        Channel(5, Place.DM, recipient_id=9),
    ]
    for place in places:
        channels[place.id] = place
    channels[1] = renamed = replace(places[0], name="first")
    assert channels.of(7) == [renamed, places[1]]
    assert (channels.threads_of(7), channels.threads_in(1)) == ([places[2]], [places[2]])
    assert (channels.dm_of(9), channels.dm_of(1)) == (places[4], None)
    assert [*channels] == [1, 2, 3, 4, 5]
    for number in (1, 3, 5):
        del channels[number]
    assert (channels.of(7), channels.threads_of(7)) == ([places[1]], [])
    assert (channels.threads_in(1), channels.dm_of(9)) == ([], None)
    assert dict(channels) == {2: places[1], 4: places[3]}


@pytest.mark.parametrize(
    ("kind", "code"), [("person", 10013), ("guild", 10004), ("channel", 10003)]
)
def test_unknown_things_have_discord_s_codes(kind: str, code: int) -> None:
    with pytest.raises(ApiError) as refused:
        getattr(Memory.default(), kind)(1)
    assert refused.value.code == code


def test_a_replaced_file_lingers_a_while_and_then_goes() -> None:
    memory = Memory.default()
    channel = next(iter(memory.channels))
    for number in range(100, 200):
        file = Attachment(number, "a.png", b"", "image/png")
        memory.keep(Message(1, channel, memory.bot.id, attachments=(file,)))
    assert memory.file(199) is not None
    assert memory.file(198) is not None
    assert memory.file(100) is None


def test_the_bot_s_permissions_are_those_of_the_invite_link() -> None:
    assert int(permissions.BOT) == 377957502016


def test_without_seeing_a_channel_the_bot_may_do_nothing_in_it() -> None:
    memory = Memory.default()
    channel = next(iter(memory.channels.values()))
    blind = Faults(missing_permissions={channel.id: int(Permission.VIEW_CHANNEL)})
    mute = Faults(missing_permissions={channel.id: int(Permission.SEND_MESSAGES)})
    assert permissions.of_bot(channel, blind) == 0
    assert Permission.ATTACH_FILES not in permissions.of_bot(channel, mute)
    assert permissions.of_bot(memory.open_dm(next(iter(memory.people))), blind) == permissions.IN_DM


def test_the_owner_may_do_everything() -> None:
    memory = Memory.default()
    guild = next(iter(memory.guilds.values()))
    first, second = list(memory.people)[:2]
    assert Permission.MANAGE_GUILD in permissions.of_member(memory, guild, first)
    assert Permission.MANAGE_GUILD not in permissions.of_member(memory, guild, second)


def test_mentions_obey_what_is_allowed() -> None:
    text = "<@1> <@!2> <@1> @here"
    assert find_mentions(text, None, ALL) == Mentions((1, 2), everyone=True)
    assert find_mentions(text, None, USERS) == Mentions((1, 2))
    assert find_mentions(text, {"users": ["2"]}, ALL) == Mentions((2,))
    assert find_mentions(text, {"parse": ["everyone"]}, ALL) == Mentions((), everyone=True)


def test_the_words_of_components_are_found_in_order() -> None:
    words = [{"type": 10, "content": word} for word in ("one", "two", "three")]
    tree = [{"type": 17, "components": [words[0], {"type": 9, "components": [words[1]]}]}, words[2]]
    assert text_of(tree) == "one\ntwo\nthree"


@pytest.mark.parametrize(
    ("name", "safe"), [("a.png", "a.png"), ("été 1.png", "_t__1.png"), ("..", "file"), ("", "file")]
)
def test_file_names_keep_only_safe_characters(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_a_fault_hits_as_often_as_it_says() -> None:
    faults = Faults(requests=[RequestFault("POST", r"/messages$", 503, times=2)])
    assert faults.strike("GET", "/channels/1/messages") is None
    assert faults.strike("POST", "/channels/1/messages/2") is None
    hits = [faults.strike("POST", "/channels/1/messages") is not None for _ in range(3)]
    assert hits == [True, True, False]


def test_faults_are_patched_as_they_are_told() -> None:
    faults = Faults({1}, {2: 3}, [RequestFault(status=500)], 0.5, 1, gateway_silent=True, pace=True)
    other = Faults()
    other.patch(faults.to_json())
    assert other == faults


def test_literal_segments_win_over_names() -> None:
    found = ROUTER.find("GET", "/users/@me")
    assert found is not None
    assert found.route.template == "/users/@me"
    named = ROUTER.find("GET", "/users/12")
    assert named is not None
    assert named.params == {"user_id": "12"}


def test_roles_give_their_members_more_and_a_hidden_channel_is_for_the_owner_alone() -> None:
    memory = Memory.default()
    (guild,) = memory.guilds.values()
    owner, host, *_, guest = guild.members[:-1]
    roles = (replace(guild.roles[0], bits=int(Permission.MANAGE_MESSAGES)),)
    guild = memory.guilds[guild.id] = replace(guild, roles=roles)
    can = [
        Permission.MANAGE_MESSAGES in permissions.of_member(memory, guild, person)
        for person in (owner, host, guest)
    ]
    assert can == [True, True, False]
    assert int(places.roles(memory, guild)[1]["permissions"]) == Permission.MANAGE_MESSAGES
    channel = memory.channels_of(guild.id)[0]
    assert guest in memory.audience(channel.id)
    memory.channels[channel.id] = replace(channel, denied=int(Permission.VIEW_CHANNEL))
    assert memory.audience(channel.id) == (owner,)
    (rule,) = places.channel(memory, memory.channel(channel.id))["permission_overwrites"]
    assert (rule["id"], rule["deny"]) == (str(guild.id), str(int(Permission.VIEW_CHANNEL)))


def test_of_a_stranger_to_the_guild_only_the_account_is_told() -> None:
    memory = Memory.default()
    (guild,) = memory.guilds.values()
    *_, stranger, _bot = guild.members
    memory.guilds[guild.id] = replace(
        guild, members=tuple(one for one in guild.members if one != stranger)
    )
    found = of_values(memory, guild.id, Part.USER_SELECT, [str(stranger), str(guild.owner_id)])
    assert set(found["users"]) == {str(stranger), str(guild.owner_id)}
    assert set(found["members"]) == {str(guild.owner_id)}


# Options of commands and forms, as clients fill them in.

GAME = {"name": "game", "type": 3, "required": True}
START: dict[str, Any] = {"name": "start", "type": 1, "options": [GAME]}
TABLE: dict[str, Any] = {"name": "table", "type": 2, "options": [START]}
COMMAND: dict[str, Any] = {"name": "cloud", "type": 1, "options": [TABLE]}


def test_subcommands_are_filled_in_by_their_path() -> None:
    command, given = given_options([COMMAND], "cloud table start", {"game": "nine"}, focus="game")
    assert command is COMMAND
    value = {"name": "game", "type": 3, "value": "nine", "focused": True}
    start = {"name": "start", "type": 1, "options": [value]}
    assert given == [{"name": "table", "type": 2, "options": [start]}]
    check_given(COMMAND["options"], given)
    assert focused(given) == value


def test_unknown_commands_are_not_found() -> None:
    with pytest.raises(KeyError):
        given_options([COMMAND], "sun", {})


@pytest.mark.parametrize(
    "given",
    [
        [],
        [{"name": "table", "type": 2, "options": []}],
        [{"name": "table", "type": 2, "options": [{"name": "start", "type": 1, "options": []}]}],
        [{"name": "other", "type": 2}],
        [{"name": "table", "type": 1}],
        ["table"],
    ],
)
def test_half_given_subcommands_are_refused(given: list[Any]) -> None:
    with pytest.raises(Refused):
        check_given(COMMAND["options"], given)


def test_while_typing_nothing_is_required_yet() -> None:
    check_given([GAME, {"name": "n", "type": 4}], [{"name": "n", "value": "x"}], typing=True)
    assert focused([{"name": "n", "value": "x"}]) is None


def test_people_and_channels_are_resolved() -> None:
    memory = Memory.default()
    person, channel = next(iter(memory.people)), next(iter(memory.channels))
    (guild,) = memory.guilds
    options = [{"type": 6, "value": str(person)}, {"type": 7, "value": str(channel)}]
    found = of_options(memory, guild, [{"type": 1, "options": options}])
    assert found["users"][str(person)]["username"] == "ada"
    assert "user" not in found["members"][str(person)]
    assert found["channels"][str(channel)]["name"] == "lounge"
    assert list(of_values(memory, None, 5, [str(person)])) == ["users"]
    assert of_values(memory, None, 3, ["a"]) == {}


def label(**control: Any) -> dict[str, Any]:
    return {"type": 18, "label": "l", "component": {"custom_id": "c", **control}}


OPTIONS = [{"label": "a", "value": "a"}, {"label": "b", "value": "b"}]


@pytest.mark.parametrize(
    ("control", "given", "sent"),
    [
        ({"type": 4, "style": 1}, {"value": "x"}, {"value": "x"}),
        ({"type": 4, "style": 1, "required": False}, {}, {"value": ""}),
        ({"type": 3, "options": OPTIONS}, {"values": ["a"]}, {"values": ["a"]}),
        ({"type": 3, "options": OPTIONS, "required": False}, {}, {"values": []}),
        ({"type": 21, "options": OPTIONS}, {"value": "b"}, {"value": "b"}),
        ({"type": 21, "options": OPTIONS, "required": False}, {}, {"value": None}),
        ({"type": 22, "options": OPTIONS}, {"values": ["a", "b"]}, {"values": ["a", "b"]}),
        ({"type": 23}, {"value": True}, {"value": True}),
        ({"type": 23}, {}, {"value": False}),
    ],
)
def test_a_form_sends_what_was_filled_in(control: Any, given: Any, sent: Any) -> None:
    submitted = [{"type": 18, "component": {"custom_id": "c", **given}}]
    (part,) = check_submitted([label(**control)], submitted)
    assert part["component"] == {"type": control["type"], "id": 0, "custom_id": "c", **sent}


def test_text_between_controls_is_not_sent_and_rows_still_are() -> None:
    row = {"type": 1, "components": [{"type": 4, "style": 1, "custom_id": "c"}]}
    filled = [{"type": 1, "components": [{"custom_id": "c", "value": "x"}]}]
    (part,) = check_submitted([{"type": 10, "content": "read me"}, row], filled)
    assert part["components"][0]["value"] == "x"


@pytest.mark.parametrize(
    ("control", "given"),
    [
        ({"type": 4, "style": 1}, {}),
        ({"type": 4, "style": 1, "min_length": 2}, {"value": "x"}),
        ({"type": 4, "style": 1, "max_length": 2}, {"value": "xxx"}),
        ({"type": 3, "options": OPTIONS}, {}),
        ({"type": 3, "options": OPTIONS}, {"values": ["a", "b"]}),
        ({"type": 3, "options": OPTIONS}, {"values": ["c"]}),
        ({"type": 21, "options": OPTIONS}, {"value": "c"}),
    ],
)
def test_a_form_filled_in_wrongly_is_refused(control: Any, given: Any) -> None:
    with pytest.raises(Refused):
        check_submitted(
            [label(**control)], [{"type": 18, "component": {"custom_id": "c", **given}}]
        )


def test_controls_and_pictures_are_found_wherever_they_are() -> None:
    button = {"type": 2, "label": "B", "custom_id": "b"}
    thumb = {"type": 11, "media": {"url": "thumb"}}
    gallery = {"type": 12, "items": [{"media": {"url": "gallery"}}]}
    row = {"type": 1, "components": [button]}
    message: dict[str, Any] = {
        "attachments": [{"url": "file"}],
        "embeds": [{"image": {"url": "embed"}}],
        "components": [{"type": 17, "components": [{"type": 9, "accessory": thumb}, gallery, row]}],
    }
    assert find_button(message, label="B", custom_id=None) is button
    assert find_button(message, label=None, custom_id="b") is button
    assert pictures_of(message) == ["file", "thumb", "gallery", "embed"]
    with pytest.raises(KeyError):
        find_button(message, label="C", custom_id=None)
    with pytest.raises(KeyError):
        find_select(message, custom_id=None)


# Roles: who has them, and how they are chosen and called.


def role_id(tab: Tab, name: str) -> str:
    return next(str(item["id"]) for item in tab.hello["guild"]["roles"] if item["name"] == name)


async def test_a_role_is_given_to_a_command_and_called(probe: Probe, ada: Tab, ben: Tab) -> None:
    hosts = role_id(ada, "Hosts")
    for other in (ben.id, role_id(ada, "@everyone"), hosts):
        reply = await ada.command("lounge", "call", role=hosts, other=other)
        assert reply.ok
        assert reply.message is not None
        assert reply.message["mention_roles"] == [hosts]
    guild = probe.guilds[0]
    assert guild.self_role is not None
    assert guild.self_role.permissions.send_messages_in_threads
    assert [role.name for role in guild.roles] == ["@everyone", "Hosts", "Nimbus"]
    await ben.command("lounge", "where")
    seen = probe.seen[-1].user
    assert isinstance(seen, discord.Member)
    assert [role.name for role in seen.roles] == ["@everyone", "Hosts"]
    with pytest.raises(ActionRefused, match="Unknown User"):
        await ada.command("lounge", "call", role="1")

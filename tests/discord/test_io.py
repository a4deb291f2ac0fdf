"""Discord's answers become StageErrors; messages and events of servers are brought up to date."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

import aiohttp
import discord
import orjson
import pytest
from discord import ui
from discord.components import _component_factory
from discord.http import MultipartParameters

from bot.clock import Clock
from bot.discord.io import ACTIVE, CANCELLED, COMPLETED, Calendar, DiscordIO, NewEvent, named
from bot.discord.parts import container
from bot.errors import (
    Asleep,
    Barred,
    Busy,
    Filtered,
    Gone,
    Hasty,
    NoChannel,
    Shut,
    StageError,
    Unauthorized,
    Unfit,
)
from render.api import Picture
from sandbox import Sandbox
from sandbox.client import Tab, connect
from sandbox.wire import Permission
from tests.sandbox.conftest import Probe, point_at, run_bot

# Discord's answers become StageErrors; a message sent twice is brought up to date.


@dataclass
class Response:
    status: int
    reason: str = "made up"


def refused(status: int, code: int) -> discord.HTTPException:
    """Make the exception that discord.py raises for an answer of Discord."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    # Of a response only these two fields are read.
    return kind(cast("Any", Response(status)), {"code": code, "message": "no"})


@dataclass
class Sent:
    id: int
    components: list[Any]


@dataclass
class Channel:
    """Stands for a channel and every message in it."""

    error: BaseException | None = None
    old: ui.LayoutView | None = None
    sent: list[dict[str, Any]] = field(default_factory=list)
    edits: list[tuple[dict[str, Any], list[bytes]]] = field(default_factory=list)
    name: str = "Cloud Club"
    asked: int = 0
    known: bool = False
    ready: bool = False
    sleeping: bool = False
    locked: bool = False
    woken: list[bool] = field(default_factory=list)
    shard_ids: list[int] | None = None
    shard_count: int = 1

    def get_partial_messageable(self, _: int) -> Channel:
        return self

    def get_partial_message(self, _: int) -> Channel:
        return self

    def get_guild(self, _: int) -> None:
        return None

    def get_channel(self, _: int) -> Channel | None:
        return self if self.known else None

    def is_ready(self) -> bool:
        return self.ready

    async def fetch_channel(self, _: int) -> Channel | discord.Thread:
        if self.error is not None:
            raise self.error
        return thread(self) if self.sleeping else self

    async def fetch_guild(self, _: int, *, with_counts: bool) -> Channel:
        self.asked += 1
        assert not with_counts
        if self.error is not None:
            raise self.error
        return self

    async def send(self, **given: Any) -> Sent:
        if self.error is not None:
            raise self.error
        self.sent.append(given)
        for file in given["files"]:
            file.fp.read()
        return Sent(5, received(self.old or given["view"]))

    @property
    def http(self) -> Channel:
        return self

    async def edit_message(self, _: int, __: int, *, params: MultipartParameters) -> None:
        if self.error is not None:
            raise self.error
        form, *files = params.multipart or [{}]
        contents = [file["value"].read() for file in files]
        if self.sleeping:
            raise refused(400, 50083)
        self.edits.append((params.payload or orjson.loads(form["value"]), contents))

    async def delete(self) -> None:
        if self.error is not None:
            raise self.error

    def history(self, **_: Any) -> Any:
        async def messages() -> Any:
            if self.error is not None:
                raise self.error
            for number in range(13):
                yield number

        return messages()


def thread(channel: Channel) -> discord.Thread:
    """Return the thread that a channel stands for; only waking it is possible."""

    class Archived(discord.Thread):
        __slots__ = ()

        def __init__(self) -> None:
            """Leave out all that Discord would have told."""

        async def edit(self, *, archived: bool = False, **_: Any) -> Any:
            if channel.locked:
                raise refused(403, 50013)
            channel.woken.append(archived)
            channel.sleeping = False

    return Archived()


def received(view: ui.LayoutView) -> list[Any]:
    """Return components as they come back from Discord."""
    return [_component_factory(cast("Any", part.to_component_dict())) for part in view.children]


def text(words: str) -> ui.LayoutView:
    return container(ui.TextDisplay(words))


def sender(channel: Channel) -> DiscordIO:
    return DiscordIO(cast("discord.AutoShardedClient", channel), Clock())


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (404, 10003, NoChannel), (404, 10004, NoChannel), (404, 10008, Gone), (404, 0, Gone),
        (429, 30046, Busy), (403, 50007, Shut), (403, 50278, Shut), (403, 40003, Hasty),
        (403, 50001, Barred), (403, 50013, Barred), (403, 4711, Barred),
        (400, 50035, Unfit), (404, 10014, Unfit),
        (400, 200000, Filtered),
        (404, 10013, Shut), (400, 50083, Asleep), (403, 0, Barred), (401, 0, Unauthorized),
        (429, 0, Busy), (503, 0, Busy),
    ],
)  # fmt: skip
async def test_every_code_becomes_what_is_to_be_done(
    status: int, code: int, kind: type[StageError]
) -> None:
    with pytest.raises(StageError) as error:
        await sender(Channel(refused(status, code))).post(1, text("x"))
    assert type(error.value) is kind


@pytest.mark.parametrize("error", [aiohttp.ClientError(), TimeoutError(), OSError()])
async def test_no_answer_at_all_means_later(error: BaseException) -> None:
    with pytest.raises(Busy):
        await sender(Channel(error)).edit(1, 2, text("x"), [])


async def test_a_message_mentions_one_person_or_nobody() -> None:
    channel = Channel()
    await sender(channel).post(1, text("x"), mentions=[7])
    await sender(channel).post(1, text("x"))
    called, quiet = (given["allowed_mentions"].to_dict() for given in channel.sent)
    assert (called["parse"], called["users"]) == ([], [7])
    assert quiet["parse"] == []
    assert not quiet.get("users")


async def test_what_was_sent_just_so_is_not_edited() -> None:
    channel = Channel()
    button: ui.Button[Any] = ui.Button(label="A", custom_id="a")
    view = container(ui.TextDisplay("now "), ui.ActionRow(button))
    assert await sender(channel).post(1, view, nonce="n") == 5
    assert channel.edits == []
    assert channel.sent[0]["nonce"] == "n"


async def test_an_old_message_under_the_same_nonce_is_brought_up_to_date() -> None:
    channel = Channel(old=text("before"))
    picture = Picture(data=b"png", alt="a picture", width=1, height=1)
    view = text("now")
    await sender(channel).post(1, view, files=named([("x.png", picture)]), nonce="n")
    [(given, files)] = channel.edits
    assert given["components"] == [part.to_component_dict() for part in view.children]
    assert files == [b"png"]


async def test_deleting_what_is_gone_is_fine_and_anything_else_is_not() -> None:
    for error in (refused(404, 10008), refused(403, 50013), None):
        await sender(Channel(error)).delete(1, 2)
    with pytest.raises(Busy):
        await sender(Channel(refused(500, 0))).delete(1, 2)


async def test_a_board_is_buried_under_more_than_twelve_messages() -> None:
    assert await sender(Channel()).buried(1, 2)
    assert not await sender(Channel(refused(403, 50001))).buried(1, 2)


async def test_the_name_of_a_server_is_asked_for_once_and_only_where_the_bot_is() -> None:
    channel = Channel()
    asking = sender(channel)
    assert [await asking.server_name(3) for _ in range(2)] == ["Cloud Club"] * 2
    assert channel.asked == 1
    assert await sender(Channel(refused(404, 10004))).server_name(3) is None
    channel = Channel(ready=True)
    assert await sender(channel).server_name(3) is None
    assert channel.asked == 0


async def test_a_thread_that_cannot_be_looked_at_is_not_known_to_be_open() -> None:
    assert await sender(Channel(refused(500, 0))).is_shut(3) is None


def test_files_bear_their_alt_text() -> None:
    [file] = named([("x.png", Picture(data=b"png", alt="a picture", width=1, height=1))])
    assert isinstance(file.fp, io.BytesIO)
    assert (file.filename, file.description) == ("x.png", "a picture")


async def test_a_board_in_an_archived_thread_is_edited_once_that_is_woken_if_it_may_be() -> None:
    channel = Channel(sleeping=True)
    picture = Picture(data=b"png", alt="a picture", width=1, height=1)
    await sender(channel).edit(1, 2, text("now"), named([("x.png", picture)]))
    assert channel.woken == [False]
    assert [files for _, files in channel.edits] == [[b"png"]]
    channel = Channel(sleeping=True, locked=True)
    with pytest.raises(Asleep):
        await sender(channel).edit(1, 2, text("now"), [])


async def test_a_channel_is_asked_for_only_where_it_is_not_known() -> None:
    assert await sender(Channel(known=True)).has_channel(1)
    assert await sender(Channel()).has_channel(1)
    assert not await sender(Channel(refused(404, 10003))).has_channel(1)
    for error in (refused(403, 50001), refused(503, 0)):
        assert await sender(Channel(error)).has_channel(1)


def test_a_server_counts_as_left_when_discord_has_told_of_all_and_no_other_process_has_it() -> None:
    assert sender(Channel()).is_in(3)
    assert not sender(Channel(ready=True)).is_in(3)
    assert sender(Channel(ready=True)).is_in(None)
    io = sender(Channel(ready=True, shard_ids=[0, 2], shard_count=4))
    servers = [shard << 22 for shard in range(4)]
    assert [io.serves(server) for server in servers] == [True, False, True, False]
    assert [io.is_in(server) for server in servers] == [False, True, False, True]
    # Of its own it has not been told yet.
    assert [io.can_show(server, 5) for server in servers] == [False, True, False, True]


# Events of servers, made by a real client before the stand-in.


@pytest.fixture
async def probe(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Probe, Sandbox]]:
    sandbox = Sandbox()
    await sandbox.start()
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    async with run_bot(sandbox, Probe(guild_ready_timeout=0.05)) as running:
        yield running, sandbox
    await sandbox.stop()


def listed(tab: Tab) -> list[tuple[str, int, str]]:
    (guild,) = tab.hello["guilds"]
    return [
        (one["name"], one["status"], one["entity_metadata"]["location"]) for one in guild["events"]
    ]


async def test_an_event_is_made_once_where_the_server_lets_it_and_moves_on(
    probe: tuple[Probe, Sandbox],
) -> None:
    client, sandbox = probe
    calendar, guild = Calendar(client), client.guilds[0]
    now = sandbox.memory.now()
    event = NewEvent(guild.id, guild.text_channels[0].id, "Ours", "Come", now + 60, now + 600)
    assert not calendar.may_announce(guild.id)
    assert calendar.may_announce(7)  # of which only another process may have been told
    with pytest.raises(Barred, match="50013"):
        await calendar.announce(event)
    async with await connect(sandbox.page_url, "ada") as ada:
        granted = {str(guild.id): str(int(Permission.CREATE_EVENTS))}
        await ada.patch_faults(granted_permissions=granted)
        await ada.command("tables", "where")  # the client has heard of it before
        assert calendar.may_announce(guild.id)
        first = await calendar.announce(event)
        assert await calendar.announce(event) == first
        later = await calendar.announce(replace(event, begins=now + 90))
        assert later != first
        await calendar.move(guild.id, first, ACTIVE)
        with pytest.raises(Unfit):
            await calendar.move(guild.id, first, CANCELLED)
    async with await connect(sandbox.page_url, "ben") as ben:
        assert listed(ben) == [("Ours", ACTIVE, "#lounge"), ("Ours", 1, "#lounge")]
    await calendar.move(guild.id, first, COMPLETED)
    await calendar.move(guild.id, later, CANCELLED)
    async with await connect(sandbox.page_url, "ben") as ben:
        assert listed(ben) == []
    with pytest.raises(Barred, match="180000"):
        await calendar.move(guild.id, later, ACTIVE)
    with pytest.raises(Gone):
        await calendar.move(guild.id, 7, ACTIVE)

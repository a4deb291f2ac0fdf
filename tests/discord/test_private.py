"""A new discord.py that changes what bot/discord/private.py uses fails here, by its name."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Callable
from inspect import iscoroutinefunction, signature
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord import private as discord_private
from tests.source_tree import modules

SEE = f"discord.py {discord.__version__} has changed it: see bot/discord/private.py"


class Tree(discord_private.CarefulTree[discord.Client]):
    """A tree that keeps the errors it is told."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self.errors: list[app_commands.AppCommandError] = []

    async def on_error(
        self, _: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        self.errors.append(error)


def client() -> discord.AutoShardedClient:
    return discord.AutoShardedClient(intents=discord.Intents(guilds=True))


@pytest.mark.parametrize(
    ("owner", "name", "parameters", "is_awaited"),
    [
        (HTTPClient, "request", "self route *files *form **kwargs", True),
        (HTTPClient, "close", "self", True),
        (
            AsyncWebhookAdapter,
            "request",
            "self route session *payload *multipart *proxy *proxy_auth *files *reason *auth_token "
            "*params",
            True,
        ),
        (KeepAliveHandler, "beat", "self", False),
        (DiscordWebSocket, "send_heartbeat", "self data", True),
        (app_commands.CommandTree, "_from_interaction", "self interaction", False),
        (app_commands.CommandTree, "_call", "self interaction", True),
        (app_commands.Command, "get_translated_payload", "self tree translator", True),
        (app_commands.Group, "get_translated_payload", "self tree translator", True),
        (app_commands.ContextMenu, "get_translated_payload", "self tree translator", True),
    ],
)
def test_what_is_called_or_replaced_takes_what_it_took(
    owner: type, name: str, parameters: str, is_awaited: bool
) -> None:
    assert hasattr(owner, name), f"{owner.__name__}.{name}: {SEE}"
    found = getattr(owner, name)
    marks = {"KEYWORD_ONLY": "*", "VAR_KEYWORD": "**"}
    taken = [marks.get(p.kind.name, "") + p.name for p in signature(found).parameters.values()]
    assert " ".join(taken) == parameters, f"{owner.__name__}.{name}: {SEE}"
    assert iscoroutinefunction(found) is is_awaited, f"{owner.__name__}.{name}: {SEE}"


async def test_calls_and_answers_to_presses_are_sent_whole() -> None:
    async def heard(request: web.Request) -> web.Response:
        return web.Response(text=f"{request.content_type} {await request.text()}")

    async def whole(form: aiohttp.FormData) -> aiohttp.Payload:
        assert form.is_multipart
        return aiohttp.BytesPayload(b"v", content_type="a/b")

    app, asked = web.Application(), client()
    app.router.add_post("/", heard)
    call, asked.http.request = asked.http.request, nobody  # type: ignore[method-assign] # is there
    await asked.http.static_login("t")
    discord_private.send_whole(asked, whole)
    form = [{"name": "n", "value": b"v", "filename": "f"}]
    async with TestServer(app) as server:
        route: Any = SimpleNamespace(
            webhook_id=1, webhook_token="t", method="POST", url=server.make_url("/"), key="k",
            major_parameters="", channel_id=None, guild_id=None,
        )  # fmt: skip
        session, adapter = vars(asked.http)["_HTTPClient__session"], async_context.get()
        assert await call(route, form=form) == "a/b v", SEE
        assert await adapter.request(route, session, multipart=form) == "a/b v", SEE
        assert await adapter.request(route, session, payload={}) == "application/json {}", SEE
    await asked.http.close()


async def nobody(*_: object, **__: object) -> dict[str, str]:
    return {"id": "1", "username": "x", "discriminator": "0", "avatar": ""}


async def test_what_is_put_among_the_parsers_reads_the_events_of_sockets() -> None:
    asked = client()
    parsers = discord_private.parsers(asked)
    assert {"READY", "RESUMED", "GUILD_CREATE", "INTERACTION_CREATE"} <= parsers.keys(), SEE
    read: list[object] = []
    parsers["INTERACTION_CREATE"] = read.append
    socket = await opened(asked)
    await socket.received_message('{"op":0,"s":1,"t":"INTERACTION_CREATE","d":{"id":"1"}}')
    assert read == [{"id": "1"}], SEE


async def test_a_socket_identifies_as_the_shard_that_is_served() -> None:
    asked = client()
    assert {"shard_count", "shard_ids"} <= vars(asked._connection).keys(), SEE
    discord_private.serve(asked, (1, 2), 4)
    socket = await opened(asked, shard_id=2)
    assert (socket.shard_id, socket.shard_count) == (2, 4), SEE
    assert asked._connection.shard_ids == [1, 2]


async def test_a_sign_is_asked_for_where_heartbeats_have_begun() -> None:
    socket = await opened(client())
    assert socket._keep_alive is None, SEE
    await discord_private.ask_for_sign(socket)
    keeper = KeepAliveHandler(ws=socket, interval=60.0, shard_id=None)
    socket._keep_alive = keeper
    socket.sequence = 7
    before = keeper._last_send
    sent: list[object] = []
    socket.send_heartbeat = collected(sent)  # type: ignore[method-assign] # nobody is connected
    await discord_private.ask_for_sign(socket)
    assert sent == [{"op": DiscordWebSocket.HEARTBEAT, "d": 7}], SEE
    assert keeper._last_send > before


async def test_requests_are_wrapped_for_every_call_of_the_client() -> None:
    asked = client()
    seen: list[discord.http.Route] = []
    discord_private.wrap_requests(asked, lambda _: collected(seen))
    await asked.http.delete_message(1, 2)
    assert [route.url.rpartition("/channels/")[2] for route in seen] == ["1/messages/2"], SEE


async def test_a_client_that_hung_up_can_log_in_again() -> None:
    asked = client()
    asked.http.connector = aiohttp.TCPConnector()
    await asked.http.connector.close()
    await discord_private.hang_up(asked)
    assert asked.http.connector is discord.utils.MISSING
    answers: list[object] = []

    async def request(*_: object, **__: object) -> dict[str, str]:
        answers.append(asked.http.connector.closed)
        return {"id": "1", "username": "n", "discriminator": "0"}

    asked.http.request = request  # type: ignore[method-assign] # Discord is not asked
    await asked.http.static_login("t")
    await discord_private.hang_up(asked)
    assert answers == [False], SEE


async def test_a_command_that_cannot_be_read_comes_to_on_error() -> None:
    asked = client()
    tree = Tree(asked)
    await asked._async_setup_hook()
    strange = {
        "id": "1", "application_id": "2", "type": 2, "token": "t", "version": 1,
        "user": {"id": "3", "username": "n", "discriminator": "0", "avatar": None},
        "channel_id": "4", "entitlements": [], "authorizing_integration_owners": {},
        "attachment_size_limit": 0, "data": {"type": 1},
    }  # fmt: skip
    discord_private.parsers(asked)["INTERACTION_CREATE"](strange)
    tasks = [t for t in asyncio.all_tasks() if t.get_name() == discord_private.COMMAND]
    assert len(tasks) == 1, SEE
    await asyncio.gather(*tasks)
    assert [str(error) for error in tree.errors] == ["unreadable"]


def test_no_other_module_uses_private_names_of_discord() -> None:
    private = {
        name
        for owner in (commands.AutoShardedBot, app_commands.CommandTree)
        for name in {*dir(owner), *vars(client())}
        if re.match("_[a-z]", name)
    }
    assert "_connection" in private
    for module in modules("bot"):
        if module.name in {"bot.discord.private", "bot.store.backends.sqlite"}:
            continue  # the second is about aiosqlite
        assert "noqa: SLF001" not in module.source, module
        if module.name == "bot.client":
            used = {n.attr for n in ast.walk(module.tree) if isinstance(n, ast.Attribute)}
            assert not used & private, module


async def opened(asked: discord.AutoShardedClient, **given: Any) -> DiscordWebSocket:
    """Return a socket made for a client as `from_client` does, without a gateway to hear."""

    async def nothing(*_: object, **__: object) -> None: ...

    patched = pytest.MonkeyPatch()
    patched.setattr(asked.http, "ws_connect", nothing)
    asked.loop = asyncio.get_running_loop()
    for name in ("poll_event", "identify"):
        patched.setattr(DiscordWebSocket, name, nothing)
    try:
        return await DiscordWebSocket.from_client(asked, **given)
    finally:
        patched.undo()


def collected(into: list[Any]) -> Callable[..., Any]:
    async def call(what: object, **_: object) -> None:
        into.append(what)

    return call


async def test_commands_are_told_in_no_language_before_a_translator_is_set() -> None:
    with pytest.raises(ValueError, match="translator"):
        await discord_private.payload(Tree(client()))

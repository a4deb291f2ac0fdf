"""Parts of discord.py that the bot uses without a promise of its documentation.

No other module of the bot uses such names. Each function says why it is needed and what discord.py
2.7.1 has in public; `tests/discord/test_private.py` fails where another version changes one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeAlias, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.utils import MISSING

log = logging.getLogger(__name__)

ClientT = TypeVar("ClientT", bound="discord.Client")

Request: TypeAlias = Callable[..., Coroutine[Any, Any, Any]]

Whole: TypeAlias = Callable[[aiohttp.FormData], Coroutine[Any, Any, aiohttp.Payload]]

COMMAND = "a command"
"""The name of the tasks that answer commands."""


def parsers(client: discord.Client) -> dict[str, Callable[[Any], None]]:
    """Return the readers of the gateway's events, by name; a reader put in there is used.

    One that cannot be read must not cost the connection, and none may be taken in twice. In public
    there is only `on_socket_raw_receive`, which hears of events and cannot keep any back.
    """
    return client._connection.parsers  # noqa: SLF001 - see above


def serve(client: discord.AutoShardedClient, ids: Sequence[int], count: int) -> None:
    """Tell a client which shards it serves, as its own `connect` does.

    In public that can only be said to the client's `__init__`, before Discord was asked how many
    shards there are to be.
    """
    state = client._connection  # noqa: SLF001 - see above
    client.shard_count = state.shard_count = count
    client.shard_ids = state.shard_ids = list(ids)


async def ask_for_sign(socket: DiscordWebSocket) -> None:
    """Send a heartbeat out of turn, if there were any yet; Discord answers it at once.

    `send_heartbeat` alone is public. Its argument is made by the socket's own keeper of
    heartbeats, which otherwise would not know when this one was sent, and tell a wrong latency.
    """
    keeper = socket._keep_alive  # noqa: SLF001 - see above
    if keeper is not None:
        await socket.send_heartbeat(keeper.beat())


def wrap_requests(client: discord.Client, wrap: Callable[[Request], Request]) -> None:
    """Wrap what makes every call of Discord.

    The public `http_trace` hears of calls, and neither changes what is sent nor sees the waits
    between two tries.
    """
    client.http.request = wrap(client.http.request)  # type: ignore[method-assign] # see above


def send_whole(client: discord.Client, whole: Whole) -> None:
    """Have every form sent as the body that `whole` makes of it.

    Calls and answers to presses go over the one session that the client's `login` has made;
    nothing in public makes their bodies.
    """
    session: Any = client.http._HTTPClient__session  # type: ignore[attr-defined] # noqa: SLF001 - see above
    ask: Request = session._request  # noqa: SLF001 - aiohttp's, which public `request` awaits

    async def asked(method: str, url: str, *, data: object = None, **given: Any) -> Any:
        body = await whole(data) if isinstance(data, aiohttp.FormData) else data
        return await ask(method, url, data=body, **given)

    session._request = asked  # noqa: SLF001 - as above


async def hang_up(client: discord.Client) -> None:
    """Close a client's HTTP session such that `login` works once more.

    `login` makes a session each time and a connector only once, which is closed along with its
    session; the public `clear` keeps that connector.
    """
    await client.http.close()
    client.http.connector = MISSING


async def payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Return the commands of a tree as `sync` sends them, in every language.

    In public there is `to_dict` alone, in which no language but English stands. Raises ValueError
    where no translator was set.
    """
    if tree.translator is None:
        message = "set a translator first"
        raise ValueError(message)
    return [await one.get_translated_payload(tree, tree.translator) for one in tree.get_commands()]


class CarefulTree(app_commands.CommandTree[ClientT]):
    """Slash commands whose `on_error` is asked too when one cannot be read at all.

    In public, `on_error` hears of an AppCommandError alone: what else a strange payload raises
    would end in the log of asyncio, and the person would have no answer. `interaction_check` comes
    before a payload is read.
    """

    def _from_interaction(self, interaction: discord.Interaction[ClientT]) -> None:
        self.client.loop.create_task(self._answered(interaction), name=COMMAND)

    async def _answered(self, interaction: discord.Interaction[ClientT]) -> None:
        try:
            await self._call(interaction)
        except app_commands.AppCommandError as error:
            await self.on_error(interaction, error)
        except Exception as error:  # noqa: BLE001 - a payload may lack anything
            log.info("a command could not be read: %s", type(error).__name__)
            await self.on_error(interaction, app_commands.AppCommandError("unreadable"))

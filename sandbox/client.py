"""A page without a browser: one person's tab over the wire, for tests and other processes."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp
import orjson

from sandbox.forms import controls_of
from sandbox.parts import find_button, find_select, given_options, pictures_of
from sandbox.view import View
from sandbox.wire import Flag, Json, Part

_T = TypeVar("_T")
_REMEMBERED = 5000


class ActionRefused(Exception):
    """The stand-in refused what the person tried, as a client would."""


@dataclass(frozen=True, slots=True)
class Reply:
    """How an interaction went: `state` is "ok" or "failed" (then `reason` is what they read)."""

    tab: Tab
    state: str
    channel_id: str
    message_id: str | None = None
    modal: Json | None = None
    reason: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the bot answered in time."""
        return self.state == "ok"

    @property
    def message(self) -> Json | None:
        """The message that came of it, as it stands now; None when there is none (any more)."""
        return self.tab.find(self.channel_id, self.message_id or "")


async def connect(page_url: str, user_id: str | int | None = None) -> Tab:
    """Open a tab as the person with this id or name; without one, as the first person."""
    tab = Tab(page_url)
    await tab.open(user_id)
    return tab


class Tab(View):
    """One person's view of Discord and their actions. Close it, or use `async with`."""

    def __init__(self, page_url: str, *, timeout: float = 60.0) -> None:
        super().__init__()
        self.page_url = page_url
        self.timeout = timeout
        self.patience = 0.0
        """How many seconds a person looks for what they are to press until it is shown."""
        self.frames: deque[Json] = deque(maxlen=_REMEMBERED)
        """The frames that came lately, oldest first."""
        self._session = aiohttp.ClientSession()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._changed = asyncio.Event()

    async def open(self, user: str | int | None) -> None:
        """Connect, and wait for what the page shows at first."""
        person = None if user is None else await self._person(str(user))
        query = {} if person is None else {"as": person}
        self._socket = await self._session.ws_connect(f"{self.page_url}ui", params=query)
        self._reader = asyncio.create_task(self._read())
        await self.wait_for(lambda tab: tab.hello)

    async def close(self) -> None:
        """Close the tab."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader
        await self._session.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def send(self, channel: str | Json, content: str) -> None:
        """Write a plain message."""
        await self._say({"op": "send", "channel_id": self.channel_id(channel), "content": content})

    async def command(self, channel: str | Json, name: str, /, **options: Any) -> Reply:
        """Run a command ("name" or "name sub") and wait for its answer, past any thinking."""
        command, given = given_options(self.commands, name, options)
        reply = await self._interact(
            self.channel_id(channel),
            {"op": "command", "command_id": command["id"], "options": given},
        )
        await self.wait_for(lambda _tab: not _thinks(reply.message))
        return reply

    async def autocomplete(
        self, channel: str | Json, name: str, option: str, text: Any, /, **options: Any
    ) -> list[Json]:
        """Return the choices offered for `text` typed into an option."""
        filled = options | {option: text}
        command, given = given_options(self.commands, name, filled, focus=option)
        frame = await self._ask(
            {
                "op": "autocomplete",
                "channel_id": self.channel_id(channel),
                "command_id": command["id"],
                "options": given,
            }
        )
        if frame["t"] != "AUTOCOMPLETE":
            raise ActionRefused(frame["d"].get("message"))
        choices: list[Json] = frame["d"]["choices"]
        return choices

    async def click(
        self,
        message: Json,
        *,
        label: str | None = None,
        custom_id: str | None = None,
        at_once: bool = False,
    ) -> Reply:
        """Press the button with this label or custom id, `at_once` or as soon as it is shown.

        Raises KeyError where there is none.
        """
        find = partial(find_button, label=label, custom_id=custom_id)
        button = find(self.newest(message)) if at_once else await self._seen(message, find)
        return await self._use(message, button, [])

    async def select(
        self,
        message: Json,
        *values: str,
        custom_id: str | None = None,
        label: str | None = None,
        at_once: bool = False,
    ) -> Reply:
        """Choose in a select: values, or the one option with this label. See `click`."""
        find = partial(find_select, custom_id=custom_id)
        part = find(self.newest(message)) if at_once else await self._seen(message, find)
        chosen = list(values)
        if label is not None:
            chosen = [item["value"] for item in part["options"] if item["label"] == label]
        return await self._use(message, part, chosen)

    async def submit_modal(self, reply: Reply, **values: Any) -> Reply:
        """Fill in the modal of a reply: values by the custom ids of its controls."""
        modal = reply.modal
        if modal is None:
            raise ActionRefused("no modal is open")
        components = []
        for control in controls_of(modal["components"]):
            filled = values.get(control["custom_id"], control.get("value"))
            field = "values" if isinstance(filled, list) else "value"
            shown = {"type": control["type"], "custom_id": control["custom_id"], field: filled}
            components.append({"type": int(Part.LABEL), "component": shown})
        frame = {"op": "modal", "modal_id": modal["modal_id"], "components": components}
        return await self._interact(reply.channel_id, frame)

    async def delete(self, message: Json) -> None:
        """Delete a message: one's own, or as the guild's owner anybody's."""
        where = {"channel_id": message["channel_id"], "message_id": message["id"]}
        await self._say({"op": "delete", **where})
        await self.wait_for(lambda tab: tab.find(message["channel_id"], message["id"]) is None)

    async def delete_channel(self, channel: str | Json) -> None:
        """Delete a channel or a thread, as the guild's owner."""
        number = self.channel_id(channel)
        await self._say({"op": "delete_channel", "channel_id": number})
        await self.wait_for(lambda tab: number not in tab.channels)

    async def start_thread(
        self,
        channel: str | Json,
        name: str,
        message: Json | None = None,
        *,
        content: str | None = None,
    ) -> Json:
        """Begin a thread, from a message when one is given, and return its channel.

        In a forum it is a post, which begins with `content`.
        """
        parent = self.channel_id(channel)
        known = {item["id"] for item in self.threads(parent)}
        frame = {"op": "start_thread", "channel_id": parent, "name": name, "content": content}
        await self._say(frame | ({} if message is None else {"message_id": message["id"]}))

        def begun(_tab: Tab) -> list[Json]:
            return [item for item in self.threads(parent) if item["id"] not in known]

        return (await self.wait_for(begun))[0]

    async def edit_thread(
        self,
        thread: str | Json,
        *,
        name: str | None = None,
        archived: bool | None = None,
        locked: bool | None = None,
    ) -> Json:
        """Rename a thread, archive or lock it, or take that back; return it as it is then."""
        number = self.channel_id(thread)
        given = {"name": name, "archived": archived, "locked": locked}
        wanted = {key: value for key, value in given.items() if value is not None}
        await self._say({"op": "edit_thread", "channel_id": number, **wanted})

        def done(tab: Tab) -> bool:
            now = {**tab.channels[number], **tab.channels[number]["thread_metadata"]}
            return all(now[key] == value for key, value in wanted.items())

        await self.wait_for(done)
        return self.channels[number]

    async def open_dm(self) -> Json:
        """Open direct messages with the bot, and return their channel."""
        await self._say({"op": "open_dm"})
        number: str = await self.wait_for(lambda tab: tab.dm_id)
        return self.channels[number]

    async def dismiss(self, message: Json) -> None:
        """Put an ephemeral message away."""
        await self._say({"op": "dismiss", "message_id": message["id"]})

    async def read_up_to(self, message: Json) -> None:
        """Mark a channel as read up to a message."""
        await self._say(
            {"op": "ack", "channel_id": message["channel_id"], "message_id": message["id"]}
        )

    async def patch_faults(self, **patch: Any) -> Json:
        """Switch faults; returns how all stand. See `control.patch_faults`."""
        body = orjson.dumps(patch)
        async with self._session.post(f"{self.page_url}faults", data=body) as response:
            response.raise_for_status()
            state: Json = orjson.loads(await response.read())
            return state

    async def requests(self, since: int = 0) -> list[Json]:
        """Return the bot's REST requests from number `since` on."""
        url = f"{self.page_url}requests"
        async with self._session.get(url, params={"since": str(since)}) as response:
            logged: list[Json] = orjson.loads(await response.read())
            return logged

    async def pictures(self, message: Json) -> list[bytes]:
        """Return the bytes of a message's pictures."""
        found = []
        for url in pictures_of(message):
            async with self._session.get(url) as response:
                response.raise_for_status()
                found.append(await response.read())
        return found

    async def wait_for(
        self,
        predicate: Callable[[Tab], _T],
        timeout: float | None = None,  # noqa: ASYNC109 - callers say how patient a test is
    ) -> _T:
        """Return `predicate(tab)` as soon as it is true; raises TimeoutError."""
        async with asyncio.timeout(self.timeout if timeout is None else timeout):
            while not (found := predicate(self)):
                self._changed.clear()
                await self._changed.wait()
            return found

    async def _person(self, user: str) -> str:
        if user.isdigit():
            return user
        async with self._session.ws_connect(f"{self.page_url}ui") as socket:
            hello = orjson.loads(await socket.receive_str())["d"]
        for person in hello["people"]:
            if user in {person["username"], person["global_name"]}:
                return str(person["id"])
        raise KeyError(f"nobody is called {user!r}")

    async def _seen(self, message: Json, find: Callable[[Json], Json]) -> Json:
        """Return a control of a message as soon as it is shown. Raises KeyError."""

        def is_shown(tab: Tab) -> bool:
            with suppress(KeyError):
                return bool(find(tab.newest(message)))
            return False

        with suppress(TimeoutError):
            await self.wait_for(is_shown, self.patience)
        return find(self.newest(message))

    async def _use(self, message: Json, part: Json, values: list[str]) -> Reply:
        frame = {
            "op": "component",
            "message_id": message["id"],
            "custom_id": part.get("custom_id"),
            "component_type": part["type"],
            "values": values,
        }
        return await self._interact(message["channel_id"], frame)

    async def _interact(self, channel_id: str, frame: Json) -> Reply:
        answer = await self._ask(frame | {"channel_id": channel_id})
        kind, told = answer["t"], answer["d"]
        if kind == "ERROR":
            raise ActionRefused(told["message"])
        if kind == "MODAL":
            return Reply(self, "ok", channel_id, modal=told)
        return Reply(
            self, told["state"], channel_id, told.get("message_id"), reason=told.get("message")
        )

    async def _ask(self, frame: Json) -> Json:
        nonce = secrets.token_hex(8)
        answer = asyncio.get_running_loop().create_future()
        self._waiting[nonce] = answer
        try:
            await self._say(frame | {"nonce": nonce})
            async with asyncio.timeout(self.timeout):
                found: Json = await answer
                return found
        finally:
            del self._waiting[nonce]

    async def _say(self, frame: Json) -> None:
        if self._socket is None:
            raise ActionRefused("the tab is not open")
        await self._socket.send_str(orjson.dumps(frame).decode())

    async def _read(self) -> None:
        if self._socket is None:
            return
        async for message in self._socket:
            frame = orjson.loads(message.data)
            self.frames.append(frame)
            self.take(frame["t"], frame["d"])
            self._resolve(frame)
            self._changed.set()

    def _resolve(self, frame: Json) -> None:
        data = frame["d"]
        answer = self._waiting.get(data.get("nonce") or "") if isinstance(data, dict) else None
        if answer is None or answer.done() or "content" in data:
            return
        # An "ok" of type 9 is followed by the modal itself, which is what is waited for.
        if data.get("state") == "pending" or data.get("type") == _OPENS_MODAL:
            return
        answer.set_result(frame)


_OPENS_MODAL = 9


def _thinks(message: Json | None) -> bool:
    return message is not None and bool(message["flags"] & Flag.LOADING)

"""Plain HTTP against the stand-in, and interactions that wait for an answer."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import aiohttp
import orjson
import pytest

from sandbox import Sandbox
from sandbox.interactions import Interaction
from sandbox.wire import Kind


class Answer(NamedTuple):
    """A status and the JSON that came with it."""

    status: int
    body: Any

    @property
    def code(self) -> int:
        return int(self.body["code"])


class Rest:
    """A bot's REST client without any patience or cleverness."""

    def __init__(self, session: aiohttp.ClientSession, base: str, token: str) -> None:
        self._session = session
        self._base = base
        self.headers = {"Authorization": f"Bot {token}"}

    async def __call__(
        self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None
    ) -> Answer:
        content: Any = None if body is None else orjson.dumps(body)
        headers = dict(self.headers)
        if files is None:
            headers["Content-Type"] = "application/json"
        else:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", content.decode())
            for index, (name, data) in enumerate(files.items()):
                form.add_field(f"files[{index}]", io.BytesIO(data), filename=name)
            content = form
        async with self._session.request(
            method, self._base + path, data=content, headers=headers
        ) as response:
            raw = await response.read()
            return Answer(response.status, orjson.loads(raw) if raw else None)


@pytest.fixture
async def rest(sandbox: Sandbox) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession() as session:
        yield Rest(session, sandbox.api_base, sandbox.token)


class Scene:
    """Names for what the tests speak of."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.memory = sandbox.memory
        self.sandbox = sandbox
        self.ada, self.ben = list(self.memory.people)[:2]
        self.app = self.memory.bot.id
        (self.guild,) = self.memory.guilds
        self.lounge = next(iter(self.memory.channels))

    @property
    def posts(self) -> str:
        return f"/channels/{self.lounge}/messages"

    def command(self, channel_id: int | None = None) -> Interaction:
        """Return a command of Ada's that waits for its answer."""
        return self.begin(Kind.COMMAND, {"name": "play", "type": 1}, channel_id=channel_id)

    def begin(
        self, kind: Kind, data: Any, *, source_id: int | None = None, channel_id: int | None = None
    ) -> Interaction:
        place = channel_id or self.lounge
        return self.sandbox._switchboard.interactions.begin(
            kind, self.ada, place, data, source_id=source_id
        )


@pytest.fixture
def scene(sandbox: Sandbox) -> Scene:
    return Scene(sandbox)

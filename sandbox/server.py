"""The stand-in as a whole: one loopback port for bots, and one for pages behind a secret path."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from random import uniform

import orjson
from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox.api import Api, Request
from sandbox.control import patch_faults
from sandbox.faults import Faults
from sandbox.gateway import RESUME, Gateway
from sandbox.memory import Memory
from sandbox.memory_wire import MemoryConnector
from sandbox.multipart import MOST_BYTES
from sandbox.numbers import whole
from sandbox.page import Pages, Tabs
from sandbox.reading import read_json
from sandbox.serving import emoji_font, mark_all, page_file, refuse_in_words, sent_file
from sandbox.switchboard import Switchboard
from sandbox.timing import Timing

_LOOPBACK = "127.0.0.1"
_NAMES = (_LOOPBACK, "localhost")
_USUAL_PORT = 80
"""The port of a client that names none."""
_LATE = (0.3, 0.8)
"""Seconds that a picture takes at least and at most where pictures are to be late."""
_WEB = Path(__file__).parent / "web"


class Sandbox:
    """A stand-in for Discord on a loopback port; `port` 0 takes any that is free."""

    def __init__(
        self,
        *,
        memory: Memory | None = None,
        token: str | None = None,
        port: int = 0,
        timing: Timing | None = None,
    ) -> None:
        self.memory = memory or Memory.default()
        self.token = token or secrets.token_urlsafe(24)
        self.faults = Faults()
        self.port = port
        timing = timing or Timing()
        self._capability = secrets.token_urlsafe(24)
        self._tabs = Tabs()
        self.gateway = Gateway(self.memory, self.faults, timing, self.token)
        self._switchboard = Switchboard(self.memory, self.gateway, self._tabs, self.faults, timing)
        self._api = Api(self._switchboard, self.token)
        self._pages = Pages(self._switchboard, self.gateway, self._tabs)
        self._runner: web.AppRunner | None = None
        self.gateway.on_status = self._tell_status

    @property
    def api_base(self) -> str:
        """Where discord.py's `Route.BASE` should point."""
        return f"http://{_LOOPBACK}:{self.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        """Where discord.py's `DiscordWebSocket.DEFAULT_GATEWAY` should point."""
        return f"ws://{_LOOPBACK}:{self.port}/gw/"

    @property
    def page_url(self) -> str:
        """The page's address with its capability; whoever has it may act as anybody."""
        return f"http://{_LOOPBACK}:{self.port}/{self._capability}/"

    @property
    def switchboard(self) -> Switchboard:
        """Where everything meets, for people who press without a page."""
        return self._switchboard

    @property
    def requests(self) -> list[Request]:
        """The REST requests answered so far, oldest first (the last 5000)."""
        return list(self._api.requests)

    @property
    def on_request(self) -> Callable[[Request], None] | None:
        """A hook that sees each REST request before it is answered; its errors are a 500."""
        return self._api.on_request

    @on_request.setter
    def on_request(self, hook: Callable[[Request], None] | None) -> None:
        self._api.on_request = hook

    async def start(self, *, listens: bool = True) -> None:
        """Begin to serve: on the port, or only to clients with a `connector` of this process."""
        app = web.Application(
            client_max_size=MOST_BYTES + 1, middlewares=[refuse_in_words, self._guard]
        )
        app.on_response_prepare.append(mark_all)
        app.add_routes(self._routes())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        if listens:
            await web.TCPSite(self._runner, _LOOPBACK, self.port).start()
            self.port = self._runner.addresses[0][1]
        self.gateway.url = self._switchboard.gateway_url = self.gateway_url
        self.memory.cdn = f"{self.page_url}cdn"

    def connector(self) -> MemoryConnector:
        """Return what connects a client of this process without a socket, while this serves."""
        if self._runner is None or self._runner.server is None:
            message = "the sandbox does not serve"
            raise RuntimeError(message)
        return MemoryConnector(self._runner.server)

    async def stop(self) -> None:
        """Stop listening and cut every connection."""
        self._switchboard.interactions.close()
        if self._runner is None:
            return
        await self.gateway.act("drop")
        await self._tabs.close()
        await self._runner.cleanup()
        self._runner = None

    def _routes(self) -> list[web.RouteDef]:
        home = f"/{self._capability}"
        return [
            web.route("*", "/api/v10/{path:.*}", self._api.handle),
            web.get("/gw/", self.gateway.handle),
            web.get(f"/gw/{RESUME}/", self.gateway.handle),
            web.get(f"{home}/", _index),
            web.get(f"{home}/static/emoji.ttf", _font),
            web.get(f"{home}/static/{{name:[\\w.-]+}}", _static),
            web.get(f"{home}/cdn/emoji/{{number:\\d+}}.png", self._emoji),
            web.get(f"{home}/cdn/{{number:\\d+}}/{{filename}}", self._file),
            web.get(f"{home}/ui", self._pages.handle),
            web.get(f"{home}/faults", self._get_faults),
            web.post(f"{home}/faults", self._set_faults),
            web.get(f"{home}/requests", self._get_requests),
        ]

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse other hosts and origins, as a page elsewhere could send them."""
        hosts = {f"{name}:{self.port}" for name in _NAMES}
        if self.port == _USUAL_PORT:
            hosts.update(_NAMES)
        origin = request.headers.get("Origin")
        if request.host not in hosts or origin not in {None, f"http://{request.host}"}:
            raise web.HTTPForbidden
        return await handler(request)

    async def _file(self, request: web.Request) -> web.Response:
        found = self.memory.file(_number(request))
        if found is None or found.filename != request.match_info["filename"]:
            raise web.HTTPNotFound
        if self.faults.late_pictures:
            await asyncio.sleep(uniform(*_LATE))  # noqa: S311 - it guards nothing
        return sent_file(found.data, found.content_type)

    async def _emoji(self, request: web.Request) -> web.Response:
        found = self.memory.emojis.get(_number(request))
        if found is None:
            raise web.HTTPNotFound
        return sent_file(found.data, found.content_type)

    async def _get_faults(self, _request: web.Request) -> web.Response:
        return _json(self.faults.to_json())

    async def _set_faults(self, request: web.Request) -> web.Response:
        try:
            patch = read_json(await request.read())
            return _json(await patch_faults(self._switchboard, self.gateway, patch))
        except ValueError as error:
            raise web.HTTPBadRequest(text=str(error)) from error

    async def _get_requests(self, request: web.Request) -> web.Response:
        since = whole(request.query.get("since", "0"))
        if since is None:
            raise web.HTTPBadRequest
        logged = [
            {name: getattr(item, name) for name in Request.__slots__}
            for item in self.requests
            if item.number >= since
        ]
        return _json(logged)

    def _tell_status(self, online: bool) -> None:
        self._tabs.tell_all("BOT_STATUS", {"online": online})


async def _index(_request: web.Request) -> web.StreamResponse:
    return page_file(_WEB, "index.html")


async def _font(_request: web.Request) -> web.StreamResponse:
    return emoji_font()


async def _static(request: web.Request) -> web.StreamResponse:
    return page_file(_WEB, request.match_info["name"])


def _number(request: web.Request) -> int:
    found = whole(request.match_info["number"])
    if found is None:
        raise web.HTTPNotFound
    return found


def _json(value: object) -> web.Response:
    return web.Response(body=orjson.dumps(value), content_type="application/json")

"""The REST side: guards, faults and the log around the routes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
from aiohttp import web

from sandbox.errors import ApiError, RateLimited
from sandbox.faults import RequestFault
from sandbox.multipart import Body, read_body
from sandbox.pace import Pace
from sandbox.rest import ROUTER
from sandbox.rest.routing import Call, Match, Reply
from sandbox.switchboard import Switchboard

_log = logging.getLogger(__name__)
_REMEMBERED = 5000
_CALLBACK = "/interactions/{interaction_id}/{token}/callback"


@dataclass(slots=True)
class Request:
    """A request as it was logged; `template` is the route's, or the path when there is none.

    `number` counts requests from 0; `status` is 0 until it is answered, and `at` is when that
    was, in seconds of `time.monotonic`.
    """

    number: int
    method: str
    template: str
    path: str
    body: Any
    files: tuple[str, ...] = ()
    status: int = 0
    answer: Any = None
    at: float = 0.0


class Api:
    """Answers `/api/v10`; `on_request` may look at every request that has a body."""

    def __init__(self, switchboard: Switchboard, token: str) -> None:
        self.requests: deque[Request] = deque(maxlen=_REMEMBERED)
        self.on_request: Callable[[Request], None] | None = None
        self._switchboard = switchboard
        self._count = 0
        self._authorization = f"Bot {token}"
        self._pace = Pace(switchboard.timing)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        there, back = self._pace.trip() if self._switchboard.faults.pace else (0.0, 0.0)
        response = await self._handled(request, there)
        if back:
            await asyncio.sleep(back)
        return response

    async def _handled(self, request: web.Request, there: float) -> web.StreamResponse:
        path = "/" + request.match_info["path"]
        match = ROUTER.find(request.method, path)
        template = match.route.template if match else path
        logged = Request(self._count, request.method, template, path, None)
        self._count += 1
        self.requests.append(logged)
        fault = self._switchboard.faults.strike(request.method, path)
        limits: dict[str, str] = {}
        try:
            # The body is read even when a fault strikes, or the bot could not finish sending.
            body = await read_body(request)
            logged.body = body.json
            logged.files = tuple(item.filename for item in body.uploads.values())
            if there:
                await asyncio.sleep(there)
            limits = self._counted(request, match, body)
            reply = await self._answer(request, match, body, logged, fault)
        except ApiError as error:
            reply = Reply(error.status, error.body())
            return _respond(logged, reply, limits | _limits(error))
        if template == _CALLBACK:
            await self._hamper(request)
        return _respond(logged, reply, limits)

    def _counted(self, request: web.Request, match: Match | None, body: Body) -> dict[str, str]:
        """Return the headers about a request's bucket. Raises RateLimited where that is used up."""
        if not self._switchboard.faults.pace:
            return {}
        is_renaming = isinstance(body.json, dict) and body.json.get("name") is not None
        is_bot = "Authorization" in request.headers
        return self._pace.take(match, is_bot=is_bot, is_renaming=is_renaming)

    async def _answer(
        self,
        request: web.Request,
        match: Match | None,
        body: Body,
        logged: Request,
        fault: RequestFault | None,
    ) -> Reply:
        if self.on_request is not None:
            self.on_request(logged)
        if fault is not None:
            await _strike(fault)
        if match is None:
            _log.warning("no such route: %s %s", logged.method, logged.path)
            if ROUTER.knows(logged.path):
                raise ApiError(405, 0, "405: Method Not Allowed")
            raise ApiError(404, 0, "404: Not Found")
        given = request.headers.get("Authorization")
        is_known = given == self._authorization and not self._switchboard.faults.token_revoked
        if not match.route.open and not is_known:
            raise ApiError(401, 0, "401: Unauthorized")
        self._switchboard.threads.settle()
        call = Call(self._switchboard, match.params, request.query, body.json, body.uploads)
        return await match.route.handler(call)

    async def _hamper(self, request: web.Request) -> None:
        faults = self._switchboard.faults
        if faults.lose_callback() and request.transport is not None:
            request.transport.abort()
        if faults.callback_delay:
            await asyncio.sleep(faults.callback_delay)


async def _strike(fault: RequestFault) -> None:
    if fault.delay:
        await asyncio.sleep(fault.delay)
    if fault.status == 429:
        raise RateLimited(fault.retry_after, is_global=fault.is_global, code=fault.code)
    if fault.status:
        raise ApiError(fault.status, fault.code, f"{fault.status}: made to fail")


def _limits(error: ApiError) -> dict[str, str]:
    if not isinstance(error, RateLimited):
        return {}
    # Without `Via` discord.py takes a 429 for a ban and gives up.
    return {
        "Via": "1.1 sandbox",
        "Retry-After": str(error.retry_after),
        "X-RateLimit-Scope": "global" if error.is_global else "user",
        "X-RateLimit-Global": "true" if error.is_global else "false",
        **error.headers,
    }


def _respond(logged: Request, reply: Reply, headers: dict[str, str] | None = None) -> web.Response:
    logged.status = reply.status
    logged.answer = reply.body
    logged.at = time.monotonic()
    response = web.Response(status=reply.status, headers=headers)
    if reply.body is not None:
        response.body = orjson.dumps(reply.body)
        # With a charset behind it discord.py would take the body for plain text.
        response.headers["Content-Type"] = "application/json"
    return response

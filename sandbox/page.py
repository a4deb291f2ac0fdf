"""The page's websocket: what each person sees, and what they do."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from sandbox.actions import ACTIONS
from sandbox.control import patch_faults
from sandbox.deed import Deed
from sandbox.errors import ApiError
from sandbox.gateway import Gateway
from sandbox.hello import hello
from sandbox.line import Line
from sandbox.numbers import whole
from sandbox.options import Refused
from sandbox.reading import read_json
from sandbox.switchboard import Switchboard
from sandbox.wire import Json

_log = logging.getLogger(__name__)
_GOING_AWAY = 1001


class Tabs:
    """The open pages, by person; one person may have several."""

    def __init__(self) -> None:
        self._lines: dict[int, set[Line]] = {}

    def tell(self, people: Iterable[int], kind: str, data: Any) -> None:
        """Send a frame to every page of these people."""
        lines = [line for person in people for line in self._lines.get(person, ())]
        if not lines:
            return
        text = orjson.dumps({"t": kind, "d": data}).decode()
        for line in lines:
            line.say_text(text)

    def tell_all(self, kind: str, data: Any) -> None:
        """Send a frame to every page."""
        self.tell(list(self._lines), kind, data)

    def enter(self, person_id: int, line: Line) -> None:
        """Note that a page of a person is open."""
        self._lines.setdefault(person_id, set()).add(line)

    def leave(self, person_id: int, line: Line) -> None:
        """Note that a page of a person is closed."""
        self._lines.get(person_id, set()).discard(line)

    async def close(self) -> None:
        """Close every page's socket."""
        for line in [line for lines in self._lines.values() for line in lines]:
            await line.close(_GOING_AWAY)


class Pages:
    """Serves the websockets of pages."""

    def __init__(self, switchboard: Switchboard, gateway: Gateway, tabs: Tabs) -> None:
        self._switchboard = switchboard
        self._gateway = gateway
        self._tabs = tabs

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one page until it closes; 404 for someone unknown."""
        first = next(iter(self._switchboard.memory.people))
        person_id = whole(request.query.get("as") or first)
        if person_id is None or person_id not in self._switchboard.memory.people:
            raise web.HTTPNotFound
        lost = self._switchboard.faults.lost_answers
        since = None if lost else whole(request.query.get("since"))
        response = web.WebSocketResponse(heartbeat=30.0)
        await response.prepare(request)
        async with Line(response) as line:
            line.say({"t": "HELLO", "d": hello(self._switchboard, person_id, since)})
            line.say({"t": "BOT_STATUS", "d": {"online": self._gateway.online}})
            self._tabs.enter(person_id, line)
            try:
                async for message in response:
                    if message.type is WSMsgType.TEXT:
                        await self._hear(person_id, line, message.data)
            finally:
                self._tabs.leave(person_id, line)
        return response

    async def _hear(self, person_id: int, line: Line, text: str) -> None:
        frame: Any = None
        try:
            frame = read_json(text)
            await self._act(person_id, frame)
        except (Refused, ValueError) as error:
            self._refuse(line, frame, str(error))
        except ApiError as error:
            self._refuse(line, frame, error.message)
        except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
            _log.warning("a page said something it cannot mean: %r", error)
            _log.debug("where it was found", exc_info=True)
            self._refuse(line, frame, "The page said something it cannot mean.")

    async def _act(self, person_id: int, frame: Json) -> None:
        self._switchboard.threads.settle()
        op = frame.get("op")
        if op == "faults":
            await patch_faults(self._switchboard, self._gateway, frame.get("patch"))
            return
        action = ACTIONS.get(str(op))
        if action is None:
            raise Refused(f"unknown op {op!r}")
        action(Deed(self._switchboard, person_id, frame))

    def _refuse(self, line: Line, frame: Any, reason: str) -> None:
        nonce = frame.get("nonce") if isinstance(frame, dict) else None
        known = nonce if isinstance(nonce, str) else None
        line.say({"t": "ERROR", "d": {"nonce": known, "message": reason}})

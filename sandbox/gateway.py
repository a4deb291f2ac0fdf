"""The gateway: logs bots in, keeps their sessions, tells them what happens.

Several sessions may hold the same shard, as when one process replaces another: each hears
everything of its shard.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

import orjson
from aiohttp import WSMessage, WSMsgType, web

from sandbox import accounts, places
from sandbox.faults import Faults
from sandbox.line import Line
from sandbox.memory import Memory
from sandbox.sessions import Session
from sandbox.things import Guild
from sandbox.timing import Timing
from sandbox.wire import PRIVILEGED, Close, Intent, Json, Op

_log = logging.getLogger(__name__)
RESUME = "resume"
"""The end of the address for resuming, behind the gateway's own."""
_ACK_DELAY = 0.01
"""Seconds before a heartbeat is acknowledged."""
_DEAD = 60.0
"""Seconds after which a socket that fell silent is dropped all the same."""
_MOST_BYTES = 4096
_MOST_INTENTS = 1 << 32
_JOIN_DELAY = 3.0
"""Seconds after which a bot hears that it was added: discord.py counts its guilds first."""

_CLEAN_CLOSES = frozenset({1000, 1001})
"""The codes with which a bot says that it will not come back."""


class _Closing(Exception):
    """The socket must be closed with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Gateway:
    """All sessions of the bot; `on_status` is called when it comes online or goes offline."""

    def __init__(self, memory: Memory, faults: Faults, timing: Timing, token: str) -> None:
        self.url = ""
        self.on_status: Callable[[bool], None] = lambda _online: None
        self.sessions: list[Session] = []
        self.joins = False
        """Whether a bot that comes has just been added to its guilds."""
        self._memory = memory
        self._faults = faults
        self._timing = timing
        self._token = token
        self._sockets: set[_Socket] = set()
        self._identified: dict[int, float] = {}

    @property
    def online(self) -> bool:
        """Whether any session of the bot has a socket."""
        return any(session.line is not None for session in self.sessions)

    def dispatch(
        self, event: str, data: Json, *, guild_id: int | None, intent: Intent | None = None
    ) -> None:
        """Tell every session that hears of the guild (None: of direct messages)."""
        self._drop_stale()
        for session in self.sessions:
            if session.hears(guild_id, intent):
                session.dispatch(event, data)

    async def act(self, action: str) -> None:
        """Do one thing to every socket: drop, close, reconnect, invalidate(_resumable), hush."""
        for socket in list(self._sockets):
            await _ACTIONS[action](socket)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket of a bot until it closes."""
        is_resuming = request.path.rstrip("/").endswith(RESUME)
        if self._faults.gateway_down or (is_resuming and self._faults.resume_down):
            raise web.HTTPServiceUnavailable
        response = web.WebSocketResponse(max_msg_size=0, autoping=True, autoclose=False)
        await response.prepare(request)
        async with Line(response) as line:
            socket = _Socket(self, response, line, request)
            self._sockets.add(socket)
            try:
                await socket.serve(self._timing.heartbeat)
            finally:
                self._sockets.discard(socket)
                self._leave(socket)
        return response

    def _leave(self, socket: _Socket) -> None:
        session = socket.session
        if session is None or session.line is not socket.line:
            return
        session.line = None
        session.cut_at = self._memory.clock()
        if socket.goodbye in _CLEAN_CLOSES:
            self.forget(session)
        self._tell_status()

    def forget(self, session: Session) -> None:
        """End a session for good."""
        if session in self.sessions:
            self.sessions.remove(session)

    def identify(self, line: Line, data: Json) -> Session | None:
        """Start a session; None when the bucket of its shard was used a moment ago.

        Raises _Closing for a wrong token, shard or intent.
        """
        self._check_token(data)
        shard, shards = _shard_of(data.get("shard"))
        intents = _intents_of(data.get("intents"))
        if intents & PRIVILEGED:
            raise _Closing(Close.DISALLOWED_INTENTS)
        if not self._may_identify(shard):
            return None
        session = Session(shard, shards, intents, line=line)
        self._greet(session)
        self.sessions.append(session)
        self._tell_status()
        return session

    def _may_identify(self, shard: int) -> bool:
        """Take the bucket of a shard, unless that was taken a moment ago."""
        buckets, now = self._faults.max_concurrency, time.monotonic()
        if buckets == 0:
            return True
        taken_at = self._identified.get(shard % buckets)
        if taken_at is not None and now - taken_at < self._timing.identify:
            return False
        self._identified[shard % buckets] = now
        return True

    def resume(self, line: Line, data: Json) -> Session | None:
        """Take a session up again, replaying what it missed; None when it is gone."""
        self._check_token(data)
        self._drop_stale()
        since = data.get("seq") or 0
        if not isinstance(since, int):
            raise _Closing(Close.INVALID_SEQ)
        for session in self.sessions:
            if session.id == data.get("session_id") and session.replay(line, since):
                session.dispatch("RESUMED", {})
                self._tell_status()
                return session
        return None

    def _check_token(self, data: Json) -> None:
        if data.get("token") != self._token or self._faults.token_revoked:
            raise _Closing(Close.AUTHENTICATION_FAILED)

    def heartbeat(self, line: Line) -> None:
        """Acknowledge a heartbeat, unless a fault keeps the gateway silent.

        Not at once: an answer that comes before discord.py has noted when it sent makes it warn
        that it cannot keep up.
        """
        if not self._faults.gateway_silent:
            loop = asyncio.get_running_loop()
            loop.call_later(_ACK_DELAY, line.say, {"op": Op.HEARTBEAT_ACK})

    def _greet(self, session: Session) -> None:
        guilds = [item for item in self._memory.own_guilds() if session.hears(item.id, None)]
        ready: Json = {
            "v": 10,
            "user": accounts.user(self._memory.bot),
            "guilds": [{"id": str(item.id), "unavailable": True} for item in guilds],
            "session_id": session.id,
            "resume_gateway_url": f"{self.url}{RESUME}/",
            "shard": [session.shard, session.shards],
            "application": {"id": str(self._memory.bot.id), "flags": 0},
        }
        session.dispatch("READY", ready)
        if Intent.GUILDS not in session.intents:
            return
        for item in guilds:
            session.dispatch("GUILD_CREATE", places.guild(self._memory, item, whole=True))
        if self.joins:
            asyncio.get_running_loop().call_later(_JOIN_DELAY, self._join, session, guilds)

    def _join(self, session: Session, guilds: Iterable[Guild]) -> None:
        """Tell a bot that has just come of its guilds as if it had been added to them now."""
        for item in guilds:
            told = places.guild(self._memory, item, whole=True)
            del told["unavailable"]
            session.dispatch("GUILD_CREATE", told)

    def _drop_stale(self) -> None:
        deadline = self._memory.clock() - self._timing.resume
        self.sessions = [
            session
            for session in self.sessions
            if session.cut_at is None or session.cut_at >= deadline
        ]

    def _tell_status(self) -> None:
        self.on_status(self.online)


class _Socket:
    """One websocket of a bot, from hello to its end."""

    def __init__(
        self, gateway: Gateway, response: web.WebSocketResponse, line: Line, request: web.Request
    ) -> None:
        self.line = line
        self.session: Session | None = None
        self.goodbye: int | None = None
        """The code with which the bot closed, whatever became of the answer to that."""
        self._gateway = gateway
        self._response = response
        self._request = request

    async def serve(self, heartbeat: float) -> None:
        """Speak with the bot until either side closes."""
        self.line.say({"op": Op.HELLO, "d": {"heartbeat_interval": int(heartbeat * 1000)}})
        try:
            while True:
                message = await self._response.receive(timeout=heartbeat * 2)
                if message.type is not WSMsgType.TEXT:
                    await self._end(message)
                    return
                if not self.line.is_cut:
                    self._hear(message.data)
        except TimeoutError:
            await self.line.close(Close.SESSION_TIMED_OUT)
        except _Closing as closing:
            await self.line.close(closing.code)

    async def _end(self, message: WSMessage) -> None:
        self.goodbye = message.data if message.type is WSMsgType.CLOSE else None
        if not self.line.is_cut:
            await self._response.close()
            return
        # A dead socket does not even confirm that the bot closes it.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_DEAD):
                while not self._is_gone():  # noqa: ASYNC110 - a transport tells nobody
                    await asyncio.sleep(_ACK_DELAY)

    def _is_gone(self) -> bool:
        transport = self._request.transport
        return transport is None or transport.is_closing()

    async def hush(self) -> None:
        """Say nothing any more and hear nothing, without closing: the other side must notice."""
        self.line.is_cut = True

    async def drop(self) -> None:
        """Break the connection without a word."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def close(self) -> None:
        """Close with 4000, after which a bot resumes."""
        await self.line.close(Close.UNKNOWN_ERROR)

    async def reconnect(self) -> None:
        """Ask the bot to come back on another connection."""
        self.line.say({"op": Op.RECONNECT, "d": None})

    async def invalidate(self) -> None:
        """Tell the bot that its session is lost."""
        if self.session is not None:
            self._gateway.forget(self.session)
        self.line.say({"op": Op.INVALID_SESSION, "d": False})

    async def invalidate_resumable(self) -> None:
        """Tell the bot that its session is invalid here, but may be resumed."""
        self.line.say({"op": Op.INVALID_SESSION, "d": True})

    def _hear(self, text: str) -> None:
        if len(text.encode()) > _MOST_BYTES:
            raise _Closing(Close.DECODE_ERROR)
        try:
            frame = orjson.loads(text)
            op, data = frame["op"], frame.get("d")
        except (orjson.JSONDecodeError, TypeError, KeyError, AttributeError):
            raise _Closing(Close.DECODE_ERROR) from None
        match op:
            case Op.HEARTBEAT:
                self._gateway.heartbeat(self.line)
            case Op.IDENTIFY:
                self._identify(data)
            case Op.RESUME:
                self._resume(data)
            case Op.PRESENCE | Op.VOICE | Op.MEMBERS:
                if self.session is None:
                    raise _Closing(Close.NOT_AUTHENTICATED)
            case _:
                raise _Closing(Close.UNKNOWN_OP)

    def _identify(self, data: Any) -> None:
        self._require_new(data)
        self.session = self._gateway.identify(self.line, data)
        if self.session is None:
            self.line.say({"op": Op.INVALID_SESSION, "d": False})
            return
        _log.info("shard %d of %d identified", self.session.shard, self.session.shards)

    def _require_new(self, data: Any) -> None:
        if self.session is not None:
            raise _Closing(Close.ALREADY_AUTHENTICATED)
        if not isinstance(data, dict):
            raise _Closing(Close.DECODE_ERROR)

    def _resume(self, data: Any) -> None:
        self._require_new(data)
        self.session = self._gateway.resume(self.line, data)
        if self.session is None:
            self.line.say({"op": Op.INVALID_SESSION, "d": False})


def _shard_of(data: Any) -> tuple[int, int]:
    """Read which shard of how many a bot wants to be. Raises _Closing."""
    match data:
        case None:
            return 0, 1
        case [int(shard), int(shards)] if 0 <= shard < shards:
            return shard, shards
    raise _Closing(Close.INVALID_SHARD)


def _intents_of(data: Any) -> Intent:
    """Read what a bot wants to hear of. Raises _Closing."""
    if isinstance(data, int) and 0 <= data < _MOST_INTENTS:
        return Intent(data)
    raise _Closing(Close.INVALID_INTENTS)


_ACTIONS = {
    "drop": _Socket.drop,
    "close": _Socket.close,
    "reconnect": _Socket.reconnect,
    "invalidate": _Socket.invalidate,
    "invalidate_resumable": _Socket.invalidate_resumable,
    "hush": _Socket.hush,
}

"""The page's websocket: what each person sees, and what they do."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import orjson
from aiohttp import WSMsgType, web

from bot.sandbox import objects
from bot.sandbox.actions import ACTIONS, Deed
from bot.sandbox.control import patch_faults
from bot.sandbox.errors import ApiError
from bot.sandbox.line import Line
from bot.sandbox.numbers import whole
from bot.sandbox.options import Refused
from bot.sandbox.reading import read_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.sandbox.gateway import Gateway
    from bot.sandbox.switchboard import Switchboard
    from bot.sandbox.wire import Json
    from bot.sandbox.world import World

_log = logging.getLogger(__name__)
_SHOWN = 100
_GOING_AWAY = 1001


class Lobby:
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

    def __init__(self, board: Switchboard, gateway: Gateway, lobby: Lobby) -> None:
        self._board = board
        self._gateway = gateway
        self._lobby = lobby

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one page until it closes; 404 for someone unknown."""
        first = next(iter(self._board.world.people))
        person_id = whole(request.query.get("as") or first)
        if person_id is None or person_id not in self._board.world.people:
            raise web.HTTPNotFound
        since = whole(request.query.get("since"))
        response = web.WebSocketResponse(heartbeat=30.0)
        await response.prepare(request)
        async with Line(response) as line:
            line.say({"t": "HELLO", "d": hello(self._board, person_id, since)})
            line.say({"t": "BOT_STATUS", "d": {"online": self._gateway.online}})
            self._lobby.enter(person_id, line)
            try:
                async for message in response:
                    if message.type is WSMsgType.TEXT:
                        await self._hear(person_id, line, message.data)
            finally:
                self._lobby.leave(person_id, line)
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
        op = frame.get("op")
        if op == "faults":
            await patch_faults(self._board, self._gateway, frame.get("patch"))
            return
        action = ACTIONS.get(str(op))
        if action is None:
            raise Refused(f"unknown op {op!r}")
        action(Deed(self._board, person_id, frame))

    def _refuse(self, line: Line, frame: Any, reason: str) -> None:
        nonce = frame.get("nonce") if isinstance(frame, dict) else None
        known = nonce if isinstance(nonce, str) else None
        line.say({"t": "ERROR", "d": {"nonce": known, "message": reason}})


def hello(board: Switchboard, person_id: int, since: int | None = None) -> Json:
    """Return all that a page shows at first.

    Private answers live as long as the page they came to, as in Discord: a new page has none,
    and one that connects again gives the `opened` of its first hello as `since`.
    """
    world = board.world
    opened = world.snowflakes.mint() if since is None else since
    guilds = [_guild(world, number) for number in world.guilds]
    dm = world.dm_of(person_id)
    visible = [item for item in world.channels if person_id in world.audience(item)]
    return {
        "opened": str(opened),
        "me": _account(world, person_id),
        "people": [_account(world, number) for number in world.people],
        "bot": objects.user(world.bot),
        "guild": guilds[0],
        "guilds": guilds,
        "dms": [objects.channel(world, dm)] if dm is not None else [],
        "commands": world.all_commands(),
        "messages": {
            str(number): _messages(world, person_id, number, opened) for number in visible
        },
        "read": {str(number): _read(world, person_id, number) for number in visible},
        "faults": board.faults.to_json(),
    }


def _account(world: World, person_id: int) -> Json:
    person = world.person(person_id)
    return objects.user(person) | {"locale": person.locale}


def _guild(world: World, guild_id: int) -> Json:
    guild = world.guild(guild_id)
    people = [world.person(number) for number in guild.members]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "channels": [objects.channel(world, item) for item in world.channels_of(guild.id)],
        "members": [objects.member(guild, person) for person in people],
    }


def _messages(world: World, person_id: int, channel_id: int, opened: int) -> list[Json]:
    seen = [
        item
        for item in world.history(channel_id)
        if world.sees(person_id, item) and (item.only_for is None or item.id > opened)
    ]
    return [objects.message(world, item) for item in seen[-_SHOWN:]]


def _read(world: World, person_id: int, channel_id: int) -> str | None:
    number = world.read.get((person_id, channel_id))
    return None if number is None else str(number)

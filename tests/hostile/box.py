"""The unmodified bot in a box: interactions go in as Discord spells them, its answers are kept."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.client import Nimbus
from bot.match.clock.clocks import Clocks
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.contents import Contents
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.settings import Settings
from bot.store.rows import MatchId, MatchRow, Member, MoveRow
from render.api import Picture
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, opened, start
from tests.swift import SwiftClock

GUILD = 5
EPHEMERAL = 64
PATIENCE = 60.0
"""Seconds after which an interaction counts as never answered, on a busy machine."""

THINKING = 5

Stored = list[tuple[MatchRow | None, list[MoveRow]]]


class Answers(AsyncWebhookAdapter):
    """Stands for the part of Discord that takes answers to interactions."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # as discord.py has it
        self.taken: list[tuple[str, dict[str, Any]]] = []
        self.by_token: dict[str, list[tuple[str, dict[str, Any]]]] = defaultdict(list)

    async def request(self, route: Any, *_: Any, **given: Any) -> Any:
        body = given.get("payload") or {}
        if given.get("multipart"):
            parts = {part["name"]: part["value"] for part in given["multipart"]}
            body = json.loads(parts["payload_json"]) | {"multipart": True}
        answer = f"{route.method} {route.path.rpartition('/')[2]}", body
        self.taken.append(answer)
        self.by_token[route.webhook_token].append(answer)
        message = _message()
        if route.path.endswith("/callback"):
            resource = {"type": body.get("type", 4), "message": message}
            return {"interaction": {"id": "1", "type": 3}, "resource": resource}
        return message


class NoPainter:
    """Paints nothing."""

    async def paint(self, paint: Callable[[], Picture], *, soon: bool = False) -> Picture:  # noqa: ARG002 - as it says
        return Picture(data=b"", width=1, height=1, alt="nothing")

    def close(self) -> None:
        return


class Errors(logging.Handler):
    """Keeps whatever is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(logging.Formatter().format(record))


@dataclass
class Box:
    """The bot, three matches (a lobby, one being played, one closed), and what it answered."""

    bot: Nimbus
    answers: Answers
    errors: Errors
    matches: list[MatchId] = field(default_factory=list)

    async def send(self, payload: Any) -> list[tuple[str, dict[str, Any]]]:
        """Let an interaction come in and give all that was answered."""
        self.answers.taken.clear()
        before = asyncio.all_tasks()
        self.bot._connection.parse_interaction_create(payload)
        while begun := asyncio.all_tasks() - before:
            ended, hanging = await asyncio.wait(begun, timeout=PATIENCE)
            assert not hanging, f"{payload} is not answered: {hanging}"
            for task in ended:
                if error := task.exception():
                    self.errors.found.append(f"a task ended in {error!r}")
        return list(self.answers.taken)

    async def stored(self) -> Stored:
        """Return all that is stored of the matches."""
        store = self.bot.app.store
        return [(await store.match(key), await store.moves(key)) for key in self.matches]

    async def seated(self) -> tuple[MatchRow, int]:
        """Return the match being played and whose turn it is."""
        table = await self.bot.app.get(Tables).load(self.matches[1])
        return table.row, table.member(table.to_act()[0]).user_id or 0


@asynccontextmanager
async def boxed(directory: Path, address: str = "") -> AsyncIterator[Box]:
    """Start the bot without a network, on a file if no other database is named."""
    address = address or f"sqlite+aiosqlite:///{directory}/nimbus.sqlite3"
    settings = Settings(token="t", data=directory, database_url=address, thinkers=0)
    bot, answers, errors = Nimbus(settings, SwiftClock()), Answers(), Errors()
    logging.getLogger().addHandler(errors)
    told = async_context.set(answers)
    await bot._async_setup_hook()
    bot.tree.sync = _nothing  # type: ignore[method-assign] # there is nobody to tell them to
    bot.http.request = _unreachable  # type: ignore[method-assign] # as above
    bot._connection.user = discord.ClientUser(state=bot._connection, data=person(1, bot=True))  # type: ignore[arg-type] # fewer keys
    await bot.assemble(store := await bot.open_store())
    await bot.set_up(store)
    app = bot.app
    await _hold(bot)
    app.get(Publisher)._ask = lambda *_: None  # type: ignore[method-assign] # nowhere to show it
    app.get(Clocks).arm = _idle  # type: ignore[method-assign] # a lobby's clock runs long
    app.painter = app.get(Contents)._painter = NoPainter()  # type: ignore[assignment] # stands in for it
    try:
        box = Box(bot, answers, errors)
        lobby = await opened(app.get(Lobbies), (ADA, BEN))
        played = await start(app.get(Lobbies), await opened(app.get(Lobbies), (ADA, BEN, CLEO)))
        closed = await app.get(Tables).close(
            (await start(app.get(Lobbies), await opened(app.get(Lobbies), (ADA, BEN, CLEO)))).id
        )
        await app.get(Lobbies).join(lobby.id, Member(str(CLEO), "Cleo", joined="9"))
        box.matches = [lobby.id, played.id, closed.id]
        yield box
    finally:
        async_context.reset(told)
        logging.getLogger().removeHandler(errors)
        await bot.close()


async def _hold(bot: Nimbus) -> None:
    """Let nothing happen by itself."""
    bot.app.get(Tables).listeners.clear()
    bot._catch_up.cancel()
    await bot.app.get(Clocks).close()


def _idle(row: MatchRow) -> None:
    assert row.id


async def _nothing(*_: Any, **__: Any) -> list[Any]:
    return []


async def _unreachable(*_: Any, **__: Any) -> Any:
    raise OSError("there is no network in the box")


def _message() -> dict[str, Any]:
    return {
        "id": "77", "channel_id": str(CHANNEL), "author": person(1, bot=True), "content": "",
        "attachments": [], "embeds": [], "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [],
        "mention_roles": [], "pinned": False, "type": 0, "components": [], "flags": EPHEMERAL,
    }  # fmt: skip


def message(components: list[dict[str, Any]], flags: int = 0) -> dict[str, Any]:
    """Spell a message of the bot that holds these components."""
    rows = [{"type": 1, "components": [component]} for component in components]
    return _message() | {"components": rows, "flags": flags}


def person(user: int, *, bot: bool = False) -> dict[str, Any]:
    """Spell a user."""
    return {
        "id": str(user), "username": f"user{user}", "discriminator": "0", "global_name": None,
        "avatar": None, "bot": bot,
    }  # fmt: skip

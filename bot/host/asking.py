"""Questions to Discord over REST, by the bot's token: a running bot is not disturbed by them."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, NamedTuple, Self

import aiohttp

DISCORD = "https://discord.com/api/v10"
AGENT = "DiscordBot (https://discord.com, 1) Nimbus check"

PATIENCE = 10.0
"""Seconds that one answer may take."""

LONGEST_WAIT = 5.0
"""Seconds that are waited, once, where Discord asks to come back later."""


class Answer(NamedTuple):
    """Discord's answer: the status, the JSON, its clock, and the time here halfway.

    Status 0 means that there was no answer; `body` then says why.
    """

    status: int
    body: Any
    date: datetime | None = None
    now: float = 0.0


class Discord:
    """Asks Discord, or the stand-in at `api`."""

    def __init__(self, token: str, api: str = "") -> None:
        self._base = api or DISCORD
        headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        self._session = aiohttp.ClientSession(headers=headers, timeout=timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        await self._session.close()

    async def get(self, path: str) -> Answer:
        """Ask for something; where Discord wants it later, ask once more. Never raises."""
        answer = await self._once(path)
        if answer.status == 429 and isinstance(answer.body, dict):
            await asyncio.sleep(min(float(answer.body.get("retry_after", 1.0)), LONGEST_WAIT))
            answer = await self._once(path)
        return answer

    async def _once(self, path: str) -> Answer:
        began = time.time()
        try:
            async with self._session.get(f"{self._base}{path}") as response:
                now = (began + time.time()) / 2
                date = _date(response.headers.get("Date"))
                return Answer(response.status, await response.json(), date, now)
        except TimeoutError:
            return Answer(0, f"no answer within {PATIENCE:g} s")
        except (aiohttp.ClientError, OSError, ValueError) as error:
            return Answer(0, getattr(error, "strerror", None) or type(error).__name__)


def _date(text: str | None) -> datetime | None:
    try:
        return parsedate_to_datetime(text or "")
    except ValueError:
        return None

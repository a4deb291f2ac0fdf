"""A program with errors that hold what nobody may read, and that sends them to SENTRY_DSN."""

from __future__ import annotations

import asyncio
import logging
import os

from bot.discord.inbound import Once
from bot.host import telemetry

log = logging.getLogger("bot.failing")

SECRETS = ("Ada", "123456789012345678", "aW50ZXJhY3Rpb246")


def fail(_data: object) -> None:
    """Fail as an interaction might."""
    name, number, token = SECRETS
    try:
        int(f"{name} ({number}) pressed with {token}")
    except ValueError as error:
        log.exception("what %s pressed (%s) failed: %s", name, number, error)  # noqa: TRY401 - that is tried


async def forget() -> None:
    """Leave a task behind whose error nobody looks at: asyncio logs it with its values."""

    async def lost() -> None:
        raise ValueError(" ".join(SECRETS))

    task = asyncio.create_task(lost(), name=SECRETS[0])
    await asyncio.wait([task])


def main() -> None:
    """Fail, and send it."""
    telemetry.begin(os.environ["SENTRY_DSN"])
    Once(fail)({"id": SECRETS[1]})
    asyncio.run(forget())
    telemetry.end()


if __name__ == "__main__":
    main()

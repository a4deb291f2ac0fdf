"""Discord's refusals as errors of the bot.

Its codes (platform facts): 10003 channel, 10004 guild, 10008 message, 10013 user and 10014 emoji
unknown; 10015 and 50027 token of a press unknown or too old, 40094 no more answers by it; 40003
direct messages opened too fast; 50001 and 50013 no access; 50007 and 50278 no direct messages;
50035 form invalid; 50083 thread archived, 160005 locked; 200000 refused by the server's filter.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

from bot.errors import (
    Asleep,
    Barred,
    Busy,
    Filtered,
    Gone,
    Hasty,
    Mute,
    NoChannel,
    Shut,
    StageError,
    Unauthorized,
    Unfit,
)

T = TypeVar("T")

LOST = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""The errors of a call to Discord that was refused, or may not have arrived."""

_CODES: dict[int, type[StageError]] = {
    10003: NoChannel,
    10004: NoChannel,
    10008: Gone,
    10013: Shut,
    10014: Unfit,
    10015: Gone,
    30046: Gone,
    40003: Hasty,
    40094: Mute,
    50001: Barred,
    50007: Shut,
    50013: Barred,
    50035: Unfit,
    50027: Gone,
    50083: Asleep,
    50278: Shut,
    160005: Barred,
    200000: Filtered,
}

_STATUSES: dict[int, type[StageError]] = {401: Unauthorized, 404: Gone, 429: Busy}
"""The meaning of other codes. Anything else is refused, for as long as nothing changes."""


async def translated(call: Callable[[], Awaitable[T]]) -> T:
    """Call Discord and return what it answers. Raises StageErrors, never discord's own."""
    try:
        return await call()
    except discord.DiscordServerError as error:
        raise Busy(f"{error.status}") from error
    except discord.RateLimited as error:
        raise Busy("rate limited") from error
    except discord.HTTPException as error:
        kind = _CODES.get(error.code) or _STATUSES.get(error.status, Barred)
        raise kind(f"{error.code} {error.text[:100]}") from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Busy(type(error).__name__) from error

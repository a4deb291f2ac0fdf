"""Sends a form that is not large as one piece.

Otherwise each of its lines is written to the socket by itself, nine times for a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

import aiohttp
from discord.http import Route

T = TypeVar("T")

MOST = 2**20
"""Bytes of the largest form that is held in memory a second time to be sent at once."""


async def whole(form: Iterable[dict[str, Any]]) -> aiohttp.BytesPayload | None:
    """Return the body of a form, whose fields are as discord.py has them; None if it is large."""
    # Discord does not know names of fields with escaped brackets.
    fields = aiohttp.FormData(quote_fields=False)
    for field in form:
        fields.add_field(**field)
    parts = fields()
    if parts.size is None or parts.size > MOST:
        return None
    return aiohttp.BytesPayload(await parts.as_bytes(), content_type=parts.content_type)


def in_one_piece(
    request: Callable[..., Coroutine[Any, Any, T]],
) -> Callable[..., Coroutine[Any, Any, T]]:
    """Wrap discord.py's `HTTPClient.request`."""

    async def asked(
        route: Route, *, form: Iterable[dict[str, Any]] | None = None, **given: Any
    ) -> T:
        if form and (body := await whole(form)):
            return await request(route, **{**given, "files": None}, data=body)
        return await request(route, **given, **({"form": form} if form else {}))

    return asked

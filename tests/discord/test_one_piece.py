"""A form arrives as it was, and in one piece."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
from aiohttp import BodyPartReader, web
from aiohttp.test_utils import TestServer
from discord.http import Route

from bot.discord.press import MOST, in_one_piece


def form_of(picture: bytes) -> list[dict[str, Any]]:
    """Return a form with a file as discord.py makes it."""
    file = {"filename": "ré-1.png", "content_type": "application/octet-stream"}
    words = {"name": "payload_json", "value": '{"é": 1}'}
    return [words, {"name": "files[0]", "value": io.BytesIO(picture), **file}]


async def test_a_form_arrives_as_it_was_in_one_piece_and_can_be_sent_again() -> None:
    async def received(request: web.Request) -> web.Response:
        parts = [(part.name, part.filename, await part.read()) async for part in parts_of(request)]
        return web.json_response([(name, filename, data.hex()) for name, filename, data in parts])

    app = web.Application()
    app.router.add_post("/", received)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:

        async def twice(_: Route, *, data: aiohttp.BytesPayload, files: None) -> list[Any]:
            assert files is None
            answers = [await session.post(server.make_url("/"), data=data) for _ in range(2)]
            return [await answer.json() for answer in answers]

        wrapped = in_one_piece(twice)
        first, second = await wrapped(Route("POST", "/"), form=form_of(b"\r\n--"), files=["x"])
    words = ["payload_json", None, '{"é": 1}'.encode().hex()]
    assert first == second == [words, ["files[0]", "ré-1.png", b"\r\n--".hex()]]


async def parts_of(request: web.Request) -> AsyncIterator[BodyPartReader]:
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        yield part


async def test_a_large_form_and_what_is_none_are_left_as_they_are() -> None:
    async def asked(_: Route, **given: Any) -> dict[str, Any]:
        return given

    large, wrapped = form_of(bytes(MOST)), in_one_piece(asked)
    assert await wrapped(Route("POST", "/"), form=large, files=["x"]) == {
        "form": large, "files": ["x"],
    }  # fmt: skip
    assert await wrapped(Route("POST", "/"), json={}) == {"json": {}}

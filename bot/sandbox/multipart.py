"""The body of a request: JSON alone, or a form of `payload_json` and files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from aiohttp import BodyPartReader

from bot.sandbox.errors import refusal

if TYPE_CHECKING:
    from aiohttp import web

MOST_BYTES = 25 * 1024 * 1024
"""The largest request Discord takes."""

_FILE_FIELD = re.compile(r"files\[(\d+)\]")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")


class Upload(NamedTuple):
    """A file of a form; `filename` has only characters that survive an address."""

    filename: str
    data: bytes


class Body(NamedTuple):
    """What a request says, and the files it brings by their index."""

    json: Any
    uploads: dict[int, Upload]


async def read_body(request: web.Request) -> Body:
    """Read a request's body; raises 50109 for bad JSON and 40005 when it is too large."""
    if (request.content_length or 0) > MOST_BYTES:
        raise refusal(40005)
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
    raw = await request.read()
    return Body(_parse(raw) if raw else None, {})


async def _read_form(request: web.Request) -> Body:
    json: Any = None
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        raw = bytes(await part.read())
        field = _FILE_FIELD.fullmatch(part.name or "")
        if part.name == "payload_json":
            json = _parse(raw)
        elif field is not None:
            uploads[int(field[1])] = Upload(safe_name(part.filename or "file"), raw)
    return Body(json, uploads)


def safe_name(filename: str) -> str:
    """Return a file name as Discord keeps it: other than ASCII letters, digits, `_-.` go."""
    return _UNSAFE.sub("_", filename).lstrip(".") or "file"


def _parse(raw: bytes) -> Any:
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise refusal(50109) from error

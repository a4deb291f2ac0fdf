"""The body of a request: JSON alone, or a form of `payload_json` and files."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from aiohttp import BodyPartReader, ClientPayloadError, MultipartReader, web
from aiohttp.http import HttpProcessingError

from sandbox.errors import ApiError, refusal
from sandbox.reading import read_json

MOST_BYTES = 25 * 1024 * 1024
"""The largest request Discord takes."""

_FILE_FIELD = re.compile(r"files\[([0-9]{1,9})\]")
# What aiohttp raises for a form without a boundary, a part cut short, an encoding that is none.
_UNREADABLE = (
    AssertionError,
    ClientPayloadError,
    HttpProcessingError,
    RuntimeError,
    ValueError,
    web.RequestPayloadError,
)
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")


class Upload(NamedTuple):
    """A file of a form; `filename` has only characters that survive an address."""

    filename: str
    data: bytes


class Body(NamedTuple):
    """The payload of a request, and its files by their index."""

    json: Any
    uploads: dict[int, Upload]


async def read_body(request: web.Request) -> Body:
    """Read a request's body.

    Raises 50109 for bad JSON, 40005 when it is too large, and a plain 400 for a form or an
    encoding that cannot be read.
    """
    if (request.content_length or 0) > MOST_BYTES:
        raise refusal(40005)
    try:
        # Not `content_type`: that is parsed as a mail's header, for a fifth of the time in all.
        if request.headers.get("Content-Type", "").lower().startswith("multipart/form-data"):
            return await _read_form(await request.multipart())
        raw = await request.read()
    except web.HTTPRequestEntityTooLarge as error:
        raise refusal(40005) from error
    except _UNREADABLE as error:
        raise ApiError(400, 0, "400: Bad Request") from error
    return Body(_parse(raw) if raw else None, {})


async def _read_form(form: MultipartReader) -> Body:
    json: Any = None
    uploads: dict[int, Upload] = {}
    left = MOST_BYTES
    async for part in form:
        if not isinstance(part, BodyPartReader):
            continue
        raw = bytes(await part.read())
        left -= len(raw)
        if left < 0:
            raise refusal(40005)
        name = part.name or ""
        field = _FILE_FIELD.fullmatch(name)
        if name == "payload_json":
            json = _parse(raw)
        elif field is not None:
            uploads[int(field[1])] = Upload(safe_name(part.filename or "file"), raw)
    return Body(json, uploads)


def safe_name(filename: str) -> str:
    """Return a file name as Discord keeps it: other than ASCII letters, digits, `_-.` go."""
    return _UNSAFE.sub("_", filename).lstrip(".") or "file"


def _parse(raw: bytes) -> Any:
    try:
        return read_json(raw)
    except ValueError as error:
        raise refusal(50109) from error

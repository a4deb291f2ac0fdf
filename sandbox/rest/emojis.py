"""The application's own emoji."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import replace

from sandbox import objects
from sandbox.checks.problems import Problems
from sandbox.errors import RateLimited, refusal
from sandbox.images import look_at
from sandbox.rest.routing import NOTHING, Call, Reply, Route
from sandbox.things import Emoji
from sandbox.wire import Json

_MOST = 2000
_MOST_BYTES = 256 * 1024
_JPEG, _AVIF = b"\xff\xd8\xff", b"ftypavif"
_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
_IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)


async def list_emojis(call: Call) -> Reply:
    """Answer with all emoji of the application."""
    _own(call)
    items = [objects.emoji(call.memory, item) for item in call.memory.emojis.values()]
    return Reply(200, {"items": items})


async def get_emoji(call: Call) -> Reply:
    """Answer with one emoji; 10014."""
    return Reply(200, objects.emoji(call.memory, _emoji(call)))


async def create_emoji(call: Call) -> Reply:
    """Store an emoji: a name, and an image as a data URI of at most 256 KiB.

    Raises 30008 when there are too many, 429 when too many were made recently.
    """
    _own(call)
    _limit(call)
    if len(call.memory.emojis) >= _MOST:
        raise refusal(30008)
    body = call.form()
    problems = Problems()
    _check_name(problems, body, call.memory.emojis.values())
    kind, data = _image(problems, body)
    problems.raise_any()
    emoji = Emoji(call.memory.snowflakes.mint(), body["name"], data, kind)
    call.memory.emojis[emoji.id] = emoji
    return Reply(201, objects.emoji(call.memory, emoji))


async def edit_emoji(call: Call) -> Reply:
    """Rename an emoji."""
    emoji, body, problems = _emoji(call), call.form(), Problems()
    others = (other for other in call.memory.emojis.values() if other is not emoji)
    _check_name(problems, body, others)
    problems.raise_any()
    call.memory.emojis[emoji.id] = replace(emoji, name=body["name"])
    return Reply(200, objects.emoji(call.memory, call.memory.emojis[emoji.id]))


async def delete_emoji(call: Call) -> Reply:
    """Delete an emoji."""
    del call.memory.emojis[_emoji(call).id]
    return NOTHING


def _own(call: Call) -> None:
    if call.number("application_id") != call.memory.bot.id:
        raise refusal(10002)


def _limit(call: Call) -> None:
    """Count one more emoji made; those of an application have a limit of their own."""
    timing, now = call.switchboard.timing, call.memory.clock()
    made = call.switchboard.emojis_made
    made[:] = [moment for moment in made if moment > now - timing.emoji_window]
    if len(made) >= timing.emojis:
        raise RateLimited(made[0] + timing.emoji_window - now)
    made.append(now)


def _emoji(call: Call) -> Emoji:
    _own(call)
    found = call.memory.emojis.get(call.number("emoji_id"))
    if found is None:
        raise refusal(10014)
    return found


def _check_name(problems: Problems, body: Json, others: Iterable[Emoji]) -> None:
    name = problems.text(("name",), body.get("name"), least=2, most=32)
    if name is not None and not _NAME.fullmatch(name):
        message = "Only letters, digits and underscores may be used"
        problems.add(("name",), "STRING_TYPE_REGEX", message)
    elif name in {other.name for other in others}:
        message = "Emoji name is already taken"
        problems.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message)


def _image(problems: Problems, body: Json) -> tuple[str, bytes]:
    found = _IMAGE.fullmatch(str(body.get("image", "")))
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if found is None or not _is_picture(data):
        problems.add(("image",), "IMAGE_INVALID", "Invalid image data")
        return "", b""
    if len(data) > _MOST_BYTES:
        message = "File cannot be larger than 256.0 kb."
        problems.add(("image",), "BINARY_TYPE_MAX_SIZE", message)
    picture = look_at(data)
    return (picture.content_type if picture else found[1]), data


def _is_picture(data: bytes) -> bool:
    """Return whether the first bytes are those of a kind of picture that Discord takes."""
    return look_at(data) is not None or data[:3] == _JPEG or data[4:12] == _AVIF


_ALL = "/applications/{application_id}/emojis"
_ONE = _ALL + "/{emoji_id}"

ROUTES = (
    Route("GET", _ALL, list_emojis),
    Route("POST", _ALL, create_emoji),
    Route("GET", _ONE, get_emoji),
    Route("PATCH", _ONE, edit_emoji),
    Route("DELETE", _ONE, delete_emoji),
)

"""Checks of embeds: length of each part, and 6000 characters over all of them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sandbox.checks.problems import Path, Problems
from sandbox.checks.walk import Means
from sandbox.wire import Json

MOST_CHARACTERS = 6000
_LINKED = ("http", "https")
_SHOWN = (*_LINKED, "attachment")
_IMAGES = (".jpg", ".jpeg", ".png", ".webp", ".gif")


def check_embeds(problems: Problems, embeds: Any, means: Means) -> None:
    """Check the `embeds` field of a message."""
    path: Path = ("embeds",)
    total = 0
    for index, embed in enumerate(problems.items(path, embeds, 0, 10)):
        if not isinstance(embed, dict):
            problems.add((*path, index), "MODEL_TYPE_CONVERT", "Only dictionaries may be used")
            continue
        total += _check_embed(problems, embed, (*path, index))
        for name in ("image", "thumbnail"):
            picture = _part(problems, embed, name, (*path, index))
            _check_picture(problems, picture, (*path, index, name), means)
    if total > MOST_CHARACTERS:
        message = f"Embed size exceeds maximum size of {MOST_CHARACTERS}"
        problems.add(path, "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(problems: Problems, embed: Json, path: Path) -> int:
    parts: list[tuple[Path, Any, int, bool]] = [
        ((*path, "title"), embed.get("title"), 256, False),
        ((*path, "description"), embed.get("description"), 4096, False),
    ]
    if footer := _part(problems, embed, "footer", path):
        parts.append(((*path, "footer", "text"), footer.get("text"), 2048, True))
        _check_url(problems, footer.get("icon_url"), (*path, "footer", "icon_url"), _SHOWN)
    if author := _part(problems, embed, "author", path):
        parts.append(((*path, "author", "name"), author.get("name"), 256, True))
        _check_url(problems, author.get("icon_url"), (*path, "author", "icon_url"), _SHOWN)
        _check_url(problems, author.get("url"), (*path, "author", "url"), _LINKED)
    for index, field in enumerate(problems.items((*path, "fields"), embed.get("fields"), 0, 25)):
        at = (*path, "fields", index)
        cell = field if isinstance(field, dict) else {}
        parts.append(((*at, "name"), cell.get("name"), 256, True))
        parts.append(((*at, "value"), cell.get("value"), 1024, True))
    problems.whole((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
    _check_url(problems, embed.get("url"), (*path, "url"), _LINKED)
    _check_timestamp(problems, embed.get("timestamp"), (*path, "timestamp"))
    for where, text, most, required in parts:
        problems.text(where, text, most=most, least=int(required), required=required)
    return sum(len(text) for _, text, _, _ in parts if isinstance(text, str))


def _part(problems: Problems, embed: Json, name: str, path: Path) -> Json | None:
    """Return a part of an embed that must be an object if it is there at all."""
    part = embed.get(name)
    if part is not None and not isinstance(part, dict):
        problems.add((*path, name), "MODEL_TYPE_CONVERT", "Only dictionaries may be used")
        return None
    return part


def _check_url(problems: Problems, url: Any, where: Path, schemes: tuple[str, ...]) -> None:
    text = problems.text(where, url, most=2048, least=0, required=False)
    if text and not text.lower().startswith(tuple(f"{scheme}://" for scheme in schemes)):
        message = f"Scheme must be one of {schemes!r}."
        problems.add(where, "URL_TYPE_INVALID_SCHEME", message)


def _check_timestamp(problems: Problems, stamp: Any, where: Path) -> None:
    text = problems.text(where, stamp, most=64, required=False)
    try:
        dt.datetime.fromisoformat(text or "2015-05-13")
    except ValueError:
        message = f"Could not parse {text}. Should be ISO8601."
        problems.add(where, "DATE_TIME_TYPE_PARSE", message)


def _check_picture(problems: Problems, picture: Json | None, path: Path, means: Means) -> None:
    url = None if picture is None else picture.get("url")
    where = (*path, "url")
    _check_url(problems, url, where, _SHOWN)
    if not isinstance(url, str) or not url.startswith("attachment://"):
        return
    name = url.removeprefix("attachment://")
    if name not in means.files or not name.lower().endswith(_IMAGES):
        message = f"The specified referenced attachment was not found: {url}"
        problems.add(where, "EMBED_REFERENCED_ATTACHMENT_NOT_FOUND", message)

"""Checks of embeds: length of each part, and 6000 characters over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.sandbox.checks.problems import Path, Problems
    from bot.sandbox.checks.walk import Means
    from bot.sandbox.wire import Json

MOST_CHARACTERS = 6000
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
            _check_picture(problems, embed.get(name), (*path, index, name), means)
    if total > MOST_CHARACTERS:
        message = f"Embed size exceeds maximum size of {MOST_CHARACTERS}"
        problems.add(path, "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(problems: Problems, embed: Json, path: Path) -> int:
    parts: list[tuple[Path, Any, int, bool]] = [
        ((*path, "title"), embed.get("title"), 256, False),
        ((*path, "description"), embed.get("description"), 4096, False),
    ]
    if isinstance(footer := embed.get("footer"), dict):
        parts.append(((*path, "footer", "text"), footer.get("text"), 2048, True))
    if isinstance(author := embed.get("author"), dict):
        parts.append(((*path, "author", "name"), author.get("name"), 256, True))
    for index, field in enumerate(problems.items((*path, "fields"), embed.get("fields"), 0, 25)):
        at = (*path, "fields", index)
        cell = field if isinstance(field, dict) else {}
        parts.append(((*at, "name"), cell.get("name"), 256, True))
        parts.append(((*at, "value"), cell.get("value"), 1024, True))
    problems.whole((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
    for where, text, most, required in parts:
        problems.text(where, text, most=most, least=int(required), required=required)
    return sum(len(text) for _, text, _, _ in parts if isinstance(text, str))


def _check_picture(problems: Problems, picture: Any, path: Path, means: Means) -> None:
    url = picture.get("url") if isinstance(picture, dict) else None
    if url is None:
        return
    where = (*path, "url")
    if not isinstance(url, str) or not url.startswith(("http://", "https://", "attachment://")):
        message = "Scheme must be one of ('http', 'https', 'attachment')."
        problems.add(where, "URL_TYPE_INVALID_SCHEME", message)
        return
    name = url.removeprefix("attachment://")
    if name == url:
        return
    if name not in means.files or not name.lower().endswith(_IMAGES):
        message = f"The specified referenced attachment was not found: {url}"
        problems.add(where, "EMBED_REFERENCED_ATTACHMENT_NOT_FOUND", message)

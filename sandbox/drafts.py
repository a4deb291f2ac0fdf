"""From the body of a request to the message it makes, or makes of an older one."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sandbox import objects
from sandbox.checks.message import CREATE_FLAGS, MOST_FILES, check_message
from sandbox.checks.problems import Problems
from sandbox.checks.walk import Means
from sandbox.errors import refusal
from sandbox.images import look_at
from sandbox.memory import Memory
from sandbox.mentions import ALL, find_mentions, text_of
from sandbox.multipart import Upload
from sandbox.numbers import whole
from sandbox.things import Attachment, Message
from sandbox.wire import FILE_LIMIT, NO_FLAGS, Flag, Json


@dataclass(frozen=True, slots=True)
class Terms:
    """The rights of a request: flags it may set, marks parsed by default."""

    flags: Flag = CREATE_FLAGS
    parsed: frozenset[str] = ALL
    everyone: bool = False
    """Whether the bot may mention everyone in this channel."""


def draft(
    memory: Memory, base: Message, body: Json, uploads: Mapping[int, Upload], terms: Terms
) -> Message:
    """Return `base` as `body` changes it; a new message is a change of an empty one.

    Raises FormError, 30015 for too many files, 40005 for too large ones and 50006 when
    nothing would be left.
    """
    attachments = _attach(memory, base, body, uploads)
    asked = Flag(body.get("flags") or 0) if isinstance(body.get("flags") or 0, int) else NO_FLAGS
    v2 = Flag.COMPONENTS_V2 in (asked | base.flags)
    means = Means(frozenset(item.filename for item in attachments), frozenset(memory.emojis))
    merged = {"content": base.content, "embeds": list(base.embeds)} | body if v2 else body
    check_message(merged, v2=v2, means=means, flags=terms.flags).raise_any()
    message = replace(
        base,
        content=body.get("content", base.content) or "",
        embeds=_embeds(memory, body, base, attachments),
        components=_components(memory, body, base, attachments),
        attachments=attachments,
        flags=_flags(base.flags, asked, body),
    )
    if not (message.content or message.embeds or message.components or message.attachments):
        raise refusal(50006)
    return _with_mentions(memory, message, body, terms)


def _flags(before: Flag, asked: Flag, body: Json) -> Flag:
    """Keep all that an edit cannot take back: all but whether embeds are shown."""
    if body.get("flags") is None:
        return before
    return before & ~Flag.SUPPRESS_EMBEDS | asked


def _attach(
    memory: Memory, base: Message, body: Json, uploads: Mapping[int, Upload]
) -> tuple[Attachment, ...]:
    listed = body.get("attachments")
    if not isinstance(listed, list):
        listed = None
    entries = [item for item in listed or [] if isinstance(item, dict)]
    before = {item.id: item for item in base.attachments}
    staying = list(base.attachments) if listed is None else []
    problems = Problems()
    named: set[int] = set()
    for index, entry in enumerate(entries):
        key = whole(entry.get("id"))
        if key is not None and key in before:
            about = entry.get("description", before[key].description)
            staying.append(replace(before[key], description=about))
        elif key is not None and key in uploads:
            named.add(key)
            staying.append(_store(memory, uploads[key], entry.get("description")))
        else:
            message = f"No file was uploaded for attachment {entry.get('id')}"
            problems.add(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", message)
    problems.raise_any()
    staying += [_store(memory, item, None) for key, item in uploads.items() if key not in named]
    if len(staying) > MOST_FILES:
        raise refusal(30015)
    return tuple(staying)


def _store(memory: Memory, upload: Upload, description: str | None) -> Attachment:
    if len(upload.data) > FILE_LIMIT:
        raise refusal(40005)
    picture = look_at(upload.data)
    guessed = mimetypes.guess_type(upload.filename)[0] or "application/octet-stream"
    return Attachment(
        memory.snowflakes.mint(),
        upload.filename,
        upload.data,
        picture.content_type if picture else guessed,
        description,
        picture.width if picture else None,
        picture.height if picture else None,
    )


def _embeds(
    memory: Memory, body: Json, base: Message, attachments: tuple[Attachment, ...]
) -> tuple[Any, ...]:
    if "embeds" not in body:
        return base.embeds
    embeds: list[Json] = []
    for embed in body["embeds"] or []:
        shown = {"type": "rich"} | embed
        for name in ("image", "thumbnail"):
            if isinstance(embed.get(name), dict):
                shown[name] = _unfurl(memory, embed[name], attachments)
        embeds.append(shown)
    return tuple(embeds)


def _components(
    memory: Memory, body: Json, base: Message, attachments: tuple[Attachment, ...]
) -> tuple[Any, ...]:
    if "components" not in body:
        return base.components
    taken = {node["id"] for node in _nodes(body["components"]) if node.get("id")}
    free = (number for number in range(1, 2**31) if number not in taken)
    parts = [resolved(memory, part, attachments) for part in body["components"] or []]
    for node in _nodes(parts):
        if not node.get("id"):
            node["id"] = next(free)
    return tuple(parts)


def _nodes(parts: Any) -> list[Json]:
    """Return every component of a tree, parents before their children."""
    found: list[Json] = []
    for part in parts or []:
        found.append(part)
        found += _nodes(part.get("components"))
        if part.get("accessory"):
            found += _nodes([part["accessory"]])
    return found


def resolved(memory: Memory, node: Any, attachments: tuple[Attachment, ...] = ()) -> Any:
    """Return a copy of a component in which files have their addresses, and ids are texts."""
    if isinstance(node, list):
        return [resolved(memory, item, attachments) for item in node]
    if not isinstance(node, dict):
        return node
    copy = {name: resolved(memory, item, attachments) for name, item in node.items()}
    for name in ("media", "file"):
        if isinstance(node.get(name), dict):
            copy[name] = _unfurl(memory, node[name], attachments)
    defaults = copy.get("default_values")
    for holder in (copy.get("emoji"), *(defaults if isinstance(defaults, list) else ())):
        if isinstance(holder, dict) and holder.get("id") is not None:
            # discord.py sends a number, which a page could not tell from its neighbours.
            holder["id"] = str(holder["id"])
    return copy


def _unfurl(memory: Memory, item: Json, attachments: tuple[Attachment, ...]) -> Json:
    url = item.get("url", "")
    # The newest first: a file of the same name takes the place of the one before.
    for attachment in reversed(attachments):
        named = url == f"attachment://{attachment.filename}"
        if named or url == objects.file_url(memory, attachment):
            return objects.media(memory, attachment)
    return {"url": url, "proxy_url": url, "width": 0, "height": 0}


def _with_mentions(memory: Memory, message: Message, body: Json, terms: Terms) -> Message:
    if not {"content", "components"} & body.keys():
        return message
    text = f"{message.content}\n{text_of(message.components)}"
    allowed = body.get("allowed_mentions")
    found = find_mentions(text, allowed, terms.parsed)
    users = [person for person in found.users if person in memory.people]
    replied = _replied_to(memory, message)
    pings = allowed is None or bool(allowed.get("replied_user"))
    if replied is not None and pings and replied not in users:
        users.append(replied)
    return replace(
        message,
        mentions=tuple(users),
        mention_everyone=found.everyone and terms.everyone,
        mention_roles=memory.known_roles(message.channel_id, found.roles),
    )


def _replied_to(memory: Memory, message: Message) -> int | None:
    if message.reply_to is None:
        return None
    known = memory.messages.get(message.channel_id, {}).get(message.reply_to)
    return None if known is None else known.author_id

"""What Discord refuses although its description allows it, and what Nimbus never wants to send.

The limits themselves are those of the sandbox; here they are asked for by method and path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandbox.checks.commands import check_commands, check_offered
from sandbox.checks.message import (
    ANSWER_FLAGS,
    CREATE_FLAGS,
    EDIT_FLAGS,
    THINKING_FLAGS,
    check_flags,
    check_message,
)
from sandbox.checks.modal import check_modal
from sandbox.checks.problems import Problems
from sandbox.checks.walk import Means
from sandbox.wire import Flag, Json

_CREATE = re.compile(r"/channels/\d+/messages")
_EDIT = re.compile(r"/channels/\d+/messages/\d+|/webhooks/\d+/[^/]+/messages/(@original|\d+)")
_FOLLOW_UP = re.compile(r"/webhooks/\d+/[^/]+")
_CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")
_COMMANDS = re.compile(r"/applications/\d+(/guilds/\d+)?/commands")
_EMOJIS = re.compile(r"/applications/\d+/emojis")

_FILE_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_EMOJI_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
_FILLING = ("content", "embeds", "components", "sticker_ids", "poll")

STRING_OPTION = 3


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as the bot sent it: `path` without the API's base, `files` by their names."""

    method: str
    path: str
    body: Any = None
    files: tuple[str, ...] = ()


def limit_faults(sent: Sent) -> list[str]:
    """Say what of Discord's undescribed limits a request breaks, and Nimbus's own rule of pings."""
    body: Json = sent.body if isinstance(sent.body, dict) else {}
    faults = [f"file name {name!r}" for name in sent.files if not _FILE_NAME.fullmatch(name)]
    if sent.method == "PUT" and _COMMANDS.fullmatch(sent.path):
        return faults + spelled(check_commands(sent.body))
    if sent.method == "POST" and _EMOJIS.fullmatch(sent.path):
        return faults + ([] if _EMOJI_NAME.fullmatch(str(body.get("name"))) else ["name: charset"])
    if sent.method == "POST" and _CALLBACK.fullmatch(sent.path):
        return faults + _callback(body, sent.files)
    if sent.method == "POST" and _CREATE.fullmatch(sent.path):
        return faults + _message(body, sent.files, CREATE_FLAGS, new=True)
    if sent.method == "POST" and _FOLLOW_UP.fullmatch(sent.path):
        return faults + _message(body, sent.files, ANSWER_FLAGS, new=True)
    if sent.method == "PATCH" and _EDIT.fullmatch(sent.path):
        return faults + _message(body, sent.files, EDIT_FLAGS, new=False)
    return faults


def spelled(problems: Problems) -> list[str]:
    """Return each problem found as its place and code."""
    return list(_flat(problems.tree(), ()))


def _callback(body: Json, files: tuple[str, ...]) -> list[str]:
    data: Json = body.get("data") or {}
    match body.get("type"):
        case 4:
            return _message(data, files, ANSWER_FLAGS, new=True)
        case 5:
            problems = Problems()
            check_flags(problems, data.get("flags"), THINKING_FLAGS)
            return spelled(problems)
        case 7:
            return _message(data, files, EDIT_FLAGS, new=False)
        case 8:
            kinds = {type(choice.get("value")) for choice in data.get("choices") or []}
            return spelled(check_offered(data.get("choices"), STRING_OPTION if str in kinds else 4))
        case 9:
            return spelled(check_modal(data))
        case _:
            return []


def _message(body: Json, files: tuple[str, ...], flags: Flag, *, new: bool) -> list[str]:
    asked = body.get("flags")
    v2 = isinstance(asked, int) and bool(asked & Flag.COMPONENTS_V2)
    listed = body.get("attachments") or []
    known = {str(item.get("filename")) for item in listed if isinstance(item, dict)}
    means = Means(frozenset({*files, *known}), frozenset(_emojis(body)))
    faults = spelled(check_message(body, v2=v2, means=means, flags=flags))
    if new and not files and not any(body.get(name) for name in _FILLING):
        faults.append("body: CANNOT_SEND_EMPTY_MESSAGE")
    return faults + _pings(body)


MOST_CALLED = 5
"""More people than these are asked to no table: the most seats, but for whoever asks."""


def _pings(body: Json) -> list[str]:
    """Nimbus pings nobody, people of a table, or one role: Discord's own defaults ping whoever."""
    if not body.get("content") and not body.get("components"):
        return []
    allowed = body.get("allowed_mentions")
    if not isinstance(allowed, dict):
        return ["allowed_mentions: left to Discord's default"]
    named = len(allowed.get("users") or [])
    roles = len(allowed.get("roles") or [])
    if allowed.get("parse") != [] or roles > 1 or named > MOST_CALLED:
        return ["allowed_mentions: may ping more than the people of a table"]
    return []


def _emojis(node: Any) -> Iterator[int]:
    """Return the ids of the emojis named anywhere; which exist is for the application to know."""
    if isinstance(node, list):
        for item in node:
            yield from _emojis(item)
    elif isinstance(node, dict):
        emoji = node.get("emoji")
        if isinstance(emoji, dict) and str(emoji.get("id")).isdigit():
            yield int(emoji["id"])
        yield from _emojis(list(node.values()))


def _flat(tree: Json, path: tuple[str, ...]) -> Iterator[str]:
    for key, value in tree.items():
        if key == "_errors":
            yield from (f"{'.'.join(path) or 'body'}: {error['code']}" for error in value)
        else:
            yield from _flat(value, (*path, key))

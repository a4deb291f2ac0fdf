"""Checks of the fields of a message, whether it is created, edited or sent as an answer."""

from __future__ import annotations

from typing import Any

from sandbox.checks.components import check_components
from sandbox.checks.embeds import check_embeds
from sandbox.checks.problems import Problems
from sandbox.checks.walk import Means
from sandbox.numbers import whole
from sandbox.wire import Flag, Json

CREATE_FLAGS = Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS | Flag.COMPONENTS_V2
ANSWER_FLAGS = CREATE_FLAGS | Flag.EPHEMERAL
THINKING_FLAGS = Flag.EPHEMERAL
EDIT_FLAGS = Flag.SUPPRESS_EMBEDS | Flag.COMPONENTS_V2

MOST_FILES = 10
_LEGACY_FIELDS = ("content", "embeds", "sticker_ids", "poll")
_PARSED = frozenset({"users", "roles", "everyone"})


def check_message(body: Json, *, v2: bool, means: Means, flags: Flag) -> Problems:
    """Check what a body says of a message that is (or becomes) V2 or not.

    `flags` are those that may be set; `means` holds the files the message will have.
    """
    problems = Problems()
    content = body.get("content")
    problems.text(("content",), content, most=2000, least=0, required=False)
    check_embeds(problems, body.get("embeds"), means)
    check_components(body.get("components"), v2=v2, means=means, problems=problems)
    check_flags(problems, body.get("flags"), flags)
    _check_attachments(problems, body.get("attachments"))
    _check_nonce(problems, body.get("nonce"))
    _check_mentions(problems, body.get("allowed_mentions"))
    if v2:
        _refuse_legacy(problems, body)
    return problems


def check_flags(problems: Problems, flags: Any, allowed: Flag) -> None:
    """Check that only `allowed` flags are set."""
    bits = problems.whole(("flags",), flags, 0, 2**31 - 1)
    if bits is not None and bits & ~allowed:
        message = f"Flags {bits & ~allowed} cannot be set here."
        problems.add(("flags",), "MESSAGE_FLAGS_INVALID", message)


def _refuse_legacy(problems: Problems, body: Json) -> None:
    for name in _LEGACY_FIELDS:
        if not body.get(name):
            continue
        message = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
        code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
        problems.add((name,), code, message)


def _check_attachments(problems: Problems, attachments: Any) -> None:
    for index, item in enumerate(problems.items(("attachments",), attachments, 0, MOST_FILES)):
        at = ("attachments", index)
        if not isinstance(item, dict) or whole(item.get("id")) is None:
            problems.add((*at, "id"), "NUMBER_TYPE_COERCE", "Value is not snowflake.")
            continue
        about = item.get("description")
        problems.text((*at, "description"), about, most=1024, least=0, required=False)


def _check_nonce(problems: Problems, nonce: Any) -> None:
    if nonce is not None:
        problems.text(("nonce",), str(nonce), most=25)


def _check_mentions(problems: Problems, allowed: Any) -> None:
    if allowed is None:
        return
    path = ("allowed_mentions",)
    if not isinstance(allowed, dict):
        problems.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used")
        return
    parse = problems.items((*path, "parse"), allowed.get("parse"), 0, 3)
    for index, kind in enumerate(parse):
        problems.choice((*path, "parse", index), kind, _PARSED)
    for kind in ("users", "roles"):
        listed = problems.items((*path, kind), allowed.get(kind), 0, 100)
        for index, number in enumerate(listed):
            if whole(number) is None:
                where = (*path, kind, index)
                problems.add(where, "NUMBER_TYPE_COERCE", f"Value {number!r} is not snowflake.")
        if listed and kind in parse:
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            problems.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)

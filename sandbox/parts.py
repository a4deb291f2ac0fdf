"""Finding what a person would point at: the controls and pictures of a message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.wire import SELECTS, Json, Part

_CHAT = 1


def parts_of(message: Mapping[str, Any]) -> list[Json]:
    """Return every component of a message object in reading order."""
    found: list[Json] = []
    waiting: list[Json] = list(message["components"])[::-1]
    while waiting:
        part = waiting.pop()
        found.append(part)
        inner = [*(part.get("components") or [])]
        if part.get("accessory"):
            inner.append(part["accessory"])
        waiting += reversed(inner)
    return found


def find_button(message: Json, *, label: str | None, custom_id: str | None) -> Json:
    """Return the button with this label or custom id; raises KeyError."""
    for part in parts_of(message):
        if part["type"] != Part.BUTTON:
            continue
        named = custom_id is not None and part.get("custom_id") == custom_id
        if named or (label is not None and part.get("label") == label):
            return part
    raise KeyError(f"no button {label or custom_id!r}")


def find_select(message: Json, *, custom_id: str | None) -> Json:
    """Return the select with this custom id, or the first; raises KeyError."""
    for part in parts_of(message):
        if part["type"] in SELECTS and custom_id in {None, part["custom_id"]}:
            return part
    raise KeyError(f"no select {custom_id!r}")


def pictures_of(message: Json) -> list[str]:
    """Return the addresses of a message's pictures, wherever it shows them."""
    found = [item["url"] for item in message["attachments"]]
    for part in parts_of(message):
        found += [item["media"]["url"] for item in part.get("items") or []]
        found += [part["media"]["url"]] if part.get("media") else []
    found += [embed["image"]["url"] for embed in message["embeds"] if embed.get("image")]
    return found


def given_options(
    commands: Sequence[Json], name: str, values: Mapping[str, Any], *, focus: str | None = None
) -> tuple[Json, list[Json]]:
    """Return the command called `name` ("word" or "word sub") and its options filled in.

    Raises KeyError when there is no such command or option.
    """
    first, *rest = name.split()
    for command in commands:
        if command["name"] == first and command["type"] == _CHAT:
            return command, _fill(command, rest, values, focus)
    raise KeyError(f"no command {first!r}")


def _fill(
    level: Json, path: Sequence[str], values: Mapping[str, Any], focus: str | None
) -> list[Json]:
    declared = {option["name"]: option for option in level.get("options") or []}
    if path:
        branch = declared[path[0]]
        inner = _fill(branch, path[1:], values, focus)
        return [{"name": branch["name"], "type": branch["type"], "options": inner}]
    filled: list[Json] = []
    for name, value in values.items():
        option: Json = {"name": name, "type": declared[name]["type"], "value": value}
        filled.append(option | {"focused": True} if name == focus else option)
    return filled

"""The people a message pings: the marks in its text, as far as `allowed_mentions` lets them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from sandbox.wire import Json

_USER = re.compile(r"<@!?([0-9]{1,19})>")
_ROLE = re.compile(r"<@&([0-9]{1,19})>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")

ALL = frozenset({"users", "roles", "everyone"})
USERS = frozenset({"users"})


class Mentions(NamedTuple):
    """The people and roles a message pings, in the order of the text, and whether it pings all."""

    users: tuple[int, ...] = ()
    everyone: bool = False
    roles: tuple[int, ...] = ()


def find_mentions(text: str, allowed: Json | None, default: frozenset[str]) -> Mentions:
    """Return the people `text` pings; `default` are the kinds parsed without `allowed_mentions`."""
    parse = default if allowed is None else frozenset(allowed.get("parse") or ())
    users = _marked(_USER, text, "users", parse, allowed)
    roles = _marked(_ROLE, text, "roles", parse, allowed)
    return Mentions(users, "everyone" in parse and _EVERYONE.search(text) is not None, roles)


def _marked(
    mark: re.Pattern[str], text: str, kind: str, parse: frozenset[str], allowed: Json | None
) -> tuple[int, ...]:
    """Return the people that marks of one kind name, if it is parsed or they are allowed singly."""
    named = () if allowed is None else tuple(int(item) for item in allowed.get(kind) or ())
    found = dict.fromkeys(int(number) for number in mark.findall(text))
    return tuple(item for item in found if kind in parse or item in named)


def text_of(components: Iterable[Any]) -> str:
    """Return all that the text displays of a tree of components say."""
    lines: list[str] = []
    waiting = list(components)[::-1]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        if isinstance(node.get("content"), str):
            lines.append(node["content"])
        waiting.extend(reversed(node.get("components") or []))
    return "\n".join(lines)

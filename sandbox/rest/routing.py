"""Routes as data: a method, a template and who answers; literal segments win over names."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sandbox.checks.problems import Problems
from sandbox.memory import Memory
from sandbox.multipart import Upload
from sandbox.numbers import whole
from sandbox.switchboard import Switchboard
from sandbox.wire import Json

_NAME = re.compile(r"\{(\w+)\}")


class Reply(NamedTuple):
    """An answer to a request: a status, and JSON unless it is None."""

    status: int
    body: Any = None


NOTHING = Reply(204)


@dataclass(frozen=True, slots=True)
class Call:
    """One request, with all that its handler may want."""

    switchboard: Switchboard
    params: Mapping[str, str]
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    uploads: Mapping[int, Upload] = field(default_factory=dict)

    @property
    def memory(self) -> Memory:
        """The memory the request is about."""
        return self.switchboard.memory

    def number(self, name: str) -> int:
        """Return the id that the address has under `name`; raises FormError."""
        return snowflake(self.params[name], name)

    def asked(self, name: str, default: int, least: int, most: int) -> int:
        """Return a number of the query, `default` when it is not there; raises FormError."""
        if name not in self.query:
            return default
        text = self.query[name]
        found = whole(text.removeprefix("-"))
        problems = Problems()
        if found is None:
            problems.add((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.')
        else:
            found = -found if text.startswith("-") else found
            problems.whole((name,), found, least, most)
        problems.raise_any()
        return found or 0

    def form(self) -> Json:
        """Return the body, which must be an object; raises FormError."""
        return as_object(self.body)


def as_object(value: object) -> Json:
    """Return a body, or a part of one, that must be an object; raises FormError."""
    if isinstance(value, dict):
        return value
    problems = Problems()
    problems.add((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    problems.raise_any()
    return {}


def snowflake(value: object, name: str) -> int:
    """Return an id given as a string or number; raises FormError under `name`."""
    found = whole(value)
    problems = Problems()
    if found is None:
        problems.add((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    problems.raise_any()
    return found or 0


Handler = Callable[[Call], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Route:
    """The handler of a method on a template such as `/channels/{channel_id}`.

    An `open` route is let in by the token in its address and needs no bot token.
    """

    method: str
    template: str
    handler: Handler
    open: bool = False


class Match(NamedTuple):
    """A route, and what its names stand for in an address."""

    route: Route
    params: dict[str, str]


class Router:
    """Finds the route of a request."""

    def __init__(self, routes: Sequence[Route]) -> None:
        ordered = sorted(routes, key=lambda route: _NAME.sub("\uffff", route.template))
        self._patterns = [(_pattern(route.template), route) for route in ordered]

    def find(self, method: str, path: str) -> Match | None:
        """Return the route that answers, or None."""
        for pattern, route in self._patterns:
            found = pattern.fullmatch(path)
            if found is not None and route.method == method:
                return Match(route, found.groupdict())
        return None

    def knows(self, path: str) -> bool:
        """Return whether any method is answered on the path."""
        return any(pattern.fullmatch(path) for pattern, _ in self._patterns)


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(_NAME.sub(r"(?P<\1>[^/]+)", template))

"""Views as JSON values and as text, for programs that know nothing of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import cast

from engine.game import Json


def plain(value: object) -> Json:
    """Return a view, or any part of one, as JSON values.

    >>> from engine.events import CardPlayed
    >>> from engine.seats import Seat
    >>> plain(CardPlayed(Seat(1), "KH", leads=True))
    {'seat': 1, 'card': 'KH', 'leads': True}
    """
    if isinstance(value, Enum):
        return cast("Json", value.value)
    named = dict(_fields(value))
    if named:
        return {name: plain(part) for name, part in named.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"a view holds no {type(value).__name__}")


def line_of(value: object) -> str:
    """Write an event, or any part of a view, on one line.

    >>> from engine.events import CardPlayed
    >>> from engine.seats import Seat
    >>> line_of(CardPlayed(Seat(1), "KH", leads=True))
    'CardPlayed(seat 1, card KH, leads True)'
    """
    if isinstance(value, Enum):
        return str(value.value)
    named = dict(_fields(value))
    if named:
        inside = ", ".join(f"{name} {line_of(part)}" for name, part in named.items())
        return f"{type(value).__name__}({inside})"
    if isinstance(value, tuple) and value:
        parts = [line_of(part) for part in value]
        return (
            " ".join(parts) if all(" " not in part for part in parts) else f"[{'; '.join(parts)}]"
        )
    if value in (None, "", ()):
        return "-"
    return str(value)


def lines_of(view: object, unless_in: object = None) -> Iterator[str]:
    """Write a view, one line for each field; leave out those that are the same in `unless_in`."""
    known = dict(_fields(unless_in))
    for name, value in _fields(view):
        if name in known and known[name] == value:
            continue
        if isinstance(value, tuple) and any(dict(_fields(part)) for part in value):
            yield f"{name}:"
            yield from (
                f"  {number}. {line_of(part)}" for number, part in enumerate(value, start=1)
            )
        else:
            yield f"{name}: {line_of(value)}"


def _fields(value: object) -> Iterator[tuple[str, object]]:
    """Return the named parts of a dataclass or named tuple."""
    if is_dataclass(value):
        yield from ((part.name, getattr(value, part.name)) for part in fields(value))
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        yield from cast("Mapping[str, object]", value._asdict()).items()

"""Settings as the store keeps them: a text for each field that is not as usual."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import Field, replace
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

_LANGUAGE = re.compile("[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})?")


class Settings(Protocol):
    """Any frozen dataclass of settings."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


S = TypeVar("S", bound=Settings)

Readers: TypeAlias = "Mapping[str, Callable[[str], object]]"
"""How each field is read from its text. Each raises ValueError for what is damaged."""


def read_settings(usual: S, readers: Readers, stored: Mapping[str, str]) -> S:
    """Return the usual settings with what is stored; what is damaged or unknown stays as usual."""
    known = {}
    for name, read in readers.items():
        if name in stored:
            with suppress(ValueError):
                known[name] = read(stored[name])
    return replace(usual, **known)


def spelt(usual: Settings, name: str, value: object) -> str | None:
    """Spell the value of a field as it is stored; None if that is the usual one."""
    if value == getattr(usual, name):
        return None
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def flag(text: str) -> bool:
    """Read what is on or off. Raises ValueError."""
    if text not in ("on", "off"):
        raise ValueError(text)
    return text == "on"


def language(text: str) -> str:
    """Read the name of a language. Raises ValueError."""
    if not _LANGUAGE.fullmatch(text):
        raise ValueError(text)
    return text

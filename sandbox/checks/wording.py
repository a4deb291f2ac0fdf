"""Checks of names and descriptions of commands and options, in every locale."""

from __future__ import annotations

import unicodedata
from typing import Any

from sandbox.checks.problems import Path, Problems
from sandbox.wire import LOCALES, Json

_DEVANAGARI = range(0x0900, 0x0980)
_THAI = range(0x0E00, 0x0E80)


def is_command_name(name: str) -> bool:
    r"""Return whether a name is lower case and ``[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}``."""
    return 1 <= len(name) <= 32 and name == name.lower() and all(map(_is_name_letter, name))


def check_name(problems: Problems, item: Json, path: Path) -> None:
    """Check the name of a chat command or option, and its localisations."""
    name = problems.text((*path, "name"), item.get("name"), most=32)
    if name is not None and not is_command_name(name):
        _bad_name(problems, (*path, "name"), name)
    check_wordings(problems, item, "name", path, most=32)
    for locale, local in wordings(item, "name").items():
        if isinstance(local, str) and local and not is_command_name(local):
            _bad_name(problems, (*path, "name_localizations", locale), local)


def check_described(problems: Problems, item: Json, path: Path) -> None:
    """Check the description, which every chat command and option must have."""
    problems.text((*path, "description"), item.get("description"), most=100)
    check_wordings(problems, item, "description", path, most=100)


def check_wordings(problems: Problems, item: Json, field: str, path: Path, *, most: int) -> None:
    """Check the localisations of one field: known locales, each text long enough and no longer."""
    for locale, local in wordings(item, field).items():
        where = (*path, f"{field}_localizations", locale)
        if problems.choice(where, locale, LOCALES):
            problems.text(where, local, most=most)


def wordings(item: Json, field: str) -> dict[str, Any]:
    """Return the localisations of a field by locale."""
    found = item.get(f"{field}_localizations")
    return found if isinstance(found, dict) else {}


def longest(item: Json, field: str) -> int:
    """Return the length of the longest wording of a field, which is the one that counts."""
    return max(len(text or "") for text in (item.get(field), *wordings(item, field).values()))


def _is_name_letter(letter: str) -> bool:
    return (
        letter in "-_'"
        or unicodedata.category(letter)[0] in "LN"
        or ord(letter) in _DEVANAGARI
        or ord(letter) in _THAI
    )


def _bad_name(problems: Problems, where: Path, name: str) -> None:
    message = f"Command name {name!r} is invalid"
    problems.add(where, "APPLICATION_COMMAND_INVALID_NAME", message)

"""Checks of a bulk overwrite of application commands."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sandbox.checks.options import check_choice, check_level
from sandbox.checks.problems import Path, Problems
from sandbox.checks.wording import check_described, check_name, check_wordings, longest
from sandbox.numbers import whole
from sandbox.wire import Json

CHAT, USER, MESSAGE = 1, 2, 3
_MOST = {CHAT: 100, USER: 15, MESSAGE: 15}
_MOST_CHARACTERS = 8000


def check_commands(commands: Any) -> Problems:
    """Check a whole list of commands, as PUT by a bot."""
    problems = Problems()
    listed = problems.items((), commands, 0, sum(_MOST.values()), required=True)
    for index, command in enumerate(listed):
        if not isinstance(command, dict):
            problems.add((index,), "DICT_TYPE_CONVERT", "Only dictionaries may be used")
            continue
        _check_command(problems, command, (index,))
    _check_counts(problems, [item for item in listed if isinstance(item, dict)])
    return problems


def check_offered(choices: Any, kind: int) -> Problems:
    """Check the choices an autocomplete answer offers for an option of type `kind`."""
    problems = Problems()
    path: Path = ("choices",)
    for index, choice in enumerate(problems.items(path, choices, 0, 25, required=True)):
        check_choice(problems, choice, (*path, index), kind)
    return problems


def weight(item: Json) -> int:
    """Return how many of its 8000 characters a command or option spends."""
    total = longest(item, "name") + longest(item, "description")
    for choice in item.get("choices") or []:
        total += longest(choice, "name") + len(str(choice.get("value", "")))
    return total + sum(weight(option) for option in item.get("options") or [])


def _check_command(problems: Problems, command: Json, path: Path) -> None:
    kind = command.get("type", CHAT)
    if not problems.choice((*path, "type"), kind, _MOST):
        return
    if kind == CHAT:
        check_name(problems, command, path)
        check_described(problems, command, path)
        check_level(problems, command, path)
    else:
        _check_menu(problems, command, path)
    for field, allowed in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        for index, value in enumerate(problems.items((*path, field), command.get(field), 0, 3)):
            problems.choice((*path, field, index), value, allowed)
    _check_permissions(problems, command, path)
    if not problems and weight(command) > _MOST_CHARACTERS:
        message = f"Command exceeds maximum size ({_MOST_CHARACTERS})"
        problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _check_menu(problems: Problems, command: Json, path: Path) -> None:
    problems.text((*path, "name"), command.get("name"), most=32)
    check_wordings(problems, command, "name", path, most=32)
    if command.get("description") or command.get("options"):
        message = "Context menu commands cannot have description or options"
        problems.add(path, "APPLICATION_COMMAND_INVALID_FIELDS", message)


def _check_permissions(problems: Problems, command: Json, path: Path) -> None:
    bits = command.get("default_member_permissions")
    if bits is not None and whole(bits) is None:
        where = (*path, "default_member_permissions")
        problems.add(where, "NUMBER_TYPE_COERCE", f"Value {bits!r} is not int.")


def _check_counts(problems: Problems, commands: list[Json]) -> None:
    kinds = Counter(str(command.get("type", CHAT)) for command in commands)
    for kind, most in _MOST.items():
        if kinds[str(kind)] > most:
            message = f"Maximum number of application commands reached ({most})"
            problems.add((), "APPLICATION_COMMANDS_MAXIMUM", message)
    names = Counter(
        (str(command.get("type", CHAT)), str(command.get("name"))) for command in commands
    )
    for (_, name), count in names.items():
        if count > 1:
            message = f"Application command names must be unique: {name}"
            problems.add((), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)

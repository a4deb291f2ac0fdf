"""Checks of a command's options, level by level."""

from __future__ import annotations

from typing import Any

from sandbox.checks.problems import Path, Problems, kind_of
from sandbox.checks.wording import check_described, check_name, check_wordings, wordings
from sandbox.wire import Json, Option

_TYPES = frozenset(int(kind) for kind in Option)
_BRANCHES = frozenset({Option.SUBCOMMAND, Option.GROUP})
_NUMBERS = frozenset({Option.INTEGER, Option.NUMBER})
_CHOOSABLE = _NUMBERS | {Option.STRING}
_SAFE = 2**53


def check_options(problems: Problems, options: Any, path: Path, branches: frozenset[int]) -> None:
    """Check one level of options, on which subcommands of the types `branches` may stand."""
    where = (*path, "options")
    listed = problems.items(where, options, 0, 25)
    kinds = [kind_of(item) for item in listed]
    if any(kind in _BRANCHES for kind in kinds) and not all(kind in _BRANCHES for kind in kinds):
        message = "Sub-command and sub-command group option types are mutually exclusive to others"
        problems.add(where, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    _check_order(problems, listed, where)
    _check_names_differ(problems, listed, where)
    for index, item in enumerate(listed):
        _check_option(problems, item, (*where, index), branches)


def check_level(problems: Problems, command: Json, path: Path) -> None:
    """Check the options right under a command."""
    check_options(problems, command.get("options"), path, _BRANCHES)


def _check_order(problems: Problems, listed: list[Any], where: Path) -> None:
    optional_seen = False
    for index, item in enumerate(listed):
        required = isinstance(item, dict) and item.get("required", False)
        if required and optional_seen:
            message = "Required options must be placed before non-required options"
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            problems.add((*where, index), code, message)
        optional_seen = optional_seen or not required


def _check_names_differ(problems: Problems, listed: list[Any], where: Path) -> None:
    options = [item for item in listed if isinstance(item, dict)]
    defaults = [str(item.get("name")) for item in options]
    locales = {locale for item in options for locale in wordings(item, "name")}
    code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
    if len(set(defaults)) < len(defaults):
        problems.add(where, code, "Option name already exists")
    for locale in sorted(locales):
        taken: set[str] = set()
        for item in options:
            local = str(wordings(item, "name").get(locale, ""))
            if not local:
                continue
            others = {name for name in defaults if name != str(item.get("name"))}
            if local in taken or local in others:
                problems.add(where, code, f"Option name {local!r} already exists in {locale}")
            taken.add(local)


def _check_option(problems: Problems, item: Any, path: Path, branches: frozenset[int]) -> None:
    kind = kind_of(item)
    if not problems.choice((*path, "type"), kind, _TYPES):
        return
    check_name(problems, item, path)
    check_described(problems, item, path)
    if kind in _BRANCHES:
        if kind not in branches:
            message = "Sub-commands may stand in commands and groups only"
            problems.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
            return
        below = frozenset({int(Option.SUBCOMMAND)}) if kind == Option.GROUP else frozenset()
        check_options(problems, item.get("options"), path, below)
        return
    _check_choices(problems, item, path)
    _check_bounds(problems, item, path)


def _check_choices(problems: Problems, item: Json, path: Path) -> None:
    where = (*path, "choices")
    choices = problems.items(where, item.get("choices"), 0, 25)
    if (choices or item.get("autocomplete")) and item["type"] not in _CHOOSABLE:
        message = "Only strings, integers and numbers may have choices"
        problems.add(where, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", message)
    if choices and item.get("autocomplete"):
        message = "Choices and autocomplete are mutually exclusive"
        problems.add(where, "APPLICATION_COMMAND_AUTOCOMPLETE_NOT_EXCLUSIVE", message)
    names: set[str] = set()
    for index, choice in enumerate(choices):
        at = (*where, index)
        check_choice(problems, choice, at, item["type"])
        name = str(choice.get("name") if isinstance(choice, dict) else choice)
        if name in names:
            code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
            problems.add((*at, "name"), code, "Option choice name already exists")
        names.add(name)


def check_choice(problems: Problems, choice: Any, at: Path, kind: int) -> None:
    """Check one choice of an option of type `kind`, fixed or offered by autocomplete."""
    if not isinstance(choice, dict):
        problems.add(at, "DICT_TYPE_CONVERT", "Only dictionaries may be used")
        return
    problems.text((*at, "name"), choice.get("name"), most=100)
    check_wordings(problems, choice, "name", at, most=100)
    value = choice.get("value")
    if kind == Option.STRING:
        problems.text((*at, "value"), value, most=100, least=0)
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        problems.add((*at, "value"), "NUMBER_TYPE_COERCE", f"Value {value!r} is not a number.")
        return
    if abs(value) > _SAFE or (kind == Option.INTEGER and value != int(value)):
        problems.add((*at, "value"), "NUMBER_TYPE_COERCE", f"Value {value!r} is out of range.")


def _check_bounds(problems: Problems, item: Json, path: Path) -> None:
    for name in ("min_value", "max_value"):
        if item.get(name) is not None and item["type"] not in _NUMBERS:
            problems.add((*path, name), "APPLICATION_COMMAND_OPTIONS_BOUNDS", "Numbers only")
    problems.whole((*path, "min_length"), item.get("min_length"), 0, 6000)
    problems.whole((*path, "max_length"), item.get("max_length"), 1, 6000)

"""A person's options for a command, checked as Discord's own client checks them."""

from __future__ import annotations

from typing import Any

from sandbox.wire import Json, Option

_BRANCHES = frozenset({Option.SUBCOMMAND, Option.GROUP})
_KINDS: dict[int, type | tuple[type, ...]] = {
    Option.STRING: str,
    Option.INTEGER: int,
    Option.BOOLEAN: bool,
    Option.NUMBER: (int, float),
    Option.USER: str,
    Option.CHANNEL: str,
    Option.ROLE: str,
    Option.MENTIONABLE: str,
}


class Refused(Exception):
    """Something a person's client would not let them do; says why."""


def focused(options: Any) -> Json | None:
    """Return the option that is being typed, at whatever depth."""
    for option in options or []:
        if option.get("focused"):
            found: Json = option
            return found
        deeper = focused(option.get("options"))
        if deeper is not None:
            return deeper
    return None


def check_given(declared: Any, given: Any, *, typing: bool = False) -> None:
    """Check options against their declaration; while `typing`, values may be half done.

    Raises Refused.
    """
    known = {option["name"]: option for option in declared or []}
    listed = [] if given is None else given
    if not isinstance(listed, list):
        raise Refused("Options come as a list.")
    for item in listed:
        option = known.get(str(item.get("name"))) if isinstance(item, dict) else None
        if option is None or item.get("type", option["type"]) != option["type"]:
            raise Refused("This option is not part of the command.")
        item["type"] = option["type"]
        if option["type"] in _BRANCHES:
            check_given(option.get("options"), item.get("options"), typing=typing)
        elif not typing:
            _check_value(option, item.get("value"))
        elif not isinstance(item.get("value"), str | int | float):
            raise Refused(f"The value of {option['name']} is of the wrong kind.")
    _check_branch(known, listed)
    names = {item["name"] for item in listed}
    missing = [name for name, option in known.items() if option.get("required")]
    if not typing and not set(missing) <= names:
        raise Refused("This option is required. Specify a value.")


def _check_branch(known: dict[str, Json], listed: list[Json]) -> None:
    branching = any(option["type"] in _BRANCHES for option in known.values())
    if branching and len(listed) != 1:
        raise Refused("Choose one subcommand.")


def _check_value(option: Json, value: Any) -> None:
    kind = _KINDS.get(option["type"])
    wrong_bool = isinstance(value, bool) and option["type"] != Option.BOOLEAN
    if kind is None or wrong_bool or not isinstance(value, kind):
        raise Refused(f"The value of {option['name']} is of the wrong kind.")
    choices = option.get("choices") or []
    if choices and value not in [choice["value"] for choice in choices]:
        raise Refused(f"Choose one of the values offered for {option['name']}.")
    size = len(value) if isinstance(value, str) else value
    suffix = "length" if isinstance(value, str) else "value"
    least, most = option.get(f"min_{suffix}"), option.get(f"max_{suffix}")
    if least is not None and size < least:
        raise Refused(f"{option['name']} must be at least {least}.")
    if most is not None and size > most:
        raise Refused(f"{option['name']} must be at most {most}.")

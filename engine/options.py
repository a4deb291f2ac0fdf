"""Settling a game's options: what was asked for, checked, with defaults for what was left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.game import BadOptions, Option, OptionValue

if TYPE_CHECKING:
    from engine.game import Info, Options

_FLAGS = {"true": True, "false": False}


def settle(info: Info, seats: int, options: Options) -> dict[str, OptionValue]:
    """Return every option of the game its value.

    Raises BadOptions, with the option's key: `wrong_seats`, `unknown_option`, `not_a_number`,
    `out_of_range`, `not_a_multiple`, `not_a_choice`, `not_a_flag` or `not_with_these_seats`.
    """
    if seats not in info.seats:
        raise BadOptions("wrong_seats", "seats")
    known = {option.key: option for option in info.options}
    for key, value in options.items():
        if key not in known:
            raise BadOptions("unknown_option", key)
        _check(known[key], value)
        if not fits(known[key], value, seats):
            raise BadOptions("not_with_these_seats", key)
    return {key: options.get(key, option.default) for key, option in known.items()}


def fits(option: Option, value: OptionValue, seats: int) -> bool:
    """Return whether a table of so many seats may have the option at this value."""
    return not option.seats or seats in option.seats or value == option.default


def read_option(info: Info, key: str, word: str) -> OptionValue:
    """Read an option's value from its spelling in a record. Raises BadOptions."""
    option = next((option for option in info.options if option.key == key), None)
    if option is None:
        raise BadOptions("unknown_option", key)
    value = _read(option, word)
    _check(option, value)
    return value


def read_number(word: str) -> int | None:
    """Read a number of at most nine plain digits; None if the word is none.

    Python's int() would also take "+3", "1_0" and digits of other scripts, and trips over a number
    of thousands of digits.
    """
    return int(word) if re.fullmatch(r"[0-9]{1,9}", word) else None


def spell_option(value: OptionValue) -> str:
    """Spell an option's value as a record does."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(option: Option, word: str) -> OptionValue:
    if _is_number(option):
        number = read_number(word)
        if number is None:
            raise BadOptions("not_a_number", option.key)
        return number
    if isinstance(option.default, bool):
        return _FLAGS.get(word, word)
    return word


def _check(option: Option, value: OptionValue) -> None:
    if value is None and option.default is None:
        return
    if _is_number(option):
        _check_number(option, value)
    elif option.choices:
        if value not in option.choices:
            raise BadOptions("not_a_choice", option.key)
    elif not isinstance(value, bool):
        raise BadOptions("not_a_flag", option.key)


def _check_number(option: Option, value: OptionValue) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadOptions("not_a_number", option.key)
    if option.low is not None and value < option.low:
        raise BadOptions("out_of_range", option.key)
    if option.high is not None and value > option.high:
        raise BadOptions("out_of_range", option.key)
    if value % option.step:
        raise BadOptions("not_a_multiple", option.key)


def _is_number(option: Option) -> bool:
    return option.low is not None or option.high is not None

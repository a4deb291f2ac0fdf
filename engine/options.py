"""The settings of a game: what may be chosen, and how it is read, checked and spelled.

Records, forms, lobbies and the command line all read an option by its own `read`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine.game import BadOptions, Info, Option, Options, OptionValue

_FLAGS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Number(Option):
    """A whole number from `low` to `high` that is a multiple of `step`, or one of `also`.

    With the default None it is off unless given, such as a target score.

    >>> Number("deals", 9, 3, 30, step=3, also=(1,)).read("12")
    12
    """

    default: int | None
    low: int
    high: int
    step: int = field(default=1, kw_only=True)

    @property
    def limits(self) -> dict[str, int]:
        """Return `low`, `high` and `step`."""
        return {"low": self.low, "high": self.high, "step": self.step}

    def read(self, word: str) -> OptionValue:
        """Read a spelling. Raises BadOptions as `check` does."""
        number = read_number(word)
        if number is None:
            raise BadOptions("not_a_number", self.key)
        self.check(number)
        return number

    def check(self, value: OptionValue) -> None:
        """Raise BadOptions: `not_a_number`, `out_of_range` or `not_a_multiple`."""
        if value is None and self.default is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadOptions("not_a_number", self.key)
        if value in self.also:
            return
        if not self.low <= value <= self.high:
            raise BadOptions("out_of_range", self.key)
        if value % self.step:
            raise BadOptions("not_a_multiple", self.key)


@dataclass(frozen=True, slots=True)
class Flag(Option):
    """Something that is on or off.

    >>> Flag("redeal", default=True).read("false")
    False
    """

    default: bool
    choices: tuple[str, ...] = field(default=tuple(_FLAGS), init=False)

    def read(self, word: str) -> OptionValue:
        """Read a spelling. Raises BadOptions("not_a_flag")."""
        value: OptionValue = _FLAGS.get(word, word)
        self.check(value)
        return value

    def check(self, value: OptionValue) -> None:
        """Raise BadOptions("not_a_flag") for what is no bool."""
        if not isinstance(value, bool):
            raise BadOptions("not_a_flag", self.key)


@dataclass(frozen=True, slots=True)
class Choice(Option):
    """One of several words.

    >>> Choice("scoring", "chips", choices=("chips", "points")).read("beans")
    Traceback (most recent call last):
        ...
    engine.game.BadOptions: not_a_choice: scoring
    """

    default: str

    def read(self, word: str) -> OptionValue:
        """Return the word, which is its own spelling. Raises BadOptions("not_a_choice")."""
        self.check(word)
        return word

    def check(self, value: OptionValue) -> None:
        """Raise BadOptions("not_a_choice") for another word."""
        if value not in self.choices:
            raise BadOptions("not_a_choice", self.key)


def settle(info: Info, seats: int, options: Options) -> dict[str, OptionValue]:
    """Return the value of every option of the game: what was asked for, else its default.

    Raises BadOptions, with the option's key: `wrong_seats`, `unknown_option`,
    `not_with_these_seats`, or what its `check` finds.
    """
    if seats not in info.seats:
        raise BadOptions("wrong_seats", "seats")
    for key, value in options.items():
        option = _option(info, key)
        option.check(value)
        if not option.fits(value, seats):
            raise BadOptions("not_with_these_seats", key)
    return {option.key: options.get(option.key, option.default) for option in info.options}


def read_option(info: Info, key: str, word: str) -> OptionValue:
    """Read an option's value from its spelling. Raises BadOptions as `settle` does."""
    return _option(info, key).read(word)


def spell_option(value: OptionValue) -> str:
    """Spell an option's value as a record does.

    >>> spell_option(True), spell_option(12)
    ('true', '12')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_number(word: str) -> int | None:
    """Read a number of at most nine plain digits; None if the word is none.

    Python's int() would also take "+3", "1_0" and digits of other scripts, and trips over a number
    of thousands of digits.
    """
    return int(word) if re.fullmatch(r"[0-9]{1,9}", word) else None


def _option(info: Info, key: str) -> Option:
    found = next((option for option in info.options if option.key == key), None)
    if found is None:
        raise BadOptions("unknown_option", key)
    return found

"""The options of a lobby: what people type for them, and what its game takes."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refused
from bot.match.kind import seats_of
from bot.match.table import row_options
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow
from engine.game import BadOptions, Option, OptionValue
from engine.games import GAMES

_REFUSED = {
    "not_a_choice": "refused.option_choice",
    "not_a_flag": "refused.option_choice",
    "not_a_multiple": "refused.option_step",
}
"""The words for a value that an option does not take; else its range is named."""


def read_option(game: str, option: Option, text: str) -> OptionValue:
    """Read what a player typed for an option. Raises Refused with its range."""
    word = text.strip()
    try:
        return option.read(word) if word else option.default
    except BadOptions as error:
        key = _REFUSED.get(error.reason, "refused.option_range")
        raise Refused(key, option=f"option.{game}.{option.key}", **option.limits) from error


def shortened(row: MatchRow) -> MatchRow:
    """Return a lobby set to a short game, for whoever has never finished one; it can be changed."""
    first = PRESENTERS[row.game].first_game
    return row if first is None else replace(row, options={**row.options, first[0]: first[1]})


def same_options(old: MatchRow) -> dict[str, object]:
    """Return the options of a match as its game takes them today."""
    options: dict[str, object] = {}
    for option in GAMES[old.game].info.options:
        value = row_options(old).get(option.key, option.default)
        try:
            option.check(value)
        except BadOptions:
            # Rules of another version had it.
            value = option.default
        options[option.key] = value
    return options


def require_fit(row: MatchRow, count: int) -> None:
    """Refuse an option that a table with this many seats cannot have."""
    for option in _unfit(row, count):
        raise Refused(
            "refused.option_seats", option=f"option.{row.game}.{option.key}", count=count,
            seats=option.seats,
        )  # fmt: skip


def fitting_seats(row: MatchRow) -> tuple[int, ...]:
    """Return the numbers of seats that a lobby may begin with and all its options can have."""
    return tuple(seats for seats in seats_of(row) if not _unfit(row, seats))


def _unfit(row: MatchRow, count: int) -> list[Option]:
    """Return the options that a table with this many seats cannot have as they are set."""
    options = row_options(row)
    return [
        option
        for option in GAMES[row.game].info.options
        if not option.fits(options.get(option.key, option.default), count)
    ]

"""What a table agrees on beside the game's own options: the turn clock and hints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.errors import Refused
from bot.store.rows import Terms
from engine.game import BadOptions
from engine.options import Choice, Flag

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Option, OptionValue

CLOCKS = (0, 60, 180, 600, 3600, 86400)
"""How many seconds a turn may take; 0 for no limit."""

FIRST = Terms(hints=True, clock=600)
"""What a new table begins with.

Ten minutes are enough to think and to answer the door, and nobody waits an evening for somebody who
fell asleep.
"""

CLOCK = Choice(key="terms.clock", default=str(FIRST.clock), choices=tuple(map(str, CLOCKS)))
HINTS = Flag(key="terms.hints", default=FIRST.hints)
"""The terms as a form asks for them; no game's option has a dot in its key."""


def agreed(terms: Terms, texts: Mapping[str, str]) -> Terms:
    """Return the terms with what was chosen in a form. Raises Refused."""
    if HINTS.key in texts:
        terms = replace(terms, hints=bool(_read(HINTS, texts)))
    if CLOCK.key in texts:
        terms = replace(terms, clock=int(str(_read(CLOCK, texts))))
    return terms


def _read(option: Option, texts: Mapping[str, str]) -> OptionValue:
    try:
        return option.read(texts[option.key])
    except BadOptions as error:
        raise Refused("refused.option_choice", option=option.key) from error

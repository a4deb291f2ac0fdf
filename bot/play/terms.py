"""What a table agrees on beside the game's own options: the turn clock and hints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.errors import Refused
from bot.store.rows import Terms

if TYPE_CHECKING:
    from collections.abc import Mapping

CLOCKS = (0, 60, 180, 600, 3600, 86400)
"""How many seconds a turn may take; 0 for no limit."""

FIRST = Terms(hints=True, clock=600)
"""What a new table begins with.

Ten minutes are enough to think and to answer the door, and nobody waits an evening for who fell
asleep.
"""

PREFIX = "terms."
"""What the keys of terms begin with in a form, so that no game's option can be meant."""

FLAGS = {"true": True, "false": False}


def agreed(terms: Terms, texts: Mapping[str, str]) -> Terms:
    """Return the terms with what was chosen in a form. Raises Refused."""
    hints, clock = texts.get(f"{PREFIX}hints"), texts.get(f"{PREFIX}clock")
    if hints is not None:
        if hints not in FLAGS:
            raise Refused("refused.option_choice", option="terms.hints")
        terms = replace(terms, hints=FLAGS[hints])
    if clock is not None:
        if clock not in map(str, CLOCKS):
            raise Refused("refused.option_choice", option="terms.clock")
        terms = replace(terms, clock=int(clock))
    return terms

"""The terms of a table beside the game's own options: the turn clock, hints and the coach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.errors import Refused
from bot.store.rows import Terms
from engine.game import BadOptions, Option, OptionValue
from engine.options import Choice, Flag
from engine.players.levels import LEVELS, levels_of

STAND_IN = "normal"
"""The level that plays for a person who is away, and of house players nobody chose."""

OFFERED = LEVELS[1:]
"""The levels that lobbies offer, from the weakest; not every game has them all."""


def offered(game: str) -> tuple[str, ...]:
    """Return the levels that a lobby of a game offers, from the weakest.

    >>> offered("clumond")
    ('easy', 'normal', 'hard')
    """
    return levels_of(game)[1:]


def played(game: str, level: str) -> str:
    """Return what a game plays for a chosen level: that, or the best there is where it has none.

    One that is unknown here is normal.

    >>> played("clumond", "expert"), played("clumond", "easy"), played("clumond", "master")
    ('hard', 'easy', 'normal')
    """
    return min(level, levels_of(game)[-1], key=LEVELS.index) if level in LEVELS else STAND_IN


CLOCKS = (0, 60, 180, 600, 3600, 86400)
"""How many seconds a turn may take; 0 for no limit."""

BANKS = ((30, 120), (90, 180), (180, 600))
"""Times for a turn that come with a bank, and how many seconds are in it for the whole game."""

FIRST = Terms(hints=True, clock=600)
"""The terms that a new table begins with.

Ten minutes are enough to think and to answer the door, and nobody waits an evening for somebody who
fell asleep.
"""


def clock_word(terms: Terms) -> str:
    """Spell the clock of a table as the form does.

    >>> clock_word(Terms(clock=600)), clock_word(Terms(clock=90, bank=180))
    ('600', '90+180')
    """
    return f"{terms.clock}+{terms.bank}" if terms.bank else str(terms.clock)


_WORDS = (
    clock_word(Terms(clock=c, bank=b)) for c, b in sorted([*((c, 0) for c in CLOCKS), *BANKS])
)

CLOCK = Choice(key="terms.clock", default=clock_word(FIRST), choices=tuple(_WORDS))
HINTS = Flag(key="terms.hints", default=FIRST.hints)
COACH = Flag(key="terms.coach", default=FIRST.coach)
"""The terms as a form asks for them; no game's option has a dot in its key."""


def agreed(terms: Terms, texts: Mapping[str, str]) -> Terms:
    """Return the terms with what was chosen in a form. Raises Refused."""
    if HINTS.key in texts:
        terms = replace(terms, hints=bool(_read(HINTS, texts)))
    if COACH.key in texts:
        terms = replace(terms, coach=bool(_read(COACH, texts)))
    if CLOCK.key in texts:
        clock, _, bank = str(_read(CLOCK, texts)).partition("+")
        terms = replace(terms, clock=int(clock), bank=int(bank or 0))
    return terms


def _read(option: Option, texts: Mapping[str, str]) -> OptionValue:
    try:
        return option.read(texts[option.key])
    except BadOptions as error:
        raise Refused("refused.option_choice", option=option.key) from error

"""How long house players seem to think."""

from __future__ import annotations

from bot.clock import Clock
from bot.match.clock.turns import Delay, is_alone
from bot.match.house.robots import least_pause
from bot.match.table import is_given_up
from bot.store.rows import MatchRow

HOUSE_PAUSE = (1.2, 2.8)
"""Shortest and longest pause of a house player in seconds, whatever it holds."""

LONGEST_PAUSE = 3.0
"""The most seconds that a house player pauses at the ordinary pace, also as a game opens."""

SECOND_THOUGHT = (3.0, 3.5)
"""The same after a move that its person may take back at once."""

FAST_PAUSE = (0.35, 0.6)
"""The same where one person alone asked them to hurry; never shorter than hard thinking takes."""


def delay_of(row: MatchRow, clock: Clock, usual: tuple[float, float] = HOUSE_PAUSE) -> Delay:
    """Return the generator of the pauses in which house players of a match seem to think.

    Nobody watches the end of a game that was given up.
    """
    if is_given_up(row):
        return lambda: 0.0
    span = FAST_PAUSE if row.terms.fast and is_alone(row) else usual
    return lambda: clock.pause(*span, least_pause(row))

"""Notes of a compiled search of Clumond on each card: sums over the ends that it led to."""

from __future__ import annotations

from engine.players.clumond.kernel import DECLARER, PLAYERS, WON, code_of, off, outcome
from engine.players.compiled import Numbers, kernel

WORTH = PLAYERS + 1
"""The numbers that an outcome has in a table of worth: one a player, and points."""

ENDS, SHARES, POINTS = 0, 1, 4
TRICKS, MADE, STOPPED, CODES = 5, 6, 7, 8
STATS = 18
"""Notes on a card at the root: how often it was played, the sums of what that was worth to
each player, of the points of the one who searches and the tricks won, how often the target was
made, how often a declarer missed it, and how often each code was kept."""


@kernel
def note(p: Numbers, worth: Numbers, stats: Numbers, row: tuple[int, int, int]) -> None:
    """Note an end; `row` is where in the stats, who searches, and how often it counts."""
    at, player, times = row
    end = outcome(p) * WORTH
    for one in range(PLAYERS):
        stats[at + SHARES + one] += times * worth[end + one]
    stats[at + ENDS] += times
    stats[at + POINTS] += times * worth[end + PLAYERS]
    stats[at + TRICKS] += times * p[WON + player]
    stats[at + CODES + code_of(p, player)] += times
    if not off(p, player):
        stats[at + MADE] += times
    if p[DECLARER] >= 0 and off(p, p[DECLARER]):
        stats[at + STOPPED] += times

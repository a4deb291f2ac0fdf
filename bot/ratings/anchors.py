"""The ratings of house players, by game and level: fixed, so that everybody else's mean something.

Measured by `python -m bench.anchors` (docs/performance.md); `normal` stands where people begin.
They say nothing of `quick`, which only takes the place of others. No level is rated below the one
beneath it, whatever the measure says. Games with an `expert` of Cloud Nine, Cloud 9 or
Clumond, which have none now, still count: it is as `hard`.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.skill import Rating

SIGMA = 1.0
"""How sure they are: small beside the 4.2 by which openskill lets anybody's play vary."""

_MU: Mapping[str, Mapping[str, float]] = {
    "balloon": {"random": 8.6, "easy": 20.6, "normal": 25.0, "hard": 25.0, "expert": 25.0},
    "cloud_nine": {"random": -7.9, "easy": 18.6, "normal": 25.0, "hard": 31.4, "expert": 31.4},
    "clumond": {"random": 2.2, "easy": 11.2, "normal": 25.0, "hard": 39.1, "expert": 39.1},
    "nimbly": {"random": -4.7, "easy": 16.5, "normal": 25.0, "hard": 35.3, "expert": 40.4},
}

ANCHORS: Mapping[str, Mapping[str, Rating]] = {
    game: {level: Rating(mu, SIGMA) for level, mu in levels.items()} for game, levels in _MU.items()
}
"""The rating of each level, by game; a table with house players of another game is not rated."""

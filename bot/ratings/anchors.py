"""The ratings of house players, by game and level: fixed, so that everybody else's mean something.

Measured by `bench.anchors` of commit 8674cf92; `normal` stands where people begin.
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
    "balloon": {"random": 6.0, "easy": 21.2, "normal": 25.0, "hard": 26.5, "expert": 26.5},
    "cloud_nine": {"random": -8.3, "easy": 20.7, "normal": 25.0, "hard": 33.2, "expert": 33.2},
    "clumond": {"random": 5.0, "easy": 17.2, "normal": 25.0, "hard": 37.5, "expert": 37.5},
    "nimbly": {"random": -4.8, "easy": 16.4, "normal": 25.0, "hard": 33.7, "expert": 37.9},
}

ANCHORS: Mapping[str, Mapping[str, Rating]] = {
    game: {level: Rating(mu, SIGMA) for level, mu in levels.items()} for game, levels in _MU.items()
}
"""The rating of each level, by game; a table with house players of another game is not rated."""

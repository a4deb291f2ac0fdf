"""The ratings of house players, by game and level: fixed, so that everybody else's mean something.

Measured by `python -m bench.anchors` (docs/performance.md); `normal` stands where people begin.
They say nothing of `quick`, which only takes the place of others. `expert` is not measured yet: it
counts as `hard`, which it is no worse than, so that nobody gains too much by it.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.rating_rows import Rating

SIGMA = 1.0
"""How sure they are: small beside the 4.2 by which openskill lets anybody's play vary."""

_MU: Mapping[str, Mapping[str, float]] = {
    "balloon": {"random": 4.1, "easy": 19.9, "normal": 25.0, "hard": 25.3},
    "cloud_nine": {"random": -2.6, "easy": 15.7, "normal": 25.0, "hard": 32.1},
    "clumond": {"random": 2.2, "easy": 22.4, "normal": 25.0, "hard": 29.4},
    "nimbly": {"random": -2.7, "easy": 7.1, "normal": 25.0, "hard": 33.6},
}

ANCHORS: Mapping[str, Mapping[str, Rating]] = {
    game: {level: Rating(mu, SIGMA) for level, mu in {"expert": levels["hard"], **levels}.items()}
    for game, levels in _MU.items()
}
"""The rating of each level in each game."""

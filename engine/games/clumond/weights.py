"""The fitted numbers of `worth`: logistic regressions over tricks of deals played by `policy`.

For no trumps, trumps and side suits: a constant, then what each higher card of the others adds,
each lower one, the square of the number of higher ones; and last, in place of all these, the value
where the others have no card of the suit.
"""

from __future__ import annotations

EVER = (
    (-0.492, -1.504, 0.442, 0.148, -0.19),
    (1.195, -1.937, 0.161, 0.184, 1.29),
    (-0.511, -1.745, 0.417, 0.169, -1.05),
)
"""The card wins the trick it is played to, whichever that is."""

LEAD = (
    (0.961, -1.936, 0.758, 0.168, 5.9),
    (1.866, -2.941, 0.427, 0.315, 5.45),
    (1.037, -2.682, 0.397, 0.237, 0.35),
)
"""It wins when led."""

SECOND = (
    (2.205, -1.668, 0.189, 0.16, 4.2),
    (3.331, -1.727, -0.017, 0.162, 4.08),
    (1.422, -1.13, 0.324, 0.092, 1.27),
)
"""It wins when it beats what was led and one player is to come."""

"""The fitted numbers of `evaluation` and `declaring`.

Those of `evaluation` are logistic regressions over tricks of deals played by `policy`.

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

DECLARED = (-0.306, 0.227, 0.28, 0.127, -0.307)
"""Log odds that a declaration is made: a constant, each ace, king and queen of trumps, each ace of
any suit, each card that follows an ace without a gap, each card of the shortest side suit. Fitted
to 1,216 hands declared on the first call and played by three house players of 80 or 150 playouts
that end by rule for two tricks."""
FOUND = 0.428
"""The factor of the log odds found by playouts."""

CALLED = (-2.74, 4.81)
"""Log odds that a hand declares some trumps and does not pass: a constant, and the factor of
`declaring.lean`. A multinomial regression over 7,348 calls of house players, half of them hard:
`bench/fit_calls.py` of commit a4919a5, run before hard players heeded calls."""

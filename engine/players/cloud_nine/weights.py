"""The fitted numbers of `evaluation`, by how many cards are still to come: 0 to 9.

Least squares, stage by stage, over the nines of 2,500 deals that three players by an earlier form
of the keen rule played, one play in seven being any card. The columns are those of
`evaluation.Weights`; where nothing can come any more they leave the score as it is.
"""

from __future__ import annotations

CLOUD = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    (3.655, 2.757, 0.191, 0.073, 2.306, 0.071, -22.188, 0.263),
    (6.0, 4.331, 0.333, 0.095, 4.7, 0.13, -31.847, 0.133),
    (6.0, 3.58, 0.493, 0.195, 5.919, 0.229, -20.699, 0.112),
    (6.0, 2.976, 0.618, 0.277, 6.0, 0.213, -11.622, 0.113),
    (5.118, 2.4, 0.697, 0.291, 6.0, 0.668, 0.355, 0.12),
    (5.714, 2.386, 0.879, 0.453, 4.733, 0.668, 9.036, 0.115),
    (6.0, 2.086, 0.957, 0.508, 3.958, 2.98, 21.195, 0.094),
    (6.0, 1.67, 0.899, 0.403, 4.067, -0.98, 8.96, 0.213),
    (6.0, 1.67, 0.899, 0.403, 4.067, -0.98, 8.96, 0.213),
)
"""Clouds that this many more cards will come to."""

HAND = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    (0.614, 0.339, 0.102, 0.018, 0.267, 0.074, -2.035, 0.831),
    (1.091, 0.432, 0.195, 0.083, 0.544, 0.233, -1.337, 0.639),
    (1.459, 0.533, 0.28, 0.144, 0.771, 0.386, -0.342, 0.515),
    (2.128, 0.676, 0.381, 0.222, 1.093, 0.548, -0.464, 0.389),
    (1.771, 0.112, 0.48, 0.25, 0.783, 0.598, 7.45, 0.414),
    (2.703, 0.324, 0.594, 0.326, 1.125, 0.696, 6.264, 0.305),
    (5.321, 2.36, 0.682, 0.42, 2.774, 0.783, -4.957, 0.137),
    (6.0, 2.934, 0.698, 0.474, 3.554, 0.828, -3.5, 0.102),
    (6.0, 2.938, 0.827, 0.546, 3.95, 0.806, 2.097, 0.086),
)
"""Hands of eight just after a play; this many cards are still to be drawn."""

HELD = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    (1.002, 0.455, 0.155, 0.067, 0.451, 0.252, -3.255, 0.606),
    (0.89, 0.178, 0.238, 0.083, 0.465, 0.321, 2.313, 0.568),
    (2.019, 0.764, 0.31, 0.157, 0.942, 0.427, -0.099, 0.366),
    (2.074, 0.749, 0.377, 0.196, 1.076, 0.515, 3.295, 0.319),
    (2.353, 0.445, 0.488, 0.214, 0.847, 0.608, 7.996, 0.297),
    (3.471, 0.854, 0.592, 0.364, 1.53, 0.703, 6.328, 0.195),
    (6.0, 2.968, 0.71, 0.408, 3.331, 0.774, -2.489, 0.093),
    (6.0, 2.832, 0.692, 0.527, 3.219, 0.707, 3.672, 0.087),
    (6.0, 2.832, 0.692, 0.527, 3.219, 0.707, 3.672, 0.087),
)
"""Hands of nine; this many are still to be exchanged. The last line is never used."""

KEPT = (0, 3, 5, 7, 8, 10, 13, 17, 26, 64)
"""How many exchanges better an imagined hand, by the number of the trick; there is no trick 0.

Fitted to 25 deals of three hard players who took others to hold any cards. Of players as hard as
those of today they expect three to six points too much, and in the last trick one too little:
`bench/fit_kept.py` of commit a4919a5."""

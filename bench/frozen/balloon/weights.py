"""Frozen: the fitted numbers of the rule of thumb, by the cloud the balloon flies on from.

Each row is by `policy.ROW`: the points of the trip with a hand that can pay no throw of the next
cloud, and what a hand adds that can pay every one. Least squares over ten rounds of 1,500 games
among two to five players by the rule itself, one decision in eight being any; each round was
played by the numbers of the one before.
"""

from __future__ import annotations

GROWN = (
    (),
    (
        (0.5, 2.8),
        (-0.5, 4.7),
        (0.3, 3.6),
        (-1.2, 6.0),
        (-0.5, 5.1),
        (0.4, 4.2),
        (-2.1, 7.7),
        (-1.4, 6.9),
        (0.1, 5.0),
    ),
    (
        (1.6, 4.0),
        (-1.5, 7.7),
        (1.4, 4.5),
        (-1.8, 8.2),
        (0.6, 5.8),
        (1.5, 4.7),
        (-1.9, 9.0),
        (-1.0, 8.0),
        (1.3, 5.4),
    ),
    (
        (3.1, 6.2),
        (-1.7, 11.0),
        (3.8, 4.4),
        (-1.3, 10.7),
        (3.0, 5.5),
        (3.7, 4.8),
        (-1.2, 10.9),
        (2.5, 6.4),
        (3.7, 5.4),
    ),
    (
        (6.2, 5.9),
        (-3.8, 16.7),
        (5.4, 6.7),
        (-4.9, 17.9),
        (3.4, 8.8),
        (4.8, 7.2),
        (-3.9, 16.7),
        (4.0, 8.2),
        (5.4, 6.6),
    ),
    (
        (8.9, 6.4),
        (-5.2, 21.2),
        (7.0, 8.5),
        (-5.4, 21.3),
        (0.9, 14.5),
        (5.8, 9.0),
        (-3.0, 19.3),
        (4.9, 11.1),
        (6.7, 8.7),
    ),
    (
        (11.8, 7.4),
        (-1.2, 21.1),
        (9.3, 9.5),
        (-0.7, 20.9),
        (3.4, 15.2),
        (10.8, 6.0),
        (1.8, 17.8),
        (7.8, 11.2),
        (12.3, 5.4),
    ),
    (
        (16.3, 7.6),
        (-0.9, 25.5),
        (18.2, 2.0),
        (2.8, 21.6),
        (15.8, 4.8),
        (17.9, 3.1),
        (6.4, 16.4),
        (16.4, 4.9),
        (17.4, 4.4),
    ),
)

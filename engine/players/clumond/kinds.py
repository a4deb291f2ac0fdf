"""Kinds of opponents in Clumond: the fitted numbers of `opponents`."""

from __future__ import annotations

from typing import NamedTuple

SEARCHED = (0.45, 0.71)
"""Factors of `declaring.lean` and of the log odds that a search found of a declaration."""
MADE, STOPPED = (0.34, 1.11), (0.1, 1.04)
"""Factors of the log odds found of a card, in the last trick and in the first, that one makes one's
own declaration and that another does not make theirs."""
LAST_DEAL, DEALS_TO_COME = 1.0, 0.85
"""Factors of the log odds of the share of the win (less those of a fair one), in the last hand and
before: more than a hand's settlement tells may come."""


class Kind(NamedTuple):
    """What two opponents of a kind add to log odds.

    That one makes a `declared` hand, before it is played; that it is `made` and that another is
    `stopped`, with all of the hand to come; of the share of the win in the last hand, `undeclared`,
    with all of it to come; and of that in the end, `edge`, times the root of the hands to come.
    And the chance (0…1) that one who declares `makes` it.
    """

    declared: float
    made: float
    stopped: float
    undeclared: float
    edge: float
    makes: float


BEGINNER = "beginner"
KINDS = {
    BEGINNER: Kind(3.2, 4.4, 0.5, 2.3, 2.0, 0.1),
    "easy": Kind(2.8, 3.8, -0.4, 0.3, 0.6, 0.2),
    "normal": Kind(1.5, 2.2, -1.8, 0.0, 0.2, 0.47),
    "hard": Kind(0.5, 0.9, -2.0, 0.0, 0.0, 0.5),
}
"""By level, and of who has read the rules twice. Logistic regressions over games of `hard` against
two of a kind, some 50 of each, and over 179 to 201 hands that it declared against each."""

PEOPLE = {BEGINNER: 0.5, "normal": 0.25, "hard": 0.25}
"""What people may be, and how many are, as long as nothing was seen of them."""
EARLY, TOPS = 5, "AK"
"""Beginners begin with their highest cards: what is led in so many tricks tells them, if it is so
high."""
SEEN = {
    "led high": {BEGINNER: 0.65, "normal": 0.12, "hard": 0.08},
    "led low": {BEGINNER: 0.35, "normal": 0.88, "hard": 0.92},
    "passed": {BEGINNER: 0.94, "normal": 0.7, "hard": 0.72},
    "declared": {BEGINNER: 0.06, "normal": 0.3, "hard": 0.28},
    "own made": {BEGINNER: 0.2, "normal": 0.47, "hard": 0.5},
    "own missed": {BEGINNER: 0.8, "normal": 0.53, "hard": 0.5},
    "other made": {BEGINNER: 0.92, "normal": 0.65, "hard": 0.45},
    "other missed": {BEGINNER: 0.08, "normal": 0.35, "hard": 0.55},
    "hit": {BEGINNER: 0.23, "normal": 0.45, "hard": 0.47},
    "off": {BEGINNER: 0.43, "normal": 0.28, "hard": 0.33},
    "far off": {BEGINNER: 0.34, "normal": 0.27, "hard": 0.2},
}
"""How likely what is seen of each kind is: their leads and calls, how their declaration and that of
another against them came out, and how far off they were in a hand that nobody declared."""

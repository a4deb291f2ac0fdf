"""The tables. The migrations build the same; a test compares the two.

Times are seconds since the epoch, ids of Discord 64-bit integers, JSON stands in text columns.
"""

from bot.store.schema.evenings import (
    challenge,
    club,
    evening,
    evening_board,
    evening_person,
)
from bot.store.schema.matches import (
    hand,
    invitation,
    match,
    metadata,
    move,
    publication,
    result,
    seat,
)
from bot.store.schema.people import (
    block,
    daily_place,
    daily_try,
    ending,
    league,
    person,
    puzzle,
    puzzle_answer,
    rating,
    rating_change,
    review,
    series,
    setting,
)
from bot.store.schema.processes import claim, lease, process

__all__ = [
    "block",
    "challenge",
    "claim",
    "club",
    "daily_place",
    "daily_try",
    "ending",
    "evening",
    "evening_board",
    "evening_person",
    "hand",
    "invitation",
    "league",
    "lease",
    "match",
    "metadata",
    "move",
    "person",
    "process",
    "publication",
    "puzzle",
    "puzzle_answer",
    "rating",
    "rating_change",
    "result",
    "review",
    "seat",
    "series",
    "setting",
]

"""One server against another: the code that leads to it, and what each club made. Pure."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bot.store.rows import MatchId

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What codes are made of: nothing that looks like something else."""

LENGTH = 8
"""How long a code is: a million guesses at a thousand open ones find one in one case of 800."""

VALID = 7 * 86400.0
"""Seconds for which a code can be accepted, as long as its lobby is open."""

FEWEST = 2
"""The fewest people of each server."""


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """One server's offer to play with another: the lobbies of both, and which was ready first.

    It can be accepted `until` a moment.
    """

    code: str
    home_id: MatchId
    away_id: MatchId | None
    ready_id: MatchId | None
    until: float

    def other(self, match_id: MatchId) -> MatchId | None:
        """Return the lobby of the other server than a lobby's."""
        return self.away_id if match_id == self.home_id else self.home_id


@dataclass(frozen=True, slots=True)
class Club:
    """A server that has played against others, or is about to."""

    guild_id: int
    name: str


class ClubScore(NamedTuple):
    """What a server made: the mean of the totals of its best people, and its place, from 1."""

    guild_id: int
    points: float
    place: int


def new_code() -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(typed: str) -> str:
    """Return a code as somebody types it; what cannot be one finds none.

    >>> read_code(" k7fm-2qxr ")
    'K7FM2QXR'
    """
    return "".join(typed.split()).replace("-", "").upper()


def club_scores(made: Iterable[tuple[int, float]]) -> list[ClubScore]:
    """Return what each of two servers made, given what each person of each did; the better first.

    So that a large server has no advantage, of each as many count as the smaller one has: its best.
    [] where only one has anybody.

    >>> club_scores([(5, 80.0), (5, 60.0), (5, 10.0), (6, 60.0), (6, 40.0)])
    [ClubScore(guild_id=5, points=70.0, place=1), ClubScore(guild_id=6, points=50.0, place=2)]
    """
    sides = defaultdict[int, list[float]](list)
    for guild_id, points in made:
        sides[guild_id].append(points)
    if len(sides) == 1:
        return []
    most = min(map(len, sides.values()), default=0)
    means = {
        guild_id: round(sum(sorted(own, reverse=True)[:most]) / most, ndigits=6)
        for guild_id, own in sides.items()
    }
    scores = [
        ClubScore(guild_id, points, 1 + sum(other > points for other in means.values()))
        for guild_id, points in means.items()
    ]
    return sorted(scores, key=lambda one: (one.place, one.guild_id))

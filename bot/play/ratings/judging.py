"""Whether a game counts for ratings, by how much, and what it makes of them; pure.

The same judge works when a game has just ended and when all are rated anew, so both agree.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import TYPE_CHECKING

from bot.play.ratings.anchors import ANCHORS
from bot.play.ratings.model import places, rated, reset
from bot.play.series import DAILY
from bot.store.rating_rows import Judged, Known, Rating, SeatChange, Verdict
from bot.store.rows import WEAK_LEVELS

if TYPE_CHECKING:
    from bot.store.rating_rows import Before, Ended

WITH_HOUSE = 0.75
"""How much a table with house players counts where two or more people play (`bench.anchors`)."""

ALONE = 0.5
"""How much it counts where one person plays with house players only (`bench.anchors`)."""

WHOLE = 3
"""So many games a day of the same two people count whole; each later one half as much again."""

MOST = 8
"""How many games a day of the same two people, or of one alone, count at all."""

OF_A_SEASON = 20
"""So many games a season of theirs count whole; the n-th later on this many n-ths."""


class Judge:
    """Judges games; `off` are the servers that have switched ratings off."""

    def __init__(self, off: Collection[int] = ()) -> None:
        self._off = off

    def __call__(self, ended: Ended, before: Before) -> Judged:
        """Return what becomes of a game."""
        if ended.verdict is Verdict.OFF:
            return Judged(Verdict.OFF)  # as it was then: settings of the past are not kept
        if ended.has_anonymous:
            # What it made of the others stays: of one of them nothing is known any more.
            return Judged(Verdict.COUNTS if ended.changes else Verdict.ERASED, ended.changes)
        verdict = self._verdict(ended)
        if verdict is not Verdict.COUNTS:
            return Judged(verdict)
        weight = weight_of(ended, before)
        if not weight:
            return Judged(Verdict.OFTEN)
        return Judged(Verdict.COUNTS, _changes(ended, before, weight))

    def _verdict(self, ended: Ended) -> Verdict:
        reasons = (
            (not ended.readable, Verdict.UNKNOWN),
            (ended.series.startswith(DAILY), Verdict.DAILY),
            (not ended.rated, Verdict.UNRATED),
            (ended.guild_id in self._off, Verdict.OFF),
            (ended.hinted, Verdict.HINTED),
            (ended.stood_in, Verdict.STOOD_IN),
            (not _is_contested(ended), Verdict.ALONE),
            (not _is_measured(ended), Verdict.UNKNOWN),
        )
        return next((verdict for holds, verdict in reasons if holds), Verdict.COUNTS)


def weight_of(ended: Ended, before: Before) -> float:
    """Return how much a game counts: 1 for one of people only, 0 where they played too often."""
    people = ended.people
    today = max(_met(people, before.today), default=0)
    if today >= MOST:
        return 0.0
    nth = 1 + max(_met(people, before.tables), default=0)
    seldom = 0.5 ** max(0, today + 1 - WHOLE) * min(1.0, OF_A_SEASON / nth)
    if len(people) == len(ended.seats):
        return seldom
    return seldom * (WITH_HOUSE if len(people) > 1 else ALONE)


def _met(people: tuple[int, ...], tables: Collection[frozenset[int]]) -> list[int]:
    """Count for each two people how often they played together; for one, how often alone."""
    if len(people) == 1:
        return [sum(table == set(people) for table in tables)]
    return [sum(table.issuperset(two) for table in tables) for two in combinations(people, 2)]


def _is_contested(ended: Ended) -> bool:
    """Return whether two people played, or one with a house player that is not weak."""
    if len(ended.people) != 1:
        return len(ended.people) > 1
    return any(not seat.is_person and seat.level not in WEAK_LEVELS for seat in ended.seats)


def _is_measured(ended: Ended) -> bool:
    """Return whether the rating of every house player is known."""
    known = ANCHORS.get(ended.game, {})
    return all(seat.is_person or seat.level in known for seat in ended.seats)


def _changes(ended: Ended, before: Before, weight: float) -> tuple[SeatChange, ...]:
    seats, season = ended.seats, ended.season.number
    came = places([seat.score for seat in seats], [seat.won for seat in seats])
    known = {user: before.known.get(user) for user in ended.people}
    anchors = ANCHORS.get(ended.game, {})

    def after(of: dict[int, Rating]) -> list[Rating]:
        ratings = [of.get(seat.user_id or 0) or anchors[seat.level or ""] for seat in seats]
        return rated(ratings, came, weight)

    now = after({user: _in_season(one, season) for user, one in known.items()})
    ever = after({user: Rating() if one is None else one.ever for user, one in known.items()})
    return tuple(
        SeatChange(seat.seat, seat.user_id, season, came[at], weight, now[at], ever[at])
        for at, seat in enumerate(seats)
        if seat.user_id is not None
    )


def _in_season(known: Known | None, season: int) -> Rating:
    """Return the rating with which somebody comes to a game of a season."""
    if known is None:
        return Rating()
    return reset(known.rating, season - known.season)

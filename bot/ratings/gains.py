"""The change of people's ratings by a finished game, as they see it; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.ratings.anchors import ANCHORS
from bot.ratings.rows import Conduct, Ended, EndedSeat, Known, SeatChange, Verdict
from bot.skill import Rating, games_until_place
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class RatingNews:
    """The change of one person's rating of the season by a game.

    `before` and `after` are equal where the game does not count, and `verdict` says why.
    `until_place` is how many more games like this one bring a place, 0 where they have one.
    """

    verdict: Verdict
    before: Rating
    after: Rating
    until_place: int
    conduct: Conduct

    @property
    def gain(self) -> int:
        """The points that people see."""
        return self.after.shown - self.before.shown


def news_of(ended: Ended, known: Mapping[int, Known]) -> dict[Seat, RatingNews]:
    """Return the news of each person whose rating a rated game has changed or could not change.

    `known` is what the game before this one made of their ratings; it lacks those who are new.
    """
    changes = {change.seat: change for change in ended.changes}
    return {
        Seat(seat.seat): _news(ended, seat, changes.get(seat.seat), known)
        for seat in ended.seats
        if seat.user_id is not None and seat.user_id > 0
    }


def _news(
    ended: Ended, seat: EndedSeat, change: SeatChange | None, known: Mapping[int, Known]
) -> RatingNews:
    verdict = ended.verdict or Verdict.UNRATED
    if change is None:
        return RatingNews(verdict, Rating(), Rating(), 0, seat.conduct)
    last = known.get(change.user_id)
    before = last.at(change.season) if last else Rating()
    others = [_rating_of(ended, other) for other in ended.seats if other.seat != seat.seat]
    games = games_until_place(change.rating, others, change.weight)
    return RatingNews(verdict, before, change.rating, games, seat.conduct)


def _rating_of(ended: Ended, seat: EndedSeat) -> Rating:
    """Return the rating of a seat after the game."""
    if seat.level is not None:
        return ANCHORS.get(ended.game, {}).get(seat.level, Rating())
    return next((change.rating for change in ended.changes if change.seat == seat.seat), Rating())

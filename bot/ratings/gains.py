"""The change of people's ratings by a finished game, as they see it; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.ratings.contests import contest_of
from bot.ratings.rows import Conduct, Ended, EndedSeat, Known, SeatChange, Verdict
from bot.skill import Rating
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class RatingNews:
    """The change of one person's rating of the season by a game.

    `before` and `after` are equal where the game does not count, and `verdict` says why.
    """

    verdict: Verdict
    before: Rating
    after: Rating
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
    is_contest = bool(contest_of(ended.series))
    if change is None:
        verdict = Verdict.TOGETHER if is_contest and verdict is Verdict.COUNTS else verdict
        return RatingNews(verdict, Rating(), Rating(), seat.conduct)
    last = known.get(change.user_id)
    before = last.at(change.season) if last else Rating()
    if is_contest:
        return RatingNews(Verdict.COUNTS, before, change.rating, Conduct.WHOLE)
    return RatingNews(verdict, before, change.rating, seat.conduct)

"""What people are told of their ratings after a game."""

from __future__ import annotations

from dataclasses import replace

from bot.ratings.rows import Before, Conduct, Known, Verdict
from bot.ratings.rules import RatingJudge, RatingNews, news_of
from bot.skill import Rating, reset
from engine.seats import Seat
from tests.ratings.test_judging import ADA, THREE, conducted, ended

SEASON = THREE.season.number
OLD = Known(SEASON - 1, Rating(35, 3), Rating(36, 3))


def told(game: object = THREE, known: dict[int, Known] | None = None) -> dict[Seat, RatingNews]:
    """Judge a game and return what its people are told."""
    assert isinstance(game, type(THREE))
    judged = RatingJudge()(game, Before(known or {}))
    return news_of(replace(game, verdict=judged.verdict, changes=judged.changes), known or {})


def test_each_is_told_what_was_before_and_is_now_or_why_a_game_does_not_count() -> None:
    news = told()
    assert [news[Seat(seat)].before for seat in (1, 2, 3)] == [Rating()] * 3
    ada = news[Seat(1)]
    assert (ada.verdict, ada.gain) == (Verdict.COUNTS, ada.after.shown - 1000)
    assert ada.gain > 0 > news[Seat(3)].gain
    news = told(THREE, {ADA: OLD})
    assert news[Seat(1)].before == reset(OLD.rating)
    unrated = told(ended(ADA, "easy", "easy"))[Seat(1)]
    assert (unrated.verdict, unrated.gain) == (Verdict.ALONE, 0)


def test_house_players_are_told_nothing_and_people_how_they_conducted_themselves() -> None:
    assert set(told(ended(ADA, "hard", -3))) == {Seat(1)}
    news = told(conducted(THREE, ben=Conduct.FORFEIT))
    assert [news[Seat(seat)].conduct for seat in (1, 2)] == [Conduct.WHOLE, Conduct.FORFEIT]

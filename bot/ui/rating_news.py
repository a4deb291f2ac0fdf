"""What a finished game made of people's ratings, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.play.names import bold_names
from bot.store.rating_rows import Conduct, Verdict
from render.numbers import change, rating_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.play.ratings.news import RatingNews
    from bot.skill import Rating
    from bot.store.rows import MatchRow
    from engine.seats import Seat
    from render.api import Words


def with_rating(line: str, news: RatingNews | None, say: Words) -> str:
    """Add to the line of a result what it made of the person's rating."""
    if news is None or news.verdict is not Verdict.COUNTS:
        return line
    return say("rating.line", line=line, change=_change(news, say))


def with_gain(line: str, news: RatingNews | None, say: Words) -> str:
    """Add to the short line of a result how many points of rating it gave or took."""
    if news is None or news.verdict is not Verdict.COUNTS:
        return line
    return say("rating.short", line=line, gain=change(news.gain))


def own_rating_text(news: RatingNews | None, say: Words) -> str:
    """Tell a person what a game made of their rating, and what is missing for a place."""
    if news is None:
        return ""
    if news.verdict is not Verdict.COUNTS:
        return _unrated(news.verdict, say)
    told = [say("rating.own", change=_change(news, say))]
    if news.conduct is not Conduct.WHOLE:
        told.append(say(f"rating.own.{news.conduct}"))
    if news.until_place:
        told.append(say("rating.until_place", n=news.until_place))
    return " ".join(told)


def rating_notes(row: MatchRow, ratings: Mapping[Seat, RatingNews], say: Words) -> list[str]:
    """Say why a game changes no rating, or whose rating it could not raise."""
    verdicts = {news.verdict for news in ratings.values()}
    if not verdicts:
        return []
    if Verdict.COUNTS not in verdicts:
        return [_unrated(verdict, say) for verdict in verdicts]
    names = bold_names(row, say, ())
    notes = []
    for conduct in (Conduct.FORFEIT, Conduct.HELPED):
        who = [names[seat - 1] for seat, news in ratings.items() if news.conduct is conduct]
        if who:
            notes.append(say(f"rating.{conduct}", names=say("list.and").join(who)))
    return notes


def _change(news: RatingNews, say: Words) -> str:
    return say(
        "rating.change",
        before=_rating(news.before, say), after=_rating(news.after, say), gain=change(news.gain),
    )  # fmt: skip


def _rating(rating: Rating, say: Words) -> str:
    return rating_text(rating.shown, say, provisional=rating.is_provisional)


def _unrated(verdict: Verdict, say: Words) -> str:
    is_told = verdict in (Verdict.OFTEN, Verdict.UNKNOWN)
    return say(f"rating.none.{verdict}") if is_told else ""

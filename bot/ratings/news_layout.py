"""The change of people's ratings by a finished game, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.match.names import bold_names
from bot.match.show.looks import Notes
from bot.ratings.gains import RatingNews, news_of
from bot.ratings.rows import Conduct, Verdict
from bot.ratings.store import RatingStore
from bot.skill import Rating
from bot.store import Store
from bot.store.rows import MatchRow
from engine.seats import Seat
from render.api import All, Words, change, rating_words


@dataclass(frozen=True)
class RatingNotes(Notes):
    """The change of each person's rating by a rated game, by seat; `hinted` took a hint."""

    ratings: Mapping[Seat, RatingNews]
    hinted: frozenset[Seat] = frozenset()

    def line(self, seat: Seat, line: str, say: Words) -> str:
        """Add to the line of a result what it made of the person's rating."""
        news = self._counted(seat)
        return line if news is None else say("rating.line", line=line, change=_change(news, say))

    def short(self, seat: Seat, line: str, say: Words) -> str:
        """Add to the short line of a result what it made of the person's rating."""
        news = self._counted(seat)
        return line if news is None else say("rating.short", line=line, change=_change(news, say))

    def own(self, seat: Seat, say: Words) -> str:
        """Tell a person what a game made of their rating, and what is missing for a place."""
        news = self.ratings.get(seat)
        if news is None:
            return ""
        if news.verdict is not Verdict.COUNTS:
            return _unrated(news.verdict, say)
        told = [say("rating.own", change=_change(news, say))]
        if news.conduct is not Conduct.WHOLE:
            why = "hinted" if seat in self.hinted else news.conduct
            told.append(say(f"rating.own.{why}"))
        if news.after.is_provisional:
            told.append(say("rating.until_place"))
        return "\n".join(told)

    def below(self, row: MatchRow, say: Words) -> list[str]:
        """Say why a game changes no rating, or whose rating it could not raise."""
        verdicts = {news.verdict for news in self.ratings.values()}
        if Verdict.COUNTS not in verdicts:
            return [_unrated(verdict, say) for verdict in verdicts]
        names = bold_names(row, say, ())
        notes = []
        for conduct in (Conduct.FORFEIT, Conduct.HELPED):
            who = [
                names[seat - 1] for seat, news in self.ratings.items() if news.conduct is conduct
            ]
            if who:
                notes.append(say(f"rating.{conduct}", names=All(who)))
        return notes

    def _counted(self, seat: Seat) -> RatingNews | None:
        news = self.ratings.get(seat)
        return None if news is None or news.verdict is not Verdict.COUNTS else news


async def rating_notes(store: Store, row: MatchRow) -> RatingNotes | None:
    """Return the changes of a game's ratings; None before it is rated."""
    rated = await RatingStore(store.database).of_match(row.id)
    hinted = frozenset(Seat(i) for i, member in enumerate(row.members, 1) if member.hinted)
    return None if rated is None else RatingNotes(news_of(*rated), hinted)


def change_text(after: Rating, gain: int, say: Words) -> str:
    """Say a rating after a game, and how many points that gave or took.

    A provisional one leaps about, so its change would tell nothing.
    """
    told = rating_words(after.shown, say, provisional=after.is_provisional)
    return told if after.is_provisional else say("rating.change", after=told, gain=change(gain))


def _change(news: RatingNews, say: Words) -> str:
    return change_text(news.after, news.gain, say)


def _unrated(verdict: Verdict, say: Words) -> str:
    is_told = verdict in (Verdict.OFTEN, Verdict.UNKNOWN)
    return say(f"rating.none.{verdict}") if is_told else ""

"""The leaderboard, a person's own numbers, and what a game changed, as people read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord import ui

from bot.discord.names import bold, escape
from bot.discord.parts import button, container, galleries, rows, with_others
from bot.match.show.looks import Asked, Fact, Line, Notes
from bot.match.table.names import bold_names, names_for
from bot.preferences.server import Feature
from bot.ratings.rules import (
    Conduct,
    RatedStanding,
    RatingNews,
    Season,
    Verdict,
    games_left,
    news_of,
)
from bot.ratings.store import RatingStore
from bot.skill import Rating
from bot.store import Store
from bot.store.rows import LeaderboardRow, MatchRow
from bot.texts import parted
from engine.seats import Seat
from render.api import All, Picture, RatingChange, Words, capital, change, number, rating_words
from render.scenes.leaderboard import Heading

# The leaderboard and a person's own numbers, as people read them.

HERE, EVERYWHERE = "here", "all"
"""Which games count: those of this server, or all."""

SEASON, EVER = "season", "ever"
"""When they were played: in this season, or at any time."""

_OTHER = {HERE: EVERYWHERE, EVERYWHERE: HERE, SEASON: EVER, EVER: SEASON}


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard, counted from 1: its game, and the games that count."""

    game: str
    where: str
    when: str
    page: int = 1

    @property
    def custom_id(self) -> str:
        """The custom id that leads here."""
        return f"lb:{self.game}:{self.where}:{self.when}:{self.page}"

    def turned(self, page: int) -> str:
        """Return the custom id of another page of it."""
        return replace(self, page=page).custom_id


def switches(
    board: Board, say: Words, *, in_server: bool, seasons: bool
) -> list[ui.ActionRow[Any]]:
    """Return the row that leads to other games of the same leaderboard."""
    to = []
    if seasons:
        other = replace(board, when=_OTHER[board.when], page=1)
        to.append(button(other.custom_id, say(f"leaderboard.choice.{other.when}")))
    if in_server:
        other = replace(board, where=_OTHER[board.where], page=1)
        to.append(button(other.custom_id, say(f"leaderboard.choice.{other.where}")))
    return rows(to)


def leaderboard_layout(
    heading: Heading,
    picture: tuple[str, Picture],
    words: str,
    below: Sequence[ui.ActionRow[Any]],
    say: Words,
) -> ui.LayoutView:
    """Lay out a page of a leaderboard, with the rows that lead to others."""
    return container(_title(heading, say), *galleries([picture]), ui.TextDisplay(words), *below)


def empty_layout(
    game: str, heading: Heading, where: str, below: Sequence[ui.ActionRow[Any]], say: Words
) -> ui.LayoutView:
    """Lay out a leaderboard nobody is on, with the button that opens a table of its game."""
    words = "\n".join([escape(where), say("leaderboard.empty")])
    opening = button(f"play:{game}", say("rules.button.play"))
    buttons = with_others([*below], [opening], opening)
    return container(_title(heading, say), ui.TextDisplay(words), *buttons)


def _title(heading: Heading, say: Words) -> ui.TextDisplay[ui.LayoutView]:
    return ui.TextDisplay(say("leaderboard.heading", game=heading.title, season=heading.remark))


def rating_standing_text(standing: RatedStanding | None, say: Words) -> str:
    """Tell people where they stand themselves by rating."""
    if standing is None:
        return say("leaderboard.own_none")
    rating = number(standing.rating.points)
    if standing.place is None:
        n = games_left(Rating(), standing.rating, standing.games)
        return say("leaderboard.own.provisional", rating=rating, n=n)
    return say(
        "leaderboard.own.rating",
        place=standing.place,
        rating=rating,
        wins=standing.wins,
        n=standing.games,
    )


def wins_standing_text(standing: LeaderboardRow | None, say: Words) -> str:
    """Tell people where they stand themselves."""
    if standing is None:
        return say("leaderboard.own_none")
    key = "leaderboard.own" if standing.place is not None else "leaderboard.own_winless"
    return say(key, place=standing.place, wins=standing.wins, n=standing.games)


def stats_layout(
    heading: str,
    picture: tuple[str, Picture] | None,
    footer: str,
    buttons: Sequence[ui.Item[Any]] = (),
) -> ui.LayoutView:
    """Lay out a person's page, or two people side by side."""
    shown = [] if picture is None else galleries([picture])
    return container(ui.TextDisplay(heading), *shown, ui.TextDisplay(footer), *rows(buttons))


def facts_text(facts: Sequence[Fact], say: Words) -> str:
    """Write what features tell of a person in a line."""
    told = (say("stats.fact", caption=capital(fact.caption), value=fact.value) for fact in facts)
    return parted(told, say)


# The change of people's ratings by a finished game, in words.


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

    def changes(self) -> Mapping[Seat, RatingChange]:
        """Return the rating of each person after the game, and what that gave or took."""
        counted = ((seat, self._counted(seat)) for seat in self.ratings)
        return {seat: RatingChange(one.after.points, one.gain) for seat, one in counted if one}

    def for_seat(self, seat: Seat, say: Words) -> str:
        """Tell a person what a game made of their rating, and what is missing for a place."""
        news = self.ratings.get(seat)
        if news is None:
            return ""
        if news.verdict is not Verdict.COUNTS:
            return _unrated(news.verdict, say)
        own = say("rating.own", change=_change(news, say))
        if news.after.is_provisional:
            own = say("rating.until_place", own=own, n=games_left(news.before, news.after))
        told = [own]
        if news.conduct is not Conduct.WHOLE:
            why = "hinted" if seat in self.hinted else news.conduct
            told.append(say(f"rating.own.{why}"))
        return "\n".join(told)

    def below(self, row: MatchRow, say: Words) -> list[str]:
        """Say why a game changes no rating, or whose rating it could not raise."""
        verdicts = {news.verdict for news in self.ratings.values()}
        if Verdict.COUNTS not in verdicts:
            return [_unrated(verdict, say) for verdict in verdicts]
        names = bold_names(row, say, ())
        # Who plays alone reads it with their own rating.
        new = any(news.after.is_provisional for news in self.ratings.values())
        notes = [say("rating.early")] if new and len(self.ratings) > 1 else []
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
    """Say a rating after a game, and how many points that gave or took."""
    return say("rating.change", after=number(after.points), gain=change(gain))


def _change(news: RatingNews, say: Words) -> str:
    return change_text(news.after, news.gain, say)


def _unrated(verdict: Verdict, say: Words) -> str:
    is_told = verdict in (Verdict.OFTEN, Verdict.UNKNOWN)
    return say(f"rating.none.{verdict}") if is_told else ""


# A person's rating on their card.


async def rating_lines(asked: Asked) -> Sequence[Line]:
    """Tell a person's rating in the game they played last, and who leads in it here."""
    say, store = asked.say, asked.app.store
    ratings = RatingStore(store.database)
    last = await ratings.latest(asked.user_id) if asked.settings.has(Feature.RATINGS) else None
    if last is None:
        return ()
    game, rating = say(f"game.{last.game}"), change_text(last.rating, last.gain, say)
    if last.rating.is_provisional:
        rating = rating_words(last.rating.points, say, provisional=True)
    own = Line(say("home.rating", game=game, rating=rating))
    if asked.guild_id is None:
        return [own]
    season = Season.of(asked.app.clock.now()).number
    best = await ratings.page(last.game, season, asked.guild_id, 1)
    if not best or best[0].rating.is_provisional:
        return [own]
    if best[0].user_id == asked.user_id:
        return [Line(say("home.rating.first", game=game, rating=rating), of_friends=True)]
    names = await names_for(store, {best[0].user_id: best[0].name}, asked.guild_id, say)
    name, most = bold(names[best[0].user_id]), number(best[0].rating.points)
    told = say("home.rating.leads", game=game, rating=rating, name=name, best=most)
    return [Line(told, of_friends=True)]

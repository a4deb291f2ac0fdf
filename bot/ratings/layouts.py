"""The leaderboard and a person's own numbers, as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord import ui

from bot.discord.controls import button
from bot.discord.names import escape
from bot.discord.parts import container, galleries, rows
from bot.ratings.rows import RatedStanding
from bot.store.rows import LeaderboardRow
from render.api import Picture, Words, number
from render.scenes.leaderboard import Heading

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
    picture: tuple[str, Picture], words: str, below: Sequence[ui.ActionRow[Any]]
) -> ui.LayoutView:
    """Lay out a page of a leaderboard, with the rows that lead to others."""
    return container(*galleries([picture]), ui.TextDisplay(words), *below)


def empty_layout(
    heading: Heading, where: str, below: Sequence[ui.ActionRow[Any]], say: Words
) -> ui.LayoutView:
    """Lay out a leaderboard nobody is on: the picture of any other bears its title itself."""
    words: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay(
        say("leaderboard.heading", game=heading.title, season=heading.remark, where=escape(where))
    )
    return container(words, ui.TextDisplay(say("leaderboard.empty")), *below)


def own_rating(own: RatedStanding | None, say: Words) -> str:
    """Tell people where they stand themselves by rating."""
    if own is None:
        return say("leaderboard.own_none")
    rating = number(own.rating.shown)
    if own.place is None:
        return say("leaderboard.own.provisional", rating=rating)
    return say("leaderboard.own.rating", place=own.place, rating=rating, wins=own.wins, n=own.games)


def own_line(own: LeaderboardRow | None, say: Words) -> str:
    """Tell people where they stand themselves."""
    if own is None:
        return say("leaderboard.own_none")
    key = "leaderboard.own" if own.place is not None else "leaderboard.own_winless"
    return say(key, place=own.place, wins=own.wins, n=own.games)


def stats_layout(
    heading: str,
    picture: tuple[str, Picture] | None,
    footer: str,
    buttons: Sequence[ui.Item[Any]] = (),
) -> ui.LayoutView:
    """Lay out a person's page, or two people side by side."""
    shown = [] if picture is None else galleries([picture])
    return container(ui.TextDisplay(heading), *shown, ui.TextDisplay(footer), *rows(buttons))

"""The week of a league: its key, who may play it, and what its tables cannot change. Pure."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from bot.leagues.store import LeagueRow, keys_of
from bot.match.table.kind import Kind
from bot.store.rows import MatchRow, SeriesRow, Terms
from engine.games import GAMES

SEATS = 3
"""How many seats every table of a league has, so that the same cards go to the same seats."""

FEWEST = 2
"""How many people a table of a league takes at least; a house player sits in a free seat."""

LEAGUE = Kind(
    "league",
    shares_deals=True,
    is_veiled=True,
    seats=SEATS,
    people=FEWEST,
    shut="refused.league_not_open",
)
"""The kind of a table of a league."""

LEVEL = "hard"
"""The level of that house player."""

WEEK = 7 * 86400.0
"""Seconds from the beginning of a week to its end."""

LATE = 86400.0
"""Seconds after which a week that nobody could end in time no longer shortens the next one."""

LENGTHS = (0, 4, 8)
"""How many weeks a new league may have: 0 for no end, which is usual, or a month or two."""

ENDED = "league_ended"
"""Why a week was closed early whose league was ended."""

EMPTY = 2
"""A league without an end ends after this many weeks in which nobody finished a game."""

_KEY = re.compile("league ([0-9]{1,18}) ([0-9]{1,9})")


class Week(NamedTuple):
    """A week of a league, by their numbers from 1."""

    league: int
    week: int

    @property
    def key(self) -> str:
        """The key of its series.

        >>> Week(7, 3).key, week_of("league 7 3")
        ('league 7 3', Week(league=7, week=3))
        """
        return f"{keys_of(self.league)}{self.week}"


def week_of(series: str) -> Week | None:
    """Return the week whose series has this key; None for any other key, and for ""."""
    found = _KEY.fullmatch(series)
    return None if found is None else Week(int(found[1]), int(found[2]))


def can_have(game: str) -> bool:
    """Return whether a game can be played by as many as a table of a league has."""
    return game in GAMES and SEATS in GAMES[game].info.seats


def terms_of_league(terms: Terms) -> Terms:
    """Return the terms of a table of a league, from those of any other in the server."""
    return replace(terms, hints=False, fast=False, level=LEVEL)


def with_series(row: MatchRow, series: SeriesRow) -> MatchRow:
    """Return a new lobby with the deals of a series in place of its own."""
    return replace(
        row, series=series.key, secret=series.secret, options=dict(series.options),
        rules_version=series.rules_version, terms=terms_of_league(row.terms),
    )  # fmt: skip


def next_week(series: SeriesRow, now: float) -> float:
    """Return when the week after this one begins: as this one was to end, if that was just now."""
    return series.closes if 0 <= now - series.closes < LATE else now


def is_last(league: LeagueRow) -> bool:
    """Return whether the week being played is the last one that was planned."""
    return bool(league.weeks) and league.week >= league.weeks

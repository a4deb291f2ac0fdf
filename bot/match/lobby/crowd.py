"""More people in a lobby than one table has seats: they play at several, with the same deals. Pure.

So do all who come to a lobby with rounds, few or many. Who sits where, and what comes of it, is up
to a feature (`bot.evenings`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, Protocol

from bot.match.kind import TABLE, kind_of, most_seats
from bot.match.lobby.chosen_options import fitting_seats
from bot.store.rows import MatchRow, Terms

MOST = 24
"""The most people that a lobby takes in."""

MOST_WITH_ROUNDS = 96
"""The most people that play an evening of several rounds."""

MOST_ROUNDS = 9
"""The most rounds that an evening has: so many secrets are committed in its lobby."""

FEWEST_WITH_ROUNDS = 2
"""The fewest people that do."""

PARTED = 4
"""From so many people on an evening has two tables, so that others have the same cards."""


class Plan(NamedTuple):
    """How a crowd is spread: how many seats each table has, and how many people each takes."""

    seats: int
    people: tuple[int, ...]

    @property
    def house(self) -> int:
        """How many seats are left to house players."""
        return self.seats * len(self.people) - sum(self.people)


class Meetings(Protocol):
    """Begins the game of two servers' lobbies, which are against each other, at once."""

    async def require_free(self, row: MatchRow, user_id: int) -> None:
        """Raise Refused for who is in the lobby of the other server: everybody has one seat."""

    async def start(self, row: MatchRow, interaction_id: int) -> MatchRow:
        """Note that a lobby is ready, and begin if both are; return it as it is then.

        No match may be locked. Raises Refused.
        """

    async def code(self, row: MatchRow) -> str:
        """Return the code by which another server accepts; "" if none can any more."""

    async def begin_in_time(self, row: MatchRow) -> None:
        """Begin, as it is time; where one server has too few people, the other plays alone."""


class Crowds(Protocol):
    """Begins the game of a lobby with more people than seats."""

    async def begin(self, row: MatchRow, interaction_id: int) -> MatchRow:
        """Deal to all tables at once; return the first one, which was the lobby. Raises Refused.

        The interaction is that of the Start.
        """

    async def whole(self, row: MatchRow) -> MatchRow:
        """Return a table with everybody who played beside it, as if that had been one match."""


def may_crowd(row: MatchRow) -> bool:
    """Return whether a lobby may take more people than a table has seats.

    All tables of a crowd play in one place that everybody sees, and the bot writes there itself.
    """
    is_public = row.guild_id is not None and not (row.by_token or row.door.private)
    return is_public and kind_of(row) is TABLE


def room_of(row: MatchRow) -> int:
    """Return how many people a lobby takes in."""
    if row.terms.rounds:
        return MOST_WITH_ROUNDS
    return MOST if may_crowd(row) else most_seats(row)


def latest_join(row: MatchRow) -> int:
    """Return what stands for the Start where nobody starts a lobby: Discord made its id up."""
    return max(int(member.joined or 0) for member in row.members)


def terms_of_crowd(terms: Terms) -> Terms:
    """Return the terms of the tables of a crowd: nobody gets help with cards that others hold."""
    return replace(terms, hints=False, fast=False, coach=False)


def plan_of(row: MatchRow) -> Plan | None:
    """Return how the people of a lobby are spread over tables.

    None if they fit at one, or are too few for rounds.
    """
    people = sum(member.user_id is not None for member in row.members)
    seats = fitting_seats(row)
    fewest = FEWEST_WITH_ROUNDS if row.terms.rounds else most_seats(row) + 1
    if not may_crowd(row) or not seats or people < fewest:
        return None
    return spread(people, seats, fewest_tables(people))


def fewest_tables(people: int) -> int:
    """Return how many tables people are spread over even if they fit at one."""
    return 2 if people >= PARTED else 1


def spread(people: int, seats: tuple[int, ...], fewest: int = 1) -> Plan:
    """Spread people evenly over as few tables as can be, each with one of these numbers of seats.

    There are at least `fewest` tables.

    >>> spread(4, (3,)), spread(5, (3,)), spread(7, (3, 4, 5))
    (Plan(seats=3, people=(2, 2)), Plan(seats=3, people=(3, 2)), Plan(seats=4, people=(4, 3)))
    """
    tables = max(fewest, -(-people // max(seats)))
    most = -(-people // tables)
    each = tuple(people // tables + (at < people % tables) for at in range(tables))
    return Plan(min(count for count in seats if count >= most), each)

"""A server with a league, and people who play its weeks."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bot.discord.names import NAME_LENGTH
from bot.errors import Refused
from bot.leagues.service import SEATS, Leagues, Week
from bot.leagues.store import LeagueRow, LeagueStore
from bot.store import Store
from bot.store.rows import Commit, Location, MatchRow, Member, ResultRow, SeriesRow, Status, Terms
from tests.match.finished import CHANNEL, play_out
from tests.match.stand import Parts
from tests.store.samples import TABLE, after, league_in

GUILD = 5
TERMS = Terms(hints=True, clock=0, level="easy")
ADA, BEN, CY, DEE, EVE, FAY = range(101, 107)
NAMES = dict(zip(range(101, 107), ("Ada", "Ben", "Cy", "Dee", "Eve", "Fay"), strict=True))

FIRST = 5 * 10**18
"""The id of the first of a crowd: as long as ids get."""


@dataclass
class Club:
    """What plays leagues, over the parts of a bot."""

    parts: Parts
    leagues: Leagues
    left: set[int] = field(default_factory=set)
    """Who has left the server."""

    async def member(self, guild_id: int, user_id: int) -> object | None:
        """Say whether somebody is in the server, as Discord does."""
        assert guild_id == GUILD
        return None if user_id in self.left else user_id

    @classmethod
    async def open(cls, directory: Path) -> Club:
        parts = await Parts.open(directory)
        return cls(parts, cls.anew(parts))

    @staticmethod
    def anew(parts: Parts) -> Leagues:
        """Return a service that remembers nothing, as after a start."""
        return Leagues(parts.store, parts.tables, parts.lobbies, parts.clock)

    async def begin(self, game: str = "nimbly", weeks: int = 0) -> LeagueRow:
        """Open a league of one-deal games in the server."""
        new = league_in(GUILD, game, options={"deals": 1}, weeks=weeks,
                        opened=self.parts.clock.now())  # fmt: skip
        league = await LeagueStore(self.parts.store.database).open(new)
        assert league is not None
        await self.leagues.catch_up()
        return league

    async def now(self, league: LeagueRow) -> LeagueRow:
        """Return a league as it is stored now."""
        found = await LeagueStore(self.parts.store.database).get(league.id)
        assert found is not None
        return found

    async def week(self, league: LeagueRow, week: int) -> SeriesRow:
        """Return the series of a week."""
        found = await self.parts.store.series.get(Week(league.id, week).key)
        assert found is not None
        return found

    async def lobby(self, league: LeagueRow, *people: int) -> MatchRow:
        """Open a lobby of the week with these people in it."""
        row = await self.leagues.play(
            await self.now(league), person(people[0]), Location(GUILD, CHANNEL), message_id=None,
            terms=TERMS,
        )  # fmt: skip
        for other in people[1:]:
            row, _ = await self.parts.lobbies.join(row.id, person(other))
        return row

    async def start(self, row: MatchRow) -> MatchRow:
        """Begin the game of a lobby."""
        return await self.parts.lobbies.start(row.id, row.opener_id, 9999, moderator=False)

    async def play(self, league: LeagueRow, *people: int, seed: int = 1) -> MatchRow:
        """Play the week's deals at a table of these people."""
        row = await self.start(await self.lobby(league, *people))
        await play_out(self.parts.tables, row.id, seed)
        return await self.parts.row(row.id)

    async def pass_week(self) -> None:
        """Let a week go by, and do what is due then."""
        self.parts.clock.time += 7 * 86400
        await self.leagues.catch_up()


async def refusal(doing: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await doing
    return caught.value.key


async def crowd(store: Store, league: LeagueRow, size: int) -> None:
    """Store that this many people have played the latest week of a league, three at a table."""
    key = Week(league.id, league.week).key
    for first in range(0, size, SEATS):
        members = tuple(
            Member(str(FIRST + n), name_of(n)) if n < size else Member(f"house:{n}", "Nim")
            for n in range(first, first + SEATS)
        )
        table = replace(
            TABLE, game=league.game, guild_id=league.guild_id, series=key, members=members
        )
        results = tuple(
            ResultRow(seat, member.user_id, member.name, (first + seat) % 97, seat == 1, 5, 1)
            for seat, member in enumerate(members, 1)
        )
        over = after(await store.new_match(table), status=Status.OVER)
        assert await store.commit(Commit(over, results=results))


def name_of(number: int) -> str:
    """Return a name that is as long as one can be, most of it to be escaped."""
    return f"p{number:04d}{'_*~|`' * 6}"[:NAME_LENGTH]


def person(user: int, joined: int = 3) -> Member:
    return Member(str(user), NAMES[user], joined=str(joined))

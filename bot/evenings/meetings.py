"""Two servers whose people play one evening: the lobby of each, and their beginning at once.

The lobbies know of each other by the challenge; their terms say what is shown of that. Both commit
one secret, which is that of the server that gave the code.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import NamedTuple

from bot.clock import Clock
from bot.discord.names import escape
from bot.errors import Refused
from bot.evenings.rows import FEWEST, VALID, ChallengeRow, new_code
from bot.evenings.service import Evenings
from bot.evenings.store import ChallengeStore
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.change import touched_lobby
from bot.match.table.seats import latest_join
from bot.match.table.state import seat_of
from bot.match.table.tables import Tables
from bot.store import Store
from bot.store.rows import Commit, MatchId, MatchRow, Status


class Offer(NamedTuple):
    """A challenge that can be accepted: the lobby of the server that gave it, and its name."""

    challenge: ChallengeRow
    home: MatchRow
    name: str


class Meetings:
    """Brings the lobbies of two servers together. Raises Refused and StoreErrors."""

    def __init__(
        self, store: Store, tables: Tables, lobbies: Lobbies, evenings: Evenings, clock: Clock
    ) -> None:
        self._store = store
        self._challenge_store = ChallengeStore(store.database)
        self._tables = tables
        self._lobbies = lobbies
        self._evenings = evenings
        self._clock = clock
        self._tasks = set[asyncio.Task[None]]()
        lobbies.meetings = self

    async def offer(self, row: MatchRow, name: str) -> str:
        """Return a code by which another server accepts; `name` is that of the lobby's server."""
        now, code = self._clock.now(), new_code()
        await self._challenge_store.name_club(row.guild_id or 0, name)
        new = ChallengeRow(code, row.id, None, None, now + VALID)
        await self._challenge_store.offer(new, now)
        return code

    async def offered(self, code: str, guild_id: int) -> Offer:
        """Return what a code leads to. Raises Refused where it cannot be accepted in a server."""
        challenge = await self._challenge_store.get(code)
        if challenge is None:
            raise Refused("refused.challenge_unknown")
        home = await self._store.match(challenge.home_id)
        if home is not None and home.guild_id == guild_id:
            raise Refused("refused.challenge_own")
        if challenge.away_id is not None:
            raise Refused("refused.challenge_used")
        is_open = home is not None and home.status is Status.LOBBY
        if home is None or not is_open or challenge.until <= self._clock.now():
            raise Refused("refused.challenge_over")
        clubs = await self._challenge_store.clubs([home.guild_id or 0])
        return Offer(challenge, home, clubs[home.guild_id or 0].name)

    async def accept(self, offer: Offer, row: MatchRow, name: str) -> None:
        """Put a lobby of another server, called `name`, against the one that a code leads to.

        Raises Refused, and closes it, if somebody else was first, or the other has begun.
        """
        await self._challenge_store.name_club(row.guild_id or 0, name)
        is_first = await self._challenge_store.accept(
            offer.challenge.code, row.id, self._clock.now()
        )
        # In this order: from then on the other does not begin alone, which would show its secret.
        if not is_first or not await self._note(offer.home.id, against=name):
            await self._lobbies.close(row.id, row.opener_id, moderator=True)
            raise Refused("refused.challenge_used" if not is_first else "refused.challenge_over")
        await self._note(row.id, against=offer.name, secret=offer.home.secret)

    async def require_free(self, row: MatchRow, user_id: int) -> None:
        other = await self._other(row)
        if other is not None and seat_of(other, user_id) is not None:
            raise Refused("refused.challenge_seat", club=escape(row.terms.against or ""))

    async def start(self, row: MatchRow, interaction_id: int) -> MatchRow:
        challenge = await self._challenge_store.of_lobby(row.id)
        if challenge is not None and _count(row) < FEWEST:
            raise Refused("refused.challenge_few", fewest=FEWEST)
        other = await self._other(row)
        if challenge is None or other is None or other.status is not Status.LOBBY:
            return await self._begin(row, interaction_id)
        if await self._challenge_store.be_ready(challenge.code, row.id) != row.id:
            return await self._begin(row, interaction_id)
        await self._note(row.id, ready="us")
        await self._note(other.id, ready="them")
        return (await self._tables.load(row.id)).row

    async def code(self, row: MatchRow) -> str:
        challenge = await self._challenge_store.of_lobby(row.id)
        if challenge is None or challenge.away_id is not None:
            return ""
        return challenge.code if challenge.until > self._clock.now() else ""

    async def begin_in_time(self, row: MatchRow) -> None:
        await self._begin(row, None)

    async def _begin(self, row: MatchRow, interaction_id: int | None) -> MatchRow:
        """Begin for both; who has nobody to play with any more, or by now, plays alone.

        Without an interaction it is time. Return the lobby as it is then. Raises Refused.
        """
        async with self._both(row.id) as lobbies:
            sides = [
                _without(each, lobbies[:at]) for at, each in enumerate(lobbies) if _is_open(each)
            ]
            if len(sides) > 1 and all(_count(side) >= FEWEST for side in sides):
                await self._begin_together(sides, interaction_id)
            elif len(sides) > 1 and interaction_id is not None:
                raise Refused("refused.challenge_few", fewest=FEWEST)
            elif sides:
                # Both commit one secret, so that one alone may show it.
                alone = max(sides, key=lambda side: (_count(side) >= FEWEST, side.id == row.id))
                for side in sides:
                    if side.id != alone.id:
                        await self._lobbies.shut(side)
                await self._alone(alone, interaction_id)
        return (await self._tables.load(row.id)).row

    async def _begin_together(self, sides: list[MatchRow], interaction_id: int | None) -> None:
        """Deal to both at once."""
        rows = [replace(await self._lobbies.placed(side), secret=sides[0].secret) for side in sides]
        start = interaction_id or max(map(latest_join, rows))
        await self._evenings.begin_together(rows, start)

    async def _alone(self, row: MatchRow, interaction_id: int | None) -> None:
        if interaction_id is None:
            await self._lobbies.begin_or_close(row)
        else:
            await self._lobbies.begin(row, interaction_id)

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`: where a lobby closes, the other one is against nobody any more."""
        if row.status is Status.CLOSED and row.terms.against:
            task = asyncio.create_task(self._let_go(row), name="challenge")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def idle(self) -> None:
        """Wait until nothing is under way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _let_go(self, row: MatchRow) -> None:
        other = await self._other(row)
        if other is not None:
            with suppress(Refused):
                await self._note(other.id, against=None, ready="")

    async def _other(self, row: MatchRow) -> MatchRow | None:
        challenge = await self._challenge_store.of_lobby(row.id)
        other = None if challenge is None else challenge.other(row.id)
        return None if other is None else await self._store.match(other)

    async def _note(
        self, match_id: MatchId, *, secret: bytes | None = None, **terms: str | None
    ) -> bool:
        """Change what an open lobby says of the other one; tell whether it is open."""
        async with self._tables.locked(match_id) as row:
            agreed = replace(row.terms, **terms)  # type: ignore[arg-type] # of these alone
            now = self._clock.now()
            after = touched_lobby(row, now, secret=secret or row.secret, terms=agreed)
            if row.status is Status.LOBBY and after.terms != row.terms:
                await self._tables.store(Commit(after))
            return row.status is Status.LOBBY

    @asynccontextmanager
    async def _both(self, match_id: MatchId) -> AsyncIterator[list[MatchRow]]:
        """Hold a lobby and the one that it is against: always that which gave the code first."""
        challenge = await self._challenge_store.of_lobby(match_id)
        if challenge is None or challenge.away_id is None:
            async with self._tables.locked(match_id) as row:
                yield [row]
            return
        async with (
            self._tables.locked(challenge.home_id) as home,
            self._tables.locked(challenge.away_id) as away,
        ):
            yield [home, away]


def _is_open(row: MatchRow) -> bool:
    """Return whether a lobby can still begin with the one that it is against."""
    return row.status is Status.LOBBY and bool(row.terms.against)


def _count(row: MatchRow) -> int:
    return sum(member.user_id is not None for member in row.members)


def _without(row: MatchRow, others: list[MatchRow]) -> MatchRow:
    """Return a lobby without who is in another one, too."""
    there = {member.key for other in others for member in other.members}
    return replace(row, members=tuple(one for one in row.members if one.key not in there))

"""Games played out in a real store without Discord, for tests of what they leave behind."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import InlineThinker
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.tables import Tables
from bot.records.service import Finished, find_finished
from bot.store import Store
from bot.store.rows import Location, MatchId, MatchRow, Member, Presence, Status
from tests.store.template import laid
from tests.swift import SwiftClock

ADA, BEN, CLEO, DORA = 101, 102, 103, 104
CHANNEL, OTHER_CHANNEL = 7, 8
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo"}


async def opened(
    lobbies: Lobbies, people: tuple[int, ...] = (ADA, BEN, CLEO), *, clock: int = 0
) -> MatchRow:
    """Open a lobby of a one-deal game with these people in it; by default without a clock."""
    members = [Member(str(user), NAMES[user], joined=str(9000 + user)) for user in people]
    row = await lobbies.open("cloud_nine", members[0], Location(5, CHANNEL), locale="en")
    for member in members[1:]:
        await lobbies.join(row.id, member)
    typed = {"deals": "1", "terms.clock": str(clock)}
    return await lobbies.set_options(row.id, people[0], typed, moderator=False)


async def start(lobbies: Lobbies, row: MatchRow) -> MatchRow:
    """Start the game of a lobby."""
    return await lobbies.start(row.id, row.opener_id, 9999, moderator=False)


async def play_out(tables: Tables, match_id: MatchId, seed: int = 1) -> None:
    """Make random legal moves until the game is over, house players' moves too."""
    generator = random.Random(seed)
    while (table := await tables.load(match_id)).row.status is Status.PLAYING:
        seat = table.to_act()[0]
        user = table.member(seat).user_id
        if user is None or (
            table.member(seat).away and table.member(seat).presence is not Presence.LATE
        ):
            await tables.play_house(match_id)
        else:
            await tables.play(match_id, user, None, generator.choice(table.legal(seat)))


class Hall:
    """A store with the authority over it, and as many finished games as asked for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock = SwiftClock()
        self.tables = Tables(store, self.clock, HouseQueue(InlineThinker()))
        self.lobbies = Lobbies(store, self.tables, self.clock, ("Cirrus", "Stratus"))

    @classmethod
    async def open(cls, directory: Path) -> Hall:
        return cls(await Store.open(await laid(directory)))

    async def game(self, people: tuple[int, ...] = (ADA, BEN, CLEO), seed: int = 1) -> MatchId:
        """Play a whole game."""
        row = await start(self.lobbies, await opened(self.lobbies, people))
        await play_out(self.tables, row.id, seed)
        return row.id

    async def finish(self, match_id: MatchId) -> None:
        """Play a game that has begun to its end."""
        await play_out(self.tables, match_id)

    async def finished(self, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> Finished:
        """Play a whole game and give all that is stored of it."""
        return await find_finished(self.store, ADA, CHANNEL, await self.game(people))


def with_row(finished: Finished, **fields: object) -> Finished:
    """Return the match with some fields of its row tampered with."""
    # The fields are named by the tests, each of its own type.
    return replace(finished, row=replace(finished.row, **fields))  # type: ignore[arg-type]

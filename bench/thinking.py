"""Whether house players keep up, and how late the event loop wakes meanwhile (L2).

`python -m bench.thinking [5 10 ...] [--game GAME] [--level LEVEL] [--seconds N] [--processes N]`:
so many tables of a bot without Discord, each of one person, who moves at random after some two
seconds, and two house players of the level. Told are their moves: how many were by rule of thumb,
and how much later than they were wanted the others came; how late a heartbeat of 1 ms in the event
loop was; and the strongest level that a lobby offers at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles
from time import perf_counter

from bench.processes import Spent
from bot.clock import Clock
from bot.errors import Refused
from bot.match.clock.clocks import Clocks
from bot.match.house.forks import Forks
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import ProcessPoolThinker
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.seats import Thought
from bot.match.table.tables import Tables
from bot.preferences.terms import offered, played
from bot.settings import cores
from bot.store import Store
from bot.store.rows import Location, MatchId, MatchRow, Member, Status
from engine.games import GAMES
from engine.players.levels import LEVELS

BEAT = 0.001

THINK = (1.2, 2.8)
"""Seconds that people think."""

OPENING, WARM_UP = 5.0, 10.0
"""Seconds in which tables are opened, and of play before anything is measured."""


@asynccontextmanager
async def beating() -> AsyncIterator[list[float]]:
    """Note how late each beat of the event loop is."""
    late: list[float] = []
    task = asyncio.create_task(_beat(late))
    try:
        yield late
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _beat(late: list[float]) -> None:
    while True:
        start = perf_counter()
        await asyncio.sleep(BEAT)
        late.append(perf_counter() - start - BEAT)


@dataclass(frozen=True)
class House:
    """Whose moves are looked at: house players of a level of a game, at so many tables."""

    game: str
    level: str
    tables: int


class NotingTables(Tables):
    """Tables that note by how much the moves of house players are late, and which are no thought.

    Those are None.
    """

    late: list[float | None] = []  # noqa: RUF012 - of the newest run

    async def play_house(self, match_id: MatchId, ready: Thought | None = None) -> bool:
        row = (await self.load(match_id)).row
        made, now = await super().play_house(match_id, ready), self._clock.now()
        if made and ready is not None and row.deadline is not None:
            self.late.append(None if ready.by_rule else now - row.deadline)
        return made


@dataclass
class Hall:
    """A bot without Discord."""

    store: Store
    tables: NotingTables
    lobbies: Lobbies
    clocks: Clocks
    thinker: ProcessPoolThinker
    turns: dict[MatchId, asyncio.Event] = field(default_factory=dict)

    async def person(self, number: int, house: House) -> None:
        """Play at a table of one's own until the game is over."""
        user, random = 10**6 + number, Random(number)
        me = Member(str(user), "Ada", joined=str(user))
        row = await self.lobbies.open(house.game, me, Location(5, number), locale="en")
        for _ in range(2):
            await self.lobbies.add_house(row.id, user, house.level)
        turn = self.turns[row.id] = asyncio.Event()
        await self.lobbies.start(row.id, user, 2 * user, moderator=False)
        while (table := await self.tables.load(row.id)).row.status is Status.PLAYING:
            mine = table.seat_of(user)
            if mine not in table.to_act():
                turn.clear()
                await turn.wait()
                continue
            await asyncio.sleep(random.uniform(*THINK))
            with suppress(Refused):
                await self.tables.play(row.id, user, None, random.choice(table.legal(mine)))


@asynccontextmanager
async def hall(processes: int) -> AsyncIterator[Hall]:
    """Open a bot with so many processes that think."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/nimbus.sqlite3")
        clock, forks = Clock(), Forks()
        thinker = ProcessPoolThinker(processes, forks)
        tables = NotingTables(store, clock, HouseQueue(thinker, clock.now()))
        lobbies = Lobbies(store, tables, clock, ("Cirrus", "Stratus"))
        held = Hall(store, tables, lobbies, Clocks(store, tables, lobbies.expire, clock), thinker)

        async def wake(row: MatchRow) -> None:
            held.turns.get(row.id, asyncio.Event()).set()

        tables.listeners += [held.clocks.on_change, wake]
        held.clocks.start()
        try:
            yield held
        finally:
            await held.clocks.close()
            await thinker.close()
            await forks.close()
            await store.close()


async def kept_up(house: House, seconds: float, processes: int) -> str:
    """Play at tables for some seconds; return a line that tells how house players did."""
    async with hall(processes) as held:
        playing = []
        for number in range(house.tables):
            playing.append(asyncio.create_task(held.person(number, house)))
            await asyncio.sleep(OPENING / house.tables)
        await asyncio.sleep(WARM_UP)
        before, own = len(held.tables.late), [os.getpid()]
        spent = Spent.now(own)
        async with beating() as beats:
            await asyncio.sleep(seconds)
        load = held.thinker.load
        *_, best = (one for one in offered(house.game) if load.carries(house.game, one))
        spent, moves = Spent.now(own).since(spent), held.tables.late[before:]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    late = sorted(one for one in moves if one is not None) or [0.0]
    cuts, lag = quantiles(late, n=20) if len(late) > 1 else late * 19, quantiles(beats, n=100)
    return (
        f"{house.tables:>6}{len(moves):>7}{sum(one is None for one in moves):>9}"
        f"{cuts[9]:>9.2f}{cuts[18]:>7.2f}{late[-1]:>7.2f}{lag[49] * 1e3:>9.2f}{lag[98] * 1e3:>7.2f}"
        f"{spent.bot / seconds:>8.2f}{spent.helpers / seconds:>9.2f}{os.getloadavg()[0]:>7.1f}"
        f"  {best}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.thinking")
    parser.add_argument("tables", nargs="*", type=int, default=[5, 20])
    parser.add_argument("--game", default="nimbly", choices=sorted(GAMES))
    parser.add_argument("--level", default=LEVELS[-1])
    parser.add_argument("--seconds", type=float, default=45.0)
    parser.add_argument("--processes", type=int, default=cores())
    given = parser.parse_args()
    level = played(given.game, given.level)
    print(f"{given.game}, {level}, {given.processes} processes\n"
          f"{'':>22}{'late by, s':>23}{'loop, ms':>16}{'of a core':>17}\n"
          f"{'tables':>6}{'moves':>7}{'by rule':>9}{'p50':>9}{'p95':>7}{'most':>7}{'p50':>9}"
          f"{'p99':>7}{'bot':>8}{'helpers':>9}{'load':>7}  offered", flush=True)  # fmt: skip
    for tables in given.tables:
        house = House(given.game, level, tables)
        print(asyncio.run(kept_up(house, given.seconds, given.processes)), flush=True)


if __name__ == "__main__":
    main()

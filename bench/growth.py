"""The growth of the database in a week of a server with twenty players: rows and bytes by table.

Run: python -m bench.growth [--reviews N]

Each day everybody plays the daily and answers a puzzle, and there are six tables of three people,
the games in turn; once in the week everybody plays the league's deals. N reviews a day are made
(3 if nothing is said), which takes most of the time. Moves are random, and house players play by
rule of thumb: the rows are as many and as long as with good moves, or nearly so.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import create_engine, text

from bot.clock import Clock
from bot.daily.calendar import SECONDS, Day
from bot.daily.dailies import Dailies
from bot.daily.days import Days
from bot.leagues.service import Leagues
from bot.match.calls.budget import MessageBudget
from bot.match.calls.notices import Notices
from bot.match.house.forks import Forks
from bot.match.house.house_queue import QUICK, HouseQueue
from bot.match.house.thinking import InlineThinker
from bot.match.house.thinking_process import Question, rank
from bot.match.house.workshop import Workshop
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.tables import Tables
from bot.preferences.terms import FIRST
from bot.puzzles.service import Puzzles
from bot.ratings.rater import Rater
from bot.reviews.service import Reviews
from bot.store import MatchId, MatchRow, Member, Status, Store
from bot.store.rows import Location
from bot.store.schema import metadata
from engine.games import GAMES
from engine.players.robot import RankedMove

PEOPLE = 20
TABLES = 6
DAYS = 7
BEGAN = 20_780 * SECONDS
"""A Monday."""

GUILD, CHANNEL, DIRECT = 10**17, 10**17 + 1, 10**17 + 2
"""Ids as long as Discord's."""


class WeekClock(Clock):
    """Time passes when the bench says so, or when somebody sleeps."""

    time = float(BEGAN)

    def now(self) -> float:
        return self.time

    def pause(self, low: float, high: float, least: float = 0.0) -> float:  # noqa: ARG002 - none at all
        return 0.0

    def was_set(self) -> bool:
        return False

    async def sleep(self, seconds: float) -> None:
        self.time += seconds
        await asyncio.sleep(0)

    async def until(self, when: float) -> None:
        if when > self.time:
            await asyncio.Event().wait()


class Unseen:
    """A stage that shows nothing, and says of every message that it was sent."""

    def __init__(self) -> None:
        self._ids = count(10**17 + 10**6)
        self.private = self

    def opened(self, _match_id: MatchId | None = None) -> tuple[()]:
        return ()

    def lacking(self, _row: MatchRow) -> tuple[()]:
        return ()

    def forget(self, _match_id: MatchId) -> None: ...

    def __getattr__(self, name: str) -> Callable[..., Awaitable[object]]:
        async def done(*_told: object, **_more: object) -> object:
            match name:
                case "post_hand" | "post_notice":
                    return DIRECT, next(self._ids)
                case "post_board" | "ping":
                    return next(self._ids)
                case _:
                    return None

        return done


class Quick(InlineThinker):
    """Thinks by rule of thumb, whatever level is asked."""

    async def rank(
        self,
        question: Question,
        within: float = 0.0,  # noqa: ARG002 - it takes no time
    ) -> tuple[RankedMove, ...] | None:
        return rank(replace(question, level=QUICK))


@dataclass
class Club:
    """A server with its players, and the parts of a bot that play before a stage."""

    store: Store
    clock: WeekClock
    tables: Tables
    lobbies: Lobbies
    publisher: Publisher
    rater: Rater
    days: Days
    dailies: Dailies
    leagues: Leagues
    forks: Forks
    workshop: Workshop
    puzzles: Puzzles
    reviews: Reviews
    random: Random = field(default_factory=lambda: Random(12))
    presses: int = 10**18

    @classmethod
    async def open(cls, directory: Path) -> Club:
        """Put the parts together over a new database."""
        store = await Store.open(f"sqlite+aiosqlite:///{directory}/nimbus.sqlite3")
        clock, house = WeekClock(), ("Cirrus", "Stratus", "Nimbus")
        stage: Any = Unseen()
        tables = Tables(store, clock, HouseQueue(Quick()))
        lobbies = Lobbies(store, tables, clock, house)
        publisher = Publisher(
            store, tables, stage, clock, Notices(store, clock, stage, MessageBudget(store, clock))
        )
        rater, days = Rater(store), Days(store, tables, clock)
        forks = Forks()
        workshop = Workshop(forks)
        tables.listeners += [days.on_change, publisher.on_change, rater.on_change]
        puzzles = Puzzles(store, workshop, clock)
        await puzzles.begin()
        return cls(
            store, clock, tables, lobbies, publisher, rater, days,
            Dailies(store, tables, clock, days, house), Leagues(store, tables, lobbies, clock),
            forks, workshop, puzzles, Reviews(store, workshop),
        )  # fmt: skip

    def member(self, number: int) -> Member:
        """Return one of the players, numbered from 0, as they press."""
        self.presses += 4_194_304
        return Member(str(10**17 + number * 10**9), f"Player {number}", joined=str(self.presses))

    async def play_out(self, match_id: MatchId) -> None:
        """Play a game to its end, a second a move."""
        while (table := await self.tables.load(match_id)).row.status is Status.PLAYING:
            self.clock.time += 1.0
            seat = table.to_act()[0]
            user = table.member(seat).user_id
            if user is None:
                await self.tables.play_house(match_id)
            else:
                code = self.random.choice(table.legal(seat))
                await self.tables.play(match_id, user, None, code)
        await self.publisher.idle()
        await self.rater.idle()

    async def start(self, lobby: MatchRow, others: list[int]) -> MatchRow:
        """Let others join a lobby, and start it."""
        for other in others:
            await self.lobbies.join(lobby.id, self.member(other))
        self.presses += 1
        return await self.lobbies.start(lobby.id, lobby.opener_id, self.presses, moderator=False)

    async def table(self, game: str, people: list[int]) -> MatchRow:
        """Play an ordinary game."""
        first, *others = people
        at = Location(GUILD, CHANNEL)
        lobby = await self.lobbies.open(game, self.member(first), at, locale="en", terms=FIRST)
        row = await self.start(lobby, others)
        await self.play_out(row.id)
        return row

    async def evening(self, number: int, reviews: int) -> None:
        """Let a day pass."""
        self.clock.time = max(self.clock.time, BEGAN + number * SECONDS + 68_400.0)
        await self.days.catch_up()
        today = Day.at(self.clock.now())
        for person in range(PEOPLE):
            row = await self.dailies.begin(today, self.member(person), "en")
            await self.play_out(row.id)
            puzzle = await self.puzzles.draw(int(self.member(person).key), None)
            code = self.random.choice(puzzle.choices).code
            await self.puzzles.answer(int(self.member(person).key), puzzle.row.key, code)
        played = []
        for turn in range(TABLES):
            game = list(GAMES)[(number * TABLES + turn) % len(GAMES)]
            played.append(await self.table(game, self.random.sample(range(PEOPLE), 3)))
        for row in played[:reviews]:
            user = next(int(m.key) for m in row.members if m.user_id is not None)
            await self.reviews.make(await self.reviews.find(row.id, user, CHANNEL))
        await self.puzzles.idle()

    async def league_week(self) -> None:
        """Let everybody play the week of a league: trios, and a pair of those left over."""
        league = await self.leagues.open("cloud_nine", GUILD, CHANNEL, weeks=1, locale="en")
        for begin in range(0, PEOPLE, 3):
            first, *others = range(begin, min(begin + 3, PEOPLE))
            lobby = await self.leagues.play(
                league, self.member(first), Location(GUILD, CHANNEL), message_id=None, terms=FIRST
            )
            row = await self.start(lobby, others)
            await self.play_out(row.id)

    async def close(self) -> None:
        """Stop everything."""
        await self.publisher.close()
        await self.rater.close()
        await self.puzzles.close()
        await self.workshop.close()
        await self.forks.close()
        await self.store.close()


def sizes(path: Path) -> dict[str, tuple[int, int, int]]:
    """Return rows, bytes of the table and bytes of its indexes, by table."""
    engine = create_engine(f"sqlite:///{path}")
    found = {}
    with engine.connect() as connection:
        pages: dict[str, int] = defaultdict(int)
        of_table = "SELECT m.tbl_name, m.type, SUM(d.pgsize) FROM dbstat d JOIN sqlite_master m"
        query = text(f"{of_table} ON m.name = d.name GROUP BY 1, 2")
        for table, kind, size in connection.execute(query):
            pages[f"{kind} {table}"] = size
        for table in metadata.sorted_tables:
            count = connection.execute(text(f'SELECT count(*) FROM "{table.name}"')).scalar() or 0  # noqa: S608 - names of ours
            found[table.name] = (count, pages[f"table {table.name}"], pages[f"index {table.name}"])
    engine.dispose()
    return found


async def week(directory: Path, reviews: int) -> None:
    """Play a week and print what it wrote."""
    club, path = await Club.open(directory), directory / "nimbus.sqlite3"
    before = sizes(path)
    await club.league_week()
    for number in range(DAYS):
        await club.evening(number, reviews)
    await club.close()
    after = sizes(path)
    print("| table | rows | kB | of these indexes |\n|---|---|---|---|")
    grown = {
        name: tuple(now - was for now, was in zip(after[name], before[name], strict=True))
        for name in after
    }
    for name, (rows, data, index) in sorted(grown.items(), key=lambda item: -sum(item[1][1:])):
        if rows:
            print(f"| `{name}` | {rows} | {(data + index) / 1000:.0f} | {index / 1000:.0f} |")
    rows, data, index = (sum(part) for part in zip(*grown.values(), strict=True))
    print(f"| all | {rows} | {(data + index) / 1000:.0f} | {index / 1000:.0f} |")
    print(f"file: {path.stat().st_size / 1000:.0f} kB")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--reviews", type=int, default=3, help="reviews a day")
    with tempfile.TemporaryDirectory() as directory:
        asyncio.run(week(Path(directory), reader.parse_args().reviews))


if __name__ == "__main__":
    main()

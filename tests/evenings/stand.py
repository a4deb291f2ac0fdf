"""A server where more people come than a table has seats, before a channel that remembers."""

# ruff: noqa: ARG002 - a channel is told more than this one looks at
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.errors import Gone, StageError
from bot.evenings.meetings import Meetings
from bot.evenings.news import EveningNews
from bot.evenings.rows import EveningPerson, EveningRow
from bot.evenings.service import Evenings
from bot.evenings.store import BoardRow, EveningStore
from bot.match.table.state import tables_of
from bot.painter import Painter
from bot.preferences.terms import FIRST
from bot.store.rows import Location, MatchId, MatchRow, Member
from bot.texts import Texts
from tests.match.finished import CHANNEL, play_out
from tests.match.rows import faults, said
from tests.match.stand import Parts

GUILD = 5
CROWD = range(101, 197)
NAMES = {user: chr(ord("A") + (user - 101) % 24) * (1 + (user - 101) // 24) for user in CROWD}


@dataclass
class Channel:
    """Remembers what stands in it, and what was posted by its nonce; raises what `faults` hold.

    What Discord would not take is `wrong`.
    """

    standing: dict[int, str] = field(default_factory=dict)
    pictures: dict[int, list[str]] = field(default_factory=dict)
    nonces: dict[str, int] = field(default_factory=dict)
    threads: list[int] = field(default_factory=list)
    added: list[int] = field(default_factory=list)
    faults: dict[str, list[BaseException]] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    async def post(
        self, channel_id: int, view: Any, *, files: Any = (), nonce: str | None = None
    ) -> int:
        self._fail("post")
        assert nonce is not None
        self.wrong += faults(view)
        message_id = self.nonces.setdefault(nonce, 900 + len(self.nonces))
        self.standing[message_id] = f"{channel_id} {said(view)}"
        self.pictures[message_id] = [file.filename for file in files]
        self._fail("posted")
        return message_id

    async def edit(self, channel_id: int, message_id: int, view: Any, files: Any) -> None:
        self._fail("edit")
        if message_id in self.deleted:
            raise Gone("deleted")
        self.wrong += faults(view)
        self.standing[message_id] = f"{channel_id} {said(view)}"

    async def open_thread(
        self, channel_id: int, message_id: int, name: str, people: Iterable[int]
    ) -> None:
        self._fail("open_thread")
        self.threads.append(message_id)
        self.added += people

    def _fail(self, what: str) -> None:
        if self.faults.get(what):
            raise self.faults[what].pop(0)


@dataclass
class Gathering:
    """What holds evenings, over the parts of a bot."""

    parts: Parts
    channel: Channel
    painter: Painter
    evenings: Evenings
    news: EveningNews
    meetings: Meetings

    @classmethod
    async def open(cls, directory: Path) -> Gathering:
        parts, channel, painter = await Parts.open(directory), Channel(), Painter()
        evenings = Evenings(parts.store, parts.tables, parts.lobbies, parts.clock, ("Nim", "Bus"))
        news = EveningNews(parts.store, evenings, channel, painter, Texts.load(), parts.clock)
        meetings = Meetings(parts.store, parts.tables, parts.lobbies, evenings, parts.clock)
        parts.tables.listeners.append(meetings.on_change)
        return cls(parts, channel, painter, evenings, news, meetings)

    async def restart(self) -> None:
        """Put news that remember nothing in the old ones' place."""
        await self.news.close()
        self.news = EveningNews(
            self.parts.store, self.evenings, self.channel, self.painter, Texts.load(),
            self.parts.clock,
        )  # fmt: skip

    async def close(self) -> None:
        await self.news.close()
        assert self.channel.wrong == []
        self.painter.close()
        await self.parts.close()

    async def lobby(
        self, people: int, game: str = "cloud_nine", rounds: int = 0, begins: float | None = None
    ) -> MatchRow:
        """Open a lobby of a short game with so many people in it, or of so many rounds."""
        first, *others = range(CROWD.start, CROWD.start + people)
        row = await self.parts.lobbies.open(
            game,
            person(first),
            Location(GUILD, CHANNEL),
            locale="en-GB",
            message_id=66,
            terms=replace(FIRST, rounds=rounds, begins=begins),
        )
        for other in others:
            row, _ = await self.parts.lobbies.join(row.id, person(other))
        short = {"target": "20"} if game == "balloon" else {"deals": "1"}
        typed = {**short, "terms.clock": "0"}
        return await self.parts.lobbies.set_options(row.id, first, typed, moderator=False)

    async def start(self, row: MatchRow, *, threads: bool = False) -> MatchRow:
        """Begin the game of a lobby."""
        return await self.parts.lobbies.start(
            row.id, row.opener_id, 9999, moderator=False, threads=threads
        )

    async def begin(self, people: int, game: str = "cloud_nine", rounds: int = 0) -> list[MatchRow]:
        """Begin an evening of so many people; return its tables."""
        await self.start(await self.lobby(people, game, rounds))
        return await self.tables()

    async def tables(self, number: int = 1) -> list[MatchRow]:
        """Return the tables of a round of the evening."""
        return await tables_of(self.parts.store, f"evening 1 {number}")

    async def play_round(self, number: int) -> None:
        """Play all tables of a round out."""
        for row in await self.tables(number):
            await self.play(row.id, seed=number * 100 + row.id)

    async def later(self, seconds: float) -> None:
        """Let time pass, and have the news look."""
        self.parts.clock.time += seconds
        await self.news.catch_up()

    async def people(self) -> list[EveningPerson]:
        """Return who plays the evening, or has."""
        return await EveningStore(self.parts.store.database).people(1)

    async def board(self) -> BoardRow:
        """Return where the evening is shown."""
        (board,) = await EveningStore(self.parts.store.database).boards(1)
        return board

    async def play(self, match_id: MatchId, seed: int = 1) -> None:
        """Play a table out, and let the news hear of it."""
        await play_out(self.parts.tables, match_id, seed)
        await self.heard(match_id)

    async def choose(self, match_id: MatchId, user_id: int) -> None:
        """Play at a table until somebody has chosen one of several moves."""
        tables, has_chosen = self.parts.tables, False
        while not has_chosen:
            table = await tables.load(match_id)
            seat = table.to_act()[0]
            user, legal = table.member(seat).user_id, table.legal(seat)
            if user is None:
                await tables.play_house(match_id)
                continue
            await tables.play(match_id, user, table.row.moves, legal[0])
            has_chosen = user == user_id and len(legal) > 1

    async def heard(self, match_id: MatchId) -> None:
        """Tell the news of the latest change of a table."""
        row = await self.parts.store.match(match_id)
        assert row is not None
        await self.news.on_change(row)
        await self.news.idle()

    async def evening(self) -> EveningRow:
        """Return the evening as it is stored."""
        found = await EveningStore(self.parts.store.database).get(1)
        assert found is not None
        return found

    def fail(self, what: str, *errors: StageError) -> None:
        """Let the next calls of a kind fail."""
        self.channel.faults[what] = list(errors)


def person(user: int) -> Member:
    return Member(str(user), NAMES.get(user, f"P{user}"), joined=str(9000 + user))

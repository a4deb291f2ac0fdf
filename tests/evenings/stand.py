"""A server where more people come than a table has seats, and two whose people play one evening."""

# ruff: noqa: ARG002 - a channel is told more than this one looks at

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.errors import Gone, StageError
from bot.evenings.direction import Direction
from bot.evenings.meetings import Meetings
from bot.evenings.news import EveningNews
from bot.evenings.rows import Club, EveningPerson, EveningRow
from bot.evenings.rules import BREAK
from bot.evenings.service import Evenings
from bot.evenings.store import BoardRow, ChallengeStore, EveningStore
from bot.match.table.state import tables_of
from bot.painter import Painter
from bot.preferences.terms import FIRST
from bot.store.rows import Location, MatchId, MatchRow, Member, Terms
from bot.texts import Texts
from tests.match.finished import CHANNEL, OTHER_CHANNEL, play_out
from tests.match.rows import faults, said
from tests.match.stand import Parts

# A server where more people come than a table has seats, before a channel that remembers.

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
    direction: Direction
    news: EveningNews
    meetings: Meetings

    @classmethod
    async def open(cls, directory: Path) -> Gathering:
        parts, channel, painter = await Parts.open(directory), Channel(), Painter()
        evenings = Evenings(parts.store, parts.tables, parts.lobbies, parts.clock, ("Nim", "Bus"))
        news = EveningNews(parts.store, evenings, channel, painter, Texts.load(), parts.clock)
        meetings = Meetings(parts.store, parts.tables, parts.lobbies, evenings, parts.clock)
        parts.tables.listeners.append(meetings.on_change)
        direction = Direction(parts.store, evenings, parts.clock)
        return cls(parts, channel, painter, evenings, direction, news, meetings)

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

    async def play_rounds(self, *numbers: int) -> None:
        """Play all tables of some rounds out, and let the break after each pass."""
        for number in numbers:
            await self.play_round(number)
            await self.later(BREAK)

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
        row = await self.parts.row(match_id)
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


# Two servers whose people play one evening, in the same store.

AWAY = 6
HOME_NAME, AWAY_NAME = "Sky Club", "Cloud Club"
HOME, OTHERS = [*CROWD][:12], [*CROWD][12:]
"""The people of both servers."""


@dataclass
class Clubs:
    """The lobbies of two servers, one of which has accepted the challenge of the other."""

    held: Gathering
    home: MatchRow
    away: MatchRow

    async def start(self, row: MatchRow, interaction_id: int = 9999) -> MatchRow:
        """Press Start in a lobby."""
        lobbies = self.held.parts.lobbies
        return await lobbies.start(row.id, row.opener_id, interaction_id, moderator=False)

    async def begin(self) -> list[MatchRow]:
        """Press Start in both; return the tables."""
        await self.start(self.home)
        await self.start(self.away)
        return await self.held.tables()

    async def row(self, row: MatchRow) -> MatchRow:
        """Return a lobby as it is stored."""
        return await self.held.parts.row(row.id)

    async def boards(self) -> list[BoardRow]:
        """Return where the evening is shown."""
        return await EveningStore(self.held.parts.store.database).boards(self.home.id)

    async def named(self) -> dict[int, Club]:
        """Return the clubs as they are stored."""
        return await ChallengeStore(self.held.parts.store.database).clubs([GUILD, AWAY])

    def shown(self, channel_id: int) -> str:
        """Return all that stands in a channel."""
        standing = self.held.channel.standing.values()
        return "\n".join(text for text in standing if text.startswith(f"{channel_id} "))


async def lobby_of(
    held: Gathering, guild_id: int, people: list[int], terms: Terms, game: str = "cloud_nine"
) -> MatchRow:
    """Open a lobby of a server with people in it, in a channel of its own."""
    channel = CHANNEL if guild_id == GUILD else OTHER_CHANNEL
    first, *others = people
    short = {"target": 20} if game == "balloon" else {"deals": 1}
    row = await held.parts.lobbies.open(
        game, person(first), Location(guild_id, channel), locale="en", message_id=60 + guild_id,
        terms=terms, prepared=lambda row: replace(row, options={**row.options, **short}),
    )  # fmt: skip
    for other in others:
        row, _ = await held.parts.lobbies.join(row.id, person(other))
    return row


async def offered(
    held: Gathering, people: int, *, begins: float | None = None, rounds: int = 2,
    game: str = "cloud_nine",
) -> tuple[MatchRow, str]:  # fmt: skip
    """Open the lobby of a challenge; return it and its code."""
    terms = replace(FIRST, rounds=rounds, begins=begins, against="", clock=0)
    row = await lobby_of(held, GUILD, HOME[:people], terms, game)
    return row, await held.meetings.offer(row, HOME_NAME)


async def accepted(held: Gathering, code: str, people: list[int]) -> MatchRow:
    """Accept a challenge in the other server, with a lobby of these people."""
    offer = await held.meetings.offered(code, AWAY)
    terms = replace(offer.home.terms, against=None)
    away = await lobby_of(held, AWAY, people, terms, offer.home.game)
    await held.meetings.accept(offer, away, AWAY_NAME)
    return await held.parts.row(away.id)


async def challenged(
    held: Gathering, home: int, away: int, *, begins: float | None = None, rounds: int = 2,
    game: str = "cloud_nine",
) -> Clubs:  # fmt: skip
    """Have two servers with so many people in their lobbies, which are against each other."""
    row, code = await offered(held, home, begins=begins, rounds=rounds, game=game)
    other = await accepted(held, code, OTHERS[:away])
    found = await held.parts.row(row.id)
    return Clubs(held, found, other)


def people_of(rows: list[MatchRow]) -> set[int]:
    return {m.user_id for row in rows for m in row.members if m.user_id is not None}

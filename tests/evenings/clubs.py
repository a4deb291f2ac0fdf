"""Two servers whose people play one evening, in the same store."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.evenings.rows import Club
from bot.evenings.store import BoardRow, ChallengeStore, EveningStore
from bot.preferences.terms import FIRST
from bot.store.rows import Location, MatchRow, Terms
from tests.evenings.stand import CROWD, GUILD, Gathering, person
from tests.match.finished import CHANNEL, OTHER_CHANNEL

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
        found = await self.held.parts.store.match(row.id)
        assert found is not None
        return found

    async def boards(self) -> list[BoardRow]:
        """Return where the evening is shown."""
        return await EveningStore(self.held.parts.store.database).boards(self.home.id)

    async def named(self) -> dict[int, Club]:
        """Return the clubs as they are stored."""
        return await ChallengeStore(self.held.parts.store.database).clubs([GUILD, AWAY])

    async def play_round(self, number: int) -> None:
        """Play all tables of a round out."""
        await self.held.play_round(number)

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
    found = await held.parts.store.match(away.id)
    assert found is not None
    return found


async def challenged(
    held: Gathering, home: int, away: int, *, begins: float | None = None, rounds: int = 2,
    game: str = "cloud_nine",
) -> Clubs:  # fmt: skip
    """Have two servers with so many people in their lobbies, which are against each other."""
    row, code = await offered(held, home, begins=begins, rounds=rounds, game=game)
    other = await accepted(held, code, OTHERS[:away])
    found = await held.parts.store.match(row.id)
    assert found is not None
    return Clubs(held, found, other)


def people_of(rows: list[MatchRow]) -> set[int]:
    return {m.user_id for row in rows for m in row.members if m.user_id is not None}

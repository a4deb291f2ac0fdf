"""How long house players take to answer, as anybody at the table can measure it (B4)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from bot.match.clock.clocks import Clocks
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.robots import house_to_act
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.store.rows import Location, MatchId, MatchRow, Member, Status
from engine.games.balloon.view import BalloonView, Phase
from tests.match.finished import ADA, CHANNEL


@dataclass
class Delays:
    """Seconds from the moment a house pilot was asked to its answer, measured by `now`."""

    now: Callable[[], float]
    forced: list[float] = field(default_factory=list)
    chosen: list[float] = field(default_factory=list)
    _asked: tuple[float, list[float]] | None = None

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`, before anybody else does."""
        if self._asked is not None:
            since, kept = self._asked
            kept.append(round(self.now() - since, 6))
        self._asked = None
        table = Table.load(row)
        seat = house_to_act(table) if row.status is Status.PLAYING else None
        view = table.view(seat) if seat else None
        if seat and isinstance(view, BalloonView) and view.phase is Phase.PAY:
            kept = self.forced if len(table.legal(seat)) == 1 else self.chosen
            self._asked = self.now(), kept

    def distance(self) -> float:
        """Return how far the two distributions are apart (Kolmogorov-Smirnov), from 0 to 1."""
        return distance(self.forced, self.chosen)


async def measure(
    tables: Tables,
    lobbies: Lobbies,
    clocks: Clocks,
    delays: Delays,
    enough: int,
    level: str,
    wait: Callable[[], Awaitable[None]],
) -> None:
    """Play games of Ada and two house players till there are enough answers of both kinds.

    `wait` waits until no house player is to move any more.
    """
    tables.listeners[:] = [delays.on_change, clocks.on_change]
    generator = Random(9)
    while min(len(delays.forced), len(delays.chosen)) < enough:
        ada = Member(str(ADA), "Ada", joined="9001")
        row = await lobbies.open("balloon", ada, Location(5, CHANNEL), locale="en")
        for _ in range(2):
            await lobbies.add_house(row.id, ADA, level)
        typed = {"target": "20", "terms.clock": "0"}
        await lobbies.set_options(row.id, ADA, typed, moderator=False)
        # The id of the Start makes the seed: another game each time, the same ones in each run.
        await lobbies.start(row.id, ADA, generator.getrandbits(40), moderator=False)
        await _play(tables, row.id, wait)


async def _play(tables: Tables, match_id: MatchId, wait: Callable[[], Awaitable[None]]) -> None:
    """Let Ada stay in the basket, or do what comes first, whenever it is her turn.

    `wait` waits until no house player is to move any more.
    """
    while True:
        await wait()
        table = await tables.load(match_id)
        if table.row.status is not Status.PLAYING:
            return
        legal = table.legal(table.to_act()[0])
        await tables.play(match_id, ADA, None, "stay" if "stay" in legal else legal[0])


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the greatest difference of two empirical distributions."""
    first, second = sorted(one), sorted(other)
    return max(
        abs(bisect_right(first, at) / len(first) - bisect_right(second, at) / len(second))
        for at in (*first, *second)
    )


def critical(one: int, other: int, doubt: float = 1.95) -> float:
    """Return the distance that samples of these sizes from one distribution hardly ever have.

    A `doubt` of 1.95 stands for once in a thousand times.
    """
    return doubt * sqrt((one + other) / (one * other))

"""A store with a daily of Nimbly, which is over quickly, and people who play it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import cast

import pytest

from bot.daily.rules import Day
from bot.daily.service import Dailies, Days
from bot.store.rows import MatchId, MatchRow, Member, Status
from engine.players.levels import HOUSE_PLAYERS
from engine.players.robot import HousePlayer
from tests.match.finished import NAMES
from tests.match.stand import Parts

NIMBLY = Day(20_785)
SERVER = 5


@dataclass
class Club:
    """The parts of a bot with a daily, on the morning of a day of Nimbly."""

    parts: Parts
    days: Days
    dailies: Dailies

    @classmethod
    async def open(cls, directory: Path) -> Club:
        parts = await Parts.open(directory)
        parts.clock.time = NIMBLY.opens + 3600
        return cls.over(parts)

    @classmethod
    def over(cls, parts: Parts) -> Club:
        """Wire the daily up over the parts of a bot."""
        days = Days(parts.store, parts.tables, parts.clock)
        parts.tables.listeners.append(days.on_change)
        house = ("Cirrus", "Stratus")
        return cls(parts, days, Dailies(parts.store, parts.tables, parts.clock, days, house))

    async def begin(self, user: int, day: Day = NIMBLY, *, later: bool = False) -> MatchRow:
        person = Member(str(user), NAMES[user], joined=str(9000 + user))
        return await self.dailies.begin(day, person, "en", later=later)

    async def step(self, match_id: MatchId, user: int, random: Random) -> bool:
        """Make one move, whoever's it is; tell whether there was one to make."""
        tables, clock = self.parts.tables, self.parts.clock
        table = await tables.load(match_id)
        if table.row.status is not Status.PLAYING:
            return False
        seat = table.to_act()[0]
        if table.member(seat).user_id == user and not table.member(seat).away:
            await tables.play(match_id, user, None, random.choice(table.legal(seat)))
        else:
            clock.time = max(clock.time, table.row.deadline or 0.0)
            assert await tables.play_house(match_id)
        return True

    async def play_out(self, user: int, seed: int = 1, day: Day = NIMBLY) -> MatchRow:
        """Begin a try and play it to its end."""
        return await self.finish(await self.begin(user, day), user, seed)

    async def play_later(self, user: int, day: Day = NIMBLY) -> MatchRow:
        """Begin a try of a day that is over, and play it to its end."""
        return await self.finish(await self.begin(user, day, later=True), user, 1)

    async def finish(self, row: MatchRow, user: int, seed: int = 1) -> MatchRow:
        """Play a try to its end."""
        random = Random(seed)
        while await self.step(row.id, user, random):
            pass
        return (await self.parts.tables.load(row.id)).row

    async def codes(self, row: MatchRow) -> list[str]:
        """Return the moves of a match."""
        return [move.code for move in await self.parts.store.moves(row.id)]


@pytest.fixture
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have house players answer by rule of thumb and alike, so that a daily is over at once.

    Squares are made by the workshop, however slow this machine is.
    """
    monkeypatch.setattr("bot.daily.service.GRADING_TIME", 600.0)
    for players in HOUSE_PLAYERS.values():
        quick = cast("dict[str, HousePlayer]", players)
        for level in ("hard", "normal"):
            monkeypatch.setitem(quick, level, players["quick"])


@pytest.fixture
async def true_club(tmp_path: Path) -> AsyncIterator[Club]:
    club = await Club.open(tmp_path)
    await club.days.catch_up()
    yield club
    await club.parts.close()


@pytest.fixture
async def club(tmp_path: Path, swift: None) -> AsyncIterator[Club]:  # noqa: ARG001 - see there
    club = await Club.open(tmp_path)
    await club.days.catch_up()
    yield club
    await club.parts.close()

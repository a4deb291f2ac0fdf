"""The last part of a lesson: a small whole game, alone with easy house players and a coach."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.clock import Clock
from bot.errors import Refused
from bot.match.clock.turns import with_clocks
from bot.match.house.robots import HOUSE
from bot.match.kind import Kind, kind_of
from bot.match.lobby.lobbies import shortened
from bot.match.table import Table, row_options
from bot.match.tables import Tables
from bot.store import Store
from bot.store.members import Member
from bot.store.rows import MatchId, MatchRow, Status, Terms
from bot.store.withheld import LESSON_NAME
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES

LESSON = Kind(LESSON_NAME, is_solo=True, is_rated=False, is_practice=True)
"""The kind of such a game; its key names what is learnt."""

LEVEL = "easy"
TERMS = Terms(hints=False, level=LEVEL, coach=True)
HOUSE_PLAYERS = 2


class Lessons:
    """Begins the games that end lessons; `house` are the names of the house players."""

    def __init__(self, store: Store, tables: Tables, clock: Clock, house: Sequence[str]) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._house = tuple(house)

    async def begin(self, game: str, person: Member, locale: str) -> MatchRow:
        """Begin a game; another one of a lesson that the person has left ends."""
        for other in await self._store.matches_of(int(person.key), (Status.PLAYING,)):
            if kind_of(other) is LESSON:
                with suppress(Refused):  # it has just ended by itself
                    await self._tables.close(other.id)
        row = await self._store.new_match(self._new(game, person, locale))
        await self._tables.tell(row)
        return row

    def _new(self, game: str, person: Member, locale: str) -> MatchRow:
        """Return the table: the person in the first seat, in a game of one deal, or a short one."""
        now, info, seed = self._clock.now(), GAMES[game].info, secrets.token_bytes(SEED_BYTES)
        house = (
            Member(key=f"{HOUSE}{number}", name=self._house[number - 1], level=LEVEL)
            for number in range(1, HOUSE_PLAYERS + 1)
        )
        key = LESSON.key(game)
        row = shortened(
            MatchRow(
                id=MatchId(0), version=1, status=Status.PLAYING, game=game,
                rules_version=info.rules_version,
                options={option.key: option.default for option in info.options},
                guild_id=None, channel_id=0, opener_id=int(person.key), locale=locale,
                secret=secrets.token_bytes(SEED_BYTES),
                members=(replace(person, acted=now), *house), created=now, touched=now,
                entropy=key, seed=seed, rated=False, terms=TERMS, by_token=True, series=key,
            )
        )  # fmt: skip
        if "deals" in row.options:
            row = replace(row, options={**row.options, "deals": 1})
        course = Course.begin(GAMES[game], len(row.members), row_options(row), Chance(seed))
        row = replace(row, state=GAMES[game].dump(course.state))
        return with_clocks(Table(row, course), now, lambda: 0.0)

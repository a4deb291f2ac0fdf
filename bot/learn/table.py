"""The last part of a lesson: a small whole game, alone with easy house players and a coach."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.clock import Clock
from bot.errors import Refused
from bot.match.kind import Kind, kind_of
from bot.match.locks import Locks
from bot.match.solo import Solo, house_members, solo_table
from bot.match.tables import Tables
from bot.presenters import PRESENTERS
from bot.store import Store
from bot.store.members import Member
from bot.store.rows import MatchRow, Status, Terms
from bot.store.withheld import LESSON_NAME
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES

LESSON = Kind(LESSON_NAME, is_solo=True, is_rated=False, is_practice=True)
"""The kind of such a game; its key names what is learnt."""

LEVEL = "easy"
TERMS = Terms(hints=False, level=LEVEL, coach=True)


class Lessons:
    """Begins the games that end lessons; `house` are the names of the house players."""

    def __init__(self, store: Store, tables: Tables, clock: Clock, house: Sequence[str]) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._house = tuple(house)
        self._locks = Locks[int]()

    async def begin(self, game: str, person: Member, locale: str) -> MatchRow:
        """Begin a game; another one of a lesson that the person has left ends."""
        user_id = int(person.key)
        # One at a time, so that of two begun at once one is left.
        async with self._locks[user_id]:
            for other in await self._store.matches_of(user_id, (Status.PLAYING,)):
                if kind_of(other) is LESSON:
                    with suppress(Refused):  # it has just ended by itself
                        await self._tables.close(other.id)
            row = await self._store.new_match(self._new(game, person, locale))
        await self._tables.tell(row)
        return row

    def _new(self, game: str, person: Member, locale: str) -> MatchRow:
        """Return the table: the person in the first seat, in a game of one deal, or a short one."""
        now, seed = self._clock.now(), secrets.token_bytes(SEED_BYTES)
        members = (replace(person, acted=now), *house_members(self._house, LEVEL))
        options = {option.key: option.default for option in GAMES[game].info.options}
        if (first := PRESENTERS[game].first_game) is not None:
            options[first[0]] = first[1]
        if "deals" in options:
            options["deals"] = 1
        course = Course.begin(GAMES[game], len(members), options, Chance(seed))
        secret = secrets.token_bytes(SEED_BYTES)
        solo = Solo(LESSON.key(game), options, TERMS, locale, seed, secret)
        return solo_table(solo, course, members, now)

"""Practice: going on from a moment of a finished game, with the same cards, alone.

House players have all other seats. Nothing comes of it: it counts for nobody, stands in no list of
finished games, and ends at once where its person leaves.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import cycle

from bot.clock import Clock
from bot.errors import Refused
from bot.match.house.robots import HOUSE
from bot.match.kind import Kind, kind_of
from bot.match.locks import Locks
from bot.match.solo import Solo, solo_table
from bot.match.tables import Tables
from bot.reviews.service import Reviewed
from bot.reviews.store import ReviewStore
from bot.store import Store
from bot.store.members import Member
from bot.store.rows import MatchRow, Status, Terms
from bot.store.withheld import PRACTICE_NAME
from engine.chance import SEED_BYTES

PRACTICE = Kind(PRACTICE_NAME, is_solo=True, is_rated=False, is_practice=True)
"""The kind of such a game; its key names the match it comes from, and after how many moves."""

LEVEL = "hard"
"""How well house players play in the seats that people had."""

TERMS = Terms(hints=False, fast=True, level=LEVEL)


class Practice:
    """Begins games of practice; `house` are the names of the house players."""

    def __init__(self, store: Store, tables: Tables, clock: Clock, house: Sequence[str]) -> None:
        self._store = store
        self._kept = ReviewStore(store.database)
        self._tables = tables
        self._clock = clock
        self._house = tuple(house)
        self._locks = Locks[int]()

    async def begin(self, game: Reviewed, moves: int, person: Member, locale: str) -> MatchRow:
        """Begin at a moment of a game, or go on with what was begun there. Raises Refused.

        It has to be a moment at which the seat that was reviewed is to move. Whatever else the
        person practises ends.
        """
        replay = game.replay
        if moves > replay.last or game.seat not in replay.courses[moves].to_act():
            raise Refused("refused.malformed")
        new = self._new(game, moves, person, locale)
        made = [
            # Only their own moves are anybody's here: others have no part in it.
            move if move.by == game.user_id else replace(move, by=None)
            for move in game.finished.moves[:moves]
        ]
        # One at a time, so that of two begun at once one is left.
        async with self._locks[game.user_id]:
            row, is_new = await self._kept.practise(new, made)
            for other in await self._store.matches_of(game.user_id, (Status.PLAYING,)):
                if kind_of(other).is_practice and other.id != row.id:
                    with suppress(Refused):  # it has just ended by itself
                        await self._tables.close(other.id)
        if is_new:
            await self._tables.tell(row)
        return row

    def _new(self, game: Reviewed, moves: int, person: Member, locale: str) -> MatchRow:
        """Return the table: the person in their seat, house players in all others."""
        now, old, course = self._clock.now(), game.finished.row, game.replay.courses[moves]
        members = list(self._house_players(old))
        members[game.seat - 1] = replace(person, acted=now)
        key, secret = PRACTICE.key(old.id, moves), secrets.token_bytes(SEED_BYTES)
        solo = Solo(key, old.options, TERMS, locale, old.seed, secret)
        row = solo_table(solo, course, members, now, moves)
        return replace(row, rules_version=old.rules_version)

    def _house_players(self, old: MatchRow) -> Iterator[Member]:
        """Return a house player for each seat: the one that was there, or another one."""
        taken = {member.name for member in old.members}
        free = cycle([name for name in self._house if name not in taken] or self._house)
        for number, member in enumerate(old.members, start=1):
            is_person = member.user_id is not None
            name, level = (next(free), LEVEL) if is_person else (member.name, member.level)
            yield Member(key=f"{HOUSE}{number}", name=name, level=level)

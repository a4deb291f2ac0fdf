"""Reviews: what a finished game teaches one person who played it.

The workshop makes them, one after another, and the store keeps them. Whoever asks while theirs is
being made waits for the same one. A bot that is stopped in the middle of one has kept nothing, and
the next press makes it anew.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle
from random import Random
from typing import Protocol

import orjson

from bot.clock import Clock
from bot.errors import Refused, located
from bot.match.house.house_queue import table_of
from bot.match.house.workshop import SharedMaking, Workshop
from bot.match.table.cache import Locks
from bot.match.table.kind import Ability, Kind, can, kind_of
from bot.match.table.seats import HOUSE
from bot.match.table.solo import Solo, solo_table
from bot.match.table.state import seat_of
from bot.match.table.tables import Tables
from bot.records.service import Finished, find_finished, record_of
from bot.replays.service import Replay, codes_of
from bot.reviews.store import ReviewRow, ReviewStore
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.matches import PRACTICE_NAME
from bot.store.rows import MatchId, MatchRow, Member, Status, Terms
from engine.analysis.decision import Generators
from engine.analysis.review import ANALYSIS_VERSION, Review, review
from engine.chance import SEED_BYTES
from engine.players.company import Who
from engine.record import Record
from engine.seats import Seat

log = logging.getLogger(__name__)

REVIEW_TIME = 60.0
"""Seconds that the workshop may take for a review; for a usual evening's game it takes ten."""

LAST_KEPT = 2.0
"""Seconds in which a review that was made just now may be kept when the bot is stopped."""


class Analyse(Protocol):
    """The maker of a review, as `engine.analysis.review.review` does."""

    def __call__(
        self,
        record: Record,
        seat: Seat,
        generators: Generators,
        *,
        others: Collection[int],
        table: Sequence[Who],
    ) -> Review: ...


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A finished game, and the seat and person it is reviewed for."""

    finished: Finished
    replay: Replay
    seat: Seat
    user_id: int


class Reviews:
    """Finds, makes and keeps reviews; the `listeners` hear of each new one."""

    def __init__(self, store: Store, workshop: Workshop, analyse: Analyse = review) -> None:
        self._store = store
        self._review_store = ReviewStore(store.database)
        self._workshop = workshop
        self._analyse = analyse
        self.listeners: list[Callable[[Reviewed, Review], None]] = []
        self._making = SharedMaking[tuple[MatchId, Seat], Review]("a review")

    async def find(self, match_id: MatchId, user_id: int, channel_id: int | None) -> Reviewed:
        """Return the game to review for a person. Raises Refused and UnreadableMatch."""
        finished = (await find_finished(self._store, user_id, channel_id, match_id)).settled
        seat = seat_of(finished.row, user_id)
        if seat is None:
            raise Refused("refused.review_others")
        if not can(finished.row.game, Ability.REVIEW):
            raise Refused("lacks.review")
        codes = await codes_of(self._store, finished.row)
        return Reviewed(finished, Replay.of(finished, codes), seat, user_id)

    async def stored_review(self, game: Reviewed) -> Review | None:
        """Return the review that is kept, by this version; None if there is none to be read."""
        row = await self._review_store.get(game.finished.row.id, game.seat, ANALYSIS_VERSION)
        return read_review(row)

    async def make(self, game: Reviewed) -> Review:
        """Make the review and keep it, which takes some seconds. Raises Refused."""
        key = (game.finished.row.id, game.seat)
        return await self._making.made(key, partial(self._made, game))

    async def close(self) -> None:
        """Wait a moment for what is being kept. The workshop is closed before."""
        await self._making.close(LAST_KEPT)

    async def _made(self, game: Reviewed) -> Review:
        others = frozenset(number - 1 for number in game.replay.stood_in)
        record = record_of(game.finished)
        # People count as average, whatever their rating is by now: a review stays as it is.
        table = table_of(game.finished.row)
        job = partial(self._analyse, record, game.seat, Random, others=others, table=table)
        made = await self._workshop.do(job, who=game.user_id, within=REVIEW_TIME)
        try:
            await self._review_store.put(_row(game, made))
        except StoreError as error:
            # What was found is shown all the same; it will be made again.
            log.warning("the review of match %s is not kept: %s", game.finished.row.id, error)
        for listener in self.listeners:
            listener(game, made)
        return made


def read_review(row: ReviewRow | None) -> Review | None:
    """Return a review as it was kept; None if there is none, or none to be read."""
    if row is None:
        return None
    try:
        return Review.from_json(orjson.loads(row.body))
    except (ValueError, TypeError, KeyError) as error:
        log.warning("the review of match %s is spoilt: %s", row.match_id, located(error))
        return None


def _row(game: Reviewed, made: Review) -> ReviewRow:
    return ReviewRow(
        match_id=game.finished.row.id, seat=game.seat, user_id=game.user_id,
        version=made.version, accuracy=made.accuracy,
        body=orjson.dumps(made.to_json()).decode(),
    )  # fmt: skip


# Practice: going on from a moment of a finished game, with the same cards, alone.
#
# House players have all other seats. Nothing comes of it: it counts for nobody, stands in no list
# of finished games, and ends at once where its person leaves.

PRACTICE = Kind(PRACTICE_NAME, is_solo=True, is_rated=False, is_practice=True)
"""The kind of such a game; its key names the match it comes from, and after how many moves."""

LEVEL = "hard"
"""How well house players play in the seats that people had."""

TERMS = Terms(hints=False, fast=True, level=LEVEL)


class Practice:
    """Begins games of practice; `house` are the names of the house players."""

    def __init__(self, store: Store, tables: Tables, clock: Clock, house: Sequence[str]) -> None:
        self._store = store
        self._review_store = ReviewStore(store.database)
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
            row, is_new = await self._review_store.practise(new, made)
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

"""Reviews: what a finished game teaches one person who played it.

The workshop makes them, one after another, and the store keeps them. Whoever asks while theirs is
being made waits for the same one. A bot that is stopped in the middle of one has kept nothing, and
the next press makes it anew.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Protocol

import orjson

from bot.errors import Refused
from bot.match.abilities import Ability, can
from bot.match.house.shared_making import SharedMaking
from bot.match.house.workshop import Workshop
from bot.match.table import seat_of
from bot.records.service import Finished, find_finished, record_of
from bot.replays.service import Replay, codes_of
from bot.reviews.store import ReviewRow, ReviewStore
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.rows import MatchId
from engine.analysis.decision import Generators
from engine.analysis.review import ANALYSIS_VERSION, Review, review
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
        self, record: Record, seat: Seat, generators: Generators, *, others: Collection[int]
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
        self._kept = ReviewStore(store.database)
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

    async def kept(self, game: Reviewed) -> Review | None:
        """Return the review that is kept, by this version; None if there is none to be read."""
        row = await self._kept.get(game.finished.row.id, game.seat, ANALYSIS_VERSION)
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
        job = partial(self._analyse, record, game.seat, Random, others=others)
        made = await self._workshop.do(job, who=game.user_id, within=REVIEW_TIME)
        try:
            await self._kept.put(_row(game, made))
        except StoreError as error:
            # What was found is shown all the same; it will be made anew.
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
        log.warning("the review of match %s is spoilt: %s", row.match_id, type(error).__name__)
        return None


def _row(game: Reviewed, made: Review) -> ReviewRow:
    return ReviewRow(
        match_id=game.finished.row.id, seat=game.seat, user_id=game.user_id,
        version=made.version, accuracy=made.accuracy,
        body=orjson.dumps(made.to_json()).decode(),
    )  # fmt: skip

"""Lanes: the newest frame of a message wins; and turns to write within Discord's limits."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from enum import IntEnum

from bot import meters
from bot.clock import Clock
from bot.discord.outbox import RETRIES, SLOW, pause_after
from bot.errors import Busy, Hasty, StageError, Unauthorized
from bot.match.show.messages import HandMessages, Messages
from bot.match.show.stage import Frame, HandFrame, Stage
from bot.match.table.kind import is_private, kind_of
from bot.match.table.solo import LONGEST_PAUSE
from bot.match.table.state import has_one_person
from bot.presenters import PRESENTERS
from bot.store.errors import StoreFailed
from bot.store.rows import MatchRow, Status

# A lane keeps one message up to date: the newest frame wins, and what fails is tried again.
#
# Every message has a lane of its own, so that none waits for another but for a slot to be sent in.

log = logging.getLogger(__name__)

Part = tuple[str, int]
"""A message of a match: its kind, and for a hand, whose (0 otherwise)."""

BOARD: Part = ("board", 0)
CALL: Part = ("call", 0)
LINE: Part = ("line", 0)

LAST_SENT = 3.0
"""Seconds in which what is on its way may arrive when the bot is stopped."""


class Lane:
    """Shows one frame after another in one message; it has a task only while there is work.

    `posted_version` was shown last, `wanted` is next. `slot` waits until the message may be sent;
    only then is the frame taken, so that it is the newest. `show` shows it and raises StageError or
    StoreFailed for what is to be tried again; anything else ends the work until a frame is wanted
    again. `on_shown` is called when nothing newer waits, `on_end` with what ended the work, if
    anything did.
    """

    def __init__(
        self,
        name: str,
        show: Callable[[Frame], Awaitable[None]],
        slot: Callable[[Lane], AbstractAsyncContextManager[None]],
        on_shown: Callable[[], Awaitable[None]],
        on_end: Callable[[Exception | None], None],
        clock: Clock,
    ) -> None:
        self.posted_version = 0
        self.is_barred = False
        self._name = name
        self._show = show
        self._slot = slot
        self._on_shown = on_shown
        self._on_end = on_end
        self._clock = clock
        self.wanted: Frame | None = None
        # Since when something that is wanted is not shown.
        self._since: float | None = None
        self.task: asyncio.Task[None] | None = None
        self._pause: asyncio.Task[None] | None = None
        self._failures = 0
        self._is_hurried = False
        self._is_sending = self._is_last = False

    @property
    def is_trying(self) -> bool:
        """Whether it is showing something now, and not waiting before the next try."""
        return self.task is not None and self._pause is None

    def want(self, frame: Frame) -> None:
        """Have a frame shown as soon as can be, unless a newer one is or will be."""
        version = frame.version
        if version < self.posted_version or (self.wanted and version < self.wanted.version):
            return
        self.posted_version = min(self.posted_version, version - 1)
        self.wanted = frame
        self._since = self._since or time.perf_counter()
        self.hurry()
        if self.task is None:
            self.task = asyncio.create_task(self._run(), name=self._name)

    def hurry(self) -> None:
        """Try again now, if the lane waits to, or at once if Discord refuses the present try."""
        self._is_hurried = True
        if self._pause is not None:
            self._pause.cancel()

    def stop(self) -> None:
        """Show nothing any more: the message is nobody's now."""
        self.wanted = None
        if self.task is not None:
            self.task.cancel()

    def finish(self) -> None:
        """Show nothing any more but what is on its way, which is noted once it has arrived."""
        self._is_last = True
        if self.task is not None and not self._is_sending:
            self.task.cancel()

    async def _run(self) -> None:
        ended_by = None
        try:
            while self.wanted is not None and not self._is_last:
                await self._attempt(self.wanted)
        except Exception as error:  # noqa: BLE001 - a bug in one message must not end the others
            self.wanted, ended_by = None, error
        finally:
            # No await between the last look at `wanted` and this, so no wish is lost.
            self.task = None
            self._on_end(ended_by)

    async def _attempt(self, frame: Frame) -> None:
        since = self._since
        try:
            async with self._slot(self):
                frame, self.wanted = self.wanted or frame, None
                since, self._since = self._since, None
                self._is_hurried, self._is_sending = False, True
                try:
                    await self._show(frame)
                finally:
                    self._is_sending = False
            self.posted_version = max(self.posted_version, frame.version)
            self._failures, self.is_barred = 0, False
            self._measure(since)
            if self.wanted is None:
                await self._on_shown()
        except Unauthorized:
            raise
        except (StageError, StoreFailed) as error:
            self.wanted = self.wanted or frame
            self._since = since
            await self._rest(error)

    def _measure(self, since: float | None) -> None:
        if since is not None:
            kind = self._name.rpartition(" ")[2]
            meters.SHOWN.labels(kind).observe(time.perf_counter() - since)

    async def _rest(self, error: Exception) -> None:
        """Wait before the next try."""
        self.is_barred = isinstance(error, StageError) and not isinstance(error, Busy)
        self._failures += 1
        seconds = pause_after(self._failures, SLOW if self.is_barred else RETRIES)
        if isinstance(error, Hasty):
            seconds = error.seconds
        what = error if isinstance(error, StageError) else type(error).__name__
        log.warning("%s not shown (%s), again in %s s", self._name, what, seconds)
        if self._is_last or (self._is_hurried and self.is_barred):
            return
        await self.linger(seconds)

    async def linger(self, seconds: float) -> None:
        """Wait so long, but no longer than until something newer is wanted."""
        pause = self._pause = asyncio.create_task(self._clock.sleep(seconds))
        try:
            # Not awaited itself: `hurry` cancels the pause, and not the lane.
            await asyncio.wait((pause,))
        finally:
            pause.cancel()
            self._pause = None


async def finished(lanes: Sequence[Lane]) -> None:
    """Have lanes finish: what is on its way is noted, or whoever goes on would not know of it."""
    for lane in lanes:
        lane.finish()
    if sending := [lane.task for lane in lanes if lane.task is not None]:
        await asyncio.wait(sending, timeout=LAST_SENT)


# Discord's limits on the bot's requests: which message of a match may be sent next, and when.
#
# Discord counts requests in buckets: posts, edits and deletes in a channel within a while, each
# kind by itself, and so for all of a bot's requests. A request beyond that waits in a queue of the
# library, painted long before it is seen. So a message waits here, unpainted, until it can be sent
# at once: first where somebody can act, then boards, then everything else.

Place = tuple[str, int]
"""The key of a bucket: a method ("POST", "PATCH", "DELETE") and a channel."""

FIRST: Place = ("POST", 0)
"""The place of first messages to people: of all together one goes in `FIRST_PAUSE` seconds."""

FIRST_PAUSE = 1.0

USUAL = 5
"""So many requests a bucket takes, as long as Discord has not told."""

MESSAGES_A_SECOND = 45
"""How many messages are sent in a second. Discord takes fifty; the rest is for everything else."""

SLOWEST = 1.0
"""After so many seconds a message that has a slot has gone, or waits where it uses up nothing."""

PATIENCE = 2.0
"""By how many seconds a board goes before anything else that is not urgent."""

REMEMBERED_BUCKETS = 1000
"""When there are more buckets than these, those about which nothing is known are forgotten."""

REMAINING = "X-RateLimit-Remaining"

_MESSAGES = re.compile(r"/channels/(\d+)/messages(?:/\d+)?$")


class Urgency(IntEnum):
    """How soon a message is to be shown."""

    ACT = 0
    """Somebody can act there."""
    ACTED = 1
    """Somebody could, as far as they see, and cannot any more."""
    BOARD = 2
    REST = 3


KEPT = {Urgency.ACT: 0, Urgency.ACTED: 1, Urgency.BOARD: 0, Urgency.REST: 2}
"""So many requests of a bucket are left for hands in which somebody can act."""


@dataclass(slots=True)
class _Bucket:
    """The rest of a bucket until it `resets`; until it `eases` only urgent requests go.

    `held` counts those that are being sent.
    """

    limit: int = USUAL
    remaining: int = USUAL
    resets: float = 0.0
    eases: float = 0.0
    held: int = 0

    def since(self, now: float, urgency: Urgency) -> float | None:
        """Return from when on a message may be sent; None when that is up to those being sent."""
        is_whole = self.resets <= now
        free = (self.limit if is_whole else self.remaining) - self.held
        if free > KEPT[urgency]:
            return now if is_whole or urgency <= Urgency.ACTED else self.eases
        return None if is_whole else self.resets


@dataclass(slots=True, eq=False)
class _Waiting:
    """A message that waits for a slot."""

    place: Place
    urgency: Callable[[], Urgency]
    since: float
    ready: asyncio.Future[None]

    def rank(self) -> tuple[int, float]:
        """Return the key of the order: the lowest goes next."""
        urgency = self.urgency()
        delay = PATIENCE if urgency is Urgency.REST else 0.0
        return min(urgency, Urgency.BOARD), self.since + delay


class Buckets:
    """Lets each message go when Discord takes it, the urgent ones first."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: dict[Place, _Bucket] = {}
        self._waiting: list[_Waiting] = []
        # When each message of the last second went, at the latest: it is painted before.
        self._sent: dict[_Waiting, float] = {}
        self._timer: asyncio.Handle | None = None
        # When the next first message to somebody may go.
        self._first = 0.0
        # Discord, which names its buckets, limits them altogether; a stand-in may take any number.
        self._is_limited = False

    @asynccontextmanager
    async def slot(self, place: Place, urgency: Callable[[], Urgency]) -> AsyncIterator[None]:
        """Wait until a message can be sent to a place, and hold the slot while it is.

        `urgency` is asked again whenever one is free.
        """
        bucket = self._bucket(place)
        ready = asyncio.get_running_loop().create_future()
        waiting = _Waiting(place, urgency, self._clock.monotonic(), ready)
        self._waiting.append(waiting)
        self._look(0.0)
        try:
            await ready
            waited = self._clock.monotonic() - waiting.since
            meters.SLOTS.labels(urgency().name.lower()).observe(waited)
            yield
        finally:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            if ready.done() and not ready.cancelled():
                bucket.held -= 1
                if (latest := self._sent.get(waiting)) is not None:
                    self._sent[waiting] = min(latest, self._clock.monotonic())
            self._look(0.0)

    def note_limits(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Take note of what Discord says about a bucket in its answer to a request."""
        found = _MESSAGES.search(path)
        if found is None or REMAINING not in headers:
            return
        self._is_limited = True
        bucket, now = self._bucket((method, int(found[1]))), self._clock.monotonic()
        left = float(headers.get("X-RateLimit-Reset-After", 0))
        remaining = int(headers[REMAINING])
        bucket.limit = int(headers.get("X-RateLimit-Limit", USUAL))
        # Answers may overtake each other: until the bucket is whole again the lowest counts.
        is_later = bucket.resets <= now
        bucket.remaining = remaining if is_later else min(remaining, bucket.remaining)
        bucket.resets = now + left
        # What is left is spread over the time that is left, once half is gone.
        is_low = 2 * bucket.remaining <= bucket.limit
        bucket.eases = now + (left / (bucket.remaining + 1) if is_low else 0.0)
        self._look(0.0)

    def __len__(self) -> int:
        """Return how many buckets something is known of."""
        return len(self._buckets)

    def _bucket(self, place: Place) -> _Bucket:
        found = self._buckets.get(place)
        if found is None:
            if len(self._buckets) >= REMEMBERED_BUCKETS:
                self._forget()
            found = self._buckets[place] = _Bucket()
        return found

    def _forget(self) -> None:
        now, waited_for = self._clock.monotonic(), {waiting.place for waiting in self._waiting}
        self._buckets = {
            place: bucket
            for place, bucket in self._buckets.items()
            if bucket.held or bucket.resets > now or place in waited_for
        }

    def _look(self, seconds: float) -> None:
        """Look soon who may go; those who come at the same instant are looked at together."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        loop = asyncio.get_running_loop()
        if self._waiting and seconds > 0:
            self._timer = loop.call_later(seconds, self._let_go)
        elif self._waiting:
            self._timer = loop.call_soon(self._let_go)

    def _let_go(self) -> None:
        now = self._clock.monotonic()
        self._sent = {one: when for one, when in self._sent.items() if when > now - 1.0}
        soonest = []
        for waiting in sorted(self._waiting, key=_Waiting.rank):
            if waiting.ready.cancelled():
                continue  # they have just given up
            if self._is_limited and len(self._sent) >= MESSAGES_A_SECOND:
                soonest.append(min(self._sent.values()) + 1.0)
                break
            bucket = self._buckets[waiting.place]
            is_first = waiting.place == FIRST
            when = self._first if is_first else bucket.since(now, waiting.urgency())
            if when is None:
                continue
            if when > now:
                soonest.append(when)
                continue
            if is_first:
                self._first = now + FIRST_PAUSE
            self._waiting.remove(waiting)
            self._sent[waiting] = now + SLOWEST
            bucket.held += 1
            waiting.ready.set_result(None)
        if soonest:
            self._look(min(soonest) - now)


# Which messages wait for a slot to be sent in, where, and how urgent each is.


class Slots:
    """Has the board, the line and the hands of a match wait for their slots.

    What goes by the token of a press is not counted with the rest and waits for no slot. Where
    many play, first messages to people go one by one, as Discord takes only so many of them. A
    call, short and rare, waits only where many tables play in one thread.
    """

    def __init__(self, buckets: Buckets, hands: HandMessages, stage: Stage) -> None:
        self._buckets = buckets
        self._hands = hands
        self._stage = stage

    def slot(self, part: Part, messages: Messages, lane: Lane) -> AbstractAsyncContextManager[None]:
        """Return a context that waits for a lane's slot and holds it."""
        frame, (kind, user_id) = lane.wanted, part
        if frame is None or kind == "private" or is_private(frame.board.row):
            return nullcontext()
        by_token = frame.board.row.by_token
        if kind == "board":
            place = _place_of_board(frame, messages)
            slot = nullcontext() if by_token else self._buckets.slot(place, lambda: Urgency.BOARD)
            return self._with_the_next(lane, slot) if lane.posted_version else slot
        if by_token:
            return nullcontext()
        if kind == "line":
            place = ("PATCH", frame.board.row.channel_id)
            return self._buckets.slot(place, lambda: Urgency.REST)
        hand = _hand_of(user_id, frame)
        if kind != "hand" or hand is None or self._hands.is_shown(frame, hand):
            return nullcontext()
        place = _place_of_hand(hand, messages)
        is_new = user_id not in messages.hands and not self._stage.is_open(user_id)
        if is_new and kind_of(frame.board.row).together:
            place = FIRST
        return self._buckets.slot(place, lambda: self._urgency(user_id, lane))

    @asynccontextmanager
    async def _with_the_next(
        self, lane: Lane, slot: AbstractAsyncContextManager[None]
    ) -> AsyncIterator[None]:
        """Have a board wait while only house players play, and then for its slot."""
        seen = None
        while (frame := lane.wanted) is not None and frame is not seen and self._is_passing(frame):
            seen = frame
            await lane.linger(LONGEST_PAUSE)
        async with slot:
            yield

    def _is_passing(self, frame: Frame) -> bool:
        """Return whether a board tells what the one person there sees in their hand anyway.

        They look at that: it shows each move of house players, and the board follows.
        """
        row, view = frame.board.row, frame.board.view
        return (
            view is not None
            and row.status is Status.PLAYING
            and has_one_person(row)
            and bool(self._stage.private.opened(row.id))
            and all(frame.board.member(seat).user_id is None for seat in view.to_act)
            and not PRESENTERS[row.game].shows_result(view)
        )

    def call(self, row: MatchRow) -> AbstractAsyncContextManager[None]:
        """Return a context that waits for the slot of a call at a table, and holds it."""
        if not kind_of(row).together:
            return nullcontext()
        return self._buckets.slot(("POST", row.home_id), lambda: Urgency.REST)

    def _urgency(self, user_id: int, lane: Lane) -> Urgency:
        """Return how urgent the newest hand of a person is."""
        frame = lane.wanted
        hand = None if frame is None else _hand_of(user_id, frame)
        if frame is None or hand is None:
            return Urgency.REST
        if hand.is_asked:
            return Urgency.ACT
        return Urgency.ACTED if self._hands.acted(frame, hand) else Urgency.REST


def _place_of_board(frame: Frame, messages: Messages) -> Place:
    row, publication = frame.board.row, messages.publication
    if publication.board_message is None:
        return "POST", row.home_id
    return "PATCH", publication.board_channel or row.home_id


def _place_of_hand(hand: HandFrame, messages: Messages) -> Place:
    message = messages.hands.get(hand.user_id)
    if message is None:
        return "POST", hand.user_id  # their channel is not known yet
    return ("PATCH" if message.deal == hand.number else "POST"), message.channel_id


def _hand_of(user_id: int, frame: Frame) -> HandFrame | None:
    return next((hand for hand in frame.hands.values() if hand.user_id == user_id), None)

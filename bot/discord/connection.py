"""The bot's ears: one socket a shard, resumed, identified anew or given up by the watchdog.

discord.py's own loop, `AutoShardedClient.connect`, waits a minute for a handshake, half a minute
for a dead socket to say goodbye and up to seventeen minutes between two attempts, and ends with
the first event it cannot read. The sockets themselves and all they say are discord.py's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.discord import private as discord_private
from bot.errors import Deaf, Rejected, TokenRefused
from bot.settings import Shards
from bot.turns import end_tasks

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit


# Decisions about a gateway that says nothing, with time as a value.
#
# Times are seconds of a clock that never goes back.

DAY = 86_400.0
"""Discord counts identifies by the day."""

MINUTE = 60.0

FORGIVEN = 10
"""How many sockets of a shard may close in a minute before the next one is waited for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How patient the bot is, in seconds; tests are less patient."""

    ask: float = 20.0
    """Silence after which a heartbeat of our own asks whether anybody is there."""
    doubt: float = 30.0
    """Silence after which a socket no longer counts as alive, and health is red."""
    deaf: float = 45.0
    """Silence, or time without a greeting, after which a shard identifies again."""
    lost: float = 180.0
    """Time without a live socket after which the process stops, to be started again."""
    connect: float = 15.0
    """The longest that one attempt to connect may take."""
    pause: float = 60.0
    """The longest pause between two attempts that fail; the first is a second."""
    spacing: float = 5.0
    """The time in which Discord takes one identify."""
    beat: float = 5.0
    """The time between two renewals of the mark for health checks."""
    waiting: float = 5.0
    """The time a process that starts waits for others to make way before it tells its host."""
    tenure: float = 60.0
    """The time that a process serves at least before it makes way for another.

    Two that are both started again whenever they end would else replace each other forever.
    """
    overlap: float = 1.5
    """The time for which it still answers when the other one hears everything."""
    gaps: float = 30.0
    """The time that a process serves before it tells which shards nobody does.

    Several may be starting together.
    """
    look: float = 20.0
    """The time between two tries whether the database can be read and written."""
    tidy: float = 30.0
    """The time between two rounds of tidying up."""

    def pause_after(self, failures: int) -> float:
        """Return the pause before the next attempt: none, 1, 2, 4 … seconds."""
        return 0.0 if failures <= 0 else min(2.0 ** min(failures - 1, 30), self.pause)


@dataclass(slots=True)
class Watch:
    """The last events of one shard. Only a socket greeted by READY or RESUMED is alive."""

    limits: Limits = field(default_factory=Limits)
    heard_at: float | None = None
    """When something was last heard on a socket that had been greeted; None before any was.

    Later by what this process slept.
    """
    greeted: bool = False
    _asked: bool = False
    _began: float = -inf

    def begin(self, now: float) -> None:
        """Note that a new attempt to connect begins."""
        self.greeted = self._asked = False
        self._began = now

    def hear(self, now: float, *, greeted: bool) -> None:
        """Note that something came over the socket; before the greeting it proves nothing."""
        if greeted:
            self.greeted = True
            self._asked = False
            self.heard_at = now

    def ask(self, now: float) -> None:
        """Note that the other side was asked for a sign.

        Was it to be asked long ago, then this process slept, and what it slept is no silence.
        """
        if self.greeted and not self._asked and self.heard_at is not None:
            self.heard_at = max(self.heard_at, now - self.limits.ask)
        self._asked = True

    def silence(self, now: float) -> float:
        """Return the seconds since the last sign, or since the attempt began."""
        return now - max(self._began, -inf if self.heard_at is None else self.heard_at)

    def patience(self, now: float) -> float:
        """Return the seconds to wait for a sign before something is to be done."""
        limit = self.limits.ask if self.greeted and not self._asked else self.limits.deaf
        return max(0.0, limit - self.silence(now))

    def is_alive(self, now: float) -> bool:
        """Return whether the socket works, as far as one can know."""
        return self.greeted and self.silence(now) < self.limits.doubt

    def is_deaf(self, now: float) -> bool:
        """Return whether it is time to identify again."""
        return self.silence(now) >= self.limits.deaf

    def left(self, now: float) -> float:
        """Return the seconds until all is lost; a shard that never heard anything has forever."""
        return inf if self.heard_at is None else max(0.0, self.heard_at + self.limits.lost - now)


@dataclass(slots=True)
class Attempts:
    """How often in a row a shard had no socket that worked, which its next pause follows from.

    A socket that was greeted and then closed is no failure: Discord closes them now and then, and
    the next one is tried at once. Only of those that close too often in a minute is each one more.
    """

    failures: int = 0
    _closed: list[float] = field(default_factory=list)

    def failed(self) -> None:
        """Note an attempt in which nothing was greeted."""
        self.failures += 1

    def closed(self, now: float) -> None:
        """Note that a socket ended which had been greeted."""
        self._closed = [when for when in self._closed if when > now - MINUTE] + [now]
        self.failures = max(0, len(self._closed) - FORGIVEN)


@dataclass(slots=True)
class StartBudget:
    """How many identifies Discord still takes today; more would make it revoke the token.

    Half of them may be used as fast as Discord lets a bot. The rest are spread over what is left
    of the day, so that pauses grow, and the last one is never used. Discord counts over all
    processes and says how many are left at each start, so this holds for restarts too.
    """

    spacing: float
    """Seconds that lie between two identifies at least."""
    total: int = 1000
    remaining: int = 1000
    resets_at: float = inf
    last: dict[int, float] = field(default_factory=dict)
    """When each bucket of shards last identified."""

    def update(self, total: int, remaining: int, reset_after: float, now: float) -> None:
        """Take over what Discord says: counts, and seconds until they begin again."""
        self.total, self.remaining = total, remaining
        self.resets_at = now + reset_after

    def pause(self, now: float, bucket: int = 0) -> float:
        """Return the seconds to wait before the next identify of a bucket."""
        if now >= self.resets_at:
            self.remaining, self.resets_at = self.total, now + DAY
        if self.remaining * 2 > self.total:
            return max(0.0, self.last.get(bucket, -inf) + self.spacing - now)
        if self.remaining <= 1:
            return self.resets_at - now
        gap = (self.resets_at - now) / self.remaining
        since = max(self.last.values(), default=now)
        return max(0.0, since + max(gap, self.spacing) - now)

    def spend(self, now: float, bucket: int = 0) -> None:
        """Note that a shard of a bucket identifies."""
        self.resets_at = min(self.resets_at, now + DAY)
        self.remaining -= 1
        self.last[bucket] = now


log = logging.getLogger(__name__)

T = TypeVar("T")

Reserve: TypeAlias = Callable[[int], Awaitable[float]]
"""Takes the next turn of a bucket of shards to identify, and gives the seconds until it comes."""

GOODBYE = 1.0
"""Seconds in which the other side may confirm that a socket is closed."""

_UNAUTHORIZED = 401
_TOKEN_REFUSED = 4004
_HOPELESS = frozenset({4010, 4011, 4012, 4013, 4014})
_UNREACHABLE = (
    OSError, aiohttp.ClientError, TimeoutError, discord.HTTPException, discord.GatewayNotFound,
    discord.RateLimited,
)  # fmt: skip
"""The errors of a call to Discord when there is no way to it, or it cannot answer now."""


def brief(error: BaseException) -> str:
    """Name what went wrong in a few words, without the request: its address may hold a token."""
    if isinstance(error, discord.HTTPException):
        return f"Discord answers {error.status}"
    if isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None:
        return brief(error.__cause__)
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return f"the gateway answers {error.status}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__


def is_refused(error: BaseException | None) -> bool:
    """Return whether Discord answered that it does not know the token."""
    if isinstance(error, discord.GatewayNotFound):
        return is_refused(error.__cause__)
    is_answer = isinstance(error, discord.HTTPException) and error.status == _UNAUTHORIZED
    return is_answer or isinstance(error, discord.LoginFailure)


async def keep_calling(call: Callable[[], Awaitable[T]], what: str, limits: Limits) -> T:
    """Call Discord until it answers, with growing pauses. Raises TokenRefused."""
    failures = 0
    while True:
        try:
            return await call()
        except (*_UNREACHABLE, discord.LoginFailure) as error:
            if is_refused(error):
                raise TokenRefused from error
            failures += 1
            pause = limits.pause_after(failures)
            log.warning("%s (%s), trying again in %.0f s", what, brief(error), pause)
            await asyncio.sleep(pause)


@dataclass(frozen=True, slots=True)
class _Session:
    """The data to resume with."""

    gateway: yarl.URL
    id: str
    sequence: int | None


class _Shard:
    """One shard's socket, and the next when that is gone."""

    def __init__(self, number: int, connection: Connection) -> None:
        self.number = number
        self.watch = Watch(connection.limits)
        self._connection = connection
        self._session: _Session | None = None
        self._socket: DiscordWebSocket | None = None

    @property
    def latency(self) -> float:
        """Seconds until Discord answers a heartbeat; infinite where it has answered none."""
        return inf if self._socket is None else self._socket.latency

    async def listen(self) -> None:
        """Hear events forever. Raises Deaf, TokenRefused or Rejected when that has an end."""
        attempts = Attempts()
        while True:
            try:
                async with asyncio.timeout(self._left(time.monotonic())):
                    socket = await self._connect(attempts.failures)
            except TimeoutError as error:
                if self._left(time.monotonic()) == 0:
                    raise Deaf from error
                self._failed(error)
                attempts.failed()
            except (ReconnectWebSocket, discord.ConnectionClosed, *_UNREACHABLE) as error:
                self._failed(error)
                attempts.failed()
            else:
                await self._hear(socket)
                if self.watch.greeted:
                    attempts.closed(time.monotonic())
                else:
                    attempts.failed()

    def _left(self, now: float) -> float | None:
        left = self.watch.left(now)
        return None if left == inf else left

    async def _connect(self, failures: int) -> DiscordWebSocket:
        await asyncio.sleep(self.watch.limits.pause_after(failures - 1))
        session = self._session
        if session is None:
            async with self._connection.turn(self.number):
                return await self._open(None)
        return await self._open(session)

    async def _open(self, session: _Session | None) -> DiscordWebSocket:
        self.watch.begin(time.monotonic())
        async with asyncio.timeout(self.watch.limits.connect):
            if session is None:
                return await DiscordWebSocket.from_client(
                    self._connection.client, shard_id=self.number
                )
            return await DiscordWebSocket.from_client(
                self._connection.client, shard_id=self.number, resume=True,
                gateway=session.gateway, session=session.id, sequence=session.sequence,
            )  # fmt: skip

    async def _hear(self, socket: DiscordWebSocket) -> None:
        """Hear what a socket says to its end; notes whether its session can be resumed."""
        before = socket.sequence
        self._socket = socket
        resume = True
        try:
            while not self.watch.is_deaf(time.monotonic()):
                if await self._next(socket):
                    greeted = socket.session_id is not None and socket.sequence != before
                    self._note(greeted=greeted or self.watch.greeted)
            resume = False
            log.warning("shard %s hears nothing: identifying anew", self.number)
        except ReconnectWebSocket as end:
            resume = end.resume
        except discord.ConnectionClosed as error:
            resume = False
            self._failed(error)
        except _UNREACHABLE as error:
            log.warning("shard %s: connection lost (%s)", self.number, brief(error))
        except Exception as error:  # noqa: BLE001 - nothing that is said may end the process
            log.warning("shard %s: unreadable (%s), connecting anew", self.number, brief(error))
        finally:
            self._socket = None
            self._connection.let_go(socket)
            # A session that could not even be greeted is not tried a second time.
            keep = resume and self.watch.greeted and socket.session_id is not None
            self._session = (
                _Session(socket.gateway, str(socket.session_id), socket.sequence) if keep else None
            )

    async def _next(self, socket: DiscordWebSocket) -> bool:
        """Take in one message; False, and ask for a sign, when none came for a while."""
        try:
            async with asyncio.timeout(self.watch.patience(time.monotonic())):
                await socket.poll_event()
        except TimeoutError:
            self.watch.ask(time.monotonic())
            await discord_private.ask_for_sign(socket)
            return False
        return True

    def _note(self, *, greeted: bool) -> None:
        now = time.monotonic()
        if greeted and not self.watch.greeted and self.watch.heard_at is not None:
            log.info("shard %s hears again", self.number)
        self.watch.hear(now, greeted=greeted)

    def _failed(self, error: BaseException) -> None:
        """Note that there is no way to Discord now. Raises what no other attempt would mend."""
        if isinstance(error, discord.ConnectionClosed):
            if error.code == _TOKEN_REFUSED:
                raise TokenRefused from error
            if error.code in _HOPELESS:
                raise Rejected(error.code) from error
        self._session = None
        log.warning("shard %s: no connection (%s)", self.number, brief(error))


class Connection:
    """All shards of a client that this process serves; None serves as many as Discord wants."""

    def __init__(
        self, client: discord.AutoShardedClient, limits: Limits, shards: Shards | None = None
    ) -> None:
        self.client = client
        self.limits = limits
        self.budget = StartBudget(limits.spacing)
        self.shards = shards
        """Which shards these are; known from when Discord was asked at the latest."""
        self.reserve: Reserve | None = None
        """Where other processes identify too: takes the next turn of a bucket among all."""
        self._turns: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._concurrency = 1
        self._shards: list[_Shard] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._goodbyes: set[asyncio.Task[None]] = set()
        self._code = 4000

    async def ask(self) -> SessionStartLimit:
        """Ask Discord how many shards there are to be, unless that is set, and what it allows."""
        count, _, starts = await keep_calling(
            self.client.http.get_bot_gateway, "the gateway cannot be asked for", self.limits
        )
        self.shards = self.shards or Shards(tuple(range(count)), count)
        return starts

    async def run(self, others: Iterable[asyncio.Future[None]] = ()) -> None:
        """Connect all shards and hear until `close`, or until one of the other futures ends.

        Raises Deaf, TokenRefused or Rejected when a shard cannot go on, and what one of the
        other futures raises.
        """
        starts = await self.ask()
        self.budget.update(
            starts["total"], starts["remaining"], starts["reset_after"] / 1000, time.monotonic()
        )
        self._concurrency = starts["max_concurrency"]
        self._shards = [_Shard(number, self) for number in self._served()]
        self._tasks = [asyncio.create_task(shard.listen()) for shard in self._shards]
        try:
            await asyncio.wait((*self._tasks, *others), return_when=asyncio.FIRST_COMPLETED)
            for ended in (*self._tasks, *others):
                if ended.done() and not ended.cancelled():
                    ended.result()
        finally:
            await self.close()

    def _served(self) -> tuple[int, ...]:
        """Tell discord.py which shards it serves; gives them."""
        shards = self.shards or Shards((0,), 1)
        discord_private.serve(self.client, shards.ids, shards.count)
        return shards.ids

    def bucket(self, number: int) -> int:
        """Return the bucket of a shard; of each, Discord takes one IDENTIFY in a while."""
        return number % self._concurrency

    @asynccontextmanager
    async def turn(self, number: int) -> AsyncIterator[None]:
        """Wait until it is a shard's turn to identify, and keep its bucket from the others."""
        bucket = self.bucket(number)
        async with self._turns[bucket]:
            pause = self.budget.pause(time.monotonic(), bucket)
            if pause > self.limits.spacing:
                log.warning("few identifies are left today: waiting for %.0f s", pause)
            await asyncio.sleep(pause)
            if self.reserve is not None:
                await asyncio.sleep(await self.reserve(bucket))
            yield

    async def close(self) -> None:
        """Close every socket; whoever waits for `run` gets on. Closing twice is harmless."""
        # First: sockets that are let go from now on say that their session is over.
        self._code = 1000
        # Before the goodbyes: each shard leaves its socket behind to say one.
        await end_tasks(self._tasks)
        await asyncio.gather(*self._goodbyes)

    def is_alive(self) -> bool:
        """Return whether every shard has a socket that works."""
        return bool(self._shards) and self.alive() == len(self._shards)

    def alive(self) -> int:
        """Return how many shards have a socket that works."""
        now = time.monotonic()
        return sum(shard.watch.is_alive(now) for shard in self._shards)

    def latency(self) -> float | None:
        """Return the seconds until Discord answers a heartbeat, on the average; None if unknown."""
        known = [found for shard in self._shards if isfinite(found := shard.latency)]
        return sum(known) / len(known) if known else None

    def let_go(self, socket: DiscordWebSocket) -> None:
        """Close a socket in the background: a dead one would not answer."""
        task = asyncio.create_task(_close(socket, self._code))
        self._goodbyes.add(task)
        task.add_done_callback(self._goodbyes.discard)


async def _close(socket: DiscordWebSocket, code: int) -> None:
    with suppress(*_UNREACHABLE):
        async with asyncio.timeout(GOODBYE):
            await socket.close(code)

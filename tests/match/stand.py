"""A stage that remembers what it shows, a clock that stands still, and what is to be refused."""

# ruff: noqa: ARG002 - a stage is told more than this one looks at

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.errors import Refused, StageError
from bot.match.calls.notices import MessageBudget, Notice, Notices
from bot.match.clock.clocks import Clocks
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import InlineThinker
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.show.stage import BoardFrame, HandFrame
from bot.match.table.tables import Tables
from bot.store import Store
from bot.store.rows import HandMessage, MatchId, MatchRow
from engine.seats import Seat
from tests.store.template import laid
from tests.swift import SwiftClock

# A stage that remembers what it was asked to show, and a clock that stands still.


class StillClock(SwiftClock):
    """Time passes only when a test says so, or when somebody sleeps.

    Who waits for a moment waits until a test has made it that late, and called `strike`.
    """

    def __init__(self) -> None:
        self.time = 1_000_000.0
        super().__init__()
        self.waiting: list[tuple[float, asyncio.Future[None]]] = []
        self.slept: list[float] = []
        self.endless = False
        self.asleep = asyncio.Event()

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.asleep.set()
        if self.endless:
            await asyncio.Event().wait()
        self.time += seconds
        await asyncio.sleep(0)

    async def until(self, when: float) -> None:
        if when > self.time:
            moment = asyncio.get_running_loop().create_future()
            self.waiting.append((when, moment))
            await moment

    def strike(self) -> None:
        """Wake who waited for a moment that has come."""
        for when, moment in self.waiting:
            if when <= self.time and not moment.done():
                moment.set_result(None)


@dataclass
class Stage:
    """Says yes to everything, except for what `faults` holds by the name of the method.

    A name with a person behind it ("post_hand Ada") is about theirs alone. What `gates` holds by
    such a name waits until it is open.
    """

    calls: list[str] = field(default_factory=list)
    nonces: list[str] = field(default_factory=list)
    faults: dict[str, list[StageError]] = field(default_factory=dict)
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    refreshed: list[str] = field(default_factory=list)
    forgotten: list[MatchId] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    notices: dict[int, str] = field(default_factory=dict)
    is_buried: bool = False
    open: Sequence[tuple[MatchId, int]] = ()
    during: dict[str, Callable[[], object]] = field(default_factory=dict)
    last: int = 100
    withheld: tuple[str, ...] = ()

    def _do(self, name: str, what: object = "") -> int:
        self.calls.append(f"{name} {what}".strip())
        if name in self.during:
            self.during.pop(name)()
        for key in (name, f"{name} {what}"):
            if self.faults.get(key):
                raise self.faults[key].pop(0)
        self.last += 1
        return self.last

    async def _pass(self, name: str, what: object = "") -> int:
        if gate := self.gates.get(f"{name} {what}".strip()):
            await gate.wait()
        return self._do(name, what)

    async def post_board(self, board: BoardFrame, *, nonce: str) -> int:
        self.nonces.append(nonce)
        return self._do("post_board")

    async def edit_board(self, board: BoardFrame, channel_id: int, message_id: int) -> None:
        await self._pass("edit_board", message_id)

    async def open_thread(self, board: BoardFrame) -> None:
        await self._pass("open_thread", board.row.thread_id)

    async def close_thread(self, thread_id: int) -> None:
        self._do("close_thread", thread_id)

    async def edit_line(self, board: BoardFrame) -> None:
        self._do("edit_line", board.row.status.value)

    async def remove(self, channel_id: int, message_id: int) -> None:
        self._do("remove", message_id)
        self.notices.pop(message_id, None)

    async def buried(self, channel_id: int, message_id: int) -> bool:
        return self.is_buried

    async def post_hand(
        self, board: BoardFrame, hand: HandFrame, *, nonce: str, silent: bool
    ) -> tuple[int, int]:
        self.nonces.append(nonce)
        if silent:
            self.silent.append(board.member(hand.seat).name)
        return 9, await self._pass("post_hand", board.member(hand.seat).name)

    async def edit_hand(self, board: BoardFrame, hand: HandFrame, message: HandMessage) -> None:
        await self._pass("edit_hand", board.member(hand.seat).name)

    async def retire_hand(self, board: BoardFrame, hand: HandFrame, message: HandMessage) -> None:
        self._do("retire_hand", board.member(hand.seat).name)

    async def post_notice(
        self, user_id: int, notice: Notice, *, silent: bool = False
    ) -> tuple[int, int]:
        self.nonces.append(notice.nonce)
        message_id = self._do("post_notice", f"{user_id} silently" if silent else user_id)
        self.notices[message_id] = notice.text
        return user_id, message_id

    async def edit_notice(self, channel_id: int, message_id: int, notice: Notice) -> None:
        self._do("edit_notice", channel_id)
        self.notices[message_id] = notice.text

    async def refresh(self, board: BoardFrame, hand: HandFrame) -> None:
        self.refreshed.append(board.member(hand.seat).name)
        if "refresh" in self.during:
            self.during.pop("refresh")()

    @property
    def private(self) -> Stage:
        return self

    def opened(self, match_id: MatchId | None = None) -> Collection[tuple[MatchId, int]]:
        return [place for place in self.open if match_id in (None, place[0])]

    def is_in_use(self, match_id: MatchId, user_id: int) -> bool:
        return (match_id, user_id) in self.open

    async def ping(self, board: BoardFrame, seat: Seat) -> int:
        return self._do("ping", board.member(seat).name)

    def lacking(self, row: MatchRow) -> tuple[str, ...] | None:
        return self.withheld

    async def server_name(self, guild_id: int | None) -> str | None:
        return "Cloud Club"

    def is_open(self, user_id: int) -> bool:
        return True

    def forget(self, match_id: MatchId) -> None:
        self.forgotten.append(match_id)

    def taken(self, *names: str) -> list[str]:
        """Return the calls of these names since the last look, sorted, and forget all."""
        calls = sorted(call for call in self.calls if call.split(" ")[0] in names or not names)
        self.calls.clear()
        return calls


@dataclass
class Parts:
    """The parts of a bot that plays before a stage: store, tables, lobbies, publisher, clocks."""

    store: Store
    clock: StillClock
    stage: Stage
    tables: Tables
    lobbies: Lobbies
    notices: Notices
    publisher: Publisher
    clocks: Clocks

    @classmethod
    async def open(cls, directory: Path) -> Parts:
        """Wire everything up; nobody listens to the tables yet."""
        store = await Store.open(await laid(directory))
        clock, stage = StillClock(), Stage()
        tables = Tables(store, clock, HouseQueue(InlineThinker()))
        lobbies = Lobbies(store, tables, clock, ("Cirrus", "Stratus"))
        notices = Notices(store, clock, stage, MessageBudget(store, clock))
        publisher = Publisher(store, tables, stage, clock, notices)
        clocks = Clocks(store, tables, lobbies.expire, clock)
        return cls(store, clock, stage, tables, lobbies, notices, publisher, clocks)

    async def close(self) -> None:
        """Stop everything."""
        await self.clocks.close()
        await self.publisher.close()
        await self.store.close()

    async def strike(self) -> None:
        """Let everything happen that waited for the time it is now."""
        self.clock.strike()
        await asyncio.sleep(0)
        await self.publisher.idle()

    async def restart(self) -> None:
        """Put a new publisher, which remembers nothing, in the old one's place."""
        await self.publisher.close()
        self.clock.endless = False
        self.notices = Notices(
            self.store, self.clock, self.stage, MessageBudget(self.store, self.clock)
        )
        self.publisher = Publisher(self.store, self.tables, self.stage, self.clock, self.notices)

    async def show(self, match_id: MatchId) -> None:
        """Publish a match and wait until that is done."""
        self.publisher.request(match_id)
        await self.publisher.idle()

    async def move(self, match_id: MatchId) -> str:
        """Make the first legal move; tells who made it."""
        table = await self.tables.load(match_id)
        member = table.member(seat := table.to_act()[0])
        assert member.user_id is not None
        await self.tables.play(match_id, member.user_id, None, table.legal(seat)[0])
        return member.name

    async def row(self, match_id: MatchId) -> MatchRow:
        """Return a match as it is stored."""
        found = await self.store.match(match_id)
        assert found is not None
        return found

    async def mover(self, match_id: MatchId) -> str:
        """Return whose turn it is."""
        table = await self.tables.load(match_id)
        return table.member(table.to_act()[0]).name


# What a test expects to be refused.


def refuses(key: str) -> pytest.RaisesExc[Refused]:
    """Expect a refusal in the sentence of this key."""
    return pytest.raises(Refused, check=lambda error: error.key == key)

"""An evening of several tables at once, whose people press steadily; every press is noted."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from bot.store.rows import LIVE, MatchId, Status
from sandbox.client import ActionRefused, Tab
from tests.e2e.running_bot import (
    RunningBot,
    anything_new,
    board,
    choose,
    moment,
    moves_in_dm,
    settings,
    state_equals_log,
    until_agreed,
)

PATIENCE = 60.0
"""Seconds after which a move that was answered, and of which nothing came, counts as lost."""

STUCK = 45.0
"""Seconds without any change at any table after which an evening is given up."""


@dataclass(frozen=True)
class Press:
    """A press for a move: for which moment, whether it was answered, and after how long."""

    moment: str
    answered: bool
    seconds: float


@dataclass
class Evening:
    """Tables, who sits at them, and what they pressed."""

    held: RunningBot
    think: float
    presses: list[Press] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """Moments at which a press was answered, and nothing came of it for a while."""
    over: set[MatchId] = field(default_factory=set)
    _tables: list[tuple[MatchId, list[Tab]]] = field(default_factory=list)
    _played: set[MatchId] = field(default_factory=set)

    async def open(self, game: str, names: Sequence[str], **options: str | list[str]) -> None:
        """Open a table of `play`: the first opens the lobby, the others join, the first starts."""
        tabs = [await self.held.tab(name) for name in names]
        self._tables.append((await self.begin(game, tabs, "tables", options), tabs))

    async def begin(
        self,
        game: str,
        tabs: Sequence[Tab],
        channel: str,
        options: Mapping[str, str | list[str]] | None = None,
    ) -> MatchId:
        """Open a table in a channel: the first opens the lobby, the others join, the first starts.

        House players take the seats that are left.
        """
        first, *others = tabs
        await first.wait_for(lambda tab: tab.bot_online and tab.commands)
        reply = await first.command(channel, "play", game=game)
        assert reply.message is not None, reply.reason
        lobby = reply.message["id"]
        for tab in others:
            shown = await tab.wait_for(
                lambda tab: (b := board(tab, channel)) and b["id"] == lobby and b
            )
            assert (await tab.click(shown, label="Join")).ok
        if options:
            form = await first.click(await settings(first, reply.message), label="Options")
            assert (await first.submit_modal(form, **options)).ok
        match_id = await until_agreed(self.held, reply.message, len(tabs) + bool(options))
        assert (await first.click(reply.message, label="Start")).ok
        return match_id

    async def play(self) -> None:
        """Play every table to its end."""
        async with self.watched(STUCK):
            await asyncio.gather(*(self.play_at(match, tabs) for match, tabs in self._tables))

    async def play_at(self, match_id: MatchId, tabs: Sequence[Tab]) -> None:
        """Play a table to its end; make sure that the evening is `watched`."""
        self._played.add(match_id)
        await asyncio.gather(
            *(
                self._play(tab, match_id, random.Random(f"{match_id} {seat}"))
                for seat, tab in enumerate(tabs)
            )
        )

    @asynccontextmanager
    async def watched(self, patience: float = math.inf) -> AsyncIterator[None]:
        """Notice meanwhile which tables are over; fail if none of them goes on for so long."""
        watching = asyncio.create_task(self._watch(patience))
        playing = asyncio.current_task()
        assert playing is not None
        watching.add_done_callback(lambda done: done.cancelled() or playing.cancel())
        try:
            yield
        except asyncio.CancelledError:
            if watching.done() and (error := watching.exception()) is not None:
                raise error from None
            raise
        finally:
            watching.cancel()

    async def lost_nothing(self) -> None:
        """Check that each press was answered once, in time, and made one move."""
        assert self.lost == []
        assert [press for press in self.presses if not press.answered] == []
        assert len({press.moment for press in self.presses}) == len(self.presses)
        assert await self._moves_by_people() == len(self.presses)
        answers = [one for one in self.held.sandbox.requests if one.template.endswith("/callback")]
        assert {one.status for one in answers} == {200}

    async def _moves_by_people(self) -> int:
        """Check that each stored state is what its log replays to; counts what people did."""
        count = 0
        async with self.held.store() as store:
            for match_id, _ in self._tables:
                table = await state_equals_log(self.held, match_id)
                assert table.row.status is Status.OVER
                count += sum(move.by is not None for move in await store.moves(match_id))
        return count

    async def _watch(self, patience: float) -> None:
        versions: dict[MatchId, int] = {}
        changed_at = time.monotonic()
        async with self.held.store() as store:
            while True:
                for match_id in self._played - self.over:
                    row = await store.match(match_id)
                    if row is None:
                        continue
                    if versions.get(match_id) != row.version:
                        versions[match_id], changed_at = row.version, time.monotonic()
                    if row.status not in LIVE:
                        self.over.add(match_id)
                if self._played - self.over and time.monotonic() - changed_at > patience:
                    raise AssertionError(self._what_stands())
                await asyncio.sleep(0.3)

    def _what_stands(self) -> str:
        hands = [moves_in_dm(tab) for tab in self.held.tabs]
        return f"no table went on; the last presses: {self.presses[-5:]}; hands: {hands}"

    async def _play(self, tab: Tab, match_id: MatchId, generator: random.Random) -> None:
        last, pressed_at = "", 0.0
        while match_id not in self.over:
            found = moves_in_dm(tab)
            if found is not None and not moment(found).startswith(f"{match_id}:"):
                found = None  # a hand of another table
            if found is None or moment(found) == last:
                if found is not None and time.monotonic() - pressed_at > PATIENCE:
                    self.lost.append(last)
                    last = ""
                await anything_new(tab)
                continue
            await asyncio.sleep(generator.uniform(0.5, 1.5) * self.think)
            message, choices = found
            began = time.monotonic()
            with suppress(ActionRefused, KeyError):  # it changed in that instant
                reply = await choose(tab, message, generator.choice(choices), generator)
                pressed_at = time.monotonic()
                self.presses.append(Press(moment(found), reply.ok, pressed_at - began))
                last = moment(found) if reply.ok else ""

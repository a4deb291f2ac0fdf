"""How long an evening of a whole club waits for its next round, at Discord's pace.

`python -m bench.evening [--people 64] [--seconds 60]`: so many people play two rounds of one deal
of Cloud Nine, all in one thread. The bot is a process of its own; the sandbox keeps Discord's
limits and round trips, from *Start* on.

Told are the seconds from the press that begins a round (*Start*, then the host's *Begin the next
round now*) to each person's first hand of it and to each table's board, and from the move that
ends the first round to the message that tells what became of it. Meanwhile the host presses
something else, five times a second, and the slowest acknowledgement is told: all that the bot's
event loop does for a new round stands before it. Half a round trip is part of that, too.

After so many seconds of the second round everybody stops; what still waits to be shown a while
later is told, and the memory of the bot beside that between the rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeVar
from urllib.request import urlopen

from bench.load import acknowledged
from bench.people import PATIENCE, Evening, Shown, evening
from bench.processes import memory_of
from sandbox.options import Refused
from sandbox.parts import given_options, parts_of, pictures_of
from sandbox.wire import EPOCH_MS

T = TypeVar("T")

THINK = (1.2, 2.8)
"""Seconds that people think."""

METRICS = "127.0.0.1:9464"

PRESSES = 25
"""How often the host presses while a round begins."""

CALM = 25.0
"""Seconds in which all that was to be shown is, once everybody has stopped: a board in each."""

LOOKS = 3
"""How often the bot is asked what waits to be shown, every five seconds: clocks go on."""


class Club:
    """An evening of all people there are, with the first one as its host.

    `began` is when the round was, that is played or was last.
    """

    def __init__(self, held: Evening) -> None:
        self.held = held
        self.host, *self.others = held.people
        self.channel = held.channel(0)
        self.id = 0
        self.began = 0.0

    async def gather(self) -> None:
        """Open the evening, and have everybody join."""
        held = self.held
        guild = held.sandbox.memory.channel(self.channel).guild_id
        commands = [*held.sandbox.memory.commands_for(guild)]
        chosen = {"game": "cloud_nine", "rounds": 2, "deals": 1}
        command, options = given_options(commands, "evening open", chosen)
        held.act(
            self.host, "command", channel_id=self.channel, command_id=command["id"], options=options
        )
        (self.id,) = await held.until(self.channel, lambda: held.eyes.boards_in[self.channel])
        for person in self.others:
            held.press(person, held.eyes.boards[self.id].message, f"l:{self.id}:join")
            await asyncio.sleep(0.1)
        await asyncio.sleep(3.0)

    async def press(self, custom_id: str) -> float:
        """Press a control as the host once it is there; return when that was."""
        message = await _until(lambda: self.held.with_control(self.channel, custom_id))
        at = time.monotonic()
        self.held.press(self.host, message, custom_id)
        return at

    async def begin(self, custom_id: str) -> None:
        """Begin a round by a press, and tell how soon it began for everybody."""
        self.began = await self.press(custom_id)
        asking = asyncio.create_task(self._ask(f"evening:{self.id}:direct"))
        with suppress(TimeoutError):
            await _until(self._has_begun)
        await asking
        late = [one.took for one in acknowledged(self.held) if one.at >= self.began]
        print(f"{len(self.tables())} tables, seconds (p50 / p95 / most)")
        print(f"  {len(self.hands())} people's first hands: {percentiles(self.hands())}")
        print(f"  their boards: {percentiles(self.boards())}")
        print(f"  {len(late)} presses are acknowledged after: {percentiles(late)}", flush=True)

    async def _ask(self, custom_id: str) -> None:
        for _ in range(PRESSES):
            with suppress(Refused):
                await self.press(custom_id)
            await asyncio.sleep(0.2)

    def _has_begun(self) -> bool:
        is_seen = len(self.hands()) == len(self.held.people)
        return is_seen and len(self.boards()) == len(self.tables())

    def hands(self) -> list[float]:
        """Return after how many seconds each person first had a hand in a new message."""
        return self._first(
            (seen.person, seen)
            for seen in self.held.eyes.shown
            if seen.kind == "hand" and seen.moves >= 0 and _posted(seen) >= self.began
        )

    def boards(self) -> list[float]:
        """Return after how many seconds each table of the round first had its board."""
        tables = self.tables()
        return self._first(
            (seen.match, seen)
            for seen in self.held.eyes.shown
            if seen.match in tables and self._is_board(seen)
        )

    def _first(self, seen: Iterable[tuple[int, Shown]]) -> list[float]:
        found: dict[int, float] = {}
        for key, one in seen:
            found.setdefault(key, one.at - self.began)
        return [*found.values()]

    def _is_board(self, seen: Shown) -> bool:
        is_in_thread = int(seen.message["channel_id"]) != self.channel
        names = (str(part.get("custom_id")) for part in parts_of(seen.message))
        return seen.kind == "board" and is_in_thread and any(map(_is_tables, names))

    def tables(self) -> set[int]:
        """Return the tables of the round."""
        stored = self.held.stored
        before = {item.match for item in stored if item.at < self.began and item.moves}
        return {item.match for item in stored if item.at >= self.began} - before

    def play(self) -> list[asyncio.Task[None]]:
        """Have everybody play at the table of the round that they sit at."""
        return [asyncio.create_task(self._play(person)) for person in self.held.people]

    async def _play(self, person: int) -> None:
        match = await _until(lambda: self._table_of(person))
        await self.held.play(person, match, random.Random(f"{match} {person}"), THINK)

    def _table_of(self, person: int) -> int | None:
        newest, tables = self.held.eyes.newest, self.tables()
        own = (match for match, who in newest if who == person and match in tables)
        return next((match for match in own if newest[match, person].ready >= 0), None)

    async def told(self) -> float:
        """Return the seconds from the end of the first round until its result is there."""
        tables = self.tables()
        await _until(lambda: all(map(self.held.is_over, tables)), 3 * PATIENCE)
        at = await _until(self._result)
        over: dict[int, float] = {}
        for item in self.held.stored:
            if item.match in tables and item.moves and not item.acting:
                over.setdefault(item.match, item.at)  # it is told again when all are over
        return at - max(over.values())

    def _result(self) -> float | None:
        for seen in self.held.eyes.shown:
            if any(f"/evening-{self.id}-1-" in url for url in pictures_of(seen.message)):
                return seen.at
        return None


def _is_tables(custom_id: str) -> bool:
    return custom_id.startswith("t:")


def _posted(seen: Shown) -> float:
    """Return when a message was posted, by `time.monotonic`."""
    ahead = time.time() - time.monotonic()
    return ((int(seen.message["id"]) >> 22) + EPOCH_MS) / 1000 - ahead


async def _until(condition: Callable[[], T | None], patience: float = PATIENCE) -> T:
    """Return the first value that is not empty; another process brings it about."""
    async with asyncio.timeout(patience):
        while not (found := condition()):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        return found


def percentiles(values: Sequence[float]) -> str:
    """Spell p50, p95 and the most, in seconds."""
    ordered = sorted(values) or [float("nan")]
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    return f"{statistics.median(ordered):.2f} / {p95:.2f} / {ordered[-1]:.2f}"


async def measure(people: int, seconds: float) -> None:
    """Play an evening, and print what it felt like."""
    names = [f"Guest{number}" for number in range(people)]
    async with evening(names, threads=True, NIMBUS_PACE="1", NIMBUS_METRICS=METRICS) as held:
        club = Club(held)
        await club.gather()
        held.sandbox.faults.pace = True
        await club.begin(f"l:{club.id}:start")
        playing = club.play()
        print(f"from the last move of a round to its result: {await club.told():.2f} s", flush=True)
        await _stop(held, playing)
        memory = memory_of([held.process.pid])[0]
        await club.press(f"evening:{club.id}:direct")
        await club.begin(f"evening:{club.id}:skip")
        playing = club.play()
        await asyncio.sleep(seconds)
        await _stop(held, playing)
        after = memory_of([held.process.pid])[0]
        print(f"{await _waiting()} messages wait to be shown after {seconds:.0f} s of play")
        print(f"the bot has {after:.0f} MB then, and {memory:.0f} between the rounds")
        every = 1 + held.sandbox.requests[-1].number
        # Whatever is refused for Discord's pace is not asked.
        print(f"{every} requests, {every - len(held.asked)} refused with 429")


async def _stop(held: Evening, playing: list[asyncio.Task[None]]) -> None:
    """Have people stop, and wait until they have seen all that there is."""
    await held.leave(playing)
    await asyncio.sleep(CALM)


async def _waiting() -> int:
    """Return how many messages the bot still has to show; the least of some looks."""
    looks = []
    for _ in range(LOOKS):
        lines = (await asyncio.to_thread(_numbers)).splitlines()
        looks += [line for line in lines if 'queue="showing"' in line]
        await asyncio.sleep(5.0)
    return min(int(float(line.split()[-1])) for line in looks)


def _numbers() -> str:
    with urlopen(f"http://{METRICS}/metrics") as answer:
        return str(answer.read(), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.evening")
    parser.add_argument("--people", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    asyncio.run(measure(given.people, given.seconds))


if __name__ == "__main__":
    main()

"""A day of play in an hour: what the bot's process holds does not keep growing.

Some tables play one game after another, everybody reads about this and that, a midnight comes,
backups are made and deleted, and now and then the connection to Discord breaks. What was measured
is printed.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from resource import getpagesize
from statistics import median
from typing import Any, NamedTuple, TypeVar

import pytest

from bot.store.rows import LIVE, MatchId
from engine.games import GAMES
from sandbox.client import ActionRefused, Tab
from sandbox.memory import Memory
from sandbox.view import labels_of
from tests.e2e.evening import Evening
from tests.e2e.running_bot import RunningBot, moment, moves_in_dm, running_bot, state_equals_log
from tests.e2e.timelapse import SPEED
from tests.soak.amounts import amount

_T = TypeVar("_T")
PROCESSES = Path("/proc")

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(0),
    pytest.mark.skipif(not (PROCESSES / "self/statm").exists(), reason="needs Linux's /proc"),
]

SECONDS = 3600
TELLING = 900
"""In fewer seconds caches only fill, and what is held says nothing."""
DAY = 86_400
TABLES = {
    "north": ("Ada", "Ben", "Cleo"),
    "south": ("Dan", "Eve", "Fay"),
    "west": ("Gus", "Hal"),
    "east": ("Ida", "Jim"),
    "attic": ("Kim",),
    "cellar": ("Lea",),
}
SOLOIST = "Zoe"
"""Who plays the daily of each day."""
THINK = 1.5
"""Seconds that people think, more or less; by the bot's clock it is half a minute."""
PACE = "10"
"""House players act after a pause of half a second or a whole one, by the machine's clock."""
BREAKS = ("drop", "reconnect", "invalidate_resumable", "close", "invalidate")
"""What becomes of the connection to Discord, in turn."""
LOOK = 3.0
"""Seconds between two looks at something."""
TRIES = 5
KEPT = 3
"""This many backups are kept."""
GROWTH = 0.05
"""How much more memory the last third of the time may take than the second: caches fill slowly."""
A_FEW = 4
"""By this many files or sockets two moments may differ: connections come and go."""
BYTES_A_GAME = 32_768
"""What a game may add to the database: its moves, which are some hundred, results and ratings."""


class Look(NamedTuple):
    """What the bot holds at a moment; sizes are in bytes."""

    memory: int
    files: int
    sockets: int
    threads: int
    database: int
    over: int
    moves: int


@dataclass
class Day:
    """The evening, what is read meanwhile, and what was seen of the bot's process."""

    evening: Evening
    until: float
    looks: list[Look] = field(default_factory=list)
    read: int = 0
    dailies: int = 0
    breaks: int = 0

    @property
    def held(self) -> RunningBot:
        return self.evening.held

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.until

    async def play(self, tabs: Sequence[Tab], channel: str) -> None:
        """Play one game after another in a channel until it is time."""
        chance = random.Random(channel)
        for game in itertools.cycle(GAMES):
            match = await _again(partial(self.evening.begin, game, tabs, channel))
            await self.evening.play_at(match, tabs)
            if self.is_over:
                return
            for tab in tabs:
                question, options = chance.choice(_questions(game, match))
                await _again(partial(self._read, tab, channel, question, options))

    async def alone(self, tab: Tab) -> None:
        """Play the daily of each day."""
        await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
        direct = (await tab.open_dm())["id"]
        while not self.is_over:
            await _again(partial(self._daily, tab, direct))
            await asyncio.sleep(LOOK)

    async def watch(self) -> None:
        """Look ever and again what the bot holds."""
        while not self.is_over:
            self.looks.append(_look(self.held))
            await asyncio.sleep(LOOK)

    async def disturb(self, tab: Tab) -> None:
        """Break the connection to Discord now and then."""
        for action in itertools.cycle(BREAKS):
            await asyncio.sleep(amount(SECONDS) / (len(BREAKS) + 1))
            if self.is_over:
                return
            await tab.patch_faults(gateway=action)
            self.breaks += 1

    async def _read(self, tab: Tab, channel: str, question: str, options: dict[str, Any]) -> None:
        reply = await tab.command(channel, question, **options)
        assert reply.message is not None, reply.reason
        self.read += 1

    async def _daily(self, tab: Tab, direct: str) -> None:
        """Play the daily, unless this day's has been played."""
        panel = (await tab.command(direct, "daily")).message
        assert panel is not None
        if "Play" not in labels_of(panel):
            return
        await tab.click(panel, label="Play")
        found = await tab.wait_for(moves_in_dm)
        assert found is not None
        await self.evening.play_at(MatchId(int(moment(found).split(":")[0])), [tab])
        self.dailies += 1


async def test_a_day_of_play_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds, now = amount(SECONDS), time.time()
    midnight = (now // DAY + 1) * DAY
    began = midnight - seconds * SPEED / 2
    memory = Memory.populate([*itertools.chain(*TABLES.values()), SOLOIST], channels=tuple(TABLES))
    async with running_bot(
        tmp_path, "tests.e2e.timelapse", memory=memory, TIMELAPSE=f"{now} {began}",
        NIMBUS_PACE=PACE, NIMBUS_THINKERS="1", NIMBUS_BACKUP=f"hourly:{KEPT}",
    ) as held:  # fmt: skip
        day = Day(Evening(held, THINK), time.monotonic() + seconds)
        async with day.evening.watched():
            seated = {at: [await held.tab(name) for name in names] for at, names in TABLES.items()}
            soloist = await held.tab(SOLOIST)
            await asyncio.gather(
                *(day.play(tabs, channel) for channel, tabs in seated.items()),
                day.alone(soloist), day.watch(), day.disturb(soloist),
            )  # fmt: skip
        with capsys.disabled():
            print(_told(day))  # noqa: T201 - what `make soak` measures
        for match in sorted(day.evening.over):
            assert (await state_equals_log(held, match)).row.status not in LIVE
        assert day.evening.lost == []
        assert "Traceback" not in held.log()
        if seconds >= TELLING:
            _holds_no_more(day.looks)
        hours = int((midnight + seconds * SPEED / 2) // 3600 - began // 3600)
        backups = [*(tmp_path / "backups").glob("*.sqlite3")]
        assert min(KEPT, hours) <= len(backups) <= KEPT
        assert day.dailies > 0


def _questions(game: str, match: int) -> list[tuple[str, dict[str, Any]]]:
    """Return commands that people may ask after a match, with their options."""
    return [
        *((name, {}) for name in ("stats", "preferences", "games", "help", "puzzle")),
        *((name, {"game": game}) for name in ("leaderboard", "rules")),
        ("replay", {"match": match}),
    ]


def _holds_no_more(looks: list[Look]) -> None:
    """Check that the last third of the time holds no more than the second."""
    third = len(looks) // 3
    middle, last = looks[third : 2 * third], looks[2 * third :]

    def medians(which: Callable[[Look], int]) -> tuple[float, float]:
        return median(map(which, middle)), median(map(which, last))

    before, after = medians(lambda look: look.memory)
    assert after <= before * (1 + GROWTH), f"memory from {before} to {after} bytes"
    for which in (lambda look: look.files, lambda look: look.sockets, lambda look: look.threads):
        before, after = medians(which)
        assert after <= before + A_FEW, f"from {before} to {after} files, sockets or threads"
    games = last[-1].over - middle[0].over
    assert last[-1].database - middle[0].database <= BYTES_A_GAME * max(games, 1)


def _look(held: RunningBot) -> Look:
    assert held.process is not None
    place = PROCESSES / str(held.process.pid)
    open_files = []
    for link in (place / "fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            open_files.append(str(link.readlink()))
    sockets = sum(name.startswith("socket:") for name in open_files)
    pages = int((place / "statm").read_text("ascii").split()[1])
    with closing(sqlite3.connect(held.data / "nimbus.sqlite3")) as database:
        (size,) = database.execute(
            "SELECT (page_count - freelist_count) * page_size"
            " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
        ).fetchone()
        (over,) = database.execute("SELECT count(*) FROM match WHERE status = 'over'").fetchone()
        (moves,) = database.execute("SELECT count(*) FROM move").fetchone()
    threads = len([*(place / "task").iterdir()])
    return Look(
        pages * getpagesize(), len(open_files) - sockets, sockets, threads, size, over, moves
    )


def _told(day: Day) -> str:
    """Spell what was seen: each of eight parts of the time by its medians, and what it came to."""
    part = max(1, len(day.looks) // 8)
    lines = [f"{'min':>4}{'games':>7}{'moves':>8}{'MB':>7}{'files':>7}{'sockets':>9}{'threads':>9}"
             f"{'kB on disk':>12}"]  # fmt: skip
    for first in range(0, len(day.looks), part):
        some = day.looks[first : first + part]
        memory, files, sockets, threads, *_ = (median(values) for values in zip(*some, strict=True))
        minutes, end = (first + len(some)) * LOOK / 60, some[-1]
        lines.append(
            f"{minutes:>4.0f}{end.over:>7}{end.moves:>8}{memory / 1e6:>7.1f}"
            f"{files:>7.0f}{sockets:>9.0f}{threads:>9.0f}{end.database / 1e3:>12.0f}"
        )
    presses = sorted(press.seconds for press in day.evening.presses)
    answered = sum(press.answered for press in day.evening.presses)
    began, last = day.looks[0], day.looks[-1]
    lines.append(
        f"{len(presses)} presses, {len(presses) - answered} unanswered, p95"
        f" {1000 * presses[int(0.95 * (len(presses) - 1))]:.0f} ms; {len(day.evening.lost)} lost;"
        f" {day.read} questions, {day.dailies} dailies, {day.breaks} broken connections;"
        f" {(last.database - began.database) / max(1, last.over - began.over):.0f} bytes a game"
    )
    return "\n".join(["", *lines])


async def _again(do: Callable[[], Awaitable[_T]]) -> _T:
    """Do something, a few times where the connection to Discord is just broken."""
    for _ in range(TRIES):
        with suppress(ActionRefused, AssertionError, TimeoutError):
            return await do()
        await asyncio.sleep(LOOK)
    return await do()

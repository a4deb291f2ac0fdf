"""From a click to its answer and to the new table, over the sandbox with the bot as a process.

`python -m bench.click [games] [--reviews]`: three people play whole games of Cloud Nine by their
hands' buttons; with `--reviews` the bot makes one review after another in its workshop meanwhile. A
stand-in on loopback answers at once, so these figures are what Nimbus itself takes; Discord's own
round trips come on top and are not in them.
"""

from __future__ import annotations

import asyncio
import logging
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.e2e.running_bot import board, is_over, moves_in_dm, opened, running_bot

if TYPE_CHECKING:
    from sandbox.client import Tab


async def play(tabs: list[Tab], generator: random.Random) -> list[tuple[float, float, float]]:
    """Play to the end one click after another; gives (answer, table, next hand) in seconds."""
    measured = []
    while not is_over(tabs[0]):
        tab, message, choices = await _to_move(tabs)
        if tab is None:
            break
        choice = generator.choice(choices)["custom_id"]
        before = board(tabs[0])
        start = time.perf_counter()
        answer = asyncio.create_task(_timed(tab.click(message, custom_id=choice), start))
        table = asyncio.create_task(_timed(_changed(tabs[0], before), start))
        hand = asyncio.create_task(_timed(_next_hand(tabs, choice), start))
        measured.append((await answer, await table, await hand))
    return measured


async def _timed(work: Any, start: float) -> float:
    await work
    return time.perf_counter() - start


async def _changed(tab: Tab, before: Any) -> None:
    await tab.wait_for(lambda tab: board(tab) != before)


async def _next_hand(tabs: list[Tab], last: str) -> None:
    moment = int(last.split(":")[2])

    def shown(tab: Tab) -> bool:
        found = moves_in_dm(tab)
        return is_over(tab) or bool(found and _moment(found) > moment)

    waits = [asyncio.create_task(tab.wait_for(shown)) for tab in tabs]
    _, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()


async def _to_move(tabs: list[Tab]) -> tuple[Tab | None, Any, Any]:
    async with asyncio.timeout(20):
        while not is_over(tabs[0]):
            found = [(tab, moves_in_dm(tab)) for tab in tabs]
            newest = [(tab, moves) for tab, moves in found if moves]
            if newest:
                tab, moves = max(newest, key=lambda pair: _moment(pair[1]))
                return tab, *moves
            await asyncio.sleep(0.005)
    return None, None, None


def _moment(found: Any) -> int:
    return int(found[1][0]["custom_id"].split(":")[2])


async def measure(games: int, module: str) -> list[tuple[float, float, float]]:
    """Play some games with a bot started anew."""
    found: list[tuple[float, float, float]] = []
    for game in range(games):
        with tempfile.TemporaryDirectory() as directory:
            async with running_bot(Path(directory), module) as held:
                tabs = await opened(held, ("Ada", "Ben", "Cleo"))
                found += await play(tabs, random.Random(game))
    return found


def main() -> None:
    """Print the table."""
    logging.disable(logging.WARNING)
    module = "bench.reviewing" if "--reviews" in sys.argv else "bot"
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    games = numbers[0] if numbers else 2
    measured = asyncio.run(measure(games, module))
    print(f"{len(measured)} clicks in {games} games, milliseconds")
    print(f"{'from the click to':<22}{'median':>8}{'p95':>8}{'max':>8}")
    for place, name in enumerate(("the answer", "the new table", "the next hand")):
        times = sorted(1000 * row[place] for row in measured)
        p95 = times[int(0.95 * (len(times) - 1))]
        print(f"{name:<22}{statistics.median(times):>8.1f}{p95:>8.1f}{times[-1]:>8.1f}")


if __name__ == "__main__":
    main()

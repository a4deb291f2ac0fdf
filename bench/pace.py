"""The delays that players feel at Discord's pace: how old boards and hands are when they are seen.

`python -m bench.pace [fast|channel|threads|six ...] [--seconds 60] [--free]`: the bot is a process
of its own, the sandbox keeps Discord's limits and round trips (with `--free` it does not). From the
moment at which a move is stored until the stand-in shows a board of at least that version, and
until who acts next has controls to press; then the requests and bytes of a move. A round trip is
half there and half back, so a person would see each message a moment later.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bench.people import Evening, evening, traffic

SECOND = (1.2, 2.8)
"""Seconds that people think."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Tables of a game with this many people each, in one channel or in threads."""

    game: str = "cloud_nine"
    tables: int = 1
    people: int = 1
    threads: bool = False
    think: tuple[float, float] = SECOND
    pace: float = 1.0


SCENES = {
    "fast": Scene(think=(0.3, 0.6), pace=0.25),
    "channel": Scene(tables=10),
    "threads": Scene(tables=10, threads=True),
    "six": Scene("balloon", people=6),
}


@dataclass(frozen=True, slots=True)
class Felt:
    """The seconds for each move, and the requests to Discord meanwhile."""

    boards: list[float]
    hands: list[float]
    moves: int
    requests: Counter[str]
    sizes: dict[str, int]
    refused: int


async def feel(scene: Scene, seconds: float, *, is_paced: bool) -> Felt:
    """Play a scene for so long."""
    names = [f"Guest{number}" for number in range(scene.tables * scene.people)]
    async with evening(names, threads=scene.threads, NIMBUS_PACE=str(scene.pace)) as held:
        seated = []
        for table in range(scene.tables):
            people = held.people[table * scene.people : (table + 1) * scene.people]
            match = await held.open(scene.game, people, held.channel(0))
            seated += [(person, match) for person in people]
        held.sandbox.faults.pace = is_paced
        playing = [
            asyncio.create_task(held.play(person, match, random.Random(match), scene.think))
            for person, match in seated
        ]
        await asyncio.sleep(5)
        start, first = time.monotonic(), len(held.asked)
        await asyncio.sleep(seconds)
        end, last = time.monotonic(), len(held.asked)
        await asyncio.sleep(10)  # what was stored at the end has yet to be shown
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return _felt(held, start, end, first, last)


def _felt(held: Evening, start: float, end: float, first: int, last: int) -> Felt:
    seen: dict[tuple[int, int], float] = {}
    moves = [item for item in held.stored if start <= item.at < end and item.moves]
    moves = [
        item for item in moves if seen.setdefault((item.match, item.moves), item.at) == item.at
    ]
    boards, hands = [], []
    for item in moves:
        later = [shown for shown in held.eyes.shown if shown.match == item.match]
        later = [shown for shown in later if shown.at >= item.at]
        board = (shown.at for shown in later if shown.kind == "board" and shown.moves >= item.moves)
        boards += [at - item.at for at in [next(board, None)] if at is not None]
        if any(item.acting):
            ready = (shown.at for shown in later if shown.ready >= item.moves)
            hands += [at - item.at for at in [next(ready, None)] if at is not None]
    counts, sizes = traffic(held.asked[first:last])
    refused = sum(request.status == 429 for request in held.sandbox.requests)
    return Felt(boards, hands, len(moves), counts, sizes, refused)


def percentiles(values: Sequence[float]) -> str:
    """Spell p50, p95 and the most, in seconds."""
    if not values:
        return "none"
    ordered = sorted(values)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    return f"{statistics.median(ordered):.2f} / {p95:.2f} / {ordered[-1]:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.pace")
    parser.add_argument("scenes", nargs="*", choices=[*SCENES, []])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--free", action="store_true", help="without Discord's pace")
    given = parser.parse_args()
    for name in given.scenes or SCENES:
        felt = asyncio.run(feel(SCENES[name], given.seconds, is_paced=not given.free))
        requests, size = sum(felt.requests.values()), sum(felt.sizes.values())
        print(f"{name}: {felt.moves} moves, {felt.refused} requests refused with 429")
        print(f"  a board is old, seconds (p50 / p95 / most): {percentiles(felt.boards)}")
        print(f"  who acts next can press after:              {percentiles(felt.hands)}")
        if felt.moves:
            each = f"{requests / felt.moves:.2f} requests and {size / felt.moves / 1e3:.1f} kB"
            print(f"  {each} a move")
        for kind, count in felt.requests.most_common():
            print(f"    {count:5} {felt.sizes[kind] / 1e3:9.0f} kB  {kind}")


if __name__ == "__main__":
    main()

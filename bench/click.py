"""From a click to its answer, to the new table and to the next hand, with the bot as a process.

Three people play whole games of Cloud Nine by their hands' buttons. The stand-in for Discord
answers at once, so these figures are what Nimbus itself takes; Discord's own round trips come on
top and are not told.

Run: python -m bench.click [GAMES]
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
from random import Random
from typing import NamedTuple

from bench.load import acknowledged
from bench.people import Evening, evening

PEOPLE = ("Ada", "Ben", "Cleo")
THINK = (0.0, 0.05)


class Felt(NamedTuple):
    """Seconds from clicks to their acknowledgement, to the new table, and to the next hand."""

    answers: list[float]
    tables: list[float]
    hands: list[float]


async def play(number: int) -> Felt:
    """Play a game with a bot started again."""
    async with evening(PEOPLE) as held:
        match = await held.open("cloud_nine", held.people, held.channel(0))
        playing = [
            asyncio.create_task(held.play(person, match, Random(f"{number}/{person}"), THINK))
            for person in held.people
        ]
        await held.until(match, lambda: held.is_over(match))
        await asyncio.sleep(1.0)  # the last table is still to be shown
        await held.leave(playing)
        return felt(held)


def felt(held: Evening) -> Felt:
    """Look up what came of each click."""
    tables, hands = [], []
    for at, _, _, moves in held.pressed:
        later = [shown for shown in held.eyes.shown if shown.at >= at]
        table = (one.at for one in later if one.kind == "board" and one.moves > moves)
        hand = (one.at for one in later if one.ready > moves)
        tables += [when - at for when in [next(table, None)] if when is not None]
        hands += [when - at for when in [next(hand, None)] if when is not None]
    first = held.pressed[0][0]
    return Felt([one.took for one in acknowledged(held) if one.at >= first], tables, hands)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=2)
    given = parser.parse_args()
    games = [asyncio.run(play(number)) for number in range(given.games)]
    print(f"{sum(len(game.answers) for game in games)} clicks in {given.games} games, milliseconds")
    print(f"{'from the click to':<22}{'median':>8}{'p95':>8}{'max':>8}")
    for place, name in enumerate(("the answer", "the new table", "the next hand")):
        times = sorted(1000 * took for game in games for took in game[place])
        p95 = times[int(0.95 * (len(times) - 1))]
        print(f"{name:<22}{statistics.median(times):>8.1f}{p95:>8.1f}{times[-1]:>8.1f}")


if __name__ == "__main__":
    main()

"""How often the coach speaks, how soon, and whether what it says is true.

House players of level easy play whole games; the first seat has a coach. Of each move that it asked
back, many new trials of both moves tell by how much the other one is better in truth: a warning is
unfounded where that is not clear.

Run: python -m bench.coaching [GAME …] [--each N]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import NamedTuple

from bot.match.house.coach import GRAVE, QUIET
from engine.analysis.coaching import Advice, advice
from engine.analysis.paired import Comparison
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.game import OptionValue
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.players.trying import TRYING
from engine.seats import Seat

COACHED = Seat(1)
SEATS = 3
SHORT: dict[str, dict[str, OptionValue]] = {
    "balloon": {"target": 25}, "cloud_nine": {"deals": 1}, "nimbly": {"deals": 3},
    "clumond": {"deals": 3},
}  # fmt: skip
"""The options of each game: that of one evening's length, or a shorter one."""

TRIALS = 5_000
"""Trials of both moves that tell the truth, many times those of the coach."""


class Said(NamedTuple):
    """A decision, what the coach said of it, and the seconds it took."""

    course: Course
    found: Advice | None
    code: str
    seconds: float


def decisions(game: str, number: int) -> Iterator[Said]:
    """Play a game; give each decision of the coached seat."""
    random = Random(f"{game} {number}")
    easy = HOUSE_PLAYERS[game]["easy"]
    seed = number.to_bytes(SEED_BYTES, "big")
    course = Course.begin(GAMES[game], SEATS, SHORT.get(game, {}), Chance(seed))
    while course.to_act():
        seat = course.to_act()[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        code = easy.choose(view, heard, legal, random) if len(legal) > 1 else legal[0]
        if seat == COACHED and len(legal) > 1:
            began = perf_counter()
            found = advice(game, view, heard, legal, code, Random(random.getrandbits(64)))
            yield Said(course, found, code, perf_counter() - began)
        course = course.then(seat, code)


def is_true(game: str, said: Said, found: Advice) -> bool:
    """Return whether many trials say too that the other move is better."""
    random = Random(f"{found.best} {found.rival} {found.gap.share}")
    trials = TRYING[game].trials(said.course.view(COACHED), said.course.heard(COACHED), random)
    codes = (found.best, found.rival)
    return Comparison(trials, codes, random, TRIALS).gap(*codes).is_clear()


def measure(game: str, games: int) -> str:
    """Return a line about one game; the coach is asked of every decision, silent or not."""
    asked = [said for number in range(games) for said in decisions(game, number)]
    warned, praised, silent, spoken = 0, 0, 0, list[tuple[Said, Advice]]()
    for said in asked:
        silent -= 1
        if said.found is None:
            continue
        is_praise = said.found.best == said.code
        warned, praised = warned + (not is_praise), praised + is_praise
        if silent <= 0 or (not is_praise and said.found.gap.share >= GRAVE):
            silent = QUIET + 1
            if not is_praise:
                spoken.append((said, said.found))
    wrong = sum(not is_true(game, *each) for each in spoken)
    times = sorted(said.seconds for said in asked)
    return (
        f"{game:<11} {len(asked):>5} decisions, {warned:>4} costly, {praised:>3} fine;"
        f" asked back {len(spoken):>4}, unfounded {wrong:>3};"
        f" median {times[len(times) // 2]:.3f} s, p95 {times[-len(times) // 20]:.3f} s"
    )


def main() -> None:
    """Measure the coach in some games, or in all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=[*TRYING], metavar="GAME")
    parser.add_argument("--each", type=int, default=10, metavar="N", help="games of each")
    given = parser.parse_args()
    for game in given.games:
        print(measure(game, given.each), flush=True)


if __name__ == "__main__":
    main()

"""Golden answers: what the house players of the present version answer to some questions.

After a change of play that is meant, raise its game in `engine.players.levels` and write:

    python -m tests.engine.players.golden --write

Answers of a version that is there already are not written over.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import TypeAlias

from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS, players_version
from tests.engine.walks import Beginning, open_situations, ranking, usual_seats
from tests.games import registered

FILE = Path(__file__).with_name("golden.json")
LEVELS = ("hard", "normal")
"""The levels that play where everybody is to meet the same answers."""

QUESTIONS = 5

Answers: TypeAlias = "dict[str, list[str]]"
"""By level, each with the move that it answers."""


def answers(key: str) -> Answers:
    """Ask the house players of a game; the same questions each time."""
    asked = []
    for seed in (1, 2):
        asked += open_situations(Beginning(key, usual_seats(key), {}, seed))
    found: Answers = {level: [] for level in LEVELS}
    for number, (course, _, _) in enumerate(Random(3).sample(asked, QUESTIONS)):
        for level, given in found.items():
            ranked = ranking(HOUSE_PLAYERS[key][level], course, Random(number))
            # The whole order tells more than the best move, which is often plain.
            given.append(" > ".join(move.code for move in ranked))
    return found


def stored() -> dict[str, dict[str, Answers]]:
    """Return the golden answers, by game and version."""
    found: dict[str, dict[str, Answers]] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return found


def _write() -> None:
    golden = stored()
    with registered():
        found = {key: answers(key) for key in GAMES}
    newest = {
        key: {version: golden.get(key, {}).get(version, given)}
        for key, given in found.items()
        for version in (str(players_version(key)),)
    }
    FILE.write_text(json.dumps(newest, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    _write()

"""Frozen: the house players of version 1, for later ones to be measured against.

They are those of a commit of this project's own history, whose `engine` is unpacked once into
`build/`. They think in a process of that tree, `python -m bench.frozen`, which is asked over its
pipes: this module is both ends of them. Views and events go as pickles, so those that a seat is
shown have to be what they were; `tests/bench/test_frozen.py` holds the answers to the golden ones.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import BinaryIO
from zipfile import ZipFile

from engine.events import Heard
from engine.game import View
from engine.players.levels import HOUSE_PLAYERS

COMMIT = "cece56ebf483e27df2d90a3f62edc29a6419f9e7"
"""The last commit whose players were of version 1 in every game, and were all in Python."""

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Frozen:
    """A house player of version 1."""

    game: str
    level: str

    def choose(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> str:
        """Choose the best move; a forced one takes no thought."""
        return legal[0] if len(legal) == 1 else self.rank(view, heard, legal, random)[0]

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> list[str]:
        """Return the legal moves, the best first. Raises SystemExit where there is no history."""
        process = _process()
        if process.stdin is None or process.stdout is None:
            raise ValueError("a process without pipes")
        pickle.dump((self.game, self.level, view, heard, legal, random), process.stdin)
        process.stdin.flush()
        codes: list[str]
        codes, state = pickle.load(process.stdout)  # noqa: S301 - from a process of ours
        random.setstate(state)
        return codes


FROZEN: Mapping[str, Mapping[str, Frozen]] = {
    game: {level: Frozen(game, level) for level in ("quick", "easy", "normal", "hard")}
    for game in ("balloon", "cloud_nine", "clumond", "nimbly")
}
"""By game, then by level."""


@cache
def tree(root: Path = ROOT) -> Path:
    """Return where the engine of version 1 lies, unpacked from the history of the project at root.

    Raises SystemExit with a sentence where there is no such history.
    """
    place = root / "build" / f"frozen-{COMMIT[:7]}"
    if not place.exists():
        archive = _archive(root)
        place.parent.mkdir(exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=place.parent))
        ZipFile(BytesIO(archive)).extractall(made)
        try:
            made.rename(place)
        except OSError:  # another process was first
            shutil.rmtree(made)
    return place


def _archive(root: Path) -> bytes:
    try:
        found = subprocess.run(  # noqa: S603 - our own arguments
            ["git", "-C", str(root), "archive", "--format=zip", COMMIT, "engine"],  # noqa: S607 - where git is differs
            capture_output=True, check=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(
            f"Frozen players come from the project's git history (commit {COMMIT[:7]}), and there"
            " is none here. Run this in a full clone, or name other players."
        ) from None
    return found.stdout


@cache
def _process() -> subprocess.Popen[bytes]:
    """Start the process that thinks for all frozen players, the engine of its tree first."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.frozen"], cwd=tree(),
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    atexit.register(process.communicate)
    return process


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    while True:
        try:
            game, level, view, heard, legal, random = pickle.load(questions)  # noqa: S301
        except EOFError:
            return
        ranked = HOUSE_PLAYERS[game][level].rank(view, heard, legal, random)
        pickle.dump(([move.code for move in ranked], random.getstate()), answers)
        answers.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)

"""Frozen: the house players of earlier versions, for later ones to be measured against.

They are those of commits of this project's own history, whose `engine` is unpacked once into
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

COMMITS: Mapping[int, str] = {
    1: "cece56ebf483e27df2d90a3f62edc29a6419f9e7",
    3: "15e04295ed675ae1cb5ae890bbfbd1663a971fc8",
}
"""By version, the last commit whose players were of it in every game; the first were in Python."""

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Frozen:
    """A house player of an earlier version."""

    game: str
    level: str
    version: int

    def choose(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> str:
        """Choose the best move; a forced one takes no thought."""
        return legal[0] if len(legal) == 1 else self.rank(view, heard, legal, random)[0]

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> list[str]:
        """Return the legal moves, the best first. Raises SystemExit where there is no history."""
        process = _process(self.version)
        if process.stdin is None or process.stdout is None:
            raise ValueError("a process without pipes")
        pickle.dump((self.game, self.level, view, heard, legal, random), process.stdin)
        process.stdin.flush()
        codes: list[str]
        codes, state = pickle.load(process.stdout)  # noqa: S301 - from a process of ours
        random.setstate(state)
        return codes


FROZEN: Mapping[str, Mapping[str, Frozen]] = {
    game: {
        f"{name}:{level}": Frozen(game, level, version)
        for name, version in (("frozen", 1), ("frozen3", 3))
        for level in ("quick", "easy", "normal", "hard")
    }
    for game in ("balloon", "cloud_nine", "clumond", "nimbly")
}
"""By game, then by name: that of the version, and the level."""


@cache
def tree(version: int, root: Path = ROOT) -> Path:
    """Return where the engine of a version lies, unpacked from the history of the project at root.

    Raises SystemExit with a sentence where there is no such history.
    """
    commit = COMMITS[version]
    place = root / "build" / f"frozen-{commit[:7]}"
    if not place.exists():
        archive = _archive(root, commit)
        place.parent.mkdir(exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=place.parent))
        ZipFile(BytesIO(archive)).extractall(made)
        try:
            made.rename(place)
        except OSError:  # another process was first
            shutil.rmtree(made)
    return place


def _archive(root: Path, commit: str) -> bytes:
    try:
        found = subprocess.run(  # noqa: S603 - our own arguments
            ["git", "-C", str(root), "archive", "--format=zip", commit, "engine"],  # noqa: S607 - where git is differs
            capture_output=True, check=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(
            f"Frozen players come from the project's git history (commit {commit[:7]}), and there"
            " is none here. Run this in a full clone, or name other players."
        ) from None
    return found.stdout


@cache
def _process(version: int) -> subprocess.Popen[bytes]:
    """Start the process that thinks for all players of a version, the engine of its tree first."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.frozen"], cwd=tree(version),
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

"""Chance that repeats itself: what a test draws, it draws again in every other run.

`secrets` and `SystemRandom` take their bytes from here while tests run in this process: deals,
seats, tokens. A test has the same ones whenever it runs, alone or among others. `NIMBUS_CHANCE=2`
gives it others, so that what holds by luck alone can be looked for.
"""

from __future__ import annotations

import os
import random
from random import Random

RUN = os.environ.get("NIMBUS_CHANCE") or "1"


class Chance:
    """Random bytes that follow from the name that was begun with last."""

    def __init__(self) -> None:
        self._random = Random(RUN)

    def begin(self, name: str) -> None:
        """Give from now on what this name always gives."""
        self._random.seed(f"{RUN} {name}")

    def __call__(self, count: int) -> bytes:
        return self._random.randbytes(count)


CHANCE = Chance()


def take_over() -> None:
    """Let `secrets` and `SystemRandom` draw from here, until the process ends."""
    # Both look up this name of the module at every draw; nothing else uses it.
    vars(random)["_urandom"] = CHANCE

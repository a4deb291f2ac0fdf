"""House players: what they are told, and the random one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard


class Robot(Protocol):
    """A house player. It gets what its seat may see and has heard, never a state."""

    def choose(
        self,
        view: object,
        heard: Sequence[Heard],
        legal: Sequence[str],
        random: Random,
        budget: int,
    ) -> str:
        """Pick one of the legal moves, spelled as docs/rules.md does; `budget` in simulations."""


class RandomRobot:
    """Plays any legal move, all alike."""

    def choose(
        self,
        view: object,  # noqa: ARG002 - a random player looks at nothing
        heard: Sequence[Heard],  # noqa: ARG002 - and remembers nothing
        legal: Sequence[str],
        random: Random,
        budget: int,  # noqa: ARG002 - and does not think
    ) -> str:
        return random.choice(legal)


ROBOTS: Mapping[str, Robot] = {"random": RandomRobot()}
"""The house players every game has, by level."""

"""House players at the table: who they are and how they are asked."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.robot import RandomRobot, Robot

if TYPE_CHECKING:
    from bot.play.table import Table
    from engine.game import Seat

ROBOTS: dict[str, Robot] = {"random": RandomRobot()}
"""The levels of house players."""

STAND_IN = "random"
"""The level that plays for a person who is away."""


async def choose(table: Table, seat: Seat) -> str:
    """Ask the house player of a seat for its move: what the seat sees and heard, no more."""
    robot = ROBOTS[table.member(seat).level or STAND_IN]
    generator = random.SystemRandom()
    return robot.choose(table.view(seat), table.heard(seat), table.legal(seat), generator, budget=0)

"""What whole games by ear have shown: how much was understood, asked and chosen alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from statistics import median
from typing import Any

from tests.by_ear.memory import Memory
from tests.by_ear.player import PLAYERS, Decision, Player

ALIKE = 0.95
"""The least share of decisions that have to be those of who sees everything."""


@dataclass
class Proof:
    """Counts over one or more games.

    `alike` are the decisions that a house player of the same level with the same generator makes
    who sees the true view, and `same` those in which even all that is known is the same.
    """

    decisions: int = 0
    same: int = 0
    alike: int = 0
    asking: int = 0
    questions: int = 0
    words: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    def note(self, decision: Decision, memory: Memory, table: Any, seat: Any, seed: str) -> None:
        """Compare a decision with what was so, given the table before it."""
        view, heard = table.view(seat), table.begun.heard(seat)
        differs = [*differences(memory, decision, view, heard)]
        self.decisions += 1
        self.words.append(decision.words)
        if not differs:
            self.same += 1
            self.alike += 1
            return
        player = PLAYERS[memory.game]
        legal = table.legal(seat)
        code = player.choose(view, heard, legal, random.Random(seed))
        self.alike += code == decision.code
        chosen = "" if code == decision.code else f", so not {code} but {decision.code}"
        self.differences.append(f"{self.decisions}: {'; '.join(differs)}{chosen}")

    def close(self, player: Player) -> None:
        """Take in what a game has shown beside its decisions."""
        self.asking += player.asking
        self.questions += len(player.ear.asked)
        self.faults += [one for one in player.ear.faults if one not in self.faults]
        self.strange += [one for one in player.strange if one not in self.strange]

    def add(self, other: Proof) -> None:
        """Add another game to these."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def told(self, game: str) -> str:
        """Sum it up in a line."""
        share = f"{self.alike} of {self.decisions} chosen alike, {self.same} with the same view"
        asked = f"{self.questions} questions, in {self.asking} turns"
        words = (
            f"words a turn: median {median(self.words or [0]):.0f}, most {max(self.words or [0])}"
        )
        return f"{game}: {share}; {asked}; {words}"


def differences(
    memory: Memory, decision: Decision, view: Any, heard: Sequence[Any]
) -> Sequence[str]:
    """Say in what a listener's view differs from the true one."""
    true, own = memory.compared(view), memory.compared(decision.view)
    found = [
        f"{one.name} {getattr(own, one.name)} for {getattr(true, one.name)}"
        for one in fields(true)
        if getattr(own, one.name) != getattr(true, one.name)
    ]
    if memory.matters(decision.heard) != memory.matters(heard):
        found.append("events heard")
    return found

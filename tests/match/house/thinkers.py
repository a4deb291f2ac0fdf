"""House players' thinkers that tests look at."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.match.house.thinking import InlineThinker
from bot.match.house.thinking_process import Question, rank, think
from engine.players.robot import RankedMove


@dataclass
class Noting(InlineThinker):
    """Thinks at once and notes what it was asked."""

    asked: list[Question] = field(default_factory=list)
    within: float | None = None

    async def choose(self, question: Question, within: float | None = None) -> str:
        self.asked.append(question)
        self.within = within
        return think(question)

    async def rank(self, question: Question) -> tuple[RankedMove, ...] | None:
        self.asked.append(question)
        return rank(question)


class Tired(InlineThinker):
    """Never comes to a ranking."""

    async def rank(self, question: Question) -> None:  # noqa: ARG002 - it does not even listen
        return None

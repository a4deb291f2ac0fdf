"""House players' thinkers that tests look at."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.match.house.thinking import InlineThinker, Thinker
from bot.match.house.thinking_process import Question, rank
from engine.players.robot import RankedMove


@dataclass
class Noting(InlineThinker):
    """Thinks at once and notes what it was asked."""

    asked: list[Question] = field(default_factory=list)
    within: float = 0.0

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        self.asked.append(question)
        self.within = within
        return rank(question)


@dataclass
class Gated(Noting):
    """Thinks when it is let go."""

    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        self.asked.append(question)
        self.within = within
        await self.gate.wait()
        return rank(question)


@dataclass
class Compiling(Gated):
    """Has what it thinks with when it is let go."""

    def is_ready(self, question: Question) -> bool:  # noqa: ARG002 - each needs it
        return self.gate.is_set()


class Tired(InlineThinker):
    """Never comes to a ranking."""

    async def rank(self, question: Question, within: float = 0.0) -> None:  # noqa: ARG002 - it does not even listen
        return None


async def best(thinker: Thinker, question: Question, within: float = 0.0) -> str | None:
    """Return the move that a thinker takes for the best; None if it has thought of none."""
    ranking = await thinker.rank(question, within)
    return ranking[0].code if ranking else None

"""Plays by ear: what was heard becomes a view, a house player chooses, a button is pressed."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from engine.players.levels import HOUSE_PLAYERS
from tests.by_ear.balloon import Balloon
from tests.by_ear.cloud_nine import CloudNine
from tests.by_ear.clumond import Clumond
from tests.by_ear.grammar import Said, spoken_texts, text
from tests.by_ear.listener import Ear
from tests.by_ear.memory import Memory, Missed
from tests.by_ear.nimbly import Nimbly
from tests.by_ear.page import BUTTON, CHOICE, Page

MEMORIES: dict[str, type[Memory]] = {
    kind.game: kind for kind in (Balloon, CloudNine, Clumond, Nimbly)
}

LEVEL = "normal"

PLAYERS = {game: players[LEVEL] for game, players in HOUSE_PLAYERS.items()}
"""Who chooses the moves, also where a test has the others at the table play quickly."""


class NotUnderstood(Exception):
    """What is needed was not said, or not in words that are known."""


@dataclass
class Decision:
    """One decision: the view and what was heard, as the listener has them, and what they chose."""

    view: Any
    heard: Sequence[Any]
    legal: Sequence[str]
    code: str
    words: int


@dataclass
class Player:
    """Plays one game at a table by ear, as a house player of level `normal` would."""

    ear: Ear
    game: str
    memory: Memory | None = None
    pages: list[Page] = field(default_factory=list)
    """What was heard since the last move."""
    asking: int = 0
    """How many turns had to be asked about."""
    typing: int = 0
    """Every so many moves are typed and not pressed; 0 for none."""
    _moves: int = 0
    missed: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)

    async def begin(self) -> None:
        """Ask who sits where, and what else is to be known before the first move."""
        spoken = await self.ask("seats")
        names, own = seats_of(spoken)
        self.memory = MEMORIES[self.game](names, own)
        for question in self.memory.first:
            await self._learn(question)

    async def ask(self, question: str) -> str:
        """Ask about the table by its words; gives what is answered."""
        self.ear.asked.append(question)
        words = text(f"look.button.{question}")
        button = self.ear.offers(rf"{re.escape(words)}(, .*)?")
        if button and len(self.ear.asked) % 3:
            pages = await self.ear.press(button[0])
        else:
            pages = await self.ear.command("look", question=words)
        if not pages:
            raise NotUnderstood(f"no answer to {words!r}")
        return pages[-1].words

    async def _learn(self, question: str) -> None:
        assert self.memory is not None
        spoken = await self.ask(question)
        said = self._understood(spoken)
        self.memory.answered(question, [e for e in said if not self.memory.held(e)], spoken)

    def _understood(self, spoken: str) -> list[Said]:
        assert self.memory is not None
        return self.memory.grammar.understand(spoken)

    def offers_moves(self, page: Page) -> bool:
        """Return whether a page offers moves; before a game is known, whether it offers any."""
        if self.memory is None:
            asked = (forms for key, forms in spoken_texts().items() if key.startswith("look."))
            others = {text("hint.button"), *chain.from_iterable(asked)}
            return any(without_table(p.words) not in others for p in page.of(BUTTON, CHOICE))
        return bool(self.offered(page))

    def offered(self, page: Page) -> dict[str, str]:
        """Return the moves that a page offers, by their spelling, with the words to press."""
        assert self.memory is not None
        found = {}
        for part in page.of(BUTTON, CHOICE):
            code = self.memory.code(without_table(part.words))
            if code is not None:
                found[code] = part.words
        return found

    async def take_turn(self, page: Page, generator: random.Random) -> Decision:
        """Make a move, given the message that asks for it."""
        memory = self.memory
        assert memory is not None
        moves, before = self.offered(page), len(self.ear.asked)
        await self._take_in(page, tuple(moves))
        self.asking += len(self.ear.asked) > before
        legal = memory.ordered(tuple(moves))
        view, heard = memory.view(legal), tuple(memory.heard)
        code = PLAYERS[self.game].choose(view, heard, legal, generator)
        memory.moved(code)
        self._moves += 1
        if self.typing and self._moves % self.typing == 0:
            typed = without_table(moves[code])
            self.pages = await self.ear.command("move", move=typed)
        else:
            self.pages = await self.ear.press(moves[code])
        return Decision(view, heard, legal, code, len(page.words.split()))

    async def _take_in(self, page: Page, legal: Sequence[str]) -> None:
        memory = self.memory
        assert memory is not None
        memory.told = []
        before = memory.saved()
        understood = self._understood(page.words)
        self.strange += memory.grammar.strange(understood)
        said = [each for each in understood if not memory.held(each)]
        try:
            for each in memory.fresh(said):
                memory.happened(each)
            memory.settled(legal)
        except Missed as missed:
            self.missed.append(f"{missed}: {page.words!r}")
            told = memory.told
            memory.restore(before)
            memory.told = told
            await self._catch_up(said, legal)
            memory.told = told
        if not memory.knows_hand():
            memory.told = []
            await self._learn("hand")
            if not memory.knows_hand():
                raise NotUnderstood(f"not all cards of the hand are told: {memory.told}")

    async def _catch_up(self, said: list[Said], legal: Sequence[str]) -> None:
        """Ask one question after the other until it is clear how things stand."""
        memory = self.memory
        assert memory is not None
        for question in memory.lacking(said):
            await self._learn(question)
            before = memory.saved()
            try:
                memory.caught_up(said, legal)
            except Missed as missed:
                self.missed.append(f"after {question}: {missed}")
                memory.restore(before)
                continue
            return
        raise NotUnderstood(self.missed[-1])


def seats_of(spoken: str) -> tuple[list[str], int]:
    """Read who sits where, and which seat is one's own."""
    pattern = re.escape(text("look.seats")).replace(r"\{seats\}", "(.+)")
    match = re.search(pattern, spoken)
    if match is None:
        raise NotUnderstood(spoken)
    names, own = [], 0
    for number, part in enumerate(match[1].split(", "), start=1):
        name = part
        for kind in ("house", "stand_in", "own"):
            form = re.escape(text(f"look.seat.{kind}")).replace(r"\{name\}", "(.+)")
            if found := re.fullmatch(form, part):
                name = found[1]
                own = number if kind == "own" else own
        names.append(name)
    return names, own


def without_table(label: str) -> str:
    """Return a label without the number of its table."""
    pattern = re.escape(text("ear.of_table")).replace(r"\{label\}", "(.+)")
    match = re.fullmatch(pattern.replace(r"\{number\}", r"\d+"), label)
    return match[1] if match else label

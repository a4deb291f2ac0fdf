"""How often players do what is stupid: of the chances they were given, by pattern and level."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from engine.players.levels import HOUSE_PLAYERS
from tests.engine.players.stupidities.pattern import Faults, Question
from tests.engine.players.stupidities.positions import decisions
from tests.engine.players.stupidities.suites import SUITES


@dataclass(frozen=True, slots=True)
class Chance:
    """A decision at which at least one pattern could fire, with the faults of each by name."""

    question: Question
    found: Mapping[str, Faults]


@dataclass(frozen=True, slots=True)
class Slip:
    """A stupid move that a player chose: by which pattern, and what would be better."""

    chance: Chance
    pattern: str
    level: str
    move: str
    better: str


@dataclass(slots=True)
class Tally:
    """Of a level: the chances it had by pattern, and where it slipped."""

    chances: Counter[str] = field(default_factory=Counter)
    slips: list[Slip] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The share of the chances that were taken, 0…1."""
        return len(self.slips) / max(1, self.chances.total())

    def slipped(self, pattern: str) -> int:
        """Return how often a pattern fired."""
        return sum(slip.pattern == pattern for slip in self.slips)


def chances(game: str, positions: int, seed: int = 0, most: int | None = None) -> Iterator[Chance]:
    """Look at so many positions and give those where a pattern could fire.

    Of each pattern at most `most` chances are given; a decision is a chance of several patterns.
    """
    suite, given = SUITES[game], Counter[str]()
    for course in islice(decisions(game, seed), positions):
        question = Question.at(course)
        found = {
            name: faults
            for name, faults in suite.found(question).items()
            if most is None or given[name] < most
        }
        given.update(found.keys())
        if found:
            yield Chance(question, found)


def census(game: str, levels: Iterable[str], given: Iterable[Chance]) -> Mapping[str, Tally]:
    """Ask the house players of these levels at every chance, always with the same generator."""
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    for chance in given:
        for level in levels:
            _note(tallies[level], game, level, chance)
    return tallies


def _note(tally: Tally, game: str, level: str, chance: Chance) -> None:
    asked = chance.question
    digest = hashlib.sha256(repr((asked.view, asked.legal)).encode()).digest()
    move = HOUSE_PLAYERS[game][level].choose(asked.view, asked.heard, asked.legal, Random(digest))
    for name, faults in chance.found.items():
        tally.chances[name] += 1
        if move in faults:
            tally.slips.append(Slip(chance, name, level, move, faults[move]))

"""The patterns of all games, and the decisions at which they could fire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from tests.engine.players.stupidities import balloon, cloud_nine, clumond, nimbly
from tests.engine.players.stupidities.pattern import Faults, Pattern, Question
from tests.engine.players.stupidities.positions import decisions

READERS = {
    "balloon": balloon.read,
    "cloud_nine": cloud_nine.read,
    "clumond": clumond.read,
    "nimbly": nimbly.read,
}
"""How each game's patterns see a decision; None: nothing to see there."""

PATTERNS: Mapping[str, tuple[Pattern[Any], ...]] = {
    "balloon": tuple(each for each in vars(balloon).values() if isinstance(each, Pattern)),
    "cloud_nine": cloud_nine.PATTERNS,
    "clumond": clumond.PATTERNS,
    "nimbly": nimbly.PATTERNS,
}


def found(game: str, question: Question) -> Mapping[str, Faults]:
    """Return for each pattern that could fire at a decision its faults, by its name."""
    seen = READERS[game](question)
    if seen is None or len(question.legal) < 2:
        return {}
    every = {one.name: one.faults(seen) for one in PATTERNS[game]}
    return {name: faults for name, faults in every.items() if faults}


class Chance(NamedTuple):
    """A decision at which at least one pattern could fire, with the faults of each by name."""

    question: Question
    found: Mapping[str, Faults]


def chances(game: str, positions: int, seed: int = 0, most: int | None = None) -> Iterator[Chance]:
    """Look at this many positions and give those where a pattern could fire.

    Of each pattern at most `most` chances are given; a decision is a chance of several patterns.
    """
    given = Counter[str]()
    for course in islice(decisions(game, seed), positions):
        question = Question.at(course)
        here = {
            name: faults
            for name, faults in found(game, question).items()
            if most is None or given[name] < most
        }
        given.update(here.keys())
        if here:
            yield Chance(question, here)

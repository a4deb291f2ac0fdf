"""Patterns of all games, and the proofs that they claim: each firing is held to the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from engine.game import AnyGame
from tests.engine.players.stupidities import balloon, cloud_nine, clumond, nimbly
from tests.engine.players.stupidities.pattern import (
    Faults,
    Pattern,
    Proof,
    Question,
    Solver,
    decisions,
)

# The patterns of all games, and the decisions at which they could fire.

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


# Patterns are right: each firing is held to the rules, by the proof that its pattern claims.

NOTHING = 1e-9

TAPES = 12
"""How many ways are tried in which the others may play, the same after both moves."""


class Firing(NamedTuple):
    """A move that a pattern calls stupid, and the one it calls better."""

    pattern: str
    proof: Proof
    question: Question
    bad: str
    better: str

    def __str__(self) -> str:
        return f"{self.pattern}: {self.bad}, better {self.better}\n{self.question.view}"


def firings(game: str, positions: int, each: int, seed: int = 1) -> Iterator[Firing]:
    """Give the first firings of each pattern in this many positions, one of a decision."""
    proofs = {one.name: one.proof for one in PATTERNS[game]}
    for chance in chances(game, positions, seed, each):
        for name, faults in chance.found.items():
            bad = min(faults)
            yield Firing(name, proofs[name], chance.question, bad, faults[bad])


def hold(found: Sequence[Firing], worlds: int) -> Counter[str]:
    """Solve both moves of small endings in some worlds; return how many of each pattern held."""
    for firing in found:
        for state in imagined(firing.question, worlds):
            assert loses(firing, state) <= NOTHING, str(firing)
    return Counter(firing.pattern for firing in found)


def imagined(question: Question, worlds: int) -> Iterator[Any]:
    imagine = question.course.game.imaginer(question.view, question.heard)
    for number in range(worlds):
        yield imagine(Random(number))


def loses(firing: Firing, state: Any) -> float:
    """Return how much better than the better move the stupid one may be in a state, or 0."""
    game, seat = firing.question.course.game, firing.question.seat
    better, bad = (made(game, state, firing, code) for code in (firing.better, firing.bad))
    solver = Solver(game)
    if firing.proof is Proof.ALIKE:
        return max(alike(firing, better, bad, tape) for tape in range(TAPES))
    if firing.proof is Proof.SURE:
        return solver.bounds(bad, seat).most - solver.bounds(better, seat).sure
    return solver.worth(bad).shares[seat - 1] - solver.worth(better).shares[seat - 1]


def alike(firing: Firing, better: Any, bad: Any, tape: int) -> float:
    """Return by how many points a rival is better off, beside the seat, than after the stupid move.

    Everybody does the same after both; only the cards of the two moves change places.
    """
    game, me = firing.question.course.game, firing.question.seat - 1
    names = [code.split()[1] for code in (firing.bad, firing.better)]
    after = taped(game, better, tape, dict(zip(names, names[::-1], strict=True)))
    gains = [a - b for a, b in zip(after, taped(game, bad, tape, {}), strict=True)]
    mine = gains.pop(me)
    return max(gains) - mine


def taped(game: AnyGame, state: Any, tape: int, names: Mapping[str, str]) -> tuple[int, ...]:
    """Play on to the end of the game as a tape says, on which some cards have other names."""
    while acting := game.to_act(state):
        (seat,) = acting
        codes = [game.code(move) for move in game.legal(state, seat)]

        def liked(code: str, seat: int = seat) -> float:
            verb, what = code.split()
            return Random(f"{tape}/{seat}/{verb}/{names.get(what, what)}").random()

        state = game.apply(state, seat, game.parse(max(codes, key=liked))).state
    outcome = game.outcome(state)
    assert outcome
    return outcome.scores


def made(game: AnyGame, state: Any, firing: Firing, code: str) -> Any:
    return game.apply(state, firing.question.seat, game.parse(code)).state

"""Fit how a hand of Clumond comes to its call: the two numbers of `weights.CALLED`.

House players are asked to call as in `bench.tournament`'s games, the cards are then played at
random. What each called is explained by what `odds.leans` says of its hand: log odds of each trumps
against a pass are a constant and so much for its lean. Told are the most likely two, and the loss a
call (natural log) beside that of knowing only how often each is called.

Run: python -m bench.fit_calls [LEVELS…] [--calls N], for example
`python -m bench.fit_calls normal hard --calls 3674`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import exp, fsum, log
from random import Random
from typing import NamedTuple

from bench.calls import GAME, view_of
from bench.tournament import Pairing, begun
from engine.cards import mask_of_faces
from engine.games.clumond.state import TRUMPS_NUMBER
from engine.games.clumond.view import Phase, Trumps
from engine.players.clumond.declaring import leans
from engine.players.clumond.position import hand_from
from engine.players.levels import HOUSE_PLAYERS

PASS = -1
START = (-3.0, 1.0)
ROUNDS = 20
"""Steps of Newton's method, more than it needs."""
LONGEST = 1.0
"""No step is longer: far from the goal the first ones would be."""


class Called(NamedTuple):
    """A call: the lean of each trumps, and the number of those declared or PASS."""

    leans: Sequence[float]
    trumps: int


def heard(level: str, seed: int) -> Iterator[Called]:
    """Ask three players of a level to call, hand after hand without end."""
    pairing = Pairing(GAME, (level,) * 3, {"deals": 9}, seed)
    random = Random(seed)
    for number in count():
        course, generators = begun(pairing, number, 0)
        while acting := course.to_act():
            seat = acting[0]
            view, legal = view_of(course.view(seat)), course.legal(seat)
            code = random.choice(legal)
            if view.phase is Phase.CALL:
                player, own = HOUSE_PLAYERS[GAME][level], generators[seat - 1]
                code = player.choose(view, course.heard(seat), legal, own)
                verb, _, what = code.partition(" ")
                trumps = TRUMPS_NUMBER[Trumps(what)] if verb == "declare" else PASS
                yield Called(leans(hand_from(mask_of_faces(view.hand or ()))), trumps)
            course = course.then(seat, code)


def fitted(calls: Sequence[Called]) -> tuple[float, float, float]:
    """Return the constant, what a lean counts, and the loss a call; by Newton's method."""
    constant, leaning = START
    loss = 0.0
    for _ in range(ROUNDS):
        slopes = [_slope(call, constant, leaning) for call in calls]
        loss, up, right, a, b, c = map(fsum, zip(*slopes, strict=True))
        room = a * c - b * b
        constant += max(-LONGEST, min(LONGEST, (c * up - b * right) / room))
        leaning += max(-LONGEST, min(LONGEST, (a * right - b * up) / room))
    return constant, leaning, loss / len(calls)


def _slope(call: Called, constant: float, leaning: float) -> tuple[float, ...]:
    """Return a call's loss, how its log likelihood rises with both numbers, and how that bends."""
    liked = [exp(constant + leaning * lean) for lean in call.leans]
    whole = 1 + sum(liked)
    odds = [each / whole for each in liked]
    declares = sum(odds)
    first = sum([chance * lean for chance, lean in zip(odds, call.leans, strict=True)])
    second = sum([chance * lean * lean for chance, lean in zip(odds, call.leans, strict=True)])
    bends = declares - declares**2, first - declares * first, second - first**2
    if call.trumps == PASS:
        return (log(whole), -declares, -first, *bends)
    loss = log(whole / liked[call.trumps])
    return (loss, 1 - declares, call.leans[call.trumps] - first, *bends)


def known_how_often(calls: Sequence[Called]) -> float:
    """Return the loss a call of knowing only how often each is called."""
    times = Counter(trumps for _, trumps in calls)
    return -sum(n / len(calls) * log(n / len(calls)) for n in times.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="*", default=["normal"], metavar="LEVEL")
    parser.add_argument("--calls", type=int, default=1000, help="of each level")
    parser.add_argument("--seed", type=int, default=9)
    given = parser.parse_args()
    calls = [c for level in given.levels for c in islice(heard(level, given.seed), given.calls)]
    constant, leaning, loss = fitted(calls)
    declared = sum(trumps != PASS for _, trumps in calls)
    print(f"{len(calls)} calls, {declared} declarations: {constant:.2f} and {leaning:.2f} a lean")
    print(f"loss a call {loss:.3f}, by how often alone {known_how_often(calls):.3f}")


if __name__ == "__main__":
    main()

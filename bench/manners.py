"""The effect of house players' manners, and its cost.

Each deal is played in every rotation by one player of a level in a manner against others of that
level without any, and again by one without any on the same cards and chance. Told are the share of
the wins, how much more that is than without a manner (with half the width of its 95 % interval),
and the share of the decisions that the manner changed.

Run: python -m bench.manners GAME [LEVEL] [--deals N] [--options KEY=VALUE …], for example
`python -m bench.manners balloon hard --deals 100`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev

from bench.tournament import NORMAL_95, Pairing, begun
from engine.game import Options
from engine.games import GAMES
from engine.options import read_option
from engine.players.levels import HOUSE_PLAYERS
from engine.players.manner import Manner, styled
from engine.seats import Seat

SEATS = 3


@dataclass(slots=True)
class Found:
    """The shares of the win of a manner, one a deal, and of its decisions those it changed."""

    shares: list[float] = field(default_factory=list)
    decisions: int = 0
    changed: int = 0


def play(pairing: Pairing, number: int, turn: int, manner: Manner | None, found: Found) -> float:
    """Play a game in which the seat at `turn` has a manner; return its share of the win."""
    player = HOUSE_PLAYERS[pairing.game][pairing.levels[0]]
    course, generators = begun(pairing, number, turn)
    while acting := course.to_act():
        seat = acting[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        code = legal[0]
        if len(legal) > 1:
            seed = Random(generators[seat - 1].getrandbits(64))
            ranked = player.rank(view, heard, legal, seed)
            code = ranked[0].code
            if manner is not None and seat - 1 == turn:
                code = styled(ranked, manner)[0].code
                found.decisions += 1
                found.changed += code != ranked[0].code
        course = course.then(seat, code)
    outcome = GAMES[pairing.game].outcome(course.state)
    if outcome is None:
        raise ValueError("the game stopped before its end")
    return (Seat(turn + 1) in outcome.winners) / len(outcome.winners)


def measured(pairing: Pairing, manner: Manner | None, deals: int) -> Found:
    """Play this many deals, each in every rotation."""
    found = Found()
    for number in range(deals):
        shares = (play(pairing, number, turn, manner, found) for turn in range(SEATS))
        found.shares.append(fmean(shares))
    return found


def main() -> None:
    given = _parser().parse_args()
    info = GAMES[given.game].info
    pairs = (pair.partition("=") for pair in given.options)
    options: Options = {key: read_option(info, key, word) for key, _, word in pairs}
    pairing = Pairing(given.game, (given.level,) * SEATS, options, given.seed)
    plain = measured(pairing, None, given.deals)
    print(f"{given.game} {given.level}, {given.deals} deals: {fmean(plain.shares):.3f} without")
    for manner in Manner:
        found = measured(pairing, manner, given.deals)
        more = [own - other for own, other in zip(found.shares, plain.shares, strict=True)]
        error = NORMAL_95 * stdev(more) / len(more) ** 0.5
        print(
            f"  {manner:<8} {fmean(found.shares):.3f}  {fmean(more):+.3f} ±{error:.3f}"
            f"  {found.changed / found.decisions:.1%} of {found.decisions} decisions",
            flush=True,
        )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("level", nargs="?", default="hard")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--options", metavar="KEY=VALUE", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=9)
    return parser


if __name__ == "__main__":
    main()

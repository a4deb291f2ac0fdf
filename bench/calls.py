"""How well house players of Clumond call: who declares, what they hope for, what comes of it.

The first level plays each game once in every seat against the others, who may be anybody of
`bench.seating`, on the deals of `bench.tournament`. Told are its calls, the share of them that
declare, the mean chance it gave these, how many were made, and of its hands that nobody declared
how many came out right.

Run: python -m bench.calls [LEVELS…] [--games N] [--hands N], for example
`python -m bench.calls hard,frozen:hard,frozen:hard hard,hard,hard --games 20`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

from bench.seating import estimating, table
from bench.tournament import Pairing, begun
from engine.games.clumond.view import ClumondView, Phase
from engine.players.robot import RankedMove

GAME = "clumond"


@dataclass(slots=True)
class Calls:
    """What a level called so far, and what came of it."""

    calls: int = 0
    hopes: list[float] = field(default_factory=list)
    declared: list[bool] = field(default_factory=list)
    undeclared: list[bool] = field(default_factory=list)

    def __str__(self) -> str:
        hope = sum(self.hopes) / max(1, len(self.hopes))
        return (
            f"{self.calls} calls, {len(self.declared)} declarations estimated at {hope:.2f}: "
            f"{sum(self.declared)} made; undeclared, {sum(self.undeclared)} of "
            f"{len(self.undeclared)} made"
        )

    def hear(self, seat: int, before: ClumondView, after: ClumondView) -> None:
        """Note the hand that a move has ended, if it has ended one."""
        result = after.last_deal
        if result is None or len(after.deal_scores) == len(before.deal_scores):
            return
        if result.declarer == seat:
            self.declared.append(result.off[seat - 1] == 0)
        elif result.declarer is None:
            self.undeclared.append(result.off[seat - 1] == 0)


def play(pairing: Pairing, number: int, turn: int, calls: Calls) -> None:
    """Play a game with the levels turned by `turn` seats, and note what the first of them calls."""
    noted, players = turn + 1, table(GAME, pairing.seated(turn))
    first = estimating(players[turn])
    course, generators = begun(pairing, number, turn)
    while acting := course.to_act():
        seat = acting[0]
        view, heard, legal = view_of(course.view(seat)), course.heard(seat), course.legal(seat)
        random, best = generators[seat - 1], RankedMove(legal[0])
        if seat != noted:
            best = RankedMove(players[seat - 1].choose(view, heard, legal, random))
        elif len(legal) > 1:
            best = first.rank(view, heard, legal, random)[0]
        if seat == noted and view.phase is Phase.CALL:
            calls.calls += 1
            if best.code != "pass":
                calls.hopes.append(dict(best.facts)["success"])
        course = course.then(seat, best.code)
        calls.hear(noted, view, view_of(course.view(None)))


def told(pairing: Pairing, games: int) -> str:
    """Play and sum up."""
    calls = Calls()
    for number in range(games):
        for turn in range(len(pairing.levels)):
            play(pairing, number, turn, calls)
    first, *others = pairing.levels
    return f"{first} / {' '.join(others)}: {calls}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "levels", nargs="*", default=["hard,normal,normal"], metavar="LEVEL,LEVEL,…"
    )
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--hands", type=int, default=3, choices=range(3, 31, 3))
    parser.add_argument("--seed", type=int, default=9)
    given = parser.parse_args()
    for levels in given.levels:
        pairing = Pairing(GAME, tuple(levels.split(",")), {"deals": given.hands}, given.seed)
        print(told(pairing, given.games), flush=True)


def view_of(view: object) -> ClumondView:
    """Return a view by its own type. Raises TypeError."""
    if not isinstance(view, ClumondView):
        raise TypeError("not a view of Clumond")
    return view


if __name__ == "__main__":
    main()

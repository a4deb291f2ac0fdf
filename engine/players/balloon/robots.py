"""The house players of Cloud 9: by rule of thumb, and by playouts from imagined states.

Facts, to stay or jump: `pays`, the chance (0…1) that the pilot can pay the throw, by the cards the
seat has not seen; for a lone pilot, that their hand can pay a throw of this cloud. `scores` are the
points of a jump now, `stays` the expected points of this trip when going on. To pay, use a wild
card or fall: `wilds`, the wild cards left in hand. Playouts add `win`, the expected share of the
win (0…1), and those of all other seats (`seat_facts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.games.balloon.imagine import imaginer
from engine.games.balloon.turns import Move
from engine.games.balloon.view import VALUES, BalloonView
from engine.players.balloon.policy import GROWN, Rule, gives_away, pays, strength
from engine.players.balloon.position import LONE, RIDE, WILD_ONE, Position
from engine.players.estimate import compared
from engine.players.robot import HousePlayer, RankedMove, own_view, seat_facts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View

KEEN = Rule(GROWN, wild=9.0, spite=1.0, bold=0.5)
"""Plays for the points of each trip, and for the win only when a score may reach the target."""

TIMID = Rule(GROWN, wild=9.0, spite=1.0, bold=0.5, bar=0.82)
"""Stays only where the pilot is likely to pay, whatever there is to win or lose."""

MATTERS = 0.01
"""A gift is told to be worth so much less of the win: no manner takes it for a matter of taste."""

TELLS = 1.0
"""The same by a rule of thumb, in points."""

_ROUND = 120
"""Trips between two checks whether the choice is clear."""

_SURE = 2.5
"""How many standard errors apart two shares must be for a clear choice."""


class ByRule:
    """Plays by a rule of thumb."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - it trusts what lies on the table
        legal: Sequence[str],
        random: Random,
        budget: int,  # noqa: ARG002 - a rule of thumb does not search
    ) -> tuple[RankedMove, ...]:
        shown, rule = own_view(view, BalloonView), self._rule
        position = Position.of(imaginer(shown, ())(random))
        chance = _chance(position, rule.bold)
        able = _chance(position, 1.0)
        first = rule.choose(position, chance)
        if gives_away(position, first, able):
            first = next(Move(code) for code in legal if code != first)
        ranked = list[RankedMove]()
        for code in sorted(legal, key=lambda code: code != first):
            points = _points(position, Move(code), chance * rule.hope(position, position.turn))
            facts = _facts(position, Move(code), able, points)
            if gives_away(position, Move(code), able):
                points = min([points, *(move.points - TELLS for move in ranked)])
            ranked.append(RankedMove(code, points, facts=facts))
        return tuple(ranked)


class Playouts:
    """Tries moves in trips imagined by what everybody did, and plays these on to their end.

    The budget is in imagined trips; trying ends early when the choice is clear.
    """

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random, budget: int
    ) -> tuple[RankedMove, ...]:
        # Kernels are loaded where they are first needed, for the compiler takes time and memory.
        from engine.players.balloon.playouts import Imagined  # noqa: PLC0415

        shown = own_view(view, BalloonView)
        trips = Imagined(shown, heard)
        trips.anew(random.getrandbits(31))
        known = Position.of(imaginer(shown, ())(random))
        moves = [Move(code) for code in legal]
        width, done, sums = shown.seats + 1, 0, trips.table.sums
        while done < max(1, budget):
            times = min(_ROUND, max(1, budget) - done)
            trips.try_out((moves[0], moves[-1]), times)
            done += times
            if _is_clear(sums[2 * width], sums[2 * width + 1], done):
                break
        able = _chance(known, 1.0)
        found = [
            _Tried(move, shown, [one / done for one in sums[at * width : (at + 1) * width]])
            for at, move in enumerate(moves)
        ]
        found.sort(key=_Tried.order)
        return _gifts_last([one.ranked(known, able) for one in found], known, able)


def _gifts_last(
    ranked: Sequence[RankedMove], position: Position, able: float
) -> tuple[RankedMove, ...]:
    """Put moves that only give something away last, however lucky they were in playouts."""
    gifts = [move for move in ranked if gives_away(position, Move(move.code), able)]
    kept = [move for move in ranked if move not in gifts]
    least = min((move.share for move in kept), default=1.0)
    most = max(0.0, least - MATTERS)
    return (*kept, *(move._replace(share=min(most, move.share)) for move in gifts))


def _is_clear(total: float, squares: float, number: int) -> bool:
    """Return whether this many gaps, with this sum and sum of squares, have a mean far from 0."""
    spread = squares - total * total / number
    clear = compared(total * total - _SURE**2 * spread) >= 0
    return bool(compared(total)) and clear


class _Tried:
    """A move, and the mean of its results: points, then everybody's share of the win."""

    def __init__(self, move: Move, view: BalloonView, means: Sequence[float]) -> None:
        self.move, self._player = move, view.to_act[0] - 1
        self.points, *self.shares = [float(mean) for mean in means]
        self.share = self.shares[self._player]

    def order(self) -> tuple[float, bool, float]:
        """Return a sort key: best share first; of ties a jump, unless there is no hope; points."""
        share = compared(self.share)
        is_jump, hopeless = self.move is Move.JUMP, share == 0
        return -share, is_jump == hopeless, -compared(self.points)

    def ranked(self, position: Position, able: float) -> RankedMove:
        others = seat_facts(self.shares, self._player)
        facts = (*_facts(position, self.move, able, self.points), ("win", self.share), *others)
        return RankedMove(self.move.value, self.points, self.share, facts)


def _points(position: Position, move: Move, hope: float) -> float:
    """Return the expected points of the trip after a move."""
    if move is Move.JUMP:
        return VALUES[position.cloud]
    return 0.0 if move is Move.FALL else hope


def _chance(position: Position, bold: float) -> float:
    """Return the chance (0…1) that this throw, or a lone pilot's next one, is paid.

    `bold` is the share of pilots thought to spend a wild card on it.
    """
    if position.doing == RIDE:
        return pays(position, position.turn, bold)
    return (
        strength(position.hands[position.turn], position.cloud) if position.doing == LONE else 1.0
    )


def _facts(
    position: Position, move: Move, able: float, points: float
) -> tuple[tuple[str, float], ...]:
    """Return the facts of a move."""
    if position.doing in (RIDE, LONE):
        if move is Move.JUMP:
            return ("pays", able), ("scores", VALUES[position.cloud])
        return ("pays", able), ("stays", points)
    wilds = position.hands[position.turn] // WILD_ONE - (move is Move.WILD)
    return (("wilds", wilds),)


HOUSE_PLAYERS: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(ByRule(KEEN), 0),
    "easy": HousePlayer(ByRule(TIMID), 0),
    "normal": HousePlayer(ByRule(KEEN), 0),
    "hard": HousePlayer(Playouts(), 960),
}
"""The house players, by level."""

"""The house players of Cloud 9: by rule of thumb, and by playouts over imagined positions.

Their ranked moves say why by `facts`. To stay or jump: `pays` (0…1), the chance that the pilot can
pay the throw, by the cards the seat has not seen; of a lone pilot, that their hand can pay a throw of
this cloud. `scores` are the points a jump makes now, `stays` those of this trip to be expected of
going on. To pay, use a wild card or fall: `wilds`, the wild cards left in hand. Playouts add `win`
(0…1), the share of the win to be hoped for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.games.balloon.imagine import imaginer
from engine.games.balloon.moves import Move
from engine.games.balloon.view import VALUES, BalloonView
from engine.players.balloon.chances import pays
from engine.players.balloon.policy import Rule, strength
from engine.players.balloon.position import DONE, LONE, RIDE, WILD_ONE, Position
from engine.players.balloon.utility import TripUtility
from engine.players.balloon.weights import GROWN
from engine.players.robot import HousePlayer, RankedMove, own_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View

KEEN = Rule(GROWN, wild=9.0, spite=1.0, bold=0.5)
"""Plays for the points of each trip, and for the win only where the end is in sight."""

DOUBT = 0.1
"""How often a pilot who holds the colours pays with a wild card, against once where they do not."""

_ROUND = 15
"""After so many positions each it is asked whether the choice is clear."""

_SURE = 2.5
"""How many standard errors apart the shares of two moves are when it is."""

_MAKE = {
    Move.STAY: Position.stay,
    Move.JUMP: Position.jump,
    Move.PAY: Position.pay,
    Move.WILD: Position.pay_wild,
    Move.FALL: Position.fall,
    Move.ROLL: Position.roll,
}


class ByRule:
    """Plays by a rule of thumb, with an eye for points that is off by `noise` points or so."""

    def __init__(self, rule: Rule, *, noise: float = 0.0) -> None:
        self._rule = rule
        self._noise = noise

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
        slip = random.gauss(0, self._noise) if self._noise else 0.0
        first = rule.choose(position, chance, slip)
        able = _chance(position, 1.0)
        ranked = []
        for code in sorted(legal, key=lambda code: code != first):
            points = _points(position, Move(code), chance * rule.hope(position, position.turn))
            ranked.append(
                RankedMove(code, points, facts=_facts(position, Move(code), able, points))
            )
        return tuple(ranked)


class Playouts:
    """Tries moves in imagined positions; everybody goes on by the rule to the end of the trip.

    The budget is in positions; no more are tried once the choice is clear.
    """

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],
        legal: Sequence[str],
        random: Random,
        budget: int,
    ) -> tuple[RankedMove, ...]:
        shown = own_view(view, BalloonView)
        imagine = imaginer(shown, heard, doubt=DOUBT)
        known = Position.of(imagine(random))
        utility = TripUtility(known, known.turn, redeal=shown.redeal)
        tried = [_Tried(Move(code)) for code in legal]
        total = squares = 0.0
        for number in range(1, max(1, budget) + 1):
            position = Position.of(imagine(random)).throw(random)
            shares = [one.add(utility, position.copy()) for one in tried]
            gap = shares[0] - shares[-1]
            total += gap
            squares += gap * gap
            if number % _ROUND == 0 and _is_clear(total, squares, number):
                break
        tried.sort(key=_Tried.order)
        able = _chance(known, 1.0)
        return tuple(one.ranked(known, able) for one in tried)


def _is_clear(total: float, squares: float, number: int) -> bool:
    """Return whether the mean of so many gaps is far enough from 0; they add up to `total`."""
    spread = squares - total * total / number
    return bool(total) and total * total >= _SURE**2 * spread


class _Tried:
    """A move, and what came of it so far."""

    __slots__ = ("_points", "_shares", "_times", "move")

    def __init__(self, move: Move) -> None:
        self.move = move
        self._times = 0
        self._points = 0.0
        self._shares = 0.0

    @property
    def share(self) -> float:
        return self._shares / self._times

    def order(self) -> tuple[float, bool]:
        """Return what moves are sorted by: of equals a win is taken now, and hope kept to the last."""
        is_jump, hopeless = self.move is Move.JUMP, self._shares == 0
        return -self.share, is_jump == hopeless

    def add(self, utility: TripUtility, position: Position) -> float:
        """Try the move in a position, which is changed; give the share of the win it led to."""
        _MAKE[self.move](position)
        go_on = KEEN.go_on
        while position.doing != DONE:
            go_on(position)
        share = utility.share(position)
        self._times += 1
        self._points += utility.points(position)
        self._shares += share
        return share

    def ranked(self, position: Position, able: float) -> RankedMove:
        points = self._points / self._times
        facts = (*_facts(position, self.move, able, points), ("win", self.share))
        return RankedMove(self.move.value, points, self.share, facts)


def _points(position: Position, move: Move, hope: float) -> float:
    """Return the points of the trip to be expected of a move."""
    if move is Move.JUMP:
        return VALUES[position.cloud]
    return 0.0 if move is Move.FALL else hope


def _chance(position: Position, bold: float) -> float:
    """Return the chance that this throw, or a lone pilot's next one, is paid.

    `bold` is the share of pilots who would spend a wild card on it.
    """
    if position.doing == RIDE:
        return pays(position, position.turn, bold)
    return (
        strength(position.hands[position.turn], position.cloud) if position.doing == LONE else 1.0
    )


def _facts(
    position: Position, move: Move, able: float, points: float
) -> tuple[tuple[str, float], ...]:
    """Say why, in the numbers of the game."""
    if position.doing in (RIDE, LONE):
        if move is Move.JUMP:
            return ("pays", able), ("scores", VALUES[position.cloud])
        return ("pays", able), ("stays", points)
    wilds = position.hands[position.turn] // WILD_ONE - (move is Move.WILD)
    return (("wilds", wilds),)


HOUSE: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(ByRule(KEEN), 0),
    "easy": HousePlayer(ByRule(KEEN, noise=2.0), 0),
    "normal": HousePlayer(ByRule(KEEN), 0),
    "hard": HousePlayer(Playouts(), 150),
}
"""The house players, by level."""

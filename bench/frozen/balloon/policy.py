"""Frozen: how house players of Cloud 9 play by rule of thumb; in playouts every seat does.

A passenger compares the points of the cloud to what staying may bring: the chance that the pilot
pays times the points expected then, fitted in `weights`. A rule looks only at its own hand, the
discards and the table, so it may be used in imagined positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from bench.frozen.balloon.chances import about
from bench.frozen.balloon.position import GUARD, LONE, RIDE, THROWS, WILD_ONE
from engine.games.balloon.moves import Move
from engine.games.balloon.state import ABOARD, INFO
from engine.games.balloon.view import DICE, TOP, VALUES
from engine.seats import round_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.frozen.balloon.position import Position

Grown: TypeAlias = "Sequence[Sequence[tuple[float, float]]]"
"""Expected points of the trip for a seat aboard when the balloon flies on, by cloud and ROW: those
with a hand that can pay no throw of the next cloud, and what a hand adds that can pay every one."""

_ROWS = (0, 0, 1, 3, 6)
"""Where the rows begin for so many aboard; more make no difference."""

_FAR = 2
"""Of those who will be pilot before a seat, more make no difference."""

ROW = tuple(
    tuple(
        _ROWS[min(aboard, len(_ROWS) - 1)] + min(ahead, _FAR, max(0, aboard - 1))
        for ahead in range(max(INFO.seats))
    )
    for aboard in range(max(INFO.seats) + 1)
)
"""The row of the table, by how many are aboard, and how many will be pilot before the seat."""

_BETWEEN = tuple(
    tuple(
        tuple(
            sum(ABOARD[one] for one in round_[1 : round_.index(seat)]) if seat in round_ else 0
            for seat in range(seats + 1)
        )
        for round_ in (round_from(pilot, seats) for pilot in range(seats + 1))
    )
    for seats in range(max(INFO.seats) + 1)
)
"""The seats from the pilot's left to before a seat, by the number of seats, pilot and seat."""

_REMEMBERED = 1 << 14
_known: tuple[dict[int, float], ...] = tuple({} for _ in THROWS)


def strength(hand: int, cloud: int) -> float:
    """Return the chance (0…1) that a packed hand can pay a throw of a cloud."""
    if hand >= WILD_ONE:
        return 1.0
    dice = DICE[cloud]
    known = _known[dice]
    found = known.get(hand)
    if found is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        throws, guarded = THROWS[dice], hand | GUARD
        paid = sum([(guarded - need) & GUARD == GUARD for need in throws])
        found = known[hand] = paid / len(throws)
    return found


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of thumb.

    `grown` are the points expected aboard; `wild` is the value of a wild card in points. When a
    pilot may choose to fall, `spite` is how much the next cloud's points for an average opponent
    count against their own. `bold` is the share of pilots thought to spend a wild card rather than
    fall.
    """

    grown: Grown
    wild: float
    spite: float
    bold: float

    def choose(self, position: Position, chance: float, slip: float = 0.0) -> Move:
        """Choose a move; `chance` (0…1) is that of the pilot paying, `slip` an error in points."""
        if position.doing == RIDE:
            return Move.JUMP if self._jumps(position, chance, slip) else Move.STAY
        if position.doing == LONE:
            return Move.ROLL if self._rolls(position, slip) else Move.JUMP
        if position.holds():
            return Move.PAY
        return Move.WILD if position.has_wild() and self._flies(position, slip) else Move.FALL

    def go_on(self, position: Position) -> None:
        """Make the move of the seat to act."""
        if position.doing == RIDE:
            jumps = self._jumps(position, about(position, position.turn, self.bold))
            (position.jump if jumps else position.stay)()
        elif position.doing == LONE:
            (position.roll if self._rolls(position) else position.jump)()
        elif position.holds():
            position.pay()
        elif position.has_wild() and self._flies(position):
            position.pay_wild()
        else:
            position.fall()

    def hope(self, position: Position, seat: int) -> float:
        """Return the expected points of the trip for a seat if the balloon flies on with it."""
        cloud, aboard, pilot = position.cloud, position.aboard, position.pilot
        if cloud + 1 == TOP:
            return VALUES[TOP]
        number = aboard.bit_count()
        if seat == pilot:
            ahead = number - 1
        else:
            ahead = (_BETWEEN[position.seats][pilot][seat] & aboard).bit_count()
        least, more = self.grown[cloud][ROW[number][ahead]]
        hope = least + more * strength(position.hands[seat], cloud + 1)
        # A seat that is not pilot next, or will be alone, may still jump there.
        return max(hope, VALUES[cloud + 1]) if ahead or number == 1 else hope

    def _jumps(self, position: Position, chance: float, slip: float = 0.0) -> bool:
        """Return whether the passenger to act jumps."""
        last = _last_chance(position)
        if last is not None:
            return last and chance < 1
        return chance * self.hope(position, position.turn) + slip < VALUES[position.cloud]

    def _rolls(self, position: Position, slip: float = 0.0) -> bool:
        """Return whether a lone pilot goes on."""
        last = _last_chance(position)
        if last is not None:
            return not last
        seat = position.pilot
        hope = strength(position.hands[seat], position.cloud) * self.hope(position, seat)
        return hope + slip > VALUES[position.cloud]

    def _flies(self, position: Position, slip: float = 0.0) -> bool:
        """Return whether a pilot who lacks the colours spends a wild card (B3)."""
        scores = position.scores
        if max(scores) >= position.target:
            return True
        others = position.aboard.bit_count() - 1
        theirs = self.spite * VALUES[position.cloud + 1] * others / (position.seats - 1)
        return self.hope(position, position.pilot) - theirs + slip > self.wild


def _last_chance(position: Position) -> bool | None:
    """Return whether a jump would win as scores stand, if this trip may end the game (B11).

    None if neither a jump nor any score reaches the target.
    """
    seat, scores, target = position.turn, position.scores, position.target
    made = scores[seat] + VALUES[position.cloud]
    lead = max([score for other, score in enumerate(scores) if other != seat])
    if made >= target or lead >= target:
        return made > lead
    return None

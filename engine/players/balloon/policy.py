"""How house players of Cloud 9 play by rule of thumb.

A passenger compares the points of the cloud to what staying may bring: the chance that the pilot
pays times the points expected then, which are fitted. A rule looks only at its own hand, the
discards and the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

from engine.games.balloon.cards import OF_A_COLOUR, WILDS, paying_hands
from engine.games.balloon.state import ABOARD, INFO, NEXT
from engine.games.balloon.turns import Move
from engine.games.balloon.view import COLOURS, DICE, TOP, VALUES
from engine.players.balloon.position import (
    BITS,
    FIELD,
    GUARD,
    LONE,
    PRICE,
    RIDE,
    THROWS,
    WILD_ONE,
    Position,
)
from engine.players.estimate import compared
from engine.seats import round_from

# The fitted numbers of the rule of thumb, by the cloud the balloon flies on from.
#
# Each row is by `policy.ROW`: the points of the trip with a hand that can pay no throw of the next
# cloud, and what a hand adds that can pay every one. Least squares over ten rounds of 1,500 games
# among two to five players by the rule itself, one decision in eight being any; each round was
# played by the numbers of the one before.

GROWN = (
    (),
    (
        (0.5, 2.8),
        (-0.5, 4.7),
        (0.3, 3.6),
        (-1.2, 6.0),
        (-0.5, 5.1),
        (0.4, 4.2),
        (-2.1, 7.7),
        (-1.4, 6.9),
        (0.1, 5.0),
    ),
    (
        (1.6, 4.0),
        (-1.5, 7.7),
        (1.4, 4.5),
        (-1.8, 8.2),
        (0.6, 5.8),
        (1.5, 4.7),
        (-1.9, 9.0),
        (-1.0, 8.0),
        (1.3, 5.4),
    ),
    (
        (3.1, 6.2),
        (-1.7, 11.0),
        (3.8, 4.4),
        (-1.3, 10.7),
        (3.0, 5.5),
        (3.7, 4.8),
        (-1.2, 10.9),
        (2.5, 6.4),
        (3.7, 5.4),
    ),
    (
        (6.2, 5.9),
        (-3.8, 16.7),
        (5.4, 6.7),
        (-4.9, 17.9),
        (3.4, 8.8),
        (4.8, 7.2),
        (-3.9, 16.7),
        (4.0, 8.2),
        (5.4, 6.6),
    ),
    (
        (8.9, 6.4),
        (-5.2, 21.2),
        (7.0, 8.5),
        (-5.4, 21.3),
        (0.9, 14.5),
        (5.8, 9.0),
        (-3.0, 19.3),
        (4.9, 11.1),
        (6.7, 8.7),
    ),
    (
        (11.8, 7.4),
        (-1.2, 21.1),
        (9.3, 9.5),
        (-0.7, 20.9),
        (3.4, 15.2),
        (10.8, 6.0),
        (1.8, 17.8),
        (7.8, 11.2),
        (12.3, 5.4),
    ),
    (
        (16.3, 7.6),
        (-0.9, 25.5),
        (18.2, 2.0),
        (2.8, 21.6),
        (15.8, 4.8),
        (17.9, 3.1),
        (6.4, 16.4),
        (16.4, 4.9),
        (17.4, 4.4),
    ),
)


# The exact chance that the pilot of Cloud 9 pays a throw.

_COLOURS = range(len(COLOURS))


def pays(position: Position, seat: int, bold: float) -> float:
    """Return the chance (0…1) that the pilot pays the throw (B3), by the cards a seat has not seen.

    `bold` is the share of pilots who spend a wild card rather than fall; with 1 this is the chance
    that the pilot can pay, as the view gives it.
    """
    need = position.need
    if not need:
        return 1.0
    seen = position.hands[seat] + position.heap
    colours = [OF_A_COLOUR - (seen >> BITS * index & FIELD) for index in _COLOURS]
    needs = [need >> BITS * index & FIELD for index in _COLOURS]
    wilds, cards = WILDS - (seen >> BITS * len(COLOURS)), position.counts[position.pilot]
    hands = comb(sum(colours) + wilds, cards)
    without = comb(sum(colours), cards) / hands
    held = paying_hands((*colours, 0), needs, cards) / hands
    # Those with a wild card hold the colours about as often as those without.
    plain = held / without if without else 1.0
    return held + (1 - without) * (plain + (1 - plain) * bold)


Grown: TypeAlias = "Sequence[Sequence[tuple[float, float]]]"
"""Expected points of the trip for a seat aboard when the balloon flies on, by cloud and ROW: those
with a hand that can pay no throw of the next cloud, and what a hand adds that can pay every one."""

_ROWS = (0, 0, 1, 3, 6)
"""Where the rows begin for this many aboard; more make no difference."""

_FAR = 2
"""Of those who will be pilot before a seat, more make no difference."""

WILD_CARD = 4.83
"""Points that the first wild card in hand is worth after a trip, fitted with `kernel_policy`."""

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
    fall. With a `bar` a passenger does not weigh points: they stay where the chance is as large.
    """

    grown: Grown
    wild: float
    spite: float
    bold: float
    bar: float | None = None

    def choose(self, position: Position, chance: float) -> Move:
        """Choose a move; `chance` (0…1) is that of the pilot paying."""
        if position.doing == RIDE:
            return Move.JUMP if self._jumps(position, chance) else Move.STAY
        if position.doing == LONE:
            return Move.ROLL if self._rolls(position) else Move.JUMP
        if position.holds():
            return Move.PAY
        return Move.WILD if position.has_wild() and self._flies(position) else Move.FALL

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

    def _jumps(self, position: Position, chance: float) -> bool:
        """Return whether the passenger to act jumps."""
        if is_safe(position):
            return False
        last = _last_chance(position)
        if last is not None:
            return last
        if self.bar is not None:
            return chance * _readiness(position) < self.bar
        return chance * self.hope(position, position.turn) < VALUES[position.cloud]

    def _rolls(self, position: Position) -> bool:
        """Return whether a lone pilot goes on."""
        last = _last_chance(position)
        if last is not None:
            return not last
        seat = position.pilot
        hope = strength(position.hands[seat], position.cloud) * self.hope(position, seat)
        return hope > VALUES[position.cloud]

    def _flies(self, position: Position) -> bool:
        """Return whether a pilot who lacks the colours spends a wild card (B3)."""
        won = _is_won_above(position)
        if won is not None:
            return won
        others = position.aboard.bit_count() - 1
        theirs = self.spite * VALUES[position.cloud + 1] * others / (position.seats - 1)
        return self.hope(position, position.pilot) - theirs > self.wild


def gives_away(position: Position, move: Move, able: float) -> bool:
    """Return whether the other move is as good as this one or better, whatever the others do.

    `able` is the chance (0…1) that the pilot can pay. So it is with a jump where staying loses
    nothing, with staying where the pilot cannot pay (B9), and with a wild card where one card of a
    colour does (B3).
    """
    if position.doing == RIDE:
        return is_safe(position, able) if move is Move.JUMP else not compared(able)
    return move is Move.WILD and PRICE[position.need] == 1 and position.holds()


def is_safe(position: Position, able: float = 0.0) -> bool:
    """Return whether a passenger loses nothing by staying, so that a jump only gives up points.

    An all-blank throw is always paid (B3). Whoever is not pilot next may still jump on the next
    cloud, and the ninth scores at once (B6, B8). `able` is as in `gives_away`.
    """
    if position.need and compared(able) < 1:
        return False
    return position.cloud + 1 == TOP or _follows(position) != position.turn


def _follows(position: Position) -> int:
    """Return the seat that is pilot next, as long as those who have not decided stay (B7)."""
    return NEXT[position.seats][position.pilot][position.aboard]


def _readiness(position: Position) -> float:
    """Return how far (0…1) a passenger who is pilot next trusts their own hand; else 1."""
    if position.cloud + 1 == TOP or _follows(position) != position.turn:
        return 1.0
    return (1 + strength(position.hands[position.turn], position.cloud + 1)) / 2


def _is_won_above(position: Position) -> bool | None:
    """Return whether flying on with a wild card wins a game that this decides (B8, B11), or may.

    None if the game goes on.
    """
    scores, target = position.scores, position.target
    if max(scores) >= target:
        return True
    if position.cloud + 1 < TOP:
        return None
    ends = [
        (score + (VALUES[TOP] if position.aboard & ABOARD[seat] else 0), cards)
        for seat, (score, cards) in enumerate(zip(scores, position.counts, strict=True))
        if seat
    ]
    if max(ends)[0] < target:
        return None
    made, cards = ends[position.pilot - 1]
    ends[position.pilot - 1] = (made, cards - 1)
    return ends[position.pilot - 1] == max(ends)


def _last_chance(position: Position) -> bool | None:
    """Return whether a jump would win as scores stand, if this trip may end the game (B11).

    Of equal scores the one with more cards in hand wins, or both. None if neither a jump nor any
    score reaches the target.
    """
    seat, scores, target = position.turn, position.scores, position.target
    made = scores[seat] + VALUES[position.cloud]
    lead, cards = max(
        [
            pair
            for other, pair in enumerate(zip(scores, position.counts, strict=True))
            if other != seat
        ]
    )
    if made >= target or lead >= target:
        return (made, position.counts[seat]) >= (lead, cards)
    return None

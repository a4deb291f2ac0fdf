"""What each move does: play a card, take one, name the second (N1-N6)."""

from __future__ import annotations

from engine.cards import BIT, LIKE
from engine.game import Step
from engine.games.cloud_nine.deals import end_deal
from engine.games.cloud_nine.state import LEFT, NINE, ROUND, State, Three, Tricking
from engine.games.cloud_nine.telling import (
    DRAWN,
    FOLLOWED,
    LED,
    LEFT_OVER,
    NAMED,
    RANKED,
    TAKEN,
)
from engine.games.cloud_nine.tricks import RANKINGS, ranked
from engine.games.cloud_nine.view import Phase
from engine.seats import Seat

# A named tuple's own constructor is Python code and takes twice as long as this one, which every
# move calls twice.
_new = tuple.__new__

# Looking an enum's member up costs as much as making a tuple.
_PLAY, _TAKE, _SECOND = Phase.PLAY, Phase.TAKE, Phase.SECOND


def claimants(state: State) -> tuple[Seat, ...]:
    """Return the seats that may be named second: all but the winner (N4)."""
    return ROUND[state.ranking[0]][1:]


def play(state: State, card: int) -> Step:
    """Play a card of the hand to the trick; the third settles its ranking (N1-N4)."""
    deal, phase, turn, hands, clouds, stock, number, leader, cards, untaken, taken, ranks, last = (
        state
    )
    bit = hands[turn - 1] & LIKE[card]
    bit &= -bit
    events = (FOLLOWED if cards else LED)[turn][card]
    hands = _toggled(hands, turn, bit)
    cards = (*cards, bit.bit_length() - 1)
    if len(cards) < len(hands):
        turn = LEFT[turn]
    else:
        ranks = RANKINGS[leader][ranked(cards)]
        phase, turn, events = _TAKE, ranks[0], events + RANKED[ranks]
    after = (
        deal, phase, turn, hands, clouds, stock,
        number, leader, cards, untaken | bit, taken, ranks, last,
    )  # fmt: skip
    return _new(Step, (_new(State, after), events))


def take(state: State, card: int) -> Step:
    """Take a card of the trick into the cloud of the seat to move (N5)."""
    deal, phase, turn, hands, clouds, stock, number, leader, cards, untaken, taken, ranks, last = (
        state
    )
    bit = untaken & LIKE[card]
    bit &= -bit
    if turn != ranks[0]:
        return _end_trick(state, bit)
    events = TAKEN[turn][card]
    clouds = _toggled(clouds, turn, bit)
    taken = (bit.bit_length() - 1,)
    if len(ranks) == 1:
        phase = _SECOND
    else:
        turn = ranks[1]
    after = (
        deal, phase, turn, hands, clouds, stock,
        number, leader, cards, untaken ^ bit, taken, ranks, last,
    )  # fmt: skip
    return _new(Step, (_new(State, after), events))


def name_second(state: State, second: Seat) -> Step:
    """Settle an equal claim to second place as the winner says (N4)."""
    winner = state.turn
    first, other = claimants(state)
    loser = other if second == first else first
    after = state._replace(phase=_TAKE, turn=second, ranking=(winner, second, loser))
    return Step(after, (NAMED[winner][second],))


def _end_trick(state: State, bit: int) -> Step:
    """Return the runner-up their card and the loser the rest (N5).

    Then deal a card to each from the loser's left round, who leads (N6).
    """
    deal, _, second, hands, clouds, stock, number, leader, cards, untaken, taken, ranks, _ = state
    loser, rest = ranks[2], untaken ^ bit
    card, left_over = bit.bit_length() - 1, rest.bit_length() - 1
    clouds = _toggled(_toggled(clouds, second, bit), loser, rest)
    left, across, _ = ROUND[LEFT[loser]]
    a, b, c = stock[:3]
    hands = _toggled(_toggled(_toggled(hands, left, BIT[a]), across, BIT[b]), loser, BIT[c])
    events = (
        *TAKEN[second][card],
        LEFT_OVER[loser][left_over],
        DRAWN[left][a],
        DRAWN[across][b],
        DRAWN[loser][c],
    )
    done = (number, leader, cards, 0, (*taken, card, left_over), ranks)
    if number == NINE:
        ended = State(deal, _TAKE, loser, hands, clouds, (), *done, state.last_trick)
        return end_deal(ended, events)
    after = (
        deal, _PLAY, loser, hands, clouds, stock[3:],
        number + 1, loser, (), 0, (), (), _new(Tricking, done),
    )  # fmt: skip
    return _new(Step, (_new(State, after), events))


def _toggled(sets: Three, seat: int, bit: int) -> Three:
    """Put a card into a seat's set, or out of it."""
    first, second, third = sets
    if seat == 1:
        return (first ^ bit, second, third)
    if seat == 2:
        return (first, second ^ bit, third)
    return (first, second, third ^ bit)

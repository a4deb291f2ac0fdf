"""What each move does: play a card, take one, name the second (N1-N6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BIT, LIKE
from engine.game import Seat, Step
from engine.games.cloud_nine.deals import end_deal
from engine.games.cloud_nine.state import LEFT, NINE, ROUND, TO_LEAD, State, Three, Tricking
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

if TYPE_CHECKING:
    from engine.events import Event

# A named tuple's own constructor is Python code and takes twice as long as this one, which every
# move calls three times.
_new = tuple.__new__

# Looking an enum's member up costs as much as making a tuple.
_PLAY, _TAKE, _SECOND = Phase.PLAY, Phase.TAKE, Phase.SECOND


def claimants(trick: Tricking) -> tuple[Seat, ...]:
    """Give the seats that may be named second: all but the winner (N4)."""
    return ROUND[trick.ranking[0]][1:]


def play(state: State, card: int) -> Step:
    """Play a card of the hand to the trick; the third settles its ranking (N1-N4)."""
    deal, phase, turn, hands, clouds, stock, trick, last = state
    number, leader, played, untaken, takers, ranking = trick
    bit = hands[turn - 1] & LIKE[card]
    bit &= -bit
    hands = _toggled(hands, turn, bit)
    cards = (*played, bit.bit_length() - 1)
    event = (FOLLOWED if played else LED)[turn][card]
    events: tuple[Event, ...] = (event,)
    if len(cards) < len(takers):
        turn = LEFT[turn]
    else:
        ranking = RANKINGS[leader][ranked(cards)]
        phase, turn, events = _TAKE, ranking[0], (event, RANKED[ranking])
    trick = _new(Tricking, (number, leader, cards, untaken | bit, takers, ranking))
    return _new(Step, (_new(State, (deal, phase, turn, hands, clouds, stock, trick, last)), events))


def take(state: State, card: int) -> Step:
    """Take a card of the trick into the cloud of the seat to move (N5)."""
    deal, phase, turn, hands, clouds, stock, trick, last = state
    number, leader, cards, untaken, takers, ranking = trick
    bit = untaken & LIKE[card]
    bit &= -bit
    if turn != ranking[0]:
        return _end_trick(state, bit)
    takers = _put(takers, cards.index(bit.bit_length() - 1), turn)
    trick = _new(Tricking, (number, leader, cards, untaken ^ bit, takers, ranking))
    clouds = _toggled(clouds, turn, bit)
    events = (TAKEN[turn][card],)
    if len(ranking) == 1:
        phase = _SECOND
    else:
        turn = ranking[1]
    return _new(Step, (_new(State, (deal, phase, turn, hands, clouds, stock, trick, last)), events))


def name_second(state: State, second: Seat) -> Step:
    """Settle an equal claim to second place as the winner says (N4)."""
    winner = state.turn
    first, other = claimants(state.trick)
    loser = other if second == first else first
    trick = state.trick._replace(ranking=(winner, second, loser))
    after = state._replace(phase=_TAKE, turn=second, trick=trick)
    return Step(after, (NAMED[winner][second],))


def _end_trick(state: State, bit: int) -> Step:
    """Give the runner-up his card and the loser the rest (N5).

    Then deal a card to each from the loser's left round; he leads (N6).
    """
    deal, _, second, hands, clouds, stock, trick, before = state
    number, leader, cards, untaken, takers, ranking = trick
    loser, rest = ranking[2], untaken ^ bit
    card, left_over = bit.bit_length() - 1, rest.bit_length() - 1
    takers = _put(_put(takers, cards.index(card), second), cards.index(left_over), loser)
    clouds = _toggled(_toggled(clouds, second, bit), loser, rest)
    done = _new(Tricking, (number, leader, cards, 0, takers, ranking))
    left, across, _ = ROUND[LEFT[loser]]
    a, b, c = stock[:3]
    hands = _toggled(_toggled(_toggled(hands, left, BIT[a]), across, BIT[b]), loser, BIT[c])
    events = (
        TAKEN[second][card],
        LEFT_OVER[loser][left_over],
        DRAWN[left][a],
        DRAWN[across][b],
        DRAWN[loser][c],
    )
    stock = stock[3:]
    if number == NINE:
        ended = State(deal, _TAKE, loser, hands, clouds, stock, done, before)
        return end_deal(ended, events)
    led = TO_LEAD[number + 1][loser]
    return _new(Step, (_new(State, (deal, _PLAY, loser, hands, clouds, stock, led, done)), events))


def _toggled(sets: Three, seat: int, bit: int) -> Three:
    """Put a card into a seat's set, or out of it."""
    first, second, third = sets
    if seat == 1:
        return (first ^ bit, second, third)
    if seat == 2:
        return (first, second ^ bit, third)
    return (first, second, third ^ bit)


def _put(takers: Three, place: int, taker: Seat) -> Three:
    """Note who took the card at a place of the trick."""
    first, second, third = takers
    if place == 0:
        return (taker, second, third)
    if place == 1:
        return (first, taker, third)
    return (first, second, taker)

"""What each move does: play a card, take one, name the second (N1-N6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import BIT, JOKER, lowest_like
from engine.game import Seat, Step
from engine.games.cloud_nine.deals import end_deal
from engine.games.cloud_nine.state import LEFT, NINE, NOBODY, ROUND, State, Three, Tricking
from engine.games.cloud_nine.telling import (
    DRAWN,
    FOLLOWED,
    LED,
    LEFT_OVER,
    NAMED,
    RANKED,
    RANKED_FIRST,
    TAKEN,
)
from engine.games.cloud_nine.tricks import ranked
from engine.games.cloud_nine.view import Phase

if TYPE_CHECKING:
    from engine.events import Event


def untaken(trick: Tricking) -> int:
    """Give the cards of a trick that are still to be taken, as a set."""
    mask = 0
    for card, taker in zip(trick.cards, trick.takers, strict=False):
        if not taker:
            mask |= BIT[card]
    return mask


def claimants(trick: Tricking) -> tuple[Seat, ...]:
    """Give the seats that may be named second: all but the winner (N4)."""
    return ROUND[trick.ranking[0]][1:]


def play(state: State, card: int) -> Step:
    """Play a card of the hand to the trick; the third settles its ranking (N1-N4)."""
    deal, _, turn, hands, clouds, stock, trick, last = state
    number, leader, played, takers, _ = trick
    if card == JOKER:
        card = lowest_like(card, hands[turn - 1]) or card
    hands = _toggled(hands, turn, BIT[card])
    cards = (*played, card)
    event = FOLLOWED[turn][card] if played else LED[turn][card]
    if len(cards) < len(takers):
        after = Tricking(number, leader, cards, takers, ())
        left = LEFT[turn]
        return Step(State(deal, Phase.PLAY, left, hands, clouds, stock, after, last), (event,))
    seats = ROUND[leader]
    ranking = tuple(seats[place] for place in ranked(cards))
    after = Tricking(number, leader, cards, takers, ranking)
    told = RANKED_FIRST[ranking[0]] if len(ranking) == 1 else RANKED[ranking]
    return Step(
        State(deal, Phase.TAKE, ranking[0], hands, clouds, stock, after, last), (event, told)
    )


def take(state: State, card: int) -> Step:
    """Take a card of the trick into the cloud of the seat to move (N5)."""
    deal, _, turn, hands, clouds, stock, trick, last = state
    number, leader, cards, takers, ranking = trick
    if card == JOKER:
        card = lowest_like(card, untaken(trick)) or card
    clouds = _toggled(clouds, turn, BIT[card])
    place = cards.index(card)
    second = takers != (0, 0, 0)
    takers = cast("Three", (*takers[:place], turn, *takers[place + 1 :]))
    event = TAKEN[turn][card]
    after = Tricking(number, leader, cards, takers, ranking)
    if second:
        taken = State(deal, Phase.TAKE, turn, hands, clouds, stock, after, last)
        return _end_trick(taken, event)
    phase, next_turn = (Phase.SECOND, turn) if len(ranking) == 1 else (Phase.TAKE, ranking[1])
    return Step(State(deal, phase, next_turn, hands, clouds, stock, after, last), (event,))


def name_second(state: State, second: Seat) -> Step:
    """Settle an equal claim to second place as the winner says (N4)."""
    winner = state.turn
    first, other = claimants(state.trick)
    loser = Seat(first + other - second)
    trick = state.trick._replace(ranking=(winner, second, loser))
    after = state._replace(phase=Phase.TAKE, turn=second, trick=trick)
    return Step(after, (NAMED[winner][second],))


def _end_trick(state: State, told: Event) -> Step:
    """Give the loser the rest, deal a card to each from his left round; he leads (N5, N6)."""
    deal, _, _, hands, clouds, stock, trick, _ = state
    number, leader, cards, takers, ranking = trick
    loser = ranking[2]
    place = takers.index(NOBODY)
    rest = cards[place]
    clouds = _toggled(clouds, loser, BIT[rest])
    takers = cast("Three", (*takers[:place], loser, *takers[place + 1 :]))
    done = Tricking(number, leader, cards, takers, ranking)
    first, second, _ = seats = ROUND[LEFT[loser]]
    a, b, c = drawn = stock[:3]
    hands = _toggled(_toggled(_toggled(hands, first, BIT[a]), second, BIT[b]), loser, BIT[c])
    events = (
        told,
        LEFT_OVER[loser][rest],
        *[DRAWN[seat][card] for seat, card in zip(seats, drawn, strict=True)],
    )
    stock = stock[3:]
    if number == NINE:
        last = state.last_trick
        ended = State(deal, Phase.PLAY, loser, hands, clouds, stock, done, last)
        return end_deal(ended, events)
    led = Tricking(number + 1, loser)
    return Step(State(deal, Phase.PLAY, loser, hands, clouds, stock, led, done), events)


def _toggled(sets: Three, seat: int, bit: int) -> Three:
    """Put a card into a seat's set, or out of it."""
    first, second, third = sets
    if seat == 1:
        return (first ^ bit, second, third)
    if seat == 2:
        return (first, second ^ bit, third)
    return (first, second, third ^ bit)

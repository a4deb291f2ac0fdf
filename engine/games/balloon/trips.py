"""Trips: how one begins and how it ends, the cards drawn between, the end of the game (B8-B11)."""

from __future__ import annotations

from typing import TypeAlias

from engine.events import Event
from engine.game import Step
from engine.games.balloon.cards import IDENTITIES, NUMBER, cards_in, mask_of
from engine.games.balloon.state import (
    ABOARD,
    DEALT,
    EVERYBODY,
    FIRST,
    INFO,
    NEXT,
    NOBODY,
    ROUND,
    State,
    Table,
    winners,
)
from engine.games.balloon.telling import DRAWN, dealt, started, thrown, thrown_alone
from engine.games.balloon.view import (
    DICE,
    TOP,
    VALUES,
    Ending,
    GameEnded,
    PackShuffled,
    Phase,
    TripEnded,
    TripResult,
)
from engine.seats import Seat
from engine.trail import Trail

# A named tuple's own constructor is Python code and takes twice as long as this one.
_new = tuple.__new__

# Looking an enum's member up costs as much as making a tuple.
_RIDE, _PAY, _LONE = Phase.RIDE, Phase.PAY, Phase.LONE
_JUMP, _TOP = Ending.JUMP, Ending.TOP


Cards: TypeAlias = "tuple[int, tuple[int, ...], tuple[int, ...], int]"
"""How often the cards were shuffled, and where they are: hands, pile and discards."""


def begin(table: Table) -> Step:
    """Deal six to each from seat 1, who is the first pilot, and begin the first trip."""
    told = list[Event]()
    cards = _redealt(table, 0, FIRST, told)
    return _start_trip(table, (0, 0, FIRST), cards, told, ((0,) * table.seats, Trail(), None))


def _start_trip(
    table: Table,
    counted: tuple[int, int, Seat],
    cards: Cards,
    told: list[Event],
    won: tuple[tuple[int, ...], Trail[tuple[int, ...]], TripResult | None],
) -> Step:
    """Put everybody into the basket on cloud 1; the pilot throws (B1).

    `counted` are the number of the trip before, of the throws before, and the pilot; `won` the
    scores, the points of all trips before, and the last of these trips.
    """
    trip, throws, pilot = counted
    seats, trip, throws = table.seats, trip + 1, throws + 1
    aboard = EVERYBODY[seats]
    dice = table.chance.roll(throws, DICE[1])
    shuffles, hands, pile, discards = cards
    scores, past, last = won
    begun = (
        table, trip, throws, shuffles, _RIDE, NEXT[seats][pilot][aboard], pilot, 1, dice, aboard,
        hands, pile, discards, scores, (0,) * seats, None, past, last,
    )  # fmt: skip
    told += (started(trip, pilot), thrown(pilot, 1, dice))
    return _new(Step, (_new(State, begun), tuple(told)))


def ahead(
    table: Table, throws: int, pilot: Seat, cloud: int, aboard: int
) -> tuple[int, Phase, Seat, str, tuple[Event, ...]]:
    """Let a new pilot throw at once, or choose first if they are alone (B1, B6).

    Gives the throws so far, the phase, whose turn it is, the dice, and what to tell.
    """
    if aboard == ABOARD[pilot]:
        return throws, _LONE, pilot, "", ()
    dice = table.chance.roll(throws + 1, DICE[cloud])
    turn = NEXT[table.seats][pilot][aboard]
    return throws + 1, _RIDE, turn, dice, (thrown(pilot, cloud, dice),)


def throw_alone(state: State) -> Step:
    """Throw the dice for a lone pilot, who has to resolve them (B6)."""
    (
        table, trip, throws, shuffles, _, turn, pilot, cloud, _, aboard,
        hands, pile, discards, scores, jumps, flight, points, last,
    ) = state  # fmt: skip
    dice = table.chance.roll(throws + 1, DICE[cloud])
    after = (
        table, trip, throws + 1, shuffles, _PAY, turn, pilot, cloud, dice, aboard,
        hands, pile, discards, scores, jumps, flight, points, last,
    )  # fmt: skip
    return _new(Step, (_new(State, after), thrown_alone(pilot, cloud, dice)))


def end_trip(
    state: State, ending: Ending, told: tuple[Event, ...], paid: tuple[str, ...] = ()
) -> Step:
    """End a trip: score the top, then end the game, or draw cards and begin the next (B8-B11).

    The cloud of `state` is the one the trip ended on; `paid` is what the last flight cost.
    """
    (
        table, trip, throws, shuffles, _, _, pilot, cloud, thrown_dice, _,
        _, _, _, scores, jumps, _, past, _,
    ) = state  # fmt: skip
    points = _points_of(jumps, ending)
    if ending is _TOP:
        gained = zip(scores, points, jumps, strict=True)
        scores = tuple([score + (0 if jump else made) for score, made, jump in gained])
    dice = () if ending is _JUMP else tuple(thrown_dice)
    ended = (trip, ending, pilot, cloud, dice, paid, jumps, points, scores)
    result = _new(TripResult, ended)
    tale, past = [*told, TripEnded(result)], past.then(points)
    if max(scores) >= table.target:
        over = state._replace(
            phase=Phase.OVER, turn=NOBODY, scores=scores, points=past, last=result
        )
        return Step(over, (*tale, GameEnded(scores, winners(over))))
    following = ROUND[table.seats][pilot][1]
    if ending is _TOP and table.redeal:
        cards = _redealt(table, shuffles, following, tale)
    else:
        cards = _all_draw(state, following, tale)
    return _start_trip(table, (trip, throws, following), cards, tale, (scores, past, result))


def _points_of(jumps: tuple[int, ...], ending: Ending) -> tuple[int, ...]:
    """Return what each seat made on the trip: where it jumped, or 25 at the top (B2, B8, B9)."""
    if ending is not _TOP:
        return tuple([VALUES[jump] for jump in jumps])
    return tuple([VALUES[jump or TOP] for jump in jumps])


def _redealt(table: Table, shuffles: int, first: Seat, told: list[Event]) -> Cards:
    """Shuffle all cards and deal six to each, one at a time from the pilot round."""
    seats, number = table.seats, shuffles + 1
    order = _shuffled(table, number, IDENTITIES)
    hands = [0] * seats
    told.append(PackShuffled(len(order), whole=True))
    for place, seat in enumerate(ROUND[seats][first]):
        cards = order[place : DEALT * seats : seats]
        hands[seat - 1] = mask_of(cards)
        told.append(dealt(seat, cards))
    return number, tuple(hands), order[DEALT * seats :], 0


def _all_draw(state: State, first: Seat, told: list[Event]) -> Cards:
    """Let everyone draw a card, from the next pilot round; an empty pile is made anew (B9)."""
    table, shuffles, discards, pile = state.table, state.shuffles, state.discards, state.pile
    hands, number, left = list(state.hands), 0, len(pile)
    for seat in ROUND[table.seats][first]:
        if number == left and discards:
            shuffles += 1
            heap = tuple(IDENTITIES[card] for card in cards_in(discards))
            pile, number, discards = _shuffled(table, shuffles, heap), 0, 0
            left = len(pile)
            told.append(PackShuffled(left, whole=False))
        if number < left:
            card = pile[number]
            number += 1
            hands[seat - 1] |= 1 << card
            told.append(DRAWN[seat][card])
    return shuffles, tuple(hands), pile[number:], discards


def _shuffled(table: Table, number: int, cards: tuple[str, ...]) -> tuple[int, ...]:
    order = table.chance.shuffle(INFO.key, number, cards)
    return tuple(NUMBER[identity] for identity in order)

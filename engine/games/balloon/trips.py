"""Trips: how one begins and how it ends, the cards drawn between, the end of the game (B8-B11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.game import Seat, Step
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
from engine.games.balloon.telling import DRAWN, dealt, thrown
from engine.games.balloon.view import (
    DICE,
    TOP,
    VALUES,
    DiceThrown,
    Ending,
    GameEnded,
    PackShuffled,
    Phase,
    TripEnded,
    TripResult,
    TripStarted,
)

if TYPE_CHECKING:
    from engine.events import Event, Secret

# A named tuple's own constructor is Python code and takes twice as long as this one.
_new = tuple.__new__

# Looking an enum's member up costs as much as making a tuple.
_RIDE, _LONE, _TOP = Phase.RIDE, Phase.LONE, Ending.TOP


class Cards(NamedTuple):
    """Where the cards are after some were dealt, how often they were shuffled, and what to tell."""

    shuffles: int
    hands: tuple[int, ...]
    pile: tuple[int, ...]
    discards: int
    told: tuple[Event, ...]


def begin(table: Table) -> Step:
    """Deal six to each from seat 1, who is the first pilot, and begin the first trip."""
    return _start_trip(table, (0, 0, FIRST), _redealt(table, 0, FIRST), (0,) * table.seats, ())


def _start_trip(
    table: Table,
    counted: tuple[int, int, Seat],
    cards: Cards,
    scores: tuple[int, ...],
    past: tuple[tuple[int, ...], ...],
    last: TripResult | None = None,
) -> Step:
    """Put everybody into the basket on cloud 1; the pilot throws (B1).

    `counted` are the number of the trip before, of the throws before, and the pilot.
    """
    trip, throws, pilot = counted
    seats, trip = table.seats, trip + 1
    aboard = EVERYBODY[seats]
    throws, phase, turn, dice, told = ahead(table, throws, pilot, 1, aboard)
    begun = (
        table, trip, throws, cards.shuffles, phase, turn, pilot, 1, dice, aboard,
        cards.hands, cards.pile, cards.discards, scores, (0,) * seats, None, past, last,
    )  # fmt: skip
    return Step(_new(State, begun), (*cards.told, TripStarted(trip, pilot), *told))


def ahead(
    table: Table, throws: int, pilot: Seat, cloud: int, aboard: int
) -> tuple[int, Phase, Seat, str, tuple[Event, ...]]:
    """Let a new pilot throw at once, or choose first if he is alone (B1, B6).

    Gives the throws so far, the phase, whose turn it is, the dice, and what to tell.
    """
    if aboard == ABOARD[pilot]:
        return throws, _LONE, pilot, "", ()
    dice = table.chance.roll(throws + 1, DICE[cloud])
    turn = NEXT[table.seats][pilot][aboard]
    return throws + 1, _RIDE, turn, dice, (thrown(pilot, cloud, dice),)


def throw_alone(state: State) -> Step:
    """Throw the dice for a lone pilot, who has to resolve them (B6)."""
    number, pilot, cloud = state.throws + 1, state.pilot, state.cloud
    dice = state.table.chance.roll(number, DICE[cloud])
    after = state._replace(throws=number, dice=dice, phase=Phase.PAY)
    return Step(after, (DiceThrown(pilot, cloud, tuple(dice), alone=True),))


def end_trip(
    state: State, ending: Ending, told: tuple[Event, ...], paid: tuple[str, ...] = ()
) -> Step:
    """End a trip: score the top, then end the game, or draw cards and begin the next (B8-B11).

    The cloud of `state` is the one the trip ended on; `paid` is what the last flight cost.
    """
    table, pilot, scores, jumps = state.table, state.pilot, state.scores, state.jumps
    points = _points_of(state, ending)
    if ending is _TOP:
        gained = zip(scores, points, jumps, strict=True)
        scores = tuple([score + (0 if jump else made) for score, made, jump in gained])
    dice = () if ending is Ending.JUMP else tuple(state.dice)
    result = TripResult(state.trip, ending, pilot, state.cloud, dice, paid, jumps, points, scores)
    told, past = (*told, TripEnded(result)), (*state.points, points)
    if max(scores) >= table.target:
        over = state._replace(
            phase=Phase.OVER, turn=NOBODY, scores=scores, points=past, last=result
        )
        return Step(over, (*told, GameEnded(scores, winners(over))))
    following = ROUND[table.seats][pilot][1]
    if ending is _TOP and table.redeal:
        cards = _redealt(table, state.shuffles, following, told)
    else:
        cards = _all_draw(state, following, told)
    counted = (state.trip, state.throws, following)
    return _start_trip(table, counted, cards, scores, past, result)


def _points_of(state: State, ending: Ending) -> tuple[int, ...]:
    """Give what each seat made on the trip: where it jumped, or 25 at the top (B2, B8, B9)."""
    at_top = VALUES[TOP] if ending is _TOP else 0
    return tuple(
        [
            at_top if state.aboard & ABOARD[seat] else VALUES[jump]
            for seat, jump in enumerate(state.jumps, start=1)
        ]
    )


def _redealt(table: Table, shuffles: int, first: Seat, told: tuple[Event, ...] = ()) -> Cards:
    """Shuffle all cards and deal six to each, one at a time from the pilot round."""
    seats, number = table.seats, shuffles + 1
    order = _shuffled(table, number, IDENTITIES)
    hands = [0] * seats
    dealing: list[Secret] = []
    for place, seat in enumerate(ROUND[seats][first]):
        cards = order[place : DEALT * seats : seats]
        hands[seat - 1] = mask_of(cards)
        dealing.append(dealt(seat, cards))
    told = (*told, PackShuffled(len(order), whole=True), *dealing)
    return Cards(number, tuple(hands), order[DEALT * seats :], 0, told)


def _all_draw(state: State, first: Seat, told: tuple[Event, ...]) -> Cards:
    """Let everyone draw a card, from the next pilot round; an empty pile is made anew (B9)."""
    table, shuffles, discards, pile = state.table, state.shuffles, state.discards, state.pile
    hands, number = list(state.hands), 0
    for seat in ROUND[table.seats][first]:
        if number == len(pile) and discards:
            shuffles += 1
            heap = tuple(IDENTITIES[card] for card in cards_in(discards))
            pile, number, discards = _shuffled(table, shuffles, heap), 0, 0
            told = (*told, PackShuffled(len(pile), whole=False))
        if number < len(pile):
            card = pile[number]
            number += 1
            hands[seat - 1] |= 1 << card
            told = (*told, DRAWN[seat][card])
    return Cards(shuffles, tuple(hands), pile[number:], discards, told)


def _shuffled(table: Table, number: int, cards: tuple[str, ...]) -> tuple[int, ...]:
    order = table.chance.shuffle(INFO.key, number, cards)
    return tuple(NUMBER[identity] for identity in order)

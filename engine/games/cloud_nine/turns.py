"""The effect of each move, and how a deal begins and ends (N1-N8 of docs/rules.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from engine.cards import (
    CARD_OF_FACE,
    FACES,
    JOKER,
    LIKE,
    NO_TRUMPS,
    STRENGTH,
    SUIT_SIZE,
    lister,
    lowest,
    mask_of,
    with_card,
    without_card,
)
from engine.events import DealScored, DealStarted, Event, dealt, played
from engine.game import Step
from engine.games.cloud_nine.state import INFO, PACK, SEATS, Deal, State, TrickState, deal_result
from engine.games.cloud_nine.view import CardTaken, Phase, SecondNamed, TrickRanked
from engine.match import deal_in_turn
from engine.melds import NINE
from engine.seats import NOBODY, Seat, left_of, round_from

# The moves of Cloud Nine, each made once, and their spelling.


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card (0…52; 52 is any joker) to the trick."""

    phase: ClassVar = Phase.PLAY
    card: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take a card (0…52; 52 is any joker) of the trick into the cloud (N5)."""

    phase: ClassVar = Phase.TAKE
    card: int


@dataclass(frozen=True, slots=True)
class Second:
    """Name the runner-up (N4)."""

    phase: ClassVar = Phase.SECOND
    seat: Seat


Move: TypeAlias = Play | Take | Second


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons that every game has."""

    WRONG_PHASE = "wrong_phase"
    """A card is to be played and not taken, or the other way round, or the second to be named."""
    NOT_IN_HAND = "not_in_hand"
    """The card played is not in the hand."""
    NOT_IN_TRICK = "not_in_trick"
    """The card to be taken was not played to this trick."""
    ALREADY_TAKEN = "already_taken"
    """The card to be taken has gone to the winner's cloud."""
    NOT_A_CLAIMANT = "not_a_claimant"
    """The seat named has no claim to be second: it won the trick, or is no seat."""


_PLAYS = tuple(Play(CARD_OF_FACE[face]) for face in FACES)
_TAKES = tuple(Take(CARD_OF_FACE[face]) for face in FACES)
_SECONDS = tuple(Second(Seat(seat)) for seat in (1, 2, 3))

plays_of = lister(_PLAYS, once=True)
"""The moves that play one of a set of cards."""

takes_of = lister(_TAKES, once=True)
"""The moves that take one of a set of cards."""


def code(move: Move) -> str:
    """Spell a move as docs/rules.md does."""
    match move:
        case Play(card):
            return f"play {FACES[card]}"
        case Take(card):
            return f"take {FACES[card]}"
        case Second(seat):
            return f"second {seat}"


BY_CODE: Mapping[str, Move] = {
    code(move): move for moves in (_PLAYS, _TAKES, _SECONDS) for move in moves
}
"""Every move by its spelling."""


# The winner of a trick, the second, and those with an equal claim to it (N1-N4).

_STRENGTH = STRENGTH[NO_TRUMPS]
_INDICES = {0, 1, 2}


def ranked(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Rank a complete trick: return the indices 0…2 of the cards of winner, second and loser.

    Cards are in the order played. Only the winner's index is returned when the other two have equal
    claims to be second (N4).

    >>> from engine.cards import CARD_OF_FACE as card
    >>> ranked((card["2H"], card["AS"], card["3H"]))
    (2, 0, 1)
    >>> ranked((card["5H"], card["AS"], card["AC"]))
    (0,)
    """
    first, second, third = cards
    if first >= JOKER or second >= JOKER or third >= JOKER:
        return _ranked_with_jokers(cards)
    strength = _STRENGTH[first // SUIT_SIZE]
    a, b, c = strength[first], strength[second], strength[third]
    if b == c:
        # Equal strength is equal rank off the suit led, so the leader has won (N4).
        return (0,)
    if a > b:
        if b > c:
            return (0, 1, 2)
        return (0, 2, 1) if a > c else (2, 0, 1)
    if a > c:
        return (1, 0, 2)
    return (1, 2, 0) if b > c else (2, 1, 0)


def _ranked_with_jokers(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Rank a trick with one or two jokers (N2, N3): the first natural card sets the suit led."""
    naturals = [index for index, card in enumerate(cards) if card < JOKER]
    if len(naturals) == 1:
        # Two jokers: the natural card wins (N3), and both have an equal claim to be second (N4).
        return (naturals[0],)
    leads, answers = naturals
    (joker,) = _INDICES - {leads, answers}
    strength = _STRENGTH[cards[leads] // SUIT_SIZE]
    if strength[cards[answers]] > strength[cards[leads]]:
        return (answers, joker, leads)
    return (leads, joker, answers)


def deal_out(deal: Deal, before: tuple[Event, ...] = ()) -> Step:
    """Deal nine each, one at a time from the dealer's left, who leads; the rest is the stock."""
    order = deal.shuffled(INFO.key, PACK)
    leader = left_of(deal.dealer, SEATS)
    hands = [0] * SEATS
    events: list[Event] = [*before, DealStarted(deal.number, deal.dealer, leader)]
    for seat, cards in deal_in_turn(order, leader, SEATS, each=NINE):
        hands[seat - 1] = mask_of(cards)
        events.append(dealt(seat, tuple([FACES[card] for card in cards])))
    state = State(
        deal=deal,
        phase=Phase.PLAY,
        turn=leader,
        hands=tuple(hands),
        clouds=(0,) * SEATS,
        stock=order[SEATS * NINE :],
        trick=TrickState(1, leader),
        last_trick=None,
    )
    return Step(state, tuple(events))


def play(state: State, card: int) -> Step:
    """Play a card of the hand to the trick; the third card settles who wins it (N1-N4)."""
    seat, trick = state.turn, state.trick
    card = lowest(state.hands[seat - 1] & LIKE[card])
    event = played(seat, FACES[card], not trick.cards)
    hands = without_card(state.hands, seat, card)
    trick = trick.with_played(card)
    if len(trick.cards) < SEATS:
        after = state._replace(turn=left_of(seat, SEATS), hands=hands, trick=trick)
        return Step(after, (event,))
    ranking = tuple([trick.seats[index] for index in ranked(trick.cards)])
    trick = trick._replace(ranking=ranking)
    after = state._replace(phase=Phase.TAKE, turn=ranking[0], hands=hands, trick=trick)
    return Step(after, (event, _ranking_event(ranking)))


def take(state: State, card: int) -> Step:
    """Take a card of the trick into the cloud: first the winner, then the runner-up (N5)."""
    seat, ranking = state.turn, state.trick.ranking
    card = lowest(state.trick.untaken & LIKE[card])
    taken = CardTaken(seat, FACES[card], rest=False)
    trick = state.trick.with_taken(card)
    clouds = with_card(state.clouds, seat, card)
    if len(ranking) == 1:
        # Two have an equal claim to second place: the winner says next who is second (N4).
        after = state._replace(phase=Phase.SECOND, clouds=clouds, trick=trick)
        return Step(after, (taken,))
    winner, runner_up, _ = ranking
    if seat == winner:
        return Step(state._replace(turn=runner_up, clouds=clouds, trick=trick), (taken,))
    return _end_trick(state, trick, clouds, taken)


def claimants(state: State) -> tuple[Seat, ...]:
    """Return the seats that may be named second: all but the winner (N4)."""
    winner = state.trick.ranking[0]
    return round_from(winner, SEATS)[1:]


def name_second(state: State, second: Seat) -> Step:
    """Settle an equal claim to second place as the winner says (N4)."""
    winner = state.turn
    (loser,) = set(claimants(state)) - {second}
    trick = state.trick._replace(ranking=(winner, second, loser))
    after = state._replace(phase=Phase.TAKE, turn=second, trick=trick)
    return Step(after, (SecondNamed(winner, second),))


def _end_trick(state: State, trick: TrickState, clouds: tuple[int, ...], taken: CardTaken) -> Step:
    """Give the loser the last card (N5); they deal a card to each and lead (N6)."""
    loser, rest = trick.ranking[-1], lowest(trick.untaken)
    events: list[Event] = [taken, CardTaken(loser, FACES[rest], rest=True)]
    hands, stock = state.hands, state.stock
    for seat, card in zip(round_from(left_of(loser, SEATS), SEATS), stock, strict=False):
        hands = with_card(hands, seat, card)
        events.append(dealt(seat, (FACES[card],)))
    clouds, stock, trick = with_card(clouds, loser, rest), stock[SEATS:], trick.with_taken(rest)
    if trick.number == NINE:
        ended = state._replace(hands=hands, clouds=clouds, stock=stock, trick=trick)
        return _end_deal(ended, tuple(events))
    after = state._replace(
        phase=Phase.PLAY,
        turn=loser,
        hands=hands,
        clouds=clouds,
        stock=stock,
        trick=TrickState(trick.number + 1, loser),
        last_trick=trick,
        drawn=mask_of(state.stock[:SEATS]),
    )
    return Step(after, tuple(events))


def _end_deal(state: State, before: tuple[Event, ...]) -> Step:
    """Score a deal whose nine tricks are done (N7), and deal the next or end the game (N8)."""
    deal = state.deal
    result = deal_result(deal.number, state.clouds, state.hands, deal.totals)
    deal, events = deal.scored(result), (*before, DealScored(result))
    if deal.is_last():
        over = state._replace(deal=deal, phase=Phase.OVER, turn=NOBODY)
        return Step(over, (*events, deal.ended()))
    return deal_out(deal.following(next_dealer(result.points, deal.dealer)), events)


def next_dealer(points: tuple[int, ...], dealer: Seat) -> Seat:
    """Return the deal's highest scorer; of several, the nearest to the last dealer's left (N7)."""
    from_left = round_from(left_of(dealer, SEATS), SEATS)
    return max(from_left, key=lambda seat: points[seat - 1])


def _ranking_event(ranking: tuple[Seat, ...]) -> TrickRanked:
    """Return the event of a complete trick: the winner alone if they name the second (N4)."""
    winner, *others = ranking
    return TrickRanked(winner, *others) if others else TrickRanked(winner, None, None)

"""The effect of each move, and how a hand begins and ends, as in docs/rules.md (C1-C8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, TypeAlias

from engine.cards import FACES, JOKER, NO_TRUMPS, STRENGTH, lister, mask_of, suit_of, without_card
from engine.events import CardPlayed, DealScored, Event, dealt, played
from engine.game import Step
from engine.games.clumond.settlement import deal_result
from engine.games.clumond.state import (
    FULL_PACK,
    HELD,
    INFO,
    PACK,
    SAME_SUIT,
    SEATS,
    TRUMPS,
    Deal,
    State,
    TrickState,
    less_ante,
)
from engine.games.clumond.view import (
    PASS,
    TRICKS,
    DealStarted,
    Declared,
    NobodyDeclared,
    Passed,
    Phase,
    TrickWon,
)
from engine.match import deal_in_turn
from engine.seats import NOBODY, left_of, round_from, with_seat

# The moves of Clumond, each made once, and their spelling.


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the declaring to others (C2)."""

    phase: ClassVar = Phase.CALL


@dataclass(frozen=True, slots=True)
class Declare:
    """Go for the whole pot, with trumps: the number of a suit or NO_TRUMPS (C2)."""

    phase: ClassVar = Phase.CALL
    trumps: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card to the trick (C3)."""

    phase: ClassVar = Phase.PLAY
    card: int


Move: TypeAlias = Pass | Declare | Play


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons that every game has."""

    CALL_OVER = "call_over"
    """The call has ended: cards are played now."""
    CALL_FIRST = "call_first"
    """No card is played before the call has ended."""
    NOT_IN_HAND = "not_in_hand"
    """The card played is not in the hand."""
    MUST_FOLLOW = "must_follow"
    """The hand has cards of the suit led, and this is none of them."""


def code(move: Move) -> str:
    """Spell a move as docs/rules.md does.

    >>> code(Declare(NO_TRUMPS))
    'declare NT'
    """
    match move:
        case Pass():
            return PASS
        case Declare(trumps):
            return f"declare {TRUMPS[trumps]}"
        case Play(card):
            return f"play {FACES[card]}"


CALLS: tuple[Move, ...] = (Pass(), *(Declare(trumps) for trumps in (NO_TRUMPS, *range(NO_TRUMPS))))
"""The calls there are: a pass, then to declare without trumps and in each suit (C2)."""

plays_in = lister([Play(card) for card in range(JOKER)])
"""The plays of all cards of a set, spades first, each suit from the ace down."""

BY_CODE: Mapping[str, Move] = {code(move): move for move in (*CALLS, *plays_in(FULL_PACK))}
"""Every move by its spelling."""


def deal_out(deal: Deal, before: tuple[Event, ...] = ()) -> Step:
    """Take the antes and deal sixteen each, one at a time from the dealer's left (C1)."""
    totals = less_ante(deal.totals, deal.ante)
    deal = replace(deal, pot=deal.pot + SEATS * deal.ante, totals=totals)
    order, caller = deal.shuffled(INFO.key, PACK), left_of(deal.dealer, SEATS)
    hands = [0] * SEATS
    started = DealStarted(deal.number, deal.dealer, caller, deal.pot, deal.ante)
    events: list[Event] = [*before, started]
    for seat, cards in deal_in_turn(order, caller, SEATS, each=HELD):
        hands[seat - 1] = mask_of(cards)
        events.append(dealt(seat, tuple([FACES[card] for card in cards])))
    state = State(
        deal,
        phase=Phase.CALL,
        turn=caller,
        hands=tuple(hands),
        tricks=(0,) * SEATS,
        declarer=NOBODY,
        trumps=NO_TRUMPS,
        number=1,
        leader=caller,
        cards=(),
        last_trick=None,
    )
    return Step(state, tuple(events))


def pass_on(state: State) -> Step:
    """Let the next seat call; if the dealer passes too, the dealer's left leads (C2, C3)."""
    following = left_of(state.turn, SEATS)
    after, passed = state._replace(turn=following), Passed(state.turn)
    if state.turn == state.deal.dealer:
        return Step(after._replace(phase=Phase.PLAY), (passed, NobodyDeclared(following)))
    return Step(after, (passed,))


def declare(state: State, trumps: int) -> Step:
    """End the call with trumps named; the declarer's left leads (C2, C3)."""
    declarer, leader = state.turn, left_of(state.turn, SEATS)
    after = state._replace(
        phase=Phase.PLAY, turn=leader, leader=leader, declarer=declarer, trumps=trumps
    )
    return Step(after, (Declared(declarer, TRUMPS[trumps], leader),))


def playable(hand: int, cards: tuple[int, ...]) -> int:
    """Return the cards of a hand that may be played to a trick: of the suit led if able (C3)."""
    return hand & SAME_SUIT[cards[0]] or hand if cards else hand


def play(state: State, card: int) -> Step:
    """Play a card to the trick; the third one ends it (C3)."""
    seat, cards = state.turn, (*state.cards, card)
    hands = without_card(state.hands, seat, card)
    event = played(seat, FACES[card], not state.cards)
    if len(cards) < SEATS:
        after = state._replace(turn=left_of(seat, SEATS), hands=hands, cards=cards)
        return Step(after, (event,))
    return _end_trick(state._replace(hands=hands, cards=cards), event)


def winning(cards: tuple[int, ...], trumps: int) -> int:
    """Return the index, in the order played, of the card that wins a trick (C3).

    It is the highest trump, else the highest of the suit led.
    """
    strength = STRENGTH[trumps][suit_of(cards[0])]
    return cards.index(max(cards, key=strength.__getitem__))


def _end_trick(state: State, event: CardPlayed) -> Step:
    """Let the winner of the trick lead to the next; after the thirteenth the hand ends (C3)."""
    winner = round_from(state.leader, SEATS)[winning(state.cards, state.trumps)]
    trick = TrickState(state.number, state.leader, state.cards, winner)
    won = state.tricks[winner - 1] + 1
    tricks, events = with_seat(state.tricks, winner, won), (event, TrickWon(winner, won))
    if state.number == TRICKS:
        return _end_deal(state._replace(tricks=tricks, last_trick=trick), events)
    after = state._replace(
        turn=winner,
        tricks=tricks,
        number=state.number + 1,
        leader=winner,
        cards=(),
        last_trick=trick,
    )
    return Step(after, events)


def _end_deal(state: State, before: tuple[Event, ...]) -> Step:
    """Settle a hand whose last trick is done; deal the next or end the game (C4-C8)."""
    result = deal_result(state)
    deal, events = state.deal.scored(result), (*before, DealScored(result))
    if deal.is_last():
        over = state._replace(deal=replace(deal, pot=0), phase=Phase.OVER, turn=NOBODY)
        return Step(over, (*events, deal.ended()))
    following = deal.following(left_of(deal.dealer, SEATS))
    return deal_out(replace(following, pot=result.stays), events)

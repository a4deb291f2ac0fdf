"""What each move does: pass, declare, play a card (C2, C3)."""

from __future__ import annotations

from engine.cards import BIT
from engine.game import Step
from engine.games.clumond.deals import end_deal
from engine.games.clumond.state import (
    LEFT,
    ROUND,
    SAME_SUIT,
    TRICKS,
    State,
    Three,
    Tricking,
)
from engine.games.clumond.telling import DECLARED, FOLLOWED, LED, PASSED, UNDECLARED, WON
from engine.games.clumond.tricks import winning
from engine.games.clumond.view import Phase
from engine.seats import Seat

# A named tuple's own constructor is Python code and takes twice as long as this one, which every
# move calls twice.
_new = tuple.__new__

# Looking an enum's member up costs as much as making a tuple.
_PLAY = Phase.PLAY


def playable(hand: int, cards: tuple[int, ...]) -> int:
    """Return the cards of a hand that may be played to a trick: of the suit led if able (C3)."""
    return (hand & SAME_SUIT[cards[0]] or hand) if cards else hand


def pass_on(state: State) -> Step:
    """Pass; when the dealer has passed too, the dealer's left leads without trumps (C2, C3)."""
    turn, deal = state.turn, state.deal
    if turn != deal.dealer:
        return Step(state._replace(turn=LEFT[turn]), PASSED[turn])
    leader = LEFT[turn]
    after = state._replace(phase=Phase.PLAY, turn=leader)
    return Step(after, PASSED[turn] + UNDECLARED[leader])


def declare(state: State, trumps: int) -> Step:
    """Declare with trumps; the declarer's left leads, so that the declarer plays last (C2, C3)."""
    declarer = state.turn
    leader = LEFT[declarer]
    after = state._replace(
        phase=Phase.PLAY, turn=leader, declarer=declarer, trumps=trumps, leader=leader
    )
    return Step(after, DECLARED[declarer][trumps])


def play(state: State, seat: Seat, card: int) -> Step | None:
    """Play a card; the third decides who wins the trick and leads to the next (C3).

    Gives None if the rules refuse it; checked here because every move unpacks its state once.
    """
    deal, phase, turn, hands, tricks, declarer, trumps, number, leader, cards, last = state
    if turn != seat or phase is not _PLAY or not playable(hands[turn - 1], cards) & BIT[card]:
        return None
    events = (FOLLOWED if cards else LED)[turn][card]
    hands = _toggled(hands, turn, BIT[card])
    cards = (*cards, card)
    if len(cards) < len(hands):
        turn = LEFT[turn]
    else:
        turn = ROUND[leader][winning(cards, trumps)]
        tricks = _counted(tricks, turn)
        events += WON[turn][tricks[turn - 1]]
        last = _new(Tricking, (number, leader, cards, turn))
        if number == TRICKS:
            return end_deal(state._replace(hands=hands, tricks=tricks, cards=cards), last, events)
        number, leader, cards = number + 1, turn, ()
    after = (
        deal, phase, turn, hands, tricks, declarer, trumps, number, leader, cards, last,
    )  # fmt: skip
    return _new(Step, (_new(State, after), events))


def _toggled(sets: Three, seat: int, bit: int) -> Three:
    """Take a card out of a seat's set."""
    first, second, third = sets
    if seat == 1:
        return (first ^ bit, second, third)
    if seat == 2:
        return (first, second ^ bit, third)
    return (first, second, third ^ bit)


def _counted(tricks: Three, seat: int) -> Three:
    """Count a trick for a seat."""
    first, second, third = tricks
    if seat == 1:
        return (first + 1, second, third)
    if seat == 2:
        return (first, second + 1, third)
    return (first, second, third + 1)

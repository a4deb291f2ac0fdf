"""Clumond by the contract of `engine.game`; the rules' numbers are those of docs/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import BIT
from engine.games.clumond import settlement
from engine.games.clumond.imagine import imaginer
from engine.games.clumond.settlement import asks_of
from engine.games.clumond.state import (
    INFO,
    SAME_SUIT,
    SEATS,
    TRUMPS,
    Deal,
    State,
    TrickState,
    callers,
    hand_of,
    shown,
)
from engine.games.clumond.turns import (
    BY_CODE,
    CALLS,
    Declare,
    Move,
    Pass,
    Play,
    Refusal,
    code,
    deal_out,
    declare,
    pass_on,
    play,
    playable,
    plays_in,
)
from engine.games.clumond.view import TRICKS, Ask, ClumondView, Phase, Scoring, Trick
from engine.match import TurnGame, winners
from engine.options import settle
from engine.seats import NOBODY, Seat, round_from

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Options, Outcome, Step


class Clumond(TurnGame[State, Move, ClumondView]):
    """The game; it has no state of its own.

    >>> from engine.chance import Chance
    >>> game = Clumond()
    >>> state, events = game.start(3, {}, Chance(bytes(32)))
    >>> [game.code(call) for call in game.legal(state, Seat(1))]
    ['pass', 'declare NT', 'declare C', 'declare D', 'declare H', 'declare S']
    """

    info = INFO
    view_kind = ClumondView
    by_code = BY_CODE
    code = staticmethod(code)
    dump = staticmethod(settlement.dump)
    load = staticmethod(settlement.load)

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        scoring = Scoring(cast("str", settled["scoring"]))
        deal = Deal(
            chance=chance,
            deals=cast("int", settled["deals"]),
            dealer=Seat(seats),
            totals=(0,) * seats,
            ante=cast("int", settled["ante"]) if scoring is Scoring.CHIPS else 0,
            scoring=scoring,
        )
        return deal_out(deal)

    def moves(self, state: State) -> Sequence[Move]:
        """Return the calls that may be made (C2), or the cards that may be played (C3)."""
        if state.phase is Phase.CALL:
            return CALLS
        return plays_in(playable(state.hands[state.turn - 1], state.cards))

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a call (C2) or a card (C3) is refused; None if it is not."""
        if move.phase is not state.phase:
            return Refusal.CALL_FIRST if state.phase is Phase.CALL else Refusal.CALL_OVER
        if isinstance(move, Play):
            hand, bit = state.hands[state.turn - 1], BIT[move.card]
            if not playable(hand, state.cards) & bit:
                return Refusal.MUST_FOLLOW if hand & bit else Refusal.NOT_IN_HAND
        return None

    def make(self, state: State, move: Move) -> Step:
        match move:
            case Play(card):
                return play(state, card)
            case Declare(trumps):
                return declare(state, trumps)
            case Pass():
                return pass_on(state)

    def view(self, state: State, seat: Seat | None) -> ClumondView:
        deal, over = state.deal, state.phase is Phase.OVER
        return ClumondView(
            seat=seat,
            seats=SEATS,
            deals=cast("int", deal.deals),
            scoring=deal.scoring,
            ante=deal.ante,
            deal=deal.number,
            phase=state.phase,
            to_act=() if over else (state.turn,),
            dealer=deal.dealer,
            passed=_passed(state),
            declarer=state.declarer or None,
            trumps=None if state.phase is Phase.CALL else TRUMPS[state.trumps],
            trick=_present(state),
            last_trick=shown(state.last_trick) if state.last_trick else None,
            tricks=state.tricks,
            hand_counts=tuple([hand.bit_count() for hand in state.hands]),
            pot=deal.pot,
            hand=None if seat is None else hand_of(state.hands[seat - 1]),
            asks=() if seat is None else _asks(state, seat),
            legal=() if seat is None else tuple(map(code, self.legal(state, seat))),
            scores=deal.totals,
            deal_scores=deal.points,
            last_deal=deal.last,
            winners=winners(deal.totals) if over else (),
        )

    def outcome(self, state: State) -> Outcome | None:
        return state.deal.outcome() if state.phase is Phase.OVER else None

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], State]:
        return imaginer(self.own(view), heard)


def _passed(state: State) -> tuple[Seat, ...]:
    """Return the seats that have passed: all before the seat to call, or the declarer (C2)."""
    seats = callers(state.deal.dealer)
    if state.phase is Phase.CALL:
        return seats[: seats.index(state.turn)]
    return seats[: seats.index(state.declarer)] if state.declarer else seats


def _present(state: State) -> Trick:
    """Show the trick on the table; at the end of the game that is the last, which has a winner."""
    winner = state.last_trick.winner if state.phase is Phase.OVER and state.last_trick else NOBODY
    return shown(TrickState(state.number, state.leader, state.cards, winner))


def _asks(state: State, seat: Seat) -> tuple[Ask, ...]:
    """Say what the codes ask of a seat whose hand has this many tricks to come (C4).

    Whoever has still to follow to the trick will spell without one of the cards of its suit (C3).
    """
    hand, won = state.hands[seat - 1], state.tricks[seat - 1]
    if state.cards and seat not in round_from(state.leader, SEATS)[: len(state.cards)]:
        following = hand & SAME_SUIT[state.cards[0]]
        hand &= ~(following & -following)
    return asks_of(hand, won, TRICKS - sum(state.tricks))

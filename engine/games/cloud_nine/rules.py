"""Cloud Nine by the contract of `engine.game`; the rules' numbers are those of docs/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import FACES, LIKE, lowest, mask_of
from engine.games.cloud_nine import state
from engine.games.cloud_nine.imagine import imaginer
from engine.games.cloud_nine.state import INFO, SEATS, Deal, State, TrickState
from engine.games.cloud_nine.turns import (
    BY_CODE,
    Move,
    Play,
    Refusal,
    Second,
    Take,
    claimants,
    code,
    deal_out,
    name_second,
    play,
    plays_of,
    take,
    takes_of,
)
from engine.games.cloud_nine.view import CloudNineView, Phase, Played, Trick
from engine.match import TurnGame, winners
from engine.melds import nine_of
from engine.options import settle
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Options, Outcome, Step


class CloudNine(TurnGame[State, Move, CloudNineView]):
    """The game; it has no state of its own."""

    info = INFO
    view_kind = CloudNineView
    by_code = BY_CODE
    code = staticmethod(code)
    dump = staticmethod(state.dump)
    load = staticmethod(state.load)

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        target = cast("int | None", settled["target"])
        deals = cast("int", settled["deals"]) if target is None else None
        totals, dealer = (0,) * seats, Seat(seats)
        deal = Deal(chance=chance, deals=deals, target=target, dealer=dealer, totals=totals)
        return deal_out(deal)

    def moves(self, state: State) -> Sequence[Move]:
        """Return the cards to play (N1) or to take (N5), or the seats to name second (N4)."""
        if state.phase is Phase.PLAY:
            return plays_of(state.hands[state.turn - 1])
        if state.phase is Phase.TAKE:
            return takes_of(state.trick.untaken)
        return tuple(map(Second, claimants(state)))

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a move is refused; None if it is not (N1, N4, N5)."""
        if move.phase is not state.phase:
            return Refusal.WRONG_PHASE
        if isinstance(move, Play):
            in_hand = state.hands[state.turn - 1] & LIKE[move.card]
            return None if in_hand else Refusal.NOT_IN_HAND
        if isinstance(move, Take):
            if state.trick.untaken & LIKE[move.card]:
                return None
            in_trick = mask_of(state.trick.cards) & LIKE[move.card]
            return Refusal.ALREADY_TAKEN if in_trick else Refusal.NOT_IN_TRICK
        return None if move.seat in claimants(state) else Refusal.NOT_A_CLAIMANT

    def make(self, state: State, move: Move) -> Step:
        if isinstance(move, Play):
            return play(state, move.card)
        if isinstance(move, Take):
            return take(state, move.card)
        return name_second(state, move.seat)

    def view(self, state: State, seat: Seat | None) -> CloudNineView:
        deal, over = state.deal, state.phase is Phase.OVER
        return CloudNineView(
            seat=seat,
            seats=SEATS,
            deals=deal.deals,
            target=deal.target,
            deal=deal.number,
            phase=state.phase,
            to_act=() if over else (state.turn,),
            dealer=deal.dealer,
            trick=_shown(state.trick),
            last_trick=_shown(state.last_trick) if state.last_trick else None,
            clouds=tuple(map(nine_of, state.clouds)),
            hand_counts=tuple([hand.bit_count() for hand in state.hands]),
            stock=len(state.stock),
            hand=None if seat is None else nine_of(state.hands[seat - 1]),
            legal=() if seat is None else tuple(map(code, self.legal(state, seat))),
            scores=deal.totals,
            deal_scores=deal.points,
            last_deal=deal.last,
            winners=winners(deal.totals) if over else (),
            drawn=_drawn(state, seat),
        )

    def outcome(self, state: State) -> Outcome | None:
        return state.deal.outcome() if state.phase is Phase.OVER else None

    def imaginer(
        self,
        view: object,
        heard: Sequence[Heard],  # noqa: ARG002 - all that was heard is in the view
    ) -> Callable[[Random], State]:
        return imaginer(self.own(view))


def _drawn(state: State, seat: Seat | None) -> str | None:
    """Return what a seat was dealt after the last trick (N6), if it has not played since."""
    trick = state.trick
    if seat is None or seat in trick.seats[: len(trick.cards)]:
        return None
    drawn = state.hands[seat - 1] & state.drawn
    return FACES[lowest(drawn)] if drawn else None


def _shown(trick: TrickState) -> Trick:
    """Show a trick: who played which card, and who took it."""
    played = zip(trick.seats, trick.cards, strict=False)
    cards = tuple([Played(seat, FACES[card], trick.taker_of(card)) for seat, card in played])
    return Trick(trick.number, trick.leader, cards, trick.ranking)

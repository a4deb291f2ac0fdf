"""The rules of Clumond, in the order of docs/rules.md, whose numbers they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import BIT, CARD_OF_IDENTITY, FACES, mask_of
from engine.events import Event, Secret
from engine.game import IllegalMove, Outcome, Step
from engine.games.clumond.codec import dumped, loaded
from engine.games.clumond.imagine import imagined
from engine.games.clumond.moves import (
    CALLS,
    Declare,
    Move,
    Pass,
    Play,
    Refusal,
    code,
    parse,
    plays_in,
)
from engine.games.clumond.settling import deal_result
from engine.games.clumond.show import view_of
from engine.games.clumond.state import (
    HELD,
    INFO,
    NO_TRUMPS,
    NOTHING,
    PACK,
    PLAYERS,
    SAME_SUIT,
    SEATS,
    SUIT_OF,
    TRUMPS,
    Deal,
    State,
    Tricking,
    callers,
)
from engine.games.clumond.view import (
    TRICKS,
    CardPlayed,
    CardsDealt,
    ClumondView,
    DealScored,
    DealStarted,
    Declared,
    GameEnded,
    NobodyDeclared,
    Passed,
    Phase,
    Scoring,
    TrickWon,
)
from engine.options import settle
from engine.seats import NOBODY, Seat, left_of, round_from, with_seat

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Info, Json, Options


# The deal: sixteen cards each, one at a time from the dealer's left; each pays an ante (C1).


def deal_out(deal: Deal, events: tuple[Event, ...] = ()) -> Step:
    """Take the antes, shuffle and deal (C1); the dealer's left calls first (C2)."""
    deal = deal._replace(
        pot=deal.pot + PLAYERS * deal.ante,
        totals=tuple([total - deal.ante for total in deal.totals]),
    )
    seats = callers(deal.dealer)
    order = [
        CARD_OF_IDENTITY[identity] for identity in deal.chance.shuffle(INFO.key, deal.number, PACK)
    ]
    hands: tuple[int, ...] = NOTHING
    events += (DealStarted(deal.number, deal.dealer, seats[0], deal.pot),)
    for place, seat in enumerate(seats):
        cards = order[place : PLAYERS * HELD : PLAYERS]
        hands = with_seat(hands, seat, mask_of(cards))
        faces = tuple([FACES[card] for card in cards])
        events += (Secret((seat,), CardsDealt(seat, HELD, faces), CardsDealt(seat, HELD, ())),)
    dealt = State(
        deal,
        Phase.CALL,
        turn=seats[0],
        hands=hands,
        tricks=NOTHING,
        declarer=NOBODY,
        trumps=NO_TRUMPS,
        number=1,
        leader=seats[0],
        cards=(),
        last_trick=None,
    )
    return Step(dealt, events)


# The call: from the dealer's left, each passes or declares; the first to declare ends it (C2).


def pass_on(state: State) -> Step:
    """Let the next seat call; if the dealer passes too, the dealer's left leads (C2, C3)."""
    following = left_of(state.turn, PLAYERS)
    after, events = state._replace(turn=following), (Passed(state.turn),)
    if state.turn == state.deal.dealer:
        return Step(after._replace(phase=Phase.PLAY), (*events, NobodyDeclared(following)))
    return Step(after, events)


def declare(state: State, trumps: int) -> Step:
    """End the call with trumps named; the declarer's left leads (C2, C3)."""
    declarer, leader = state.turn, left_of(state.turn, PLAYERS)
    after = state._replace(
        phase=Phase.PLAY, turn=leader, leader=leader, declarer=declarer, trumps=trumps
    )
    return Step(after, (Declared(declarer, TRUMPS[trumps], leader),))


# Thirteen tricks: follow suit if able; the highest trump or card of the suit led wins (C3).


def playable(hand: int, cards: tuple[int, ...]) -> int:
    """Return the cards of a hand that may be played to a trick: of the suit led if able (C3)."""
    return (hand & SAME_SUIT[cards[0]] or hand) if cards else hand


def play(state: State, card: int) -> Step:
    """Play a card to the trick; the third one ends it (C3)."""
    seat = state.turn
    after = state._replace(
        turn=left_of(seat, PLAYERS),
        hands=with_seat(state.hands, seat, state.hands[seat - 1] ^ BIT[card]),
        cards=(*state.cards, card),
    )
    events = (CardPlayed(seat, FACES[card], leads=not state.cards),)
    return end_trick(after, events) if len(after.cards) == PLAYERS else Step(after, events)


def end_trick(state: State, events: tuple[Event, ...]) -> Step:
    """Let the winner of the trick lead to the next; after the thirteenth the hand ends (C3)."""
    winner = round_from(state.leader, PLAYERS)[winning(state.cards, state.trumps)]
    won = state.tricks[winner - 1] + 1
    after = state._replace(
        tricks=with_seat(state.tricks, winner, won),
        last_trick=Tricking(state.number, state.leader, state.cards, winner),
    )
    events += (TrickWon(winner, won),)
    if state.number == TRICKS:
        return end_deal(after, events)
    after = after._replace(turn=winner, number=state.number + 1, leader=winner, cards=())
    return Step(after, events)


def winning(cards: tuple[int, ...], trumps: int) -> int:
    """Return the place, from 0 in the order played, of the card that wins a trick (C3)."""
    led = SUIT_OF[cards[0]]
    contenders = [card for card in cards if SUIT_OF[card] == trumps] or [
        card for card in cards if SUIT_OF[card] == led
    ]
    return cards.index(max(contenders))


# The end: the hand is settled (C4-C7); after the last one the pot is split (C8).


def end_deal(state: State, events: tuple[Event, ...]) -> Step:
    """Settle a hand whose last trick is done; deal the next or end the game (C5-C8)."""
    deal, result = state.deal, deal_result(state)
    events += (DealScored(result),)
    settled = deal._replace(
        pot=result.stays, points=(*deal.points, result.points), totals=result.totals, last=result
    )
    if deal.number == deal.deals:
        over = state._replace(deal=settled._replace(pot=0), phase=Phase.OVER, turn=NOBODY)
        return Step(over, (*events, GameEnded(result.totals, winners(result.totals))))
    dealer = left_of(deal.dealer, PLAYERS)
    return deal_out(settled._replace(number=deal.number + 1, dealer=dealer), events)


def winners(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the highest balance; ties share (C8)."""
    return tuple([seat for seat in SEATS if totals[seat - 1] == max(totals)])


def refusal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Return why the rules refuse a move; None if they allow it."""
    if state.phase is Phase.OVER:
        return Refusal.GAME_OVER
    if state.turn != seat:
        return Refusal.NOT_YOUR_TURN
    if move.phase is not state.phase:
        return Refusal.CALL_FIRST if state.phase is Phase.CALL else Refusal.CALL_OVER
    if isinstance(move, Play):
        hand, bit = state.hands[seat - 1], BIT[move.card]
        if not hand & bit:
            return Refusal.NOT_IN_HAND
        if not playable(hand, state.cards) & bit:
            return Refusal.MUST_FOLLOW
    return None


class Clumond:
    """The game; it has no state of its own."""

    @property
    def info(self) -> Info:
        return INFO

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        scoring = Scoring(cast("str", settled["scoring"]))
        ante = cast("int", settled["ante"]) if scoring is Scoring.CHIPS else 0
        deals = cast("int", settled["deals"])
        return deal_out(Deal(deals, ante, scoring, chance, 1, SEATS[-1], 0, (), NOTHING, None))

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn} if state.turn else ())

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if state.turn != seat or not seat:
            return ()
        if state.phase is Phase.CALL:
            return CALLS
        return plays_in(playable(state.hands[seat - 1], state.cards))

    def apply(self, state: State, seat: Seat, move: Move) -> Step:
        refused = refusal(state, seat, move)
        if refused:
            raise IllegalMove(refused)
        match move:
            case Pass():
                return pass_on(state)
            case Declare(trumps):
                return declare(state, trumps)
            case Play(card):
                return play(state, card)

    def view(self, state: State, seat: Seat | None) -> ClumondView:
        legal = self.legal(state, seat) if seat else ()
        return view_of(
            state, seat, legal, winners(state.deal.totals) if state.phase is Phase.OVER else ()
        )

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        return Outcome(state.deal.totals, winners(state.deal.totals))

    def imagine(self, view: object, heard: Sequence[Heard], random: Random) -> State:
        if not isinstance(view, ClumondView):
            raise TypeError(f"not a view of Clumond: {type(view).__name__}")
        return imagined(view, heard, random)

    def code(self, move: Move) -> str:
        return code(move)

    def parse(self, code: str) -> Move:
        return parse(code)

    def dump(self, state: State) -> Json:
        return dumped(state)

    def load(self, data: Json) -> State:
        return loaded(data)

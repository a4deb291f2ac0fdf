"""The rules of Thunder, the smallest game; it is registered in tests alone.

- T1: two seats get five cards each of 52; seat 1 leads.
- T2: any card may be played. The higher rank, then the higher suit, wins the trick and leads.
- T3: most tricks win.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import islice
from random import Random
from typing import Any, NamedTuple, cast

from engine.cards import FACES, JOKER, RANKS, SUITS
from engine.chance import Chance
from engine.events import CardPlayed, GameEnded, Heard, dealt, played
from engine.game import Info, Json, Options, Outcome, Step
from engine.match import deal_in_turn, winners
from engine.options import settle
from engine.seats import NOBODY, Seat, left_of, with_seat
from engine.turns import TurnGame
from tests.games.thunder.view import ThunderView, TrickWon

PACK = FACES[:JOKER]


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons of every game."""

    NOT_IN_HAND = "not_in_hand"


class State(NamedTuple):
    """A position: whose turn it is, the hands, the card before each seat, the tricks won."""

    turn: Seat
    hands: tuple[tuple[str, ...], ...]
    table: tuple[str, ...] = ("", "")
    tricks: tuple[int, ...] = (0, 0)


class Thunder(TurnGame[State, str, ThunderView]):
    """The game; its moves are cards."""

    info = Info(key="thunder", title="Thunder", seats=(2,), options=(), rules_version=1)
    view_kind = ThunderView
    by_code = {f"play {card}": card for card in PACK}  # noqa: RUF012 - never changed

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settle(self.info, seats, options)
        order = chance.shuffle(self.info.key, 1, PACK)
        hands = deal_in_turn(order, Seat(1), seats, each=5)
        state = State(Seat(1), tuple(tuple(sorted(cards, key=PACK.index)) for _, cards in hands))
        return Step(state, tuple(dealt(seat, cards) for seat, cards in hands))

    def moves(self, state: State) -> Sequence[str]:
        return state.hands[state.turn - 1]

    def refusal(self, state: State, move: str) -> str | None:
        return None if move in self.moves(state) else Refusal.NOT_IN_HAND

    def make(self, state: State, move: str) -> Step:
        seat, leads = state.turn, all(state.table) or not any(state.table)
        hand = tuple(card for card in self.moves(state) if card != move)
        hands = with_seat(state.hands, seat, hand)
        table = with_seat(("", "") if leads else state.table, seat, move)
        event = played(seat, move, leads)
        if leads:
            return Step(State(left_of(seat, 2), hands, table, state.tricks), (event,))
        (winner,) = winners([(RANKS.index(card[0]), SUITS.index(card[1])) for card in table])
        tricks = with_seat(state.tricks, winner, state.tricks[winner - 1] + 1)
        ended = () if hand else (GameEnded(tricks, winners(tricks)),)
        after = State(winner if hand else NOBODY, hands, table, tricks)
        return Step(after, (event, TrickWon(winner, tricks[winner - 1]), *ended))

    def view(self, state: State, seat: Seat | None) -> ThunderView:
        counts, to_act = tuple(map(len, state.hands)), tuple(self.to_act(state))
        hand = None if seat is None else state.hands[seat - 1]
        legal = () if seat is None else tuple(map(self.code, self.legal(state, seat)))
        won = () if to_act else winners(state.tricks)
        return ThunderView(seat, to_act, hand, counts, state.table, legal, state.tricks, won)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.turn else Outcome(state.tricks, winners(state.tricks))

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], State]:
        own = self.own(view)
        known = {event.card for _, event in heard if isinstance(event, CardPlayed)}
        unseen = [card for card in PACK if card not in {*known, *own.table, *(own.hand or ())}]

        def imagined(random: Random) -> State:
            deck = iter(random.sample(unseen, len(unseen)))
            drawn = tuple(tuple(islice(deck, count)) for count in own.hand_counts)
            hands = with_seat(drawn, own.seat, own.hand or ()) if own.seat else drawn
            return State(next(iter(own.to_act), NOBODY), hands, own.table, own.scores)

        return imagined

    def code(self, move: str) -> str:
        return f"play {move}"

    def dump(self, state: State) -> Json:
        return cast("Json", state._asdict())

    def load(self, data: Json) -> State:
        kept: Any = data
        hands, table, tricks = tuple(map(tuple, kept["hands"])), kept["table"], kept["tricks"]
        return State(Seat(kept["turn"]), hands, tuple(table), tuple(tricks))

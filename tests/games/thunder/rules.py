"""The rules of Thunder, the example of a game; it is registered in tests alone.

- T1: two or three seats get five cards each of 52, and one bolt of R, G, P, Y; seat 1 leads.
- T2: a die is thrown before every trick, which gives as many points.
- T3: any card may be played. The higher rank, then the higher suit, wins the trick and leads.
- T4: the winner of the last trick gets all bolts: R gives 1, G 2, P 3, Y 4. Most points win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from engine.cards import FACES, JOKER, RANKS, SUITS
from engine.chance import SEED_BYTES, Chance
from engine.events import CardPlayed, GameEnded, Heard, dealt, played
from engine.game import Info, Json, Options, Outcome, Step
from engine.match import TurnGame, deal_in_turn, winners
from engine.options import settle
from engine.seats import NOBODY, Seat, left_of, with_seat
from tests.games.thunder.view import BOLTS, HAND, BoltsShown, DieThrown, ThunderView, TrickWon

if TYPE_CHECKING:
    from random import Random

    from engine.events import Event

PACK = FACES[:JOKER]
SIDES = "123456"


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons of every game."""

    NOT_IN_HAND = "not_in_hand"


class State(NamedTuple):
    """A position: whose turn it is, what everybody holds, the die, the card before each seat.

    `chance` is all that is to come: the next throw is that of the next trick.
    """

    turn: Seat
    hands: tuple[tuple[str, ...], ...]
    bolts: tuple[str, ...]
    chance: Chance
    die: str
    table: tuple[str, ...]
    scores: tuple[int, ...]


class Thunder(TurnGame[State, str, ThunderView]):
    """The game; its moves are cards."""

    info = Info(key="thunder", title="Thunder", seats=(2, 3), options=(), rules_version=1)
    view_kind = ThunderView
    by_code = {f"play {card}": card for card in PACK}  # noqa: RUF012 - never changed

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settle(self.info, seats, options)
        cards = deal_in_turn(chance.shuffle(self.info.key, 1, PACK), Seat(1), seats, HAND)
        bolts = deal_in_turn(chance.shuffle(self.info.key, 2, BOLTS), Seat(1), seats, 1)
        hands = tuple(tuple(sorted(held, key=PACK.index)) for _, held in cards)
        die, nothing = chance.roll(self.info.key, 1, 1, SIDES), (0,) * seats
        held = tuple(bolt for _, (bolt,) in bolts)
        state = State(Seat(1), hands, held, chance, die, ("",) * seats, nothing)
        return Step(state, (*(dealt(*one) for one in (*cards, *bolts)), DieThrown(die)))

    def moves(self, state: State) -> Sequence[str]:
        return state.hands[state.turn - 1]

    def refusal(self, state: State, move: str) -> str | None:
        return None if move in self.moves(state) else Refusal.NOT_IN_HAND

    def make(self, state: State, move: str) -> Step:
        seat, seats, leads = state.turn, len(state.hands), all(state.table) or not any(state.table)
        hand = tuple(card for card in self.moves(state) if card != move)
        table = with_seat(("",) * seats if leads else state.table, seat, move)
        state = state._replace(hands=with_seat(state.hands, seat, hand), table=table)
        event = played(seat, move, leads)
        if not all(table):
            return Step(state._replace(turn=left_of(seat, seats)), (event,))
        after, events = self._trick_won(state)
        return Step(after, (event, *events))

    def _trick_won(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """Give a whole trick to its winner; throw for the next one, or end the game."""
        ranks = [(RANKS.index(card[0]), SUITS.index(card[1])) for card in state.table]
        (winner,), points, left = winners(ranks), int(state.die), len(state.hands[0])
        bonus = 0 if left else sum(BOLTS.index(bolt) + 1 for bolt in state.bolts)
        scores = with_seat(state.scores, winner, state.scores[winner - 1] + points + bonus)
        won = TrickWon(winner, points)
        if not left:
            shown = BoltsShown(winner, state.bolts, bonus)
            ended = state._replace(turn=NOBODY, scores=scores)
            return ended, (won, shown, GameEnded(scores, winners(scores)))
        die = state.chance.roll(self.info.key, HAND - left + 1, 1, SIDES)
        return state._replace(turn=winner, scores=scores, die=die), (won, DieThrown(die))

    def view(self, state: State, seat: Seat | None) -> ThunderView:
        counts, to_act = tuple(map(len, state.hands)), tuple(self.to_act(state))
        hand = None if seat is None else state.hands[seat - 1]
        legal = () if seat is None else tuple(map(self.code, self.legal(state, seat)))
        won = () if to_act else winners(state.scores)
        seen = range(1, len(counts) + 1) if won else (seat,)
        bolts = tuple(bolt if n in seen else "" for n, bolt in enumerate(state.bolts, start=1))
        return ThunderView(
            seat, len(counts), to_act, hand, counts, bolts, state.die, state.table, legal,
            state.scores, won,
        )  # fmt: skip

    def outcome(self, state: State) -> Outcome | None:
        return None if state.turn else Outcome(state.scores, winners(state.scores))

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], State]:
        own = self.own(view)
        known = {event.card for _, event in heard if isinstance(event, CardPlayed)}
        unseen = [card for card in PACK if card not in {*known, *own.table, *(own.hand or ())}]
        others = [bolt for bolt in BOLTS if bolt not in own.bolts]

        def imagined(random: Random) -> State:
            deck = iter(random.sample(unseen, len(unseen)))
            drawn = tuple(tuple(islice(deck, count)) for count in own.hand_counts)
            hands = with_seat(drawn, own.seat, own.hand or ()) if own.seat else drawn
            hidden = iter(random.sample(others, len(others)))
            bolts = tuple(bolt or next(hidden) for bolt in own.bolts)
            turn, chance = next(iter(own.to_act), NOBODY), Chance(random.randbytes(SEED_BYTES))
            return State(turn, hands, bolts, chance, own.die, own.table, own.scores)

        return imagined

    def code(self, move: str) -> str:
        return f"play {move}"

    def dump(self, state: State) -> Json:
        return cast("Json", state._asdict() | {"chance": state.chance.dump()})

    def load(self, data: Json) -> State:
        kept: Any = data
        hands, bolts = tuple(map(tuple, kept["hands"])), tuple(kept["bolts"])
        chance, table = Chance.load(kept["chance"]), tuple(kept["table"])
        turn, scores = Seat(kept["turn"]), tuple(kept["scores"])
        return State(turn, hands, bolts, chance, kept["die"], table, scores)

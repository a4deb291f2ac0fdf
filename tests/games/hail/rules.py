"""The rules of Hail, the smallest game: no cards, nothing hidden; it is registered in tests alone.

- H1: two seats throw a die in turn. What it shows goes on the heap of the seat to move.
- H2: it may throw again, or keep its heap as points. A 1 melts the heap. Either ends its turn.
- H3: everybody has three turns; most points win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from engine.chance import SEED_BYTES, Chance
from engine.events import Event, GameEnded, Heard
from engine.game import Info, Json, Options, Outcome, Step
from engine.match import TurnGame, winners
from engine.options import settle
from engine.seats import NOBODY, Seat, left_of, with_seat
from tests.games.hail.view import TURNS, HailView, Kept, Thrown

if TYPE_CHECKING:
    from random import Random

SIDES = "123456"
MELTS = "1"
FULL = 20
"""A heap of this many points or more is kept at once."""


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons of every game."""

    NO_HEAP = "no_heap"


class State(NamedTuple):
    """A position: whose turn it is and which, the heap, the throws so far and those to come."""

    turn: Seat
    turns: int
    heap: int
    scores: tuple[int, ...]
    chance: Chance
    throws: int = 0
    die: str = ""


class Hail(TurnGame[State, str, HailView]):
    """The game; its moves are their own spelling."""

    info = Info(key="hail", title="Hail", seats=(2,), options=(), rules_version=1)
    view_kind = HailView
    by_code = {"throw": "throw", "keep": "keep"}  # noqa: RUF012 - never changed

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settle(self.info, seats, options)
        return Step(State(Seat(1), 0, 0, (0,) * seats, chance), ())

    def moves(self, state: State) -> Sequence[str]:
        return ("throw", "keep") if state.heap else ("throw",)

    def refusal(self, state: State, move: str) -> str | None:
        return None if move in self.moves(state) else Refusal.NO_HEAP

    def make(self, state: State, move: str) -> Step:
        if move == "keep":
            return self._ended(state, ())
        throws = state.throws + 1
        die = state.chance.roll(self.info.key, throws, 1, SIDES)
        heap = 0 if die == MELTS else state.heap + int(die)
        thrown = state._replace(throws=throws, die=die, heap=heap)
        events = (Thrown(state.turn, die, heap),)
        return Step(thrown, events) if 0 < heap < FULL else self._ended(thrown, events)

    def _ended(self, state: State, events: tuple[Event, ...]) -> Step:
        """End a turn: its heap counts, and the other one throws, or the game is over."""
        seat, turns = state.turn, state.turns + 1
        scores = with_seat(state.scores, seat, state.scores[seat - 1] + state.heap)
        if state.heap:
            events = (*events, Kept(seat, state.heap))
        if turns < 2 * TURNS:
            after = state._replace(turn=left_of(seat, 2), turns=turns, heap=0, scores=scores)
            return Step(after, events)
        after = state._replace(turn=NOBODY, turns=turns, heap=0, scores=scores)
        return Step(after, (*events, GameEnded(scores, winners(scores))))

    def view(self, state: State, seat: Seat | None) -> HailView:
        # Nothing is hidden, so the board offers the moves to whoever has them, too.
        asked = state.turn if seat is None else seat
        won = () if state.turn else winners(state.scores)
        legal = tuple(self.legal(state, asked))
        to_act = tuple(self.to_act(state))
        return HailView(seat, to_act, state.turns, state.heap, state.die, legal, state.scores, won)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.turn else Outcome(state.scores, winners(state.scores))

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], State]:
        own = self.own(view)
        throws = sum(isinstance(event, Thrown) for _, event in heard)

        def imagined(random: Random) -> State:
            turn, chance = next(iter(own.to_act), NOBODY), Chance(random.randbytes(SEED_BYTES))
            return State(turn, own.turns, own.heap, own.scores, chance, throws, own.die)

        return imagined

    def code(self, move: str) -> str:
        return move

    def dump(self, state: State) -> Json:
        return cast("Json", state._asdict() | {"chance": state.chance.dump()})

    def load(self, data: Json) -> State:
        kept: Any = data
        turn, scores, chance = Seat(kept["turn"]), kept["scores"], Chance.load(kept["chance"])
        return State(**{**kept, "turn": turn, "scores": tuple(scores), "chance": chance})

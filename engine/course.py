"""A game being played: its state, and everything that happened on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.chance import Chance
from engine.events import Event, Heard, as_seen_by
from engine.game import AnyGame, Options, View
from engine.seats import Seat
from engine.trail import Trail


@dataclass(frozen=True, slots=True)
class Course:
    """A game up to some move: `happened[0]` are the events of the start, then those of each move.

    A move leads to the next course; this one stays as it is. `told` is what of it everybody heard.
    Both are empty where the game was taken up from a state: nobody knows then what was heard.

    >>> from engine.chance import Chance
    >>> from engine.games import GAMES
    >>> course = Course.begin(GAMES["nimbly"], 3, {"deals": 1}, Chance(bytes(32)))
    >>> course.to_act(), course.legal(course.to_act()[0])[:3]
    ((1,), ('draw A', 'draw B', 'draw C'))
    >>> course = course.then(course.to_act()[0], "draw AAB")
    >>> course.to_act(), course.view(None).last_draw.rows, len(course.happened)
    ((2,), 'AAB', 2)
    >>> Course.taken_up(course.game, course.state).to_act()
    (2,)
    """

    game: AnyGame
    # Only the game knows what kind of state it is.
    state: Any
    happened: Trail[tuple[Event, ...]]
    told: Trail[tuple[Event, ...]]

    @classmethod
    def begin(cls, game: AnyGame, seats: int, options: Options, chance: Chance) -> Course:
        """Start a game. Raises BadOptions and BadChance."""
        step = game.start(seats, options, chance)
        told = as_seen_by(None, step.events)
        return cls(game, step.state, Trail([step.events]), Trail([told]))

    @classmethod
    def taken_up(cls, game: AnyGame, state: object) -> Course:
        """Take a game up from a state, without what happened before."""
        return cls(game, state, Trail(), Trail())

    def then(self, seat: Seat, code: str) -> Course:
        """Make a move by its spelling. Raises IllegalMove and BadChance."""
        step = self.game.apply(self.state, seat, self.game.parse(code))
        # Without its beginning a trail would count its moves wrongly.
        if not self.happened:
            return Course(self.game, step.state, self.happened, self.told)
        told = self.told.then(as_seen_by(None, step.events))
        return Course(self.game, step.state, self.happened.then(step.events), told)

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that may move, in order; () when the game is over."""
        return tuple(sorted(self.game.to_act(self.state)))

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """Spell the legal moves of a seat."""
        return tuple(self.game.code(move) for move in self.game.legal(self.state, seat))

    def view(self, seat: Seat | None) -> View:
        """Show what a seat (None = a spectator) sees now."""
        return self.game.view(self.state, seat)

    def heard(self, seat: Seat | None) -> tuple[Heard, ...]:
        """Return everything a seat (None = a spectator) has heard since the start.

        Raises ValueError for a game that was taken up from a state.
        """
        if not self.happened:
            raise ValueError("what happened before this state is not known")
        everything = enumerate(zip(self.happened, self.told, strict=True))
        return tuple(
            Heard(move, event)
            for move, (events, told) in everything
            for event in (told if told is events else as_seen_by(seat, events))
        )

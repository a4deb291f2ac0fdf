"""A game being played: its state, and everything that happened on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.events import Event, Heard, as_seen_by
from engine.trail import Trail

if TYPE_CHECKING:
    from engine.chance import Chance
    from engine.game import AnyGame, Options, View
    from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Course:
    """A game up to some move: `happened[0]` are the events of the start, then those of each move.

    A move leads to the next course; this one stays as it is.

    >>> from engine.chance import Chance
    >>> from engine.games import GAMES
    >>> course = Course.begin(GAMES["nimbly"], 3, {"deals": 1}, Chance(bytes(32)))
    >>> course.to_act(), course.legal(course.to_act()[0])[:3]
    ((1,), ('draw A', 'draw B', 'draw C'))
    >>> course = course.then(course.to_act()[0], "draw AAB")
    >>> course.to_act(), course.view(None).last_draw.rows, len(course.happened)
    ((2,), 'AAB', 2)
    """

    game: AnyGame
    # Only the game knows what kind of state it is.
    state: Any
    happened: Trail[tuple[Event, ...]]

    @classmethod
    def begin(cls, game: AnyGame, seats: int, options: Options, chance: Chance) -> Course:
        """Start a game. Raises BadOptions and BadChance."""
        step = game.start(seats, options, chance)
        return cls(game, step.state, Trail([step.events]))

    def then(self, seat: Seat, code: str) -> Course:
        """Make a move by its spelling. Raises IllegalMove and BadChance."""
        step = self.game.apply(self.state, seat, self.game.parse(code))
        return Course(self.game, step.state, self.happened.then(step.events))

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
        """Return everything a seat (None = a spectator) has heard since the start."""
        return tuple(
            Heard(move, event)
            for move, events in enumerate(self.happened)
            for event in as_seen_by(seat, events)
        )

"""How a game looks in Discord: the contract of a presenter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.events import Event
    from engine.players.robot import RankedMove
    from render.api import Words

Names = Sequence[str]
"""The name of each seat, ready to stand in Discord's markdown."""


class Tone(StrEnum):
    """How a control stands out: the move asked for, or an ordinary one."""

    MAIN = "main"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Control:
    """A button for one move: its spelling (docs/rules.md) and its label (≤ 80 characters).

    Moves of one `group` share rows of buttons; a new group begins a new row.
    """

    code: str
    label: str
    tone: Tone = Tone.PLAIN
    group: int = 0


class Presenter(Protocol):
    """Words and controls of one game; knows views and events, never states."""

    def headline(self, view: object, say: Words) -> str:
        """Say where the game stands, such as the deal and the trick."""

    def prompt(self, view: object, say: Words) -> str:
        """Ask the seat of the view for its move."""

    def note(self, say: Words) -> str:
        """Say in a small line under every hand how the game scores; "" if it needs none."""

    def waiting(self, view: object, say: Words, names: Names) -> str:
        """Say on the board whose turn it is and for what."""

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        """Tell a public event in one sentence; None for what needs no words."""

    def move_name(self, view: object, code: str, say: Words, names: Names) -> str:
        """Name a legal move in words, different from every other legal move's name."""

    def controls(self, view: object, say: Words, names: Names) -> tuple[Control, ...]:
        """Return the controls of the seat's legal moves, for its private hand."""

    def open_controls(self, view: object, say: Words, names: Names) -> tuple[Control, ...]:
        """Return the controls of moves that hide nothing, for the board everybody sees."""

    def reasons(self, view: object, move: RankedMove, say: Words) -> tuple[str, ...]:
        """Say why a house player likes a move of the view's seat, in numbers of the game.

        Each a part of a sentence without capital or full stop; what the move lacks is left out.
        """

    def hand_number(self, view: object) -> int:
        """Return the number of the hand's message: a new number is a new message."""

    def shows_result(self, view: object) -> bool:
        """Return whether the board still shows the last deal's result above the new table."""

    def ends_deal(self, event: Event) -> bool:
        """Return whether an event is the end of a deal, of which the board goes on telling a while."""

    def forced(self, view: object) -> str | None:
        """Return the move that the seat to act has to make; None where it has a choice.

        Only what every spectator can see to be forced: `view` is a spectator's. What follows from
        a hand is left to its person, so that nobody learns anything from how quickly it is made.
        """

    def retired(self, view: object, say: Words) -> str:
        """Say in a finished deal's hand message what the seat made of it; "" if none is finished.

        While the game lasts it also says what that came to; at its end the result does.
        """

    def score(self, view: object, points: int, say: Words) -> str:
        """Spell a final score with its unit, such as points or chips."""

    def ending(self, view: object, say: Words) -> str:
        """Say what the places and scores of a finished game do not tell; "" where that is all."""

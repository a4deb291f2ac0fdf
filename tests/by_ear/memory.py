"""What a listener remembers of a game: how it stands, and what was heard."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.events import Event, Heard
from engine.seats import Seat
from tests.by_ear.grammar import Grammar, Said


class Missed(Exception):
    """What was heard does not follow from what is known: something was not told."""


class Memory(ABC):
    """The game at one table, as somebody who knows the rules has it in mind.

    `names` are those of all seats in their order and `own` is the listener's seat.
    """

    game: ClassVar[str]
    keys: ClassVar[Sequence[str]]
    """The texts that matter."""
    kinds: ClassVar[Mapping[str, str]] = {}
    ends: ClassVar[Mapping[str, str]] = {}
    first: ClassVar[Sequence[str]] = ()
    """The questions that are asked once, when the game begins."""

    def __init__(self, names: Sequence[str], own: int) -> None:
        self.names = tuple(names)
        self.own = Seat(own)
        self.grammar = Grammar(self.names, self.keys, self.kinds, self.ends)
        self.heard: list[Heard] = []
        self.hand: list[str] = []

    def seat(self, words: str) -> Seat:
        """Return the seat of who is named."""
        name = self.grammar.name_of(words)
        return self.own if name.casefold() == "you" else Seat(self.names.index(name) + 1)

    def note(self, event: Event) -> None:
        """Remember something that happened."""
        self.heard.append(Heard(len(self.heard), event))

    @abstractmethod
    def happened(self, said: Said) -> None:
        """Take in a sentence of what happened. Raises Missed."""

    @abstractmethod
    def settled(self) -> None:
        """Check, at one's own turn, that all is known. Raises Missed."""

    @abstractmethod
    def answered(self, question: str, said: Sequence[Said], spoken: str) -> None:
        """Take in the answer to a question."""

    @abstractmethod
    def lacking(self) -> Sequence[str]:
        """Return the questions to ask one after the other when something was missed."""

    @abstractmethod
    def caught_up(self, said: Sequence[Said]) -> None:
        """Follow what was answered, and what the last message said, from where it was clear.

        Raises Missed, and remembers nothing then.
        """

    @abstractmethod
    def code(self, label: str) -> str | None:
        """Return the move that a label offers; None for what is none."""

    @abstractmethod
    def view(self, legal: Sequence[str]) -> Any:
        """Return the view of the seat that is to move."""

    def ordered(self, legal: Sequence[str]) -> tuple[str, ...]:
        """Return moves in the order in which the rules list them."""
        return tuple(legal)

    @abstractmethod
    def moved(self, code: str) -> None:
        """Take in one's own move."""

    def matters(self, heard: Sequence[Heard]) -> list[Event]:
        """Return of what was heard what a house player can make use of."""
        return [event for _, event in heard]

    def compared(self, view: Any) -> Any:
        """Return a view without what no house player looks at."""
        return view

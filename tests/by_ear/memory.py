"""What a listener remembers of a game: how it stands, and what was heard."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.events import Event, Heard
from engine.seats import Seat
from tests.by_ear.grammar import Grammar, Said, by_suit, card_of, text

_TRICKS = frozenset({"alt.trick.now", "alt.trick.last"})
"""The texts of a whole trick."""


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
    """See `Grammar`."""
    ends: ClassVar[Mapping[str, str]] = {}
    first: ClassVar[Sequence[str]] = ()
    """The questions that are asked once, when the game begins."""

    def __init__(self, names: Sequence[str], own: int) -> None:
        self.names = tuple(names)
        self.own = Seat(own)
        self.grammar = Grammar(
            self.names, self.keys, {**self.kinds, **self.more_kinds()}, self.ends
        )
        self.heard: list[Heard] = []
        self.hand: list[str] = []
        self.told: list[str] = []
        """The cards of the own hand that the last message named."""

    def more_kinds(self) -> Mapping[str, str]:
        """Return kinds that are made of texts."""
        return {}

    def saved(self) -> dict[str, Any]:
        """Return all that is remembered."""
        known = vars(self).items()
        return {name: [*value] if isinstance(value, list) else value for name, value in known}

    def restore(self, saved: dict[str, Any]) -> None:
        """Forget all that was taken in since it was `saved`."""
        vars(self).update(saved)

    def held(self, said: Said) -> bool:
        """Take in a sentence about the own hand; return whether it is one."""
        match said.key.split("."):
            case ["holding", "suit"]:
                self.told += by_suit(said.values["suit"], said.values["ranks"])
            case ["holding", "only"]:
                self.told += by_suit(said.values["suit"], said.values["rank"])
            case ["holding", "new"]:
                self.told += [card_of(said.values["card"])]
            case ["holding", "jokers"]:
                self.told += ["JK"] * (said.number() if said.values.get("n") else 1)
            case ["holding", "none"]:
                self.told = []
            case _:
                return False
        return True

    def leads(self, said: Said) -> bool | None:
        """Return whether a card that was played was led; None where that is not told."""
        if text("trick.leads") == text("trick.plays"):
            return None
        return said.key == "trick.leads"

    @abstractmethod
    def size(self) -> int:
        """Return how many cards the own hand has."""

    def knows_hand(self) -> bool:
        """Return whether all cards of the own hand are known, from this message or before."""
        if len(self.told) == self.size():
            self.hand = self.told
        elif len(self.hand) + len(self.told) == self.size():
            self.hand = [*self.hand, *self.told]
        return len(self.hand) == self.size()

    def seat(self, words: str) -> Seat:
        """Return the seat of who is named."""
        name = self.grammar.name_of(words)
        is_own = name.casefold().removesuffix(" have") == "you"
        return self.own if is_own else Seat(self.names.index(name) + 1)

    def note(self, event: Event) -> None:
        """Remember something that happened."""
        self.heard.append(Heard(len(self.heard), event))

    def trick_cards(self, said: Sequence[Said]) -> list[tuple[Seat, str, str]]:
        """Return who played which cards of a trick that was told, and what came of each."""
        told = [each.values["cards"] for each in said if each.key in _TRICKS]
        return [
            (self.seat(one.values["name"]), card_of(one.values["card"]), card[len(one.text) :])
            for card in "; ".join(told).split("; ")
            for key in ("alt.trick.led", "alt.trick.played")
            for one in self.grammar.each(key, card)
        ]

    def fresh(self, said: Sequence[Said]) -> Sequence[Said]:
        """Return what was said without what is known already."""
        return said

    @abstractmethod
    def happened(self, said: Said) -> None:
        """Take in a sentence of what happened. Raises Missed."""

    @abstractmethod
    def settled(self, legal: Sequence[str]) -> None:
        """Check, at one's own turn, that all is known: by what is offered, too. Raises Missed."""

    @abstractmethod
    def answered(self, question: str, said: Sequence[Said], spoken: str) -> None:
        """Take in the answer to a question."""

    @abstractmethod
    def lacking(self, said: Sequence[Said]) -> Sequence[str]:
        """Return the questions to ask one after the other when something was missed."""

    @abstractmethod
    def caught_up(self, said: Sequence[Said], legal: Sequence[str]) -> None:
        """Follow what was answered, and what the last message said, from where it was clear.

        Raises Missed.
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

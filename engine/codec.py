"""Parts of all games' codecs: stored JSON objects read by kind, cards spelled, a deal's head."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from engine.cards import CARD_OF_IDENTITY, IDENTITIES, identities_in, mask_of_faces
from engine.chance import Chance
from engine.game import Json
from engine.match import Deal, totals_of
from engine.seats import Seat


class Stored:
    """A JSON object (or list) of a stored state, whose values are read by their kind.

    Only the game's own `dump` writes what is read here, so its shape is known and not checked.

    >>> stored = Stored({"turn": 2, "stock": "KH JK1"})
    >>> stored.seat("turn"), stored.cards("stock")
    (2, (37, 52))
    """

    def __init__(self, data: Json) -> None:
        self._values = cast("dict[str | int, Json]", data)

    def number(self, key: str | int) -> int:
        return cast("int", self._values[key])

    def numbers(self, key: str | int) -> tuple[int, ...]:
        return tuple(cast("list[int]", self._values[key]))

    def flag(self, key: str | int) -> bool:
        return cast("bool", self._values[key])

    def text(self, key: str | int) -> str:
        return cast("str", self._values[key])

    def texts(self, key: str | int) -> tuple[str, ...]:
        return tuple(cast("list[str]", self._values[key]))

    def seat(self, key: str | int) -> Seat:
        return Seat(self.number(key))

    def seats(self, key: str | int) -> tuple[Seat, ...]:
        return tuple(map(Seat, self.numbers(key)))

    def cards(self, key: str | int) -> tuple[int, ...]:
        """Return cards in their order, as `spelled` wrote them."""
        return cards_of(self.text(key))

    def card_set(self, key: str | int) -> int:
        """Return a set of cards, as `spelled_set` wrote it, or as faces."""
        return mask_of_faces(self.text(key).split())

    def card_sets(self, key: str | int) -> tuple[int, ...]:
        return tuple([mask_of_faces(text.split()) for text in self.texts(key)])

    def part(self, key: str | int) -> Stored:
        """Return the object or list inside."""
        return Stored(self._values[key])

    def part_if_any(self, key: str | int) -> Stored | None:
        """Return the object or list inside; None if there is null."""
        return self.part(key) if self.has(key) else None

    def has(self, key: str | int) -> bool:
        """Return whether there is a value other than null."""
        return self._values[key] is not None

    def number_if_any(self, key: str) -> int | None:
        """Return the number; None if there is null or no such key."""
        return cast("int | None", self._values.get(key))

    def points(self) -> tuple[tuple[int, ...], ...]:
        """Return the points of each finished deal."""
        return tuple(map(tuple, cast("list[list[int]]", self._values["points"])))

    def chance(self) -> Chance:
        return Chance.load(cast("dict[str, object]", self._values["chance"]))


def cards_of(text: str) -> tuple[int, ...]:
    """Read what `spelled` wrote."""
    return tuple([CARD_OF_IDENTITY[card] for card in text.split()])


def spelled(cards: Iterable[int]) -> str:
    """Spell cards in their order, jokers told apart."""
    return " ".join([IDENTITIES[card] for card in cards])


def spelled_set(cards: int) -> str:
    """Spell a set of cards."""
    return " ".join(identities_in(cards))


def dump_deal(deal: Deal[Any], last: Json) -> dict[str, Json]:
    """Write what every game of deals stores of its deal; `last` is the result, already written."""
    return {
        "deals": deal.deals,
        "target": deal.target,
        "chance": cast("Json", deal.chance.dump()),
        "deal": deal.number,
        "dealer": deal.dealer,
        "points": [list(points) for points in deal.points],
        "last": last,
    }


def load_deal(stored: Stored, seats: int) -> dict[str, Any]:
    """Read back what `dump_deal` wrote, as the arguments of a Deal, all but `last`."""
    points = stored.points()
    return {
        "deals": stored.number_if_any("deals"),
        "target": stored.number_if_any("target"),
        "chance": stored.chance(),
        "number": stored.number("deal"),
        "dealer": stored.seat("dealer"),
        "points": points,
        "totals": totals_of(points, seats),
    }

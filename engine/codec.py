"""Parts of all games' codecs: stored JSON objects read by kind, cards spelled, a deal's head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
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


# Views as JSON values and as text, for programs that know nothing of the game.


def plain(value: object) -> Json:
    """Return a view, or any part of one, as JSON values.

    >>> from engine.events import CardPlayed
    >>> from engine.seats import Seat
    >>> plain(CardPlayed(Seat(1), "KH", leads=True))
    {'seat': 1, 'card': 'KH', 'leads': True}
    """
    if isinstance(value, Enum):
        return cast("Json", value.value)
    named = dict(_fields(value))
    if named:
        return {name: plain(part) for name, part in named.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"a view holds no {type(value).__name__}")


def line_of(value: object) -> str:
    """Write an event, or any part of a view, on one line.

    >>> from engine.events import CardPlayed
    >>> from engine.seats import Seat
    >>> line_of(CardPlayed(Seat(1), "KH", leads=True))
    'CardPlayed(seat 1, card KH, leads True)'
    """
    if isinstance(value, Enum):
        return str(value.value)
    named = dict(_fields(value))
    if named:
        inside = ", ".join(f"{name} {line_of(part)}" for name, part in named.items())
        return f"{type(value).__name__}({inside})"
    if isinstance(value, tuple) and value:
        parts = [line_of(part) for part in value]
        return (
            " ".join(parts) if all(" " not in part for part in parts) else f"[{'; '.join(parts)}]"
        )
    if value in (None, "", ()):
        return "-"
    return str(value)


def lines_of(view: object, unless_in: object = None) -> Iterator[str]:
    """Write a view, one line for each field; leave out those that are the same in `unless_in`."""
    known = dict(_fields(unless_in))
    for name, value in _fields(view):
        if name in known and known[name] == value:
            continue
        if isinstance(value, tuple) and any(dict(_fields(part)) for part in value):
            yield f"{name}:"
            yield from (
                f"  {number}. {line_of(part)}" for number, part in enumerate(value, start=1)
            )
        else:
            yield f"{name}: {line_of(value)}"


def _fields(value: object) -> Iterator[tuple[str, object]]:
    """Return the named parts of a dataclass or named tuple."""
    if is_dataclass(value):
        yield from ((part.name, getattr(value, part.name)) for part in fields(value))
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        yield from cast("Mapping[str, object]", value._asdict()).items()

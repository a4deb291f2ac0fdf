"""What is drawn for several tables with the same deals (docs/rules.md, "Chance"). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.chance import seating


def entropy_of_start(key: str, start: int) -> str:
    """Return the entropy of tables that begin together: their series, and the Start's interaction.

    Discord makes its id up after the commitment was shown, and it names nobody.

    >>> entropy_of_start("evening 7 1", 303), is_of_start("evening 7 1 303", "evening 7 1")
    ('evening 7 1 303', True)
    """
    return f"{key} {start}"


def is_of_start(entropy: str, key: str) -> bool:
    """Return whether this can be the entropy of tables of a series that began together."""
    return entropy.startswith(f"{key} ") and entropy[len(key) + 1 :].isdecimal()


def seated_together(
    seed: bytes, people: Iterable[str], house: Sequence[str], seats: int
) -> tuple[str, ...]:
    """Return the keys of a table in the order of its seats.

    House players sit in the same seats at every table, so that as many people as can be have the
    cards of other people; people sit in the order in which they do at any table.

    >>> seated_together(bytes(32), ["10", "20"], ["house:1"], 3)
    ('10', '20', 'house:1')
    """
    numbers = [str(seat) for seat in range(1, seats + 1)]
    by_seat = dict(zip(seating(seed, numbers), house, strict=False))
    others = iter(seating(seed, people))
    return tuple(by_seat[number] if number in by_seat else next(others) for number in numbers)

"""What is drawn for several tables with the same deals (docs/rules.md, "Chance"). Pure."""

from __future__ import annotations

import hashlib
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


def round_of(key: str) -> int:
    """Return the round of a series of tables that began together, from 1, by its key.

    >>> round_of("evening 7 11")
    11
    """
    return int(key.rpartition(" ")[2])


def chain(last: bytes, rounds: int) -> tuple[bytes, ...]:
    """Return the secrets of the rounds, from the first on, given that of the last one.

    Each is the SHA-256 of the next, so the secret of a round commits the one after it, and the
    commitment of the first commits them all.

    >>> from engine.chance import commitment
    >>> first, second = chain(bytes(32), 2)
    >>> second == bytes(32), commitment(second) == first.hex()
    (True, True)
    """
    secrets = [last]
    while len(secrets) < rounds:
        secrets.append(hashlib.sha256(secrets[-1]).digest())
    return tuple(reversed(secrets))


def house_seats(seed: bytes, seats: int) -> tuple[int, ...]:
    """Return the seats, from 1, in the order in which house players take them at every table.

    >>> house_seats(bytes(32), 3)
    (3, 1, 2)
    """
    return tuple(int(number) for number in seating(seed, map(str, range(1, seats + 1))))


def with_house(seed: bytes, table: Sequence[str | None], house: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a table with house players where there is nobody: the first one first.

    >>> with_house(bytes(32), ("10", None, None), ["house:1", "house:2"])
    ('10', 'house:2', 'house:1')
    """
    empty = (seat for seat in house_seats(seed, len(table)) if table[seat - 1] is None)
    by_seat = dict(zip(empty, house, strict=True))
    return tuple(key or by_seat[seat] for seat, key in enumerate(table, start=1))


def seated_together(
    seed: bytes, people: Iterable[str], house: Sequence[str], seats: int
) -> tuple[str, ...]:
    """Return the keys of a table in the order of its seats.

    House players sit in the same seats at every table, so that as many people as can be have the
    cards of other people; people sit in the order in which they do at any table.

    >>> seated_together(bytes(32), ["10", "20"], ["house:1"], 3)
    ('10', '20', 'house:1')
    """
    by_seat = dict(zip(house_seats(seed, seats), house, strict=False))
    others = iter(seating(seed, people))
    return tuple(by_seat.get(seat) or next(others) for seat in range(1, seats + 1))

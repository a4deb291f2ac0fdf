"""Chance as a value: every shuffle and die is a keyed hash of its name (docs/rules.md).

No generator has a state: with the 32-byte seed anybody can check each chance event in any language.
A composed record may fix single shuffles or throws; the rest comes from the seed.
"""

from __future__ import annotations

import hashlib
import hmac
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from hashlib import _Hash

SEED_BYTES = 32
_DICE = tuple(str(die).encode() for die in range(1, 10))
_number = int.from_bytes

Fixed: TypeAlias = "tuple[tuple[int, tuple[str, ...]], ...]"
"""Chance events fixed by a record: their numbers with what they give, in ascending order."""


class BadChance(ValueError):
    """A chance event is impossible: `event` is its name in a record's header, `reason` a key.

    Reasons: `no_seed` (nothing fixes the event and there is no seed), `not_the_whole_pack` (a
    fixed order is not one of exactly the cards shuffled), `too_few_dice` (a fixed throw is
    shorter than the throw), `not_a_face` (a fixed die shows no face of the die).
    """

    def __init__(self, event: str, reason: str) -> None:
        super().__init__(f"{event}: {reason}")
        self.event = event
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one game: its seed (32 bytes, or empty if everything is fixed).

    >>> chance = Chance(bytes(32))
    >>> chance.shuffle("nimbly", 2, ("7C", "8C", "9C"))
    ('9C', '8C', '7C')
    >>> fixed = Chance(b"", shuffles=((1, ("9C", "7C", "8C")),))
    >>> fixed.shuffle("nimbly", 1, ("7C", "8C", "9C"))
    ('9C', '7C', '8C')

    A game with chance during play keeps it in its state, with the number of the last throw or
    shuffle; both are stored with it, and no view has them.

    >>> from typing import NamedTuple
    >>> class State(NamedTuple):
    ...     chance: Chance
    ...     throws: int = 0
    >>> def throw(state: State) -> tuple[State, str]:
    ...     number = state.throws + 1
    ...     return state._replace(throws=number), state.chance.roll("yours", number, 3, "123456")
    >>> state, first = throw(State(chance))
    >>> state, second = throw(state)
    >>> first, second, state.throws
    ('133', '232', 2)
    >>> Chance.load(state.chance.dump()) == chance
    True
    """

    seed: bytes
    shuffles: Fixed = ()
    rolls: Fixed = ()

    def shuffle(self, game: str, number: int, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the order of shuffle `number` (from 1) of the game; the first is dealt first.

        `cards` are identities, such as `KH`, `JK1`, `R07`. Raises BadChance.
        """
        if (order := _fixed_at(self.shuffles, number)) is not None:
            return _whole_order(f"shuffle {number}", order, cards)
        key = self._key(f"shuffle {number}")
        return tuple(sorted(cards, key=keyed_hashes(key, f"{game}/shuffle/{number}/")))

    def roll(self, game: str, number: int, dice: int, faces: str) -> str:
        """Return the faces of the `dice` dice (at most nine) of throw `number`, one letter a die.

        `faces` has one letter for each side of a die. Throws and dice are counted from 1. Raises
        BadChance.

        >>> Chance(bytes(32)).roll("balloon", 1, 2, "RGPY--")
        'G-'
        """
        if self.rolls and (thrown := _fixed_at(self.rolls, number)) is not None:
            return _whole_throw(f"roll {number}", thrown, dice, faces)
        # Simulated games throw often, so the steps of `keyed_hashes` are repeated here.
        inner, outer = _hmac_begun(self.seed or self._key(f"roll {number}"))
        throw, sides, shown = inner.copy(), len(faces), ""
        throw.update(f"{game}/roll/{number}/".encode())
        again, close = throw.copy, outer.copy
        for die in _DICE[:dice]:
            inside, outside = again(), close()
            inside.update(die)
            outside.update(inside.digest())
            shown += faces[_number(outside.digest()) % sides]
        return shown

    def dump(self) -> dict[str, object]:
        """Write the chance as JSON values, for a stored state."""
        fixed = {"shuffles": self.shuffles, "rolls": self.rolls}
        return {"seed": self.seed.hex()} | {
            name: {str(number): list(given) for number, given in events}
            for name, events in fixed.items()
            if events
        }

    @classmethod
    def load(cls, data: Mapping[str, object]) -> Chance:
        """Read back what `dump` wrote."""
        return cls(
            bytes.fromhex(str(data["seed"])),
            _fixed(data.get("shuffles", {})),
            _fixed(data.get("rolls", {})),
        )

    def _key(self, event: str) -> bytes:
        if not self.seed:
            raise BadChance(event, "no_seed")
        return self.seed


@dataclass(frozen=True, slots=True)
class RecordedChance(Chance):
    """A chance that records the order of every shuffle."""

    orders: list[tuple[str, ...]] = field(default_factory=list, compare=False)

    def shuffle(self, game: str, number: int, cards: Sequence[str]) -> tuple[str, ...]:
        # `slots=True` makes a new class, which `super()` without arguments does not know.
        self.orders.append(Chance.shuffle(self, game, number, cards))
        return self.orders[-1]


@lru_cache(maxsize=64)
def _hmac_begun(key: bytes) -> tuple[_Hash, _Hash]:
    """Begin the inner and outer hash of HMAC-SHA256 (RFC 2104); a key has at most 64 bytes."""
    block = key.ljust(64, b"\0")
    blocks = (bytes(byte ^ pad for byte in block) for pad in (0x36, 0x5C))
    inner, outer = map(hashlib.sha256, blocks)
    return inner, outer


def keyed_hashes(key: bytes, name: str) -> Callable[[str], bytes]:
    """Return a function from a text to the HMAC-SHA256 of `name` and that text, under a key.

    Every card of a shuffle needs one. Key and name are hashed once here, so that a card takes a
    third of the time of `hmac.digest`.

    >>> keyed_hashes(b"key", "nimbly/shuffle/1/")("7C") == hmac.digest(
    ...     b"key", b"nimbly/shuffle/1/7C", "sha256"
    ... )
    True
    """
    inner, outer = _hmac_begun(key)
    named = inner.copy()
    named.update(name.encode())
    again, close = named.copy, outer.copy

    def keyed_hash(rest: str) -> bytes:
        inside, outside = again(), close()
        inside.update(rest.encode())
        outside.update(inside.digest())
        return outside.digest()

    return keyed_hash


def seed_from(secret: bytes, entropy: str) -> bytes:
    """Return the seed of a game: the server's secret and the players' entropy, hashed together."""
    return hmac.digest(secret, entropy.encode(), "sha256")


def entropy_of(joins: Iterable[tuple[int, int]], start: int) -> str:
    """Write the entropy: each seated person's (user id, id of the latest Join), and the Start.

    >>> entropy_of([(20, 301), (10, 302)], start=303).split()
    ['10:302', '20:301', 'start:303']
    """
    return "\n".join(sorted([*(f"{user}:{click}" for user, click in joins), f"start:{start}"]))


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the server's secret in hex, shown before anyone joins."""
    return hashlib.sha256(secret).hexdigest()


def seating(seed: bytes, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the players in the order of their seats 1…n; ids as in docs/rules.md."""
    return tuple(sorted(ids, key=lambda who: hmac.digest(seed, f"seat/{who}".encode(), "sha256")))


def _fixed_at(events: Fixed, number: int) -> tuple[str, ...] | None:
    """Return the fixed part of event `number`, if any; a record may fix thousands."""
    at = bisect_left(events, (number,))
    return events[at][1] if at < len(events) and events[at][0] == number else None


def _whole_order(event: str, order: Sequence[str], cards: Sequence[str]) -> tuple[str, ...]:
    """Check a fixed order; cards written without identity get the lowest number first."""
    if sorted(order) == sorted(cards):
        return tuple(order)
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for card in sorted(cards, reverse=True):
        alike[_face(card)].append(card)
    if Counter(order) != Counter(map(_face, cards)):
        raise BadChance(event, "not_the_whole_pack")
    return tuple(alike[face].pop() for face in order)


def _face(identity: str) -> str:
    """Take the identity's number off: `JK1` is a `JK`, `R07` an `R`, `KH` itself."""
    return identity.rstrip("0123456789")


def _whole_throw(event: str, thrown: Sequence[str], dice: int, faces: str) -> str:
    if len(thrown) < dice:
        raise BadChance(event, "too_few_dice")
    if not set(thrown) <= set(faces):
        raise BadChance(event, "not_a_face")
    return "".join(thrown[:dice])


def _fixed(data: object) -> Fixed:
    # Only `dump` writes what is read here, so its shape is known.
    events = cast("Mapping[str, list[str]]", data)
    return tuple((int(number), tuple(given)) for number, given in events.items())

"""A trail: an immutable sequence that grows at its end at a constant cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Trail(Sequence[T], Generic[T]):
    """The items so far, oldest first; `then` makes a longer trail and leaves this one as it is.

    A trail shares its beginning with those that go on from it, so a game of n moves costs n steps
    where copying a tuple at each move would cost n squared. Trails with equal contents are equal.

    >>> start = Trail(["deal"])
    >>> start.then("play"), start
    (Trail(['deal', 'play']), Trail(['deal']))
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._shared = list(items)
        self._length = len(self._shared)

    def then(self, item: T) -> Trail[T]:
        """Return the trail with one more item at its end."""
        # Only the longest may add to what all share; a shorter one begins a list of its own.
        is_longest = len(self._shared) == self._length
        shared = self._shared if is_longest else self._shared[: self._length]
        shared.append(item)
        longer: Trail[T] = Trail.__new__(Trail)
        longer._shared, longer._length = shared, self._length + 1
        return longer

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._shared, self._length)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        return self._shared[range(self._length)[at]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Trail({list(self)!r})"

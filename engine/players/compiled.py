"""Kernels: functions over whole numbers that numba compiles where it is installed.

Where it is not, the same functions run as they are: slower, with the same answers. So they keep to
what means the same in both: numbers of less than 63 bits, which never overflow, and arrays that are
read and written item by item. Floating point is only added, multiplied, divided and compared.

Only modules of kernels import this, and those that think import these when they first search: numba
takes half a second and, with what it compiled, some 120 MB.

>>> state = array_of([123, 5])
>>> [drawn(state, 10) for _ in range(4)]
[0, 9, 4, 8]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from typing import TypeAlias, TypeVar

from engine.players.kernels import directory

try:
    import numba
    import numpy
except ImportError:
    numba = None

F = TypeVar("F", bound=Callable[..., object])

Numbers: TypeAlias = "MutableSequence[int]"
"""An array of whole numbers, each of less than 63 bits."""

Reals: TypeAlias = "MutableSequence[float]"
"""An array of floating point numbers of 64 bits."""

IS_COMPILED = numba is not None
"""Whether kernels are compiled here."""

LOW_32 = 0xFFFFFFFF

_KEPT = directory()
if numba is not None and _KEPT is not None:
    numba.config.CACHE_DIR = str(_KEPT)


def kernel(function: F) -> F:
    """Compile a function when it is first called, or as it was compiled before; else return it."""
    if numba is None:
        return function
    # Without `_nrt` no references are counted, which kernels that make no arrays need not, and
    # what one kernel calls becomes a part of it: handing over arrays takes longest.
    compiling = numba.njit(cache=_KEPT is not None, nogil=True, _nrt=False, forceinline=True)
    return compiling(function)  # type: ignore[no-any-return] # untyped


def array_of(values: Iterable[int]) -> Numbers:
    """Return an array of these numbers."""
    listed = list(values)
    return listed if numba is None else numpy.array(listed, dtype=numpy.int64)


def zeros(length: int) -> Numbers:
    """Return an array of this many zeros."""
    return [0] * length if numba is None else numpy.zeros(length, dtype=numpy.int64)


def reals(length: int) -> Reals:
    """Return an array of this many 0.0."""
    return [0.0] * length if numba is None else numpy.zeros(length, dtype=numpy.float64)


def reals_of(values: Iterable[float]) -> Reals:
    """Return an array of these numbers."""
    listed = list(values)
    return listed if numba is None else numpy.array(listed, dtype=numpy.float64)


@kernel
def drawn(state: Numbers, below: int) -> int:
    """Draw a number from 0 up to `below` (at most 2**16), and move the generator on.

    `state` has two numbers of 32 bits, the first never 0: xorshift, with a counter added.
    """
    x = state[0]
    x ^= (x << 13) & LOW_32
    x ^= x >> 17
    x ^= (x << 5) & LOW_32
    state[0] = x
    state[1] = (state[1] + 362437) & LOW_32
    return (((x + state[1]) & LOW_32) * below) >> 32

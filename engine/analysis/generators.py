"""Where the chance of an analysis comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from random import Random

Generators: TypeAlias = "Callable[[str], Random]"
"""Makes a generator from a text, the same for the same text: `random.Random` itself."""

"""Where the chance of an analysis comes from."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

Generators: TypeAlias = "Callable[[str], Random]"
"""Makes a generator from a text, the same for the same text: `random.Random` itself."""

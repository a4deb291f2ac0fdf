"""A pytest plugin: leaves out what any run asks alike, as it asks no game that it does not name.

Whatever is asked of Thunder or of Hail is asked with both registered, and so is whatever goes
through all games by itself.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

from engine.games import GAMES
from tests.games import MORE

if TYPE_CHECKING:
    import pytest

ALL = re.compile(r"\b(GAMES|SCENES|PRESENTERS)\b(?!\[)|\b(beginnings|playthroughs)\(")
"""What a test is told by that goes through all games."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep what may fare differently with more games."""
    items[:] = [item for item in items if _is_of_more(item)]


def _is_of_more(item: pytest.Item) -> bool:
    """Return whether a test is of one of these games by its parameters, or goes through all.

    A game is named by its key or by what is called after it, such as `CloudNineView`.
    """
    bare = item.name.partition("[")[2].replace("_", "").lower()
    named = {key for key in GAMES if key.replace("_", "") in bare}
    if named:
        return bool(named & MORE.keys())
    return ALL.search(inspect.getsource(item.function)) is not None  # type: ignore[attr-defined]

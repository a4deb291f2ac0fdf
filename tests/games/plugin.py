"""A pytest plugin: leaves out what is asked of the shipped games alone, as any run asks it.

Whatever is asked of Thunder, of Hail, or of no game in particular is asked with both registered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import GAMES
from tests.games import MORE

if TYPE_CHECKING:
    import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep what may fare differently with more games."""
    items[:] = [item for item in items if not _is_of_others(item.name.partition("[")[2])]


def _is_of_others(given: str) -> bool:
    """Return whether the parameters of a test, as pytest spells them, are of shipped games only.

    A game is named by its key or by what is called after it, such as `CloudNineView`.
    """
    bare = given.replace("_", "").lower()
    named = {key for key in GAMES if key.replace("_", "") in bare}
    return bool(named) and not named & MORE.keys()

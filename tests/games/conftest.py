"""Every test here has Thunder and Hail registered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games import registered
from tests.wire.judging import evening_bodies

__all__ = ["evening_bodies"]


@pytest.fixture(autouse=True)
def more() -> Iterator[None]:
    with registered():
        yield

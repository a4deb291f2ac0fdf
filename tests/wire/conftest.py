"""A judge of bodies, by Discord's description."""

from __future__ import annotations

import pytest

from tests.wire.bodies import BodyChecker, description


@pytest.fixture
def checker() -> BodyChecker:
    return BodyChecker(description())

"""A judge of bodies, where Discord's description is at hand."""

from __future__ import annotations

import pytest

from tests.wire.bodies import BodyChecker
from tests.wire.described import description, description_path


@pytest.fixture
def checker() -> BodyChecker:
    if not description_path().is_file():
        pytest.skip(f"Discord's description is not at hand ({description_path().name})")
    return BodyChecker(description())

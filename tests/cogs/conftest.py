"""Every test of a command also holds what is sent against Discord's description."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.wire.bodies import BodyChecker, watch_simcord
from tests.wire.described import description, description_path


@pytest.fixture(autouse=True)
def _well_formed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not description_path().is_file():
        yield
        return
    checker = BodyChecker(description())
    watch_simcord(checker, monkeypatch)
    yield
    assert checker.faults == []

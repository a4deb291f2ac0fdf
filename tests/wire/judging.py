"""Fixtures for other tests: all that a test makes the bot send is held to the description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandbox import Sandbox
from tests.sim.town import listen
from tests.wire.bodies import BodyChecker, description, watch_sandbox


@pytest.fixture(autouse=True)
def evening_bodies(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Judge what is sent in evenings."""
    checker = BodyChecker(description())
    listen(monkeypatch, checker.note_request)
    yield
    assert checker.faults == [], checker.faults


@pytest.fixture(autouse=True)
def sandbox_bodies(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Judge what is sent to the sandboxes of houses."""
    checker = BodyChecker(description())

    def watched(**given: Any) -> Sandbox:
        sandbox = Sandbox(**given)
        watch_sandbox(checker, sandbox)
        return sandbox

    monkeypatch.setattr("tests.e2e.running_bot.Sandbox", watched)
    yield
    assert checker.faults == [], checker.faults

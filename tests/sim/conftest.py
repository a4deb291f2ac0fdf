"""Every test here also holds what is sent against Discord's description."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from render import encode
from render.canvas import Canvas
from tests.sim.evening import NAMES, Evening, evening
from tests.swift import some_puzzles
from tests.wire.judging import evening_bodies

__all__ = ["evening_bodies"]

GROUNDS = encode._Kept(encode.KEPT)
"""What is painted here, apart: under the key of a bare ground it may hold more than that."""


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint the ground alone: nobody here looks at what else is on a picture."""
    keys = encode._keys

    def of_ground(canvas: Canvas) -> list[bytes]:
        return keys(Canvas(canvas.background, canvas.theme, canvas.size.h))

    monkeypatch.setattr(encode, "_keys", of_ground)
    monkeypatch.setattr(encode, "_KEPT", GROUNDS)


@pytest.fixture(autouse=True)
def rare_rounds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let dailies and leagues rest in others' evenings: each round costs real time."""
    if not {"daily", "league"} & set(request.path.stem.split("_")):
        monkeypatch.setattr("bot.daily.news.ROUND", 3600.0)


@pytest.fixture(autouse=True)
def few_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store some of each game with every start: all of them would take a fifth of it."""
    monkeypatch.setattr("bot.puzzles.service.shipped", some_puzzles)


@pytest.fixture(autouse=True)
def prompt_scouring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scour files once, at once: here a pause takes no time, so it would be tried without end."""
    monkeypatch.setattr(
        "bot.store.backends.sqlite_backend.Scourer.ask", lambda scourer: scourer._scour()
    )


@pytest.fixture
async def held(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Evening]:
    """Set up an evening of the `PEOPLE` of a module; Ada, Ben and Cleo where it names none."""
    async with evening(tmp_path, getattr(request.module, "PEOPLE", NAMES)) as held:
        yield held

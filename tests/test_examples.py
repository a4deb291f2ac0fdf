"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from tests.source_tree import modules

SHOWN = tuple(m.name for m in modules("engine", "render", "bot") if ">>>" in m.source)


def test_the_first_things_a_newcomer_meets_have_examples() -> None:
    met = {
        "engine.game", "engine.events", "engine.chance", "engine.course", "engine.options",
        "engine.match", "engine.record", "engine.players.robot", "render.scene", "render.context",
        "render.alt", "bot.discord.press", "bot.match.show.frame", "bot.presenters.presenter",
    }  # fmt: skip
    assert met <= set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_examples_hold(name: str) -> None:
    found = doctest.testmod(import_module(name), raise_on_error=False)
    assert found.attempted
    assert not found.failed

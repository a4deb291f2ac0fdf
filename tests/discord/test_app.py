"""Parts of the bot, found by their type."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.app import App


class Part:
    pass


class Better(Part):
    pass


def app() -> App:
    given: Any = None
    return App(given, 0.0, given, given, given, given, given, given, given)


def test_a_part_is_found_by_its_type_and_by_what_it_stands_for() -> None:
    made, better = app(), Better()
    made.put(Part())
    made.put(better)
    assert made.get(Part) is made.get(Better) is better


def test_a_part_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        app().get(Part)

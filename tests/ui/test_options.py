"""What the form of the options says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.ui.options import options_form
from engine.games import GAMES
from tests.ui.rows import SAY, lobby_row


def labels(game: str) -> list[dict[str, Any]]:
    options: dict[str, object] = {option.key: option.default for option in GAMES[game].info.options}
    form = options_form(replace(lobby_row("Ada"), game=game, options=options), SAY)
    components: list[dict[str, Any]] = form.to_dict()["components"]
    return components


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_form_that_discord_takes(game: str) -> None:
    shown = labels(game)
    assert len(shown) == len(GAMES[game].info.options) <= 5
    assert all(len(label["label"]) <= 45 for label in shown)
    assert all(len(label.get("description") or "") <= 100 for label in shown)


def test_a_number_that_may_be_left_empty_says_what_it_is_then() -> None:
    said = {label["label"]: label.get("description") for label in labels("nimbly")}
    assert said["Number of deals"] == "A number from 1 to 10; empty: as many as players"
    assert said["Play to a score of"] == "A number from 50 to 2000; empty: the deals decide"
    assert said["Par (three players only)"] is None

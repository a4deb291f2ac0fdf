"""The choice of a game, the form of its options, and reading what comes back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.errors import Refused
from bot.match.lobby.options_layouts import choice_layout, options_form, terms_form, typed_options
from bot.match.show.lobby_layouts import lobby_layout
from bot.preferences.terms import FIRST, agreed
from bot.store.rows import Terms
from bot.texts import Texts
from engine.games import GAMES
from tests.match.rows import SAY, faults, labels, lobby_row, said

# The form of the options: its fields, and reading what comes back.


async def fields(**options: object) -> dict[str, Any]:
    """Return the text inputs of the form, by custom id."""
    form = options_form(replace(lobby_row("Ada"), options=options), SAY)
    return {part["component"]["custom_id"]: part["component"] for part in form.to_dict()[
        "components"]}  # fmt: skip


async def test_the_form_shows_the_present_values_and_only_what_may_be_off_may_be_empty() -> None:
    shown = await fields(deals=5, target=None)
    assert shown["deals"]["value"] == "5"
    assert not shown["target"].get("value")
    assert (shown["deals"]["required"], shown["target"]["required"]) == (True, False)


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_game_has_a_form_that_discord_takes_and_that_says_what_may_be_typed(
    game: str,
) -> None:
    options: dict[str, object] = {option.key: option.default for option in GAMES[game].info.options}
    row = replace(lobby_row("Ada", match_id=10**17), game=game, options=options)
    form = options_form(row, SAY).to_dict()
    assert len(form["title"]) <= 45
    assert len(form["custom_id"]) <= 100
    assert len(form["components"]) == len(options) <= 5
    for label in form["components"]:
        assert len(label["label"]) <= 45
        assert 3 < len(label["description"]) <= 100


async def test_a_number_that_may_be_left_empty_says_what_it_is_then() -> None:
    said = {label["label"]: label.get("description") for label in await fields_of("nimbly")}
    assert said["Deals"] == "A number from 1 to 10; empty: one for each player"
    assert said["Target score"] == "A number from 50 to 2000; empty: no target"
    assert "nobody was dealt" in str(said["Par (three players only)"])


async def test_a_number_beside_the_range_is_told_with_it() -> None:
    said = {label["label"]: label.get("description") for label in await fields_of("clumond")}
    assert said["Hands"] == "1, or 3 to 30 in steps of 3"


async def fields_of(game: str) -> list[dict[str, Any]]:
    """Return the form's parts for a game with the options it has by default."""
    options: dict[str, object] = {option.key: option.default for option in GAMES[game].info.options}
    form = options_form(replace(lobby_row("Ada"), game=game, options=options), SAY)
    components: list[dict[str, Any]] = form.to_dict()["components"]
    return components


@pytest.mark.parametrize("terms", [FIRST, Terms(hints=False, clock=0)])
async def test_the_form_of_the_terms_offers_all_and_shows_what_is_agreed(terms: Terms) -> None:
    form = terms_form(replace(lobby_row("Ada"), terms=terms), SAY).to_dict()
    chosen = {}
    for label in form["components"]:
        assert len(label["label"]) <= 45
        assert len(label["description"]) <= 100
        menu = label["component"]
        (default,) = [option["value"] for option in menu["options"] if option.get("default")]
        chosen[menu["custom_id"]] = default
        for option in menu["options"]:
            assert agreed(terms, {menu["custom_id"]: option["value"]}) is not None
    assert agreed(Terms(clock=60), chosen) == terms
    assert len(form["title"]) <= 45


@pytest.mark.parametrize("typed", [{"terms.clock": "61"}, {"terms.hints": "maybe"}])
def test_terms_that_are_not_offered_are_refused(typed: dict[str, str]) -> None:
    with pytest.raises(Refused) as error:
        agreed(FIRST, typed)
    assert SAY(str(error.value.values["option"])) in ("Time for a turn", "Hints")


@pytest.mark.parametrize(
    "components",
    [
        [{"type": 18, "component": {"type": 4, "custom_id": "deals", "value": "5"}}],
        [{"type": 1, "components": [{"type": 4, "custom_id": "deals", "value": "5"}]}],
        [{"type": 18, "component": {"type": 3, "custom_id": "deals", "values": ["5"]}}],
    ],
)
def test_what_was_typed_or_chosen_is_read(components: list[Any]) -> None:
    assert typed_options(components) == {"deals": "5"}


def test_nothing_chosen_is_empty() -> None:
    components = [{"type": 18, "component": {"type": 3, "custom_id": "deals", "values": []}}]
    assert typed_options(components) == {"deals": ""}
    with pytest.raises(Refused):
        typed_options(None)


# The choice of a game.


def test_each_game_stands_below_its_name_and_has_a_button() -> None:
    layout = choice_layout(SAY)
    for key in GAMES:
        assert f"**{SAY(f'game.{key}')}**\n" in said(layout)
    assert labels(layout) == [SAY(f"game.{key}") for key in GAMES]
    assert not faults(layout)


@pytest.mark.parametrize("language", Texts.load().locales)
@pytest.mark.parametrize("begins", [None, 1e9])
def test_only_an_evening_of_several_rounds_can_be_joined_until_the_second(
    language: str, begins: float | None
) -> None:
    say, row = Texts.load().words(language), replace(lobby_row("Ada", "Ben"), opener_id=101)
    for rounds in (1, 3):
        shown = replace(row, terms=replace(FIRST, rounds=rounds, begins=begins))
        (told,) = [line for line in said(lobby_layout(shown, say)).split("\n") if "<@101>" in line]
        assert ("2" in told) is (rounds > 1)

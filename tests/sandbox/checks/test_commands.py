"""The limits of application commands."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.checks.commands import check_commands, check_offered, weight
from sandbox.checks.wording import is_command_name


def command(**more: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Play a game", **more}


def option(kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": "o", "description": "d", **more}


def choice(number: int = 0, **more: Any) -> dict[str, Any]:
    return {"name": f"c{number}", "value": f"v{number}", **more}


def named(count: int, **more: Any) -> list[dict[str, Any]]:
    return [option(name=f"o{number}", **more) for number in range(count)]


@pytest.mark.parametrize(
    "name", ["play", "cloud-nine", "été", "jouer_ici", "हिन्दी", "ไทย", "雲", "l'heure"]
)
def test_a_name_may_be_in_any_script(name: str) -> None:
    assert is_command_name(name)


@pytest.mark.parametrize("name", ["Play", "two words", "", "x" * 33, "dot.", "ÉTÉ", "🃏"])
def test_a_name_is_lower_case_without_spaces(name: str) -> None:
    assert not is_command_name(name)


@pytest.mark.parametrize(
    "body",
    [
        command(options=named(25)),
        command(options=[option(choices=[choice(number) for number in range(25)])]),
        command(options=[option(autocomplete=True)]),
        command(options=[option(name="a", required=True), option(name="b")]),
        command(options=[option(1, options=named(3))]),
        command(options=[option(2, options=[option(1, options=named(3))])]),
        command(name_localizations={"fr": "jouer"}, contexts=[0, 1], integration_types=[0]),
        command(default_member_permissions="0"),
        {"type": 2, "name": "Show Profile"},
        command(options=[option(4, min_value=1, max_value=9, choices=[{"name": "n", "value": 3}])]),
    ],
)
def test_what_discord_takes_is_taken(body: dict[str, Any]) -> None:
    assert check_commands([body]).codes() == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (command(name="Play"), "APPLICATION_COMMAND_INVALID_NAME"),
        (command(name="x" * 33), "BASE_TYPE_MAX_LENGTH"),
        (command(description=""), "BASE_TYPE_REQUIRED"),
        (command(description="x" * 101), "BASE_TYPE_MAX_LENGTH"),
        (command(options=named(26)), "BASE_TYPE_MAX_LENGTH"),
        (command(options=named(1) * 2), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
        (
            command(options=[option(name="a"), option(name="b", required=True)]),
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            command(options=[option(1, name="a"), option(name="b")]),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            command(options=[option(1, options=[option(1)])]),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            command(options=[option(2, options=[option(2)])]),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (command(options=[option(12)]), "BASE_TYPE_CHOICES"),
        (
            command(options=[option(choices=[choice(number) for number in range(26)])]),
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            command(options=[option(choices=[choice()], autocomplete=True)]),
            "APPLICATION_COMMAND_AUTOCOMPLETE_NOT_EXCLUSIVE",
        ),
        (
            command(options=[option(5, choices=[{"name": "n", "value": 1}])]),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
        ),
        (
            command(options=[option(choices=[choice(), choice(value="w")])]),
            "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
        ),
        (command(options=[option(choices=[choice(name="x" * 101)])]), "BASE_TYPE_MAX_LENGTH"),
        (command(options=[option(choices=[choice(value="x" * 101)])]), "BASE_TYPE_MAX_LENGTH"),
        (
            command(options=[option(4, choices=[{"name": "n", "value": 2**53 + 1}])]),
            "NUMBER_TYPE_COERCE",
        ),
        (command(options=[option(4, choices=[{"name": "n", "value": "v"}])]), "NUMBER_TYPE_COERCE"),
        (command(options=[option(min_value=1)]), "APPLICATION_COMMAND_OPTIONS_BOUNDS"),
        (command(options=[option(max_length=6001)]), "NUMBER_TYPE_MAX"),
        (command(name_localizations={"ar": "x"}), "BASE_TYPE_CHOICES"),
        (command(name_localizations={"fr": "Jouer"}), "APPLICATION_COMMAND_INVALID_NAME"),
        (command(description_localizations={"fr": "x" * 101}), "BASE_TYPE_MAX_LENGTH"),
        (command(contexts=[3]), "BASE_TYPE_CHOICES"),
        (command(integration_types=[2]), "BASE_TYPE_CHOICES"),
        (command(default_member_permissions="all"), "NUMBER_TYPE_COERCE"),
        (command(type=9), "BASE_TYPE_CHOICES"),
        ({"type": 2, "name": "x", "description": "d"}, "APPLICATION_COMMAND_INVALID_FIELDS"),
    ],
)
def test_what_discord_refuses_is_refused(body: dict[str, Any], code: str) -> None:
    assert check_commands([body]).codes() == [code]


def test_localised_option_names_differ_from_each_other_and_from_defaults() -> None:
    taken = [option(name="a", name_localizations={"fr": "b"}), option(name="b")]
    same = [
        option(name="a", name_localizations={"fr": "c"}),
        option(name="b", name_localizations={"fr": "c"}),
    ]
    for options in (taken, same):
        codes = check_commands([command(options=options)]).codes()
        assert codes == ["APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"]


def test_a_command_weighs_its_longest_wordings() -> None:
    body = command(description_localizations={"fr": "x" * 90}, options=[option(choices=[choice()])])
    assert weight(body) == len("play") + 90 + len("o") + len("d") + len("c0") + len("v0")


def test_a_command_weighs_at_most_8000() -> None:
    choices = [choice(number, name=f"{number}" * 50) for number in range(10, 30)]
    heavy = [option(name=f"o{number}", choices=choices) for number in range(4)]
    assert check_commands([command(options=heavy[:3])]).codes() == []
    assert check_commands([command(options=heavy)]).codes() == ["APPLICATION_COMMAND_TOO_LARGE"]


def test_a_hundred_chat_commands_and_fifteen_of_each_menu() -> None:
    chat = [command(name=f"c{number}") for number in range(101)]
    menus = [{"type": 2, "name": f"m{number}"} for number in range(16)]
    assert check_commands([*chat[:100], *menus[:15]]).codes() == []
    assert check_commands(chat).codes() == ["APPLICATION_COMMANDS_MAXIMUM"]
    assert check_commands(menus).codes() == ["APPLICATION_COMMANDS_MAXIMUM"]


def test_two_commands_of_a_kind_have_two_names() -> None:
    assert check_commands([command()] * 2).codes() == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]
    assert check_commands([command(), {"type": 3, "name": "play"}]).codes() == []


def test_autocomplete_offers_at_most_25_choices_of_the_option_s_kind() -> None:
    assert check_offered([choice(number) for number in range(25)], 3).codes() == []
    assert check_offered([choice(number) for number in range(26)], 3).codes() == [
        "BASE_TYPE_MAX_LENGTH"
    ]
    assert check_offered([choice()], 4).codes() == ["NUMBER_TYPE_COERCE"]
    assert check_offered([choice(name="x" * 101)], 3).codes() == ["BASE_TYPE_MAX_LENGTH"]

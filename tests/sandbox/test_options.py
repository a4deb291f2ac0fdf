"""Options of commands and forms, as clients fill them in."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox import Memory
from sandbox.forms import check_submitted
from sandbox.options import Refused, check_given, focused
from sandbox.parts import find_button, find_select, given_options, pictures_of
from sandbox.resolved import of_options, of_values

GAME = {"name": "game", "type": 3, "required": True}
START: dict[str, Any] = {"name": "start", "type": 1, "options": [GAME]}
TABLE: dict[str, Any] = {"name": "table", "type": 2, "options": [START]}
COMMAND: dict[str, Any] = {"name": "cloud", "type": 1, "options": [TABLE]}


def test_subcommands_are_filled_in_by_their_path() -> None:
    command, given = given_options([COMMAND], "cloud table start", {"game": "nine"}, focus="game")
    assert command is COMMAND
    value = {"name": "game", "type": 3, "value": "nine", "focused": True}
    start = {"name": "start", "type": 1, "options": [value]}
    assert given == [{"name": "table", "type": 2, "options": [start]}]
    check_given(COMMAND["options"], given)
    assert focused(given) == value


def test_unknown_commands_are_not_found() -> None:
    with pytest.raises(KeyError):
        given_options([COMMAND], "sun", {})


@pytest.mark.parametrize(
    "given",
    [
        [],
        [{"name": "table", "type": 2, "options": []}],
        [{"name": "table", "type": 2, "options": [{"name": "start", "type": 1, "options": []}]}],
        [{"name": "other", "type": 2}],
        [{"name": "table", "type": 1}],
        ["table"],
    ],
)
def test_half_given_subcommands_are_refused(given: list[Any]) -> None:
    with pytest.raises(Refused):
        check_given(COMMAND["options"], given)


def test_while_typing_nothing_is_required_yet() -> None:
    check_given([GAME, {"name": "n", "type": 4}], [{"name": "n", "value": "x"}], typing=True)
    assert focused([{"name": "n", "value": "x"}]) is None


def test_people_and_channels_are_resolved() -> None:
    memory = Memory.default()
    person, channel = next(iter(memory.people)), next(iter(memory.channels))
    (guild,) = memory.guilds
    options = [{"type": 6, "value": str(person)}, {"type": 7, "value": str(channel)}]
    found = of_options(memory, guild, [{"type": 1, "options": options}])
    assert found["users"][str(person)]["username"] == "ada"
    assert "user" not in found["members"][str(person)]
    assert found["channels"][str(channel)]["name"] == "lounge"
    assert list(of_values(memory, None, 5, [str(person)])) == ["users"]
    assert of_values(memory, None, 3, ["a"]) == {}


def label(**control: Any) -> dict[str, Any]:
    return {"type": 18, "label": "l", "component": {"custom_id": "c", **control}}


OPTIONS = [{"label": "a", "value": "a"}, {"label": "b", "value": "b"}]


@pytest.mark.parametrize(
    ("control", "given", "sent"),
    [
        ({"type": 4, "style": 1}, {"value": "x"}, {"value": "x"}),
        ({"type": 4, "style": 1, "required": False}, {}, {"value": ""}),
        ({"type": 3, "options": OPTIONS}, {"values": ["a"]}, {"values": ["a"]}),
        ({"type": 3, "options": OPTIONS, "required": False}, {}, {"values": []}),
        ({"type": 21, "options": OPTIONS}, {"value": "b"}, {"value": "b"}),
        ({"type": 21, "options": OPTIONS, "required": False}, {}, {"value": None}),
        ({"type": 22, "options": OPTIONS}, {"values": ["a", "b"]}, {"values": ["a", "b"]}),
        ({"type": 23}, {"value": True}, {"value": True}),
        ({"type": 23}, {}, {"value": False}),
    ],
)
def test_a_form_sends_what_was_filled_in(control: Any, given: Any, sent: Any) -> None:
    submitted = [{"type": 18, "component": {"custom_id": "c", **given}}]
    (part,) = check_submitted([label(**control)], submitted)
    assert part["component"] == {"type": control["type"], "id": 0, "custom_id": "c", **sent}


def test_text_between_controls_is_not_sent_and_rows_still_are() -> None:
    row = {"type": 1, "components": [{"type": 4, "style": 1, "custom_id": "c"}]}
    filled = [{"type": 1, "components": [{"custom_id": "c", "value": "x"}]}]
    (part,) = check_submitted([{"type": 10, "content": "read me"}, row], filled)
    assert part["components"][0]["value"] == "x"


@pytest.mark.parametrize(
    ("control", "given"),
    [
        ({"type": 4, "style": 1}, {}),
        ({"type": 4, "style": 1, "min_length": 2}, {"value": "x"}),
        ({"type": 4, "style": 1, "max_length": 2}, {"value": "xxx"}),
        ({"type": 3, "options": OPTIONS}, {}),
        ({"type": 3, "options": OPTIONS}, {"values": ["a", "b"]}),
        ({"type": 3, "options": OPTIONS}, {"values": ["c"]}),
        ({"type": 21, "options": OPTIONS}, {"value": "c"}),
    ],
)
def test_a_form_filled_in_wrongly_is_refused(control: Any, given: Any) -> None:
    with pytest.raises(Refused):
        check_submitted(
            [label(**control)], [{"type": 18, "component": {"custom_id": "c", **given}}]
        )


def test_controls_and_pictures_are_found_wherever_they_are() -> None:
    button = {"type": 2, "label": "B", "custom_id": "b"}
    thumb = {"type": 11, "media": {"url": "thumb"}}
    gallery = {"type": 12, "items": [{"media": {"url": "gallery"}}]}
    row = {"type": 1, "components": [button]}
    message: dict[str, Any] = {
        "attachments": [{"url": "file"}],
        "embeds": [{"image": {"url": "embed"}}],
        "components": [{"type": 17, "components": [{"type": 9, "accessory": thumb}, gallery, row]}],
    }
    assert find_button(message, label="B", custom_id=None) is button
    assert find_button(message, label=None, custom_id="b") is button
    assert pictures_of(message) == ["file", "thumb", "gallery", "embed"]
    with pytest.raises(KeyError):
        find_button(message, label="C", custom_id=None)
    with pytest.raises(KeyError):
        find_select(message, custom_id=None)

"""Every limit of message components, just inside and just outside."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.checks.components import check_components
from sandbox.checks.walk import Means

MEANS = Means(frozenset({"board.png"}), frozenset({7}))


def button(number: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "b", "custom_id": f"b{number}", **more}


def select(**more: Any) -> dict[str, Any]:
    options = [{"label": "a", "value": "a"}]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def text(content: str = "words") -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(url: str = "attachment://board.png", **more: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **more}]}


def container(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": 17, "components": list(parts), **more}


def section(*texts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": 9, "components": list(texts), "accessory": button(), **more}


def options(count: int) -> list[dict[str, Any]]:
    return [{"label": str(number), "value": str(number)} for number in range(count)]


def codes(*parts: Any, v2: bool = True) -> list[str]:
    return check_components(list(parts), v2=v2, means=MEANS).codes()


@pytest.mark.parametrize(
    "part",
    [
        row(button()),
        row(*(button(number) for number in range(5))),
        row(select(options=options(25), max_values=25, min_values=0)),
        row(button(label="x" * 80, custom_id="c" * 100)),
        row({"type": 2, "style": 5, "label": "go", "url": "https://example.org"}),
        row(button(label=None, emoji={"id": "7", "name": "card"})),
        row(button(emoji={"name": "🃏"})),
        row({"type": 5, "custom_id": "people", "max_values": 3}),
        section(text(), text(), text()),
        section(text(), accessory={"type": 11, "media": {"url": "https://example.org/a.png"}}),
        text("x" * 4000),
        gallery(description="x" * 1024),
        {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}] * 10},
        {"type": 13, "file": {"url": "attachment://board.png"}},
        {"type": 14, "spacing": 2, "divider": False},
        container(text(), gallery(), row(button()), accent_color=0xFFFFFF),
    ],
)
def test_what_discord_takes_is_taken(part: dict[str, Any]) -> None:
    assert codes(part) == []


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (row(), "BASE_TYPE_BAD_LENGTH"),
        (row(*(button(number) for number in range(6))), "BASE_TYPE_MAX_LENGTH"),
        (row(button(), select()), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        (row(select(), select(custom_id="t")), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        (row(text()), "UNION_TYPE_CHOICES"),
        (row(button(label="x" * 81)), "BASE_TYPE_MAX_LENGTH"),
        (row(button(custom_id="c" * 101)), "BASE_TYPE_MAX_LENGTH"),
        (row(button(custom_id=None)), "BASE_TYPE_REQUIRED"),
        (row(button(label=None)), "BUTTON_COMPONENT_INVALID"),
        (row(button(style=7)), "BASE_TYPE_CHOICES"),
        (row(button(url="https://example.org")), "BUTTON_COMPONENT_URL_NOT_ALLOWED"),
        (row(button(emoji={"id": "8", "name": "card"})), "BUTTON_COMPONENT_INVALID_EMOJI"),
        (row(button(emoji={"name": "heart"})), "BUTTON_COMPONENT_INVALID_EMOJI"),
        (
            row({"type": 2, "style": 5, "label": "x", "url": "https://a", "custom_id": "c"}),
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        (row({"type": 2, "style": 5, "label": "x", "url": "ftp://a"}), "URL_TYPE_INVALID_SCHEME"),
        (row(select(options=[])), "BASE_TYPE_BAD_LENGTH"),
        (row(select(options=options(26))), "BASE_TYPE_MAX_LENGTH"),
        (row(select(options=options(1) * 2)), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
        (row(select(options=[{"label": "x" * 101, "value": "v"}])), "BASE_TYPE_MAX_LENGTH"),
        (row(select(options=[{"label": "x", "value": "v" * 101}])), "BASE_TYPE_MAX_LENGTH"),
        (row(select(placeholder="x" * 151)), "BASE_TYPE_MAX_LENGTH"),
        (row(select(min_values=26)), "NUMBER_TYPE_MAX"),
        (row(select(max_values=0)), "NUMBER_TYPE_MIN"),
        (row(select(max_values=2)), "SELECT_COMPONENT_MAX_VALUES"),
        (row(select(min_values=2, max_values=1)), "SELECT_COMPONENT_MIN_MAX"),
        (section(), "BASE_TYPE_BAD_LENGTH"),
        (section(*[text()] * 4), "BASE_TYPE_MAX_LENGTH"),
        (section(text(), accessory=None), "BASE_TYPE_REQUIRED"),
        (section(text(), accessory=select()), "UNION_TYPE_CHOICES"),
        (text(""), "BASE_TYPE_REQUIRED"),
        (text("x" * 4001), "BASE_TYPE_MAX_LENGTH"),
        (gallery(description="x" * 1025), "BASE_TYPE_MAX_LENGTH"),
        (gallery("attachment://other.png"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
        (gallery("file:///etc/passwd"), "URL_TYPE_INVALID_SCHEME"),
        ({"type": 12, "items": []}, "BASE_TYPE_BAD_LENGTH"),
        ({"type": 12, "items": [{"media": {"url": "https://a"}}] * 11}, "BASE_TYPE_MAX_LENGTH"),
        ({"type": 13, "file": {"url": "https://example.org/a"}}, "URL_TYPE_INVALID_SCHEME"),
        ({"type": 14, "spacing": 3}, "NUMBER_TYPE_MAX"),
        (container(container(text())), "UNION_TYPE_CHOICES"),
        (container(text(), accent_color=0x1000000), "NUMBER_TYPE_MAX"),
        ({"type": 11, "media": {"url": "https://a"}}, "UNION_TYPE_CHOICES"),
        ({"type": 4, "custom_id": "t", "style": 1}, "UNION_TYPE_CHOICES"),
        ("words", "UNION_TYPE_CHOICES"),
    ],
)
def test_what_discord_refuses_is_refused(part: Any, code: str) -> None:
    assert codes(part) == [code]


def test_forty_components_are_taken_nested_ones_counted() -> None:
    assert codes(container(*[text("x")] * 39)) == []
    assert codes(container(*[text("x")] * 38), text("x"), text("x")) == [
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"
    ]


def test_texts_add_up_to_at_most_4000() -> None:
    assert codes(text("x" * 2000), container(text("x" * 2000))) == []
    assert codes(text("x" * 2000), container(text("x" * 2001))) == [
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"
    ]


def test_custom_ids_are_unique_across_the_message() -> None:
    assert codes(row(button(1)), container(row(button(1)))) == ["COMPONENT_CUSTOM_ID_DUPLICATED"]


def test_component_ids_are_unique_but_zero_means_automatic() -> None:
    assert codes(text() | {"id": 0}, text() | {"id": 0}) == []
    assert codes(text() | {"id": 3}, text() | {"id": 3}) == ["COMPONENT_ID_DUPLICATED"]


def test_a_legacy_message_has_five_rows_and_nothing_else() -> None:
    rows = [row(button(number)) for number in range(6)]
    assert codes(*rows[:5], v2=False) == []
    assert codes(*rows, v2=False) == ["BASE_TYPE_MAX_LENGTH"]
    assert codes(text(), v2=False) == ["UNION_TYPE_CHOICES"]


def test_the_tree_names_the_field() -> None:
    tree = check_components([row(button(label="x" * 81))], v2=True).tree()
    fault = tree["components"]["0"]["components"]["0"]["label"]["_errors"][0]
    assert fault == {
        "code": "BASE_TYPE_MAX_LENGTH",
        "message": "Must be 80 or fewer in length.",
    }

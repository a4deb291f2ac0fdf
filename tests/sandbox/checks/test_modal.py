"""The limits of modals."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.checks.modal import check_modal

INPUT = {"type": 4, "style": 1, "custom_id": "t"}


def label(component: Any = INPUT, **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "l", "component": component, **more}


def modal(*parts: Any, **more: Any) -> dict[str, Any]:
    return {"title": "t", "custom_id": "m", "components": list(parts), **more}


def choices(count: int) -> list[dict[str, str]]:
    return [{"label": str(number), "value": str(number)} for number in range(count)]


@pytest.mark.parametrize(
    "part",
    [
        label(label="x" * 45, description="x" * 100),
        label({"type": 3, "custom_id": "s", "options": choices(25)}),
        label({"type": 21, "custom_id": "r", "options": choices(10)}),
        label({"type": 22, "custom_id": "c", "options": choices(1)}),
        label({"type": 23, "custom_id": "c"}),
        label({"type": 19, "custom_id": "f", "max_values": 10}),
        {"type": 1, "components": [INPUT | {"label": "old way"}]},
    ],
)
def test_what_discord_takes_is_taken(part: dict[str, Any]) -> None:
    assert check_modal(modal(part)).codes() == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (modal(label(), title="x" * 46), "BASE_TYPE_MAX_LENGTH"),
        (modal(label(), custom_id="x" * 101), "BASE_TYPE_MAX_LENGTH"),
        (modal(label(), custom_id=None), "BASE_TYPE_REQUIRED"),
        (modal(), "BASE_TYPE_BAD_LENGTH"),
        (modal(*({"type": 10, "content": "x"} for _ in range(6))), "BASE_TYPE_MAX_LENGTH"),
        (modal(label(label="x" * 46)), "BASE_TYPE_MAX_LENGTH"),
        (modal(label(description="x" * 101)), "BASE_TYPE_MAX_LENGTH"),
        (modal(label(INPUT | {"placeholder": "x" * 101})), "BASE_TYPE_MAX_LENGTH"),
        (modal(label(INPUT | {"max_length": 4001})), "NUMBER_TYPE_MAX"),
        (modal(label(INPUT | {"disabled": True})), "MODAL_COMPONENT_DISABLED"),
        (
            modal(label({"type": 21, "custom_id": "r", "options": choices(1)})),
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            modal(label({"type": 21, "custom_id": "r", "options": choices(11)})),
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            modal(label({"type": 22, "custom_id": "c", "options": choices(11)})),
            "BASE_TYPE_MAX_LENGTH",
        ),
        (modal(label({"type": 19, "custom_id": "f", "max_values": 11})), "NUMBER_TYPE_MAX"),
        (modal(label({"type": 2, "custom_id": "b", "style": 1})), "UNION_TYPE_CHOICES"),
        (modal({"type": 17, "components": []}), "UNION_TYPE_CHOICES"),
        (modal(label(), label()), "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ],
)
def test_what_discord_refuses_is_refused(body: dict[str, Any], code: str) -> None:
    assert check_modal(body).codes() == [code]

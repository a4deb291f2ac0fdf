"""The limits of a message's fields."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.checks.message import ANSWER_FLAGS, CREATE_FLAGS, check_message
from sandbox.checks.walk import Means
from sandbox.wire import Flag

MEANS = Means(frozenset({"a.png", "a.svg"}))


def codes(body: dict[str, Any], *, v2: bool = False, flags: Flag = CREATE_FLAGS) -> list[str]:
    return check_message(body, v2=v2, means=MEANS, flags=flags).codes()


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        {"content": None, "embeds": []},
        {"embeds": [{"title": "x" * 256, "description": "x" * 4096}]},
        {"embeds": [{"image": {"url": "attachment://a.png"}}]},
        {"embeds": [{"url": "HTTPS://example.org/", "timestamp": "2026-01-01T00:00:00+00:00"}]},
        {"flags": 4, "content": "x"},
        {"nonce": "x" * 25},
        {"nonce": 123456},
        {"attachments": [{"id": 0, "description": "x" * 1024}]},
        {"allowed_mentions": {"parse": ["everyone"], "users": ["1"]}},
        {"allowed_mentions": {"parse": []}},
    ],
)
def test_what_discord_takes_is_taken(body: dict[str, Any]) -> None:
    assert codes(body) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
        ({"content": 5}, "STRING_TYPE_CONVERT"),
        ({"embeds": [{"title": "x"}] * 11}, "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"title": "x" * 257}]}, "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"description": "x" * 4097}]}, "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"description": "x" * 3001}] * 2}, "MAX_EMBED_SIZE_EXCEEDED"),
        ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"fields": [{"name": "n"}]}]}, "BASE_TYPE_REQUIRED"),
        ({"embeds": [{"fields": [{"name": "n" * 257, "value": "v"}]}]}, "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"fields": [{"name": "n", "value": "v" * 1025}]}]}, "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"author": {"name": "x" * 257}}]}, "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"color": 0x1000000}]}, "NUMBER_TYPE_MAX"),
        ({"embeds": [{"url": "javascript:alert(1)"}]}, "URL_TYPE_INVALID_SCHEME"),
        (
            {"embeds": [{"author": {"name": "a", "url": "attachment://a.png"}}]},
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            {"embeds": [{"footer": {"text": "f", "icon_url": "data:,x"}}]},
            "URL_TYPE_INVALID_SCHEME",
        ),
        ({"embeds": [{"image": "https://example.org/"}]}, "MODEL_TYPE_CONVERT"),
        ({"embeds": [{"timestamp": "soon"}]}, "DATE_TIME_TYPE_PARSE"),
        (
            {"embeds": [{"image": {"url": "attachment://b.png"}}]},
            "EMBED_REFERENCED_ATTACHMENT_NOT_FOUND",
        ),
        (
            {"embeds": [{"image": {"url": "attachment://a.svg"}}]},
            "EMBED_REFERENCED_ATTACHMENT_NOT_FOUND",
        ),
        ({"embeds": [{"image": {"url": "data:,"}}]}, "URL_TYPE_INVALID_SCHEME"),
        ({"embeds": ["words"]}, "MODEL_TYPE_CONVERT"),
        ({"flags": 64}, "MESSAGE_FLAGS_INVALID"),
        ({"nonce": "x" * 26}, "BASE_TYPE_MAX_LENGTH"),
        ({"attachments": [{"id": 0}] * 11}, "BASE_TYPE_MAX_LENGTH"),
        ({"attachments": [{"id": 0, "description": "x" * 1025}]}, "BASE_TYPE_MAX_LENGTH"),
        ({"attachments": [{"filename": "a"}]}, "NUMBER_TYPE_COERCE"),
        (
            {"allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        ({"allowed_mentions": {"parse": ["friends"]}}, "BASE_TYPE_CHOICES"),
        ({"allowed_mentions": {"users": ["1"] * 101}}, "BASE_TYPE_MAX_LENGTH"),
        ({"allowed_mentions": {"users": ["ada"]}}, "NUMBER_TYPE_COERCE"),
        ({"allowed_mentions": ["users"]}, "DICT_TYPE_CONVERT"),
    ],
)
def test_what_discord_refuses_is_refused(body: dict[str, Any], code: str) -> None:
    assert codes(body) == [code]


@pytest.mark.parametrize(
    "field", [{"content": "x"}, {"embeds": [{"title": "x"}]}, {"poll": {"a": 1}}]
)
def test_components_v2_leave_no_room_for_legacy_fields(field: dict[str, Any]) -> None:
    assert codes(field, v2=True) == ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]


def test_only_answers_may_be_ephemeral() -> None:
    assert codes({"flags": 64}, flags=ANSWER_FLAGS) == []

"""The judge of bodies finds every kind of fault, and passes what Discord takes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire.bodies import BodyChecker, Sent
from tests.wire.samples import (
    ANSWER,
    BOARD,
    CALLBACK,
    CHANNEL,
    DEFER,
    EMOJI,
    FORM,
    GOOD,
    LEGACY,
    NOBODY,
    V2,
    box,
    button,
    command,
    gallery,
    label,
    legacy,
    modal,
    offered,
    row,
    select,
    spoilt,
    synced,
    text,
    with_parts,
)  # fmt: skip

DESCRIBED: dict[str, tuple[Sent, str]] = {
    "a field that is misspelt": (spoilt(LEGACY, contnet="x"), "Additional properties"),
    "a field of another type": (spoilt(LEGACY, tts="no"), "tts"),
    "an unknown callback": (Sent("POST", CALLBACK, {"type": 44}), "type"),
    "a callback without its type": (Sent("POST", CALLBACK, {"data": {}}), "type"),
    "an unknown component": (with_parts({"type": 99}), "components.0.type"),
    "a text outside of a box of its kind": (with_parts(row(text())), "components.0.components.0"),
    "a button without a style": (
        with_parts(row({"type": 2, "label": "x", "custom_id": "y"})), "style",
    ),
    "a long label": (with_parts(row(button(label="x" * 81))), "label"),
    "a long custom id": (with_parts(row(button("x" * 101))), "custom_id"),
    "six buttons in a row": (with_parts(row(*(button(str(n)) for n in range(6)))), "components"),
    "26 options": (with_parts(row(select(26))), "options"),
    "eleven pictures": (
        with_parts({"type": 12, "items": gallery()["items"] * 11}, files=("table-1.png",)), "items",
    ),
    "a long alt text": (
        with_parts(gallery(about="x" * 1025), files=("table-1.png",)), "description",
    ),
    "a file name with a space": (
        with_parts(gallery("my table.png"), files=("my table.png",)), "url",
    ),
    "26 choices": (offered(26), "choices"),
    "a long choice": (offered(1, "x" * 101), "name"),
    "a long description of a command": (synced(description="x" * 101), "description"),
    "a bad kind of mention": (
        spoilt(LEGACY, allowed_mentions={"parse": ["all"]}), "allowed_mentions",
    ),
    "a direct channel with nobody": (Sent("POST", "/users/@me/channels", {"recipient_id": "x"}),
                                     "recipient_id"),
    "a body where none is taken": (Sent("DELETE", f"{CHANNEL}/15", {"reason": "x"}), "no body"),
    "no body where one is needed": (Sent("POST", CHANNEL), "missing"),
    "a place that does not exist": (Sent("POST", "/channels/1/letters", {}), "not described"),
}  # fmt: skip
"""What the description itself refuses."""

MISSED: dict[str, tuple[Sent, str]] = {
    "content over 2000": (legacy(content="x" * 2001), "content: BASE_TYPE_MAX_LENGTH"),
    "the same custom id twice": (with_parts(row(button(), button())), "CUSTOM_ID_DUPLICATED"),
    "V2 components without the flag": (spoilt(BOARD, flags=0), "UNION_TYPE_CHOICES"),
    "a picture that was not uploaded": (with_parts(gallery()), "ATTACHMENT_NOT_FOUND"),
    "six parts in a form": (
        Sent("POST", CALLBACK, modal(*(label(str(n)) for n in range(6)))), "components: BASE_TYPE",
    ),
    "a thinking answer with other flags": (
        spoilt(DEFER, data={"flags": 64 | V2}), "flags: MESSAGE_FLAGS_INVALID",
    ),
    "nothing to show": (legacy(content=""), "CANNOT_SEND_EMPTY"),
    "an empty answer": (spoilt(ANSWER, data={"flags": 64}), "CANNOT_SEND_EMPTY"),
    "two commands of one name": (Sent("PUT", "/applications/12/commands", [command()] * 2),
                                 "DUPLICATE_NAME"),
    "an emoji's name with a dash": (spoilt(EMOJI, name="K-H"), "charset"),
    "a file name beyond ASCII": (
        Sent(LEGACY.method, LEGACY.path, LEGACY.body, ("königin.png",)), "file name",
    ),
}  # fmt: skip
"""What Discord refuses though its description does not say so (platform facts, section 19).

A case of each of the stand-in's checks: `tests/sandbox/checks` has all that they refuse.
"""

PINGS: dict[str, Any] = {
    "everybody": {"parse": ["everyone"]},
    "whoever is named": {"parse": ["users"]},
    "more than a table has": {"parse": [], "users": [str(n) for n in range(6)]},
    "two roles": {"parse": [], "roles": ["1", "2"]},
    "whoever Discord likes": None,
}


@pytest.mark.parametrize("name", GOOD)
def test_what_discord_takes_passes(checker: BodyChecker, name: str) -> None:
    assert checker.judge(GOOD[name]) == []


@pytest.mark.parametrize("name", DESCRIBED)
def test_what_the_description_refuses_is_found(checker: BodyChecker, name: str) -> None:
    sent, place = DESCRIBED[name]
    found = checker.description.faults(sent.method, sent.path, sent.body)
    assert any(place in fault for fault in found), found


@pytest.mark.parametrize("name", MISSED)
def test_what_the_description_misses_is_found(checker: BodyChecker, name: str) -> None:
    sent, code = MISSED[name]
    found = checker.judge(sent)
    assert any(code in fault for fault in found), found


@pytest.mark.parametrize("whom", PINGS)
def test_pings_of_more_than_a_table_has_are_found(checker: BodyChecker, whom: str) -> None:
    assert any("allowed_mentions" in f for f in checker.judge(spoilt(LEGACY, LEGACY.body | {
        "allowed_mentions": PINGS[whom]
    })))  # fmt: skip


def test_who_is_at_a_table_may_be_pinged(checker: BodyChecker) -> None:
    assert not checker.judge(legacy(allowed_mentions=NOBODY | {"users": ["1", "2"]}))


def test_a_fault_deep_in_a_message_is_told_with_its_place(checker: BodyChecker) -> None:
    parts = with_parts(box(text(), row(button(label="x" * 81))))
    found = checker.description.faults(parts.method, parts.path, parts.body)
    assert found == [
        "components.0.components.1.components.0.label: it is longer than 80 characters"
    ]


def test_literal_segments_win_over_names(checker: BodyChecker) -> None:
    find = checker.description.template_of
    assert find("/webhooks/1/t/messages/@original").endswith("/@original")
    assert find("/webhooks/1/t/messages/2").endswith("/{message_id}")


def test_faults_are_kept_with_the_request_they_were_in(checker: BodyChecker) -> None:
    checker.note(FORM)
    checker.note(legacy(content=""))
    assert checker.faults == [f"POST {CHANNEL}: body: CANNOT_SEND_EMPTY_MESSAGE"]
    assert len(checker.seen) == 2

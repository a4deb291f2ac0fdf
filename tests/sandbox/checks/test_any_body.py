"""Whatever a body says, the checks find faults in it and never stumble."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.checks.commands import check_commands, check_offered
from sandbox.checks.components import check_components
from sandbox.checks.message import CREATE_FLAGS, check_message
from sandbox.checks.modal import check_modal
from sandbox.checks.walk import Means

KEYS = [
    *("type", "id", "components", "component", "accessory", "items", "media", "file", "url"),
    *("custom_id", "label", "style", "emoji", "name", "options", "value", "choices", "required"),
    *("min_values", "max_values", "content", "embeds", "image", "fields", "footer", "author"),
    *("attachments", "allowed_mentions", "parse", "users", "flags", "nonce", "description"),
    *("name_localizations", "contexts", "title", "disabled", "autocomplete", "sku_id", "poll"),
]
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 17, 18, 2**60, -1, 0.5]),
    st.sampled_from(["", "x", "attachment://a", "users", "fr", "x" * 200]),
)
BODIES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=6)
    ),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.sampled_from(KEYS), BODIES, max_size=8)


@settings(max_examples=100, deadline=None)
@given(OBJECTS, st.booleans())
def test_messages(body: dict[str, Any], v2: bool) -> None:
    tree = check_message(body, v2=v2, means=Means(), flags=CREATE_FLAGS).tree()
    assert isinstance(tree, dict)


@settings(max_examples=100, deadline=None)
@given(BODIES)
def test_components(parts: Any) -> None:
    assert isinstance(check_components(parts, v2=True).tree(), dict)


@settings(max_examples=100, deadline=None)
@given(OBJECTS)
def test_modals(body: dict[str, Any]) -> None:
    assert isinstance(check_modal(body).tree(), dict)


@settings(max_examples=100, deadline=None)
@given(BODIES, st.lists(OBJECTS, max_size=3))
def test_commands(anything: Any, commands: list[dict[str, Any]]) -> None:
    assert isinstance(check_commands(anything).tree(), dict)
    assert isinstance(check_commands(commands).tree(), dict)
    assert isinstance(check_offered(anything, 3).tree(), dict)

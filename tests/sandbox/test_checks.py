"""Every limit of messages, components, modals and commands, just inside and just outside."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.checks.commands import check_commands, check_offered, weight
from sandbox.checks.components import check_components
from sandbox.checks.message import ANSWER_FLAGS, CREATE_FLAGS, check_message
from sandbox.checks.modal import check_modal
from sandbox.checks.walk import Means
from sandbox.checks.wording import is_command_name
from sandbox.wire import Flag

# The limits of a message's fields.

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
def test_messages_that_discord_takes_are_taken(body: dict[str, Any]) -> None:
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
        ({"embeds": [{"footer": {"text": "f", "icon_url": "data:,x"}}]}, "URL_TYPE_INVALID_SCHEME"),
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
def test_messages_that_discord_refuses_are_refused(body: dict[str, Any], code: str) -> None:
    assert codes(body) == [code]


@pytest.mark.parametrize(
    "field", [{"content": "x"}, {"embeds": [{"title": "x"}]}, {"poll": {"a": 1}}]
)
def test_components_v2_leave_no_room_for_legacy_fields(field: dict[str, Any]) -> None:
    assert codes(field, v2=True) == ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]


def test_only_answers_may_be_ephemeral() -> None:
    assert codes({"flags": 64}, flags=ANSWER_FLAGS) == []


# Every limit of message components, just inside and just outside.

PARTS_MEANS = Means(frozenset({"board.png"}), frozenset({7}))


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


def part_codes(*parts: Any, v2: bool = True) -> list[str]:
    return check_components(list(parts), v2=v2, means=PARTS_MEANS).codes()


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
def test_components_that_discord_takes_are_taken(part: dict[str, Any]) -> None:
    assert part_codes(part) == []


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
def test_components_that_discord_refuses_are_refused(part: Any, code: str) -> None:
    assert part_codes(part) == [code]


def test_forty_components_are_taken_nested_ones_counted() -> None:
    assert part_codes(container(*[text("x")] * 39)) == []
    assert part_codes(container(*[text("x")] * 38), text("x"), text("x")) == [
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"
    ]


def test_texts_add_up_to_at_most_4000() -> None:
    assert part_codes(text("x" * 2000), container(text("x" * 2000))) == []
    assert part_codes(text("x" * 2000), container(text("x" * 2001))) == [
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"
    ]


def test_custom_ids_are_unique_across_the_message() -> None:
    assert part_codes(row(button(1)), container(row(button(1)))) == [
        "COMPONENT_CUSTOM_ID_DUPLICATED"
    ]


def test_component_ids_are_unique_but_zero_means_automatic() -> None:
    assert part_codes(text() | {"id": 0}, text() | {"id": 0}) == []
    assert part_codes(text() | {"id": 3}, text() | {"id": 3}) == ["COMPONENT_ID_DUPLICATED"]


def test_a_legacy_message_has_five_rows_and_nothing_else() -> None:
    rows = [row(button(number)) for number in range(6)]
    assert part_codes(*rows[:5], v2=False) == []
    assert part_codes(*rows, v2=False) == ["BASE_TYPE_MAX_LENGTH"]
    assert part_codes(text(), v2=False) == ["UNION_TYPE_CHOICES"]


def test_the_tree_names_the_field() -> None:
    tree = check_components([row(button(label="x" * 81))], v2=True).tree()
    fault = tree["components"]["0"]["components"]["0"]["label"]["_errors"][0]
    assert fault == {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 80 or fewer in length."}


# The limits of modals.

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
def test_modals_that_discord_takes_are_taken(part: dict[str, Any]) -> None:
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
def test_modals_that_discord_refuses_are_refused(body: dict[str, Any], code: str) -> None:
    assert check_modal(body).codes() == [code]


# The limits of application commands.


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
def test_commands_that_discord_takes_are_taken(body: dict[str, Any]) -> None:
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
def test_commands_that_discord_refuses_are_refused(body: dict[str, Any], code: str) -> None:
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


# Whatever a body says, the checks find faults in it and never stumble.

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
